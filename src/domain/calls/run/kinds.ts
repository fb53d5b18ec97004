import type { ServiceError } from '../../../errors.ts';
import type { Transaction } from '../../../sql/connect.ts';
import type { RunKind } from '../usage/rules.ts';
import type { EndedRun, Run } from './store.ts';
import type { Ending } from './work.ts';

/** Current state of a run; `fault` is for readers who saw text that the run lacks. */
export interface Reclaimed {
  run: Run;
  fault?: ServiceError;
}

/** All text of a run, as its readers saw it. */
export interface StreamedText {
  text: string;
  /** Id for a revision that keeps the text. It is the same at every try, so the text is stored once. */
  revisionId: string;
}

/** Text of a run that its holder could not save before another node ended the run. */
export interface LateText {
  /** The part that is not saved; empty when everything is. */
  surplus: string;
  /** The end of the run as its holder saw it. */
  ending: Ending;
  /** Id for a revision that keeps the text. It is the same at every try, so the text is stored once. */
  revisionId: string;
  /** Ends the run again with its text in place. */
  end(run: Run, ending: Ending): Promise<Run>;
}

/**
 * The parts of the end of a run that depend on its kind. All of them run in the transaction that ends the run. Most kinds
 * need none: they store their answer in `Work.finish`.
 */
export interface KindOfRun {
  /** Moves the saved pieces of the text into the chapter. The pieces are deleted afterwards. */
  fold?(tx: Transaction, run: Run, chapterId: string, isComplete: boolean): Promise<void>;
  /** Ends a run whose text is none, in place of `fold`. */
  discard?(tx: Transaction, run: Run, chapterId: string): Promise<void>;
  /** Frees what the run held beside its chapter, if its node was lost and cannot finish it. */
  lost?(tx: Transaction, run: Run, ending: Ending): Promise<void>;
  /** Whether the run has a result, so that its quota counts it. Default: `hasAnswer`. */
  hasProduced?(tx: Transaction, run: Run, ending: Ending): Promise<boolean>;
  /**
   * Stores the text that the run has streamed, if its saved text is shorter. Kinds without it have no text for readers.
   */
  keepWhole?(tx: Transaction, run: EndedRun, streamed: StreamedText): Promise<void>;
  /** Stores late text. Default: it is added to the saved text of the run. */
  reclaim?(tx: Transaction, run: EndedRun, late: LateText): Promise<Reclaimed>;
}

/** The kinds that register something. The composition root collects them, so that this folder imports none of them. */
export type KindsOfRun = { readonly [Kind in RunKind]?: KindOfRun };

/** Whether a run completed or kept a part of its work. */
export function hasAnswer({ state, kept }: Ending): boolean {
  return state === 'completed' || kept === true;
}
