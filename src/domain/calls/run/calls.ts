import { setTimeout as sleep } from 'node:timers/promises';
import { providerCallsMax } from './rules.ts';

/** The work of a run stops before its provider is done; the message is the reason. */
export class RunStopped extends Error {
  override readonly name = 'CutShort';
}

/** Draws one call on the account's limit. Answers the milliseconds until the next try, 0 if the call may go ahead. */
export type DrawCall = () => Promise<number>;

/** Provider calls of one run: their number is limited, and each draws on the account's limit. */
export class Calls {
  private readonly draw: DrawCall | undefined;
  private made = 0;

  /** Without `draw` the account has no limit. */
  constructor(draw?: DrawCall) {
    this.draw = draw;
  }

  /**
   * Resolves when the run may make its next call. Throws CutShort at the limit, and an error if the signal is aborted. The
   * first call was drawn when the run was recorded.
   */
  async next(signal: AbortSignal): Promise<void> {
    if (this.made >= providerCallsMax)
      throw new RunStopped(`The run has called its provider ${providerCallsMax} times, which is the limit.`);
    if (this.made > 0) await this.again(signal);
    signal.throwIfAborted();
    this.made += 1;
  }

  /** Resolves when a call that the provider has put off may be made again. Throws if the signal is aborted. */
  async again(signal: AbortSignal): Promise<void> {
    for (let waitMs = await this.draw?.(); waitMs; waitMs = await this.draw?.())
      await sleep(waitMs, undefined, { signal });
    signal.throwIfAborted();
  }
}
