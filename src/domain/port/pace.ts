import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '../../errors.ts';

/** Work goes on for so long before others get their turn; a page of a connection should not wait for a book. Ours. */
const sliceMs = 10;

/** Keeps long work from holding up everybody else, and ends it when its caller is gone. */
export class Pace {
  private readonly signal: AbortSignal;
  private began = performance.now();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** To be called between pieces of some milliseconds. */
  async breathe(): Promise<void> {
    if (performance.now() - this.began >= sliceMs) {
      await turn();
      this.began = performance.now();
    }
    this.goOn();
  }

  /** Throws when the caller has gone away. */
  goOn(): void {
    if (this.signal.aborted)
      throw new ServiceError('unavailable', 'The caller went away before anything was saved. Nothing was changed.', {
        retry_after: 1,
      });
  }
}
