import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '../../../errors.ts';

/** Longest synchronous work before yielding: a page of a list should not wait for a book. Ours. */
const sliceMs = 10;

/** Lets long work yield to others, and ends it when its caller disconnects. */
export class Pace {
  private readonly signal: AbortSignal;
  private began = performance.now();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** Call it between pieces of a few milliseconds. */
  async breathe(): Promise<void> {
    if (performance.now() - this.began >= sliceMs) {
      await turn();
      this.began = performance.now();
    }
    this.goOn();
  }

  /** Throws if the caller has disconnected. */
  goOn(): void {
    if (this.signal.aborted)
      throw new ServiceError('unavailable', 'The caller disconnected before anything was saved. Nothing was changed.', {
        retry_after: 1,
      });
  }
}
