import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The delay of the event loop since the last message. `--import` loads this probe into the measured server. */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
  heapMb: number;
}

const resolution = 5;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
// The histogram records the time between two ticks, so the resolution is subtracted.
const delayMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);

process.on('message', () => {
  const { p50, p99, max } = { p50: delays.percentile(50), p99: delays.percentile(99), max: delays.max };
  const heapMb = process.memoryUsage().heapUsed / 1e6;
  process.send?.({ p50: delayMs(p50), p99: delayMs(p99), max: delayMs(max), heapMb } satisfies LoopDelay);
  delays.reset();
});
// The channel must not keep the process alive.
process.channel?.unref();
