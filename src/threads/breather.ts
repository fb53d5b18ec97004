import { setImmediate } from 'node:timers/promises';

// Longest delay for other requests while prose is processed. Ours.
const usualTurnMs = 10;

/** Lets long work yield to other requests on the main thread. */
export class Breather {
  private since = performance.now();
  private readonly turnMs: number;

  constructor(turnMs = usualTurnMs) {
    this.turnMs = turnMs;
  }

  /** Cheap enough to check often. */
  get isDue(): boolean {
    return performance.now() - this.since >= this.turnMs;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.since = performance.now();
  }

  /** Does work that stops between its steps, and begins it in a turn of its own. */
  async finish<T>(steps: Generator<void, T>): Promise<T> {
    await this.pause();
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (this.isDue) await this.pause();
    }
  }
}
