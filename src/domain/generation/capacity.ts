import { ServiceError } from '../../errors.ts';

/** How late the loop comes to a look on the average before no run is begun any more, and how little before some are again; ms (ours, by bench/streams.ts: at 8 ms on the average one turn in a hundred is as late as 50). */
const lateMs = 8;
const calmMs = 4;
/** A look's share in the average: a second of looks 50 ms apart, so that one long turn of other work is no load. */
const share = 0.05;
/** So few runs are not what keeps a loop busy; they begin whatever it does. */
const fewRuns = 50;
/** How long somebody is asked to wait; runs last minutes, so that some end in it. */
const againSeconds = 5;

/** How many runs this node carries: as many as it is told, and none more while its loop runs late. */
export class Capacity {
  private readonly runsMax: number;
  private averageMs = 0;
  private isLate = false;

  constructor(runsMax: number) {
    this.runsMax = runsMax;
  }

  /** Hears how late the loop came to a look. */
  heard(ms: number): void {
    this.averageMs += (ms - this.averageMs) * share;
    this.isLate = this.averageMs > (this.isLate ? calmMs : lateMs);
  }

  /** Throws `unavailable` where so many runs are all that this node can carry. */
  refuseBeyond(runs: number): void {
    if (runs < this.runsMax && !(this.isLate && runs >= fewRuns)) return;
    throw new ServiceError(
      'unavailable',
      `This node has as many runs under way as it carries (${runs}). Nothing was begun or counted; ask again in a moment, or of another node.`,
      { retry_after: againSeconds },
    );
  }
}
