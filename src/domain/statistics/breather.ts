import { setImmediate } from 'node:timers/promises';

// Nobody else's request waits longer than this for ours. Ours.
const turnMsMax = 10;

/** For long work on the one thread that serves everybody: lets the others have their turn. */
export class Breather {
  private since = performance.now();

  /** To be asked often; costs nothing worth counting. */
  get isDue(): boolean {
    return performance.now() - this.since >= turnMsMax;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.since = performance.now();
  }
}
