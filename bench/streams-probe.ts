import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into the service by `--import`, for the bench alone: tells how late its event loop runs, each time it is asked. */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
  heapMb: number;
}

const resolution = 5;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
// What is recorded is the time from one look to the next.
const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);

process.on('message', () => {
  const { p50, p99, max } = { p50: delays.percentile(50), p99: delays.percentile(99), max: delays.max };
  const heapMb = process.memoryUsage().heapUsed / 1e6;
  process.send?.({ p50: late(p50), p99: late(p99), max: late(max), heapMb } satisfies LoopDelay);
  delays.reset();
});
// To be asked is no reason to live.
process.channel?.unref();
