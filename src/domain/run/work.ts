import { type ErrorCode, ServiceError } from '../../errors.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Providers } from '../../providers/providers.ts';
import type { Transaction } from '../../sql/connect.ts';
import type { RunKind } from '../usage/rules.ts';
import type { Bill } from './bill.ts';
import { RunStopped } from './calls.ts';
import type { LiveRun, StopReason } from './live.ts';
import { type Cut, isProse, type RunState } from './rules.ts';
import type { Run } from './store.ts';

/** End of a run. */
export interface Ending {
  state: Exclude<RunState, 'running'>;
  errorCode?: ErrorCode;
  errorMessage?: string;
  /** Usage; absent if the node was lost. */
  bill?: Bill;
  /** What it left out of its text, and a reply of which nothing became text. */
  cut?: readonly Cut[];
  draft?: string | undefined;
  /** Whether a part of incomplete work was kept. */
  kept?: boolean;
}

/** Work of a run. */
export interface Work {
  /** Calls the provider until it is done; passes its output to `live`. */
  perform(providers: Providers, live: LiveRun, idleMsMax: number): Promise<void>;
  /**
   * Stores the result in the transaction that ends the run, however it ended; answers another ending if the result is
   * obsolete.
   */
  finish?(tx: Transaction, run: Run, ending: Ending): Promise<Ending | undefined>;
  /** Follow-up work in the background, after the run has completed. Errors are only logged. */
  follow?(): Promise<void>;
}

/** Whether the work of a run ended for a reason that it names; anything else is a defect. */
export function isNamed(error: unknown): error is Error {
  return error instanceof ProviderFailure || error instanceof RunStopped || isRefusal(error);
}

/** A later call of the run that must not be sent, such as one that its model has no room for. */
function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'invalid_state';
}

/** Ending of a run that stopped before the provider's end. */
export function endingOf(live: LiveRun, error: unknown): Ending {
  const reason: StopReason | undefined = live.stop.signal.aborted ? live.stop.signal.reason : undefined;
  if (reason === 'cancelled') return { state: 'cancelled' };
  if (reason) return unfinished(live.run);
  const { kind } = live.run;
  const hasText = live.chars > 0;
  if (error instanceof RunStopped)
    return stopped(isProse(kind) && hasText ? 'partial' : 'failed', kind, error.message, hasText);
  if (isRefusal(error)) return { state: 'failed', errorCode: error.code, errorMessage: error.message };
  const why = error instanceof ProviderFailure ? error.message : 'Internal error.';
  return stopped('failed', kind, why, hasText);
}

/** Ending of a run at its time limit or at a stop of its node: a partial text can be continued, a partial outline cannot. */
export function unfinished({ kind }: Run): Ending {
  return isProse(kind) ? { state: 'partial' } : stopped('failed', kind, 'The run reached its time limit.', false);
}

function stopped(state: 'partial' | 'failed', kind: RunKind, why: string, hasText: boolean): Ending {
  return {
    state,
    errorCode: kind === 'narrate' ? 'narration_failed' : 'generation_failed',
    errorMessage: `${why} ${nextStep(kind, hasText)}`,
  };
}

/** Remedy for the caller. Only runs with text mention that it is kept. */
function nextStep(kind: RunKind, hasText: boolean): string {
  if (kind === 'write')
    return hasText
      ? 'The text so far is kept; write again to continue it.'
      : 'This run wrote nothing, and the chapter is unchanged. Write again.';
  if (kind === 'rewrite')
    return hasText
      ? 'The chapter has its old text; send the same request again to continue the rewrite.'
      : 'The chapter has its old text; send the same request again.';
  if (kind === 'summarize') return 'The chapter has no summary until it is written again.';
  if (kind === 'narrate') return 'The chapter keeps its old audio; send the same request again.';
  return 'Nothing was changed; send the same request again.';
}
