import { ServiceError } from '../../../errors.ts';

/**
 * Average event loop delay, milliseconds, above which no run starts, and below which runs start again (ours, from
 * bench/streams.ts: at an average of 8 ms one turn in a hundred takes 50).
 */
const lateMs = 8;
const calmMs = 4;
/** Weight of a sample in the moving average: a second of samples 50 ms apart, so that one slow turn does not count as load. */
const share = 0.05;
/** Below this number, runs are not the cause of load and always start. */
const fewRuns = 50;
/** Retry delay for callers; runs last minutes, so some end meanwhile. */
const againSeconds = 5;

/** Number of runs that this node accepts: up to the configured maximum, and none while its event loop is late. */
export class Capacity {
  private readonly runsMax: number;
  private averageMs = 0;
  private isLate = false;

  constructor(runsMax: number) {
    this.runsMax = runsMax;
  }

  /** Records the delay of a sample. */
  heard(ms: number): void {
    this.averageMs += (ms - this.averageMs) * share;
    this.isLate = this.averageMs > (this.isLate ? calmMs : lateMs);
  }

  /** Throws `unavailable` if the node cannot take another run. */
  refuseBeyond(runs: number): void {
    if (runs < this.runsMax && !(this.isLate && runs >= fewRuns)) return;
    throw new ServiceError(
      'unavailable',
      `This node has ${runs} active runs and accepts no more (RUNS_PER_NODE_MAX). Nothing was started or counted; try again in a moment, or on another node.`,
      { retry_after: againSeconds },
    );
  }
}
