import { type ErrorCode, ServiceError } from '../../../errors.ts';
import { ProviderFailure } from '../../../providers/failure.ts';
import type { Providers } from '../../../providers/providers.ts';
import type { Transaction } from '../../../sql/connect.ts';
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
  /** Wait that the provider asks for, in whole seconds. */
  retryAfterSeconds?: number | undefined;
  /** Usage; absent if the node was lost. */
  bill?: Bill;
  /** What it left out of its text, or the raw reply if none of it was usable. */
  cut?: readonly Cut[];
  draft?: string | undefined;
  /** Whether what it has written is no text, and leaves the chapter as it was. */
  isDiscarded?: boolean;
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
  if (error instanceof ProviderFailure && error.kind === 'unopened') return discarded(kind, error.message);
  if (!(error instanceof ProviderFailure)) return stopped('failed', kind, 'Internal error.', hasText);
  const { message, isLasting, retryAfterSeconds } = error;
  return { ...stopped('failed', kind, message, hasText, isLasting), retryAfterSeconds };
}

/** Ending of a run whose text was reasoning. */
function discarded(kind: RunKind, why: string): Ending {
  const after = 'The chapter is as it was; what this run had saved is kept as a revision. Send the same request again.';
  return { ...stopped('failed', kind, why, true), errorMessage: `${why} ${after}`, isDiscarded: true };
}

/** Ending of a run at its time limit or at a stop of its node: a partial text can be continued, a partial outline cannot. */
export function unfinished({ kind }: Run): Ending {
  return isProse(kind) ? { state: 'partial' } : stopped('failed', kind, 'The run reached its time limit.', false);
}

function stopped(state: 'partial' | 'failed', kind: RunKind, why: string, hasText: boolean, hasRemedy = false): Ending {
  return {
    state,
    errorCode: kind === 'narrate' ? 'narration_failed' : 'generation_failed',
    errorMessage: `${why} ${hasRemedy ? keptText(kind, hasText) : nextStep(kind, hasText)}`,
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
  if (kind === 'summarize')
    return 'What was there before stays; send the same request again, or generateRecap (generate_recap) for a recap that was made by itself.';
  if (kind === 'narrate') return 'The chapter keeps its old audio; send the same request again.';
  return 'Nothing was changed; send the same request again.';
}

/** What a failure leaves behind whose message has a remedy of its own. */
function keptText(kind: RunKind, hasText: boolean): string {
  if (kind === 'write')
    return hasText ? 'The text so far is kept.' : 'This run wrote nothing, and the chapter is unchanged.';
  if (kind === 'rewrite') return 'The chapter has its old text.';
  if (kind === 'summarize') return 'What was there before stays.';
  if (kind === 'narrate') return 'The chapter keeps its old audio.';
  return 'Nothing was changed.';
}
