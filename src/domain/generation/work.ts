import type { ErrorCode } from '../../errors.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Providers } from '../../providers/providers.ts';
import type { Transaction } from '../../sql/connect.ts';
import type { Bill } from './bill.ts';
import type { LiveRun, StopReason } from './live.ts';
import { isProse, type RunKind, type RunState } from './rules.ts';
import type { Run } from './store.ts';

/** How a run ended. */
export interface Ending {
  state: Exclude<RunState, 'running'>;
  errorCode?: ErrorCode;
  errorMessage?: string;
  /** What it used; absent for a run whose node is gone. */
  bill?: Bill;
  /** Whether something was kept of work that did not complete. */
  kept?: boolean;
}

/** What a run does. */
export interface Work {
  /** Asks its provider until it is done; whatever it says goes to `live`. */
  perform(providers: Providers, live: LiveRun, idleMsMax: number): Promise<void>;
  /** Stores what came of it, however it ended, in the transaction that ends it; answers another ending where that cannot be taken any more. */
  finish?(tx: Transaction, run: Run, ending: Ending): Promise<Ending | undefined>;
  /** What is done in the background once the run has completed and everybody knows; nobody hears whether it worked. */
  follow?(): Promise<void>;
}

/** How a run ends that did not come to its provider's end. */
export function endingOf(live: LiveRun, error: unknown): Ending {
  const reason: StopReason | undefined = live.stop.signal.aborted ? live.stop.signal.reason : undefined;
  if (reason === 'cancelled') return { state: 'cancelled' };
  if (reason) return unfinished(live.run);
  return failed(live.run, error instanceof ProviderFailure ? error.message : 'Something went wrong on our side.');
}

/** How a run ends whose time is up, or whose node goes away: half a text can be gone on from, half an outline cannot. */
export function unfinished(run: Run): Ending {
  return isProse(run.kind) ? { state: 'partial' } : failed(run, 'It did not come to its end in time.');
}

function failed({ kind }: Run, why: string): Ending {
  return {
    state: 'failed',
    errorCode: kind === 'narrate' ? 'narration_failed' : 'generation_failed',
    errorMessage: `${why} ${nextStep(kind)}`,
  };
}

function nextStep(kind: RunKind): string {
  if (kind === 'write') return 'What was written is kept; write again to go on from it.';
  if (kind === 'rewrite') return 'The chapter has its old text; send the same again to go on with the new one.';
  if (kind === 'summarize') return 'The chapter does without a summary until it is next written.';
  if (kind === 'narrate') return 'The audio that there was stays, and what was spoken is kept; ask again to go on.';
  return 'Nothing was changed; ask again.';
}
