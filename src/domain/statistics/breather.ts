import { setImmediate } from 'node:timers/promises';

// Others wait no longer than this for a request that reads prose. Ours.
const usualTurnMs = 10;

/** For long work on the one thread that serves everybody: lets the others have their turn. */
export class Breather {
  private since = performance.now();
  private readonly turnMs: number;

  constructor(turnMs = usualTurnMs) {
    this.turnMs = turnMs;
  }

  /** To be asked often; costs nothing worth counting. */
  get isDue(): boolean {
    return performance.now() - this.since >= this.turnMs;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.since = performance.now();
  }
}
