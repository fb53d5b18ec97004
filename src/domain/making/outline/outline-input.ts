import type {
  PromptBook,
  PromptChapter,
  PromptCharacter,
  PromptConflict,
  PromptMood,
  PromptPlan,
} from '../../calls/prompt/prompt-input.ts';

interface OutlineBook
  extends Pick<PromptBook, 'title' | 'premise' | 'language' | 'genre' | 'audience' | 'toneStyle' | 'targetWords'> {
  readonly description: string | null;
}

type OutlinePlan = Omit<PromptPlan, 'version'>;
export type OutlineMood = Pick<PromptMood, 'kind' | 'title' | 'note'>;
export type OutlineCharacter = Omit<PromptCharacter, 'version' | 'voiceProfile'>;
export type OutlineConflict = Omit<PromptConflict, 'version'>;
type PresentChapter = Pick<PromptChapter, 'order' | 'title' | 'summary' | 'beatKeys' | 'recap'>;

/** Book data that both outliner and grader need. */
export interface BookMaterial {
  readonly book: OutlineBook;
  readonly plan: OutlinePlan;
  /** Oldest first. */
  readonly cast: readonly OutlineCharacter[];
  readonly conflicts: readonly OutlineConflict[];
}

/** Inputs of an outline request. */
export interface OutlineInput extends BookMaterial {
  readonly moods: readonly OutlineMood[];
  /** The current outline, in order. */
  readonly chapters: readonly PresentChapter[];
  /** Requested number of chapters; null if the model decides. */
  readonly chapterCount: number | null;
  /** The caller's instructions for this outline. */
  readonly instructions: string | null;
  /** Number of this outline among several from the same material, 1-based, so that they differ; absent for a single one. */
  readonly variant?: { readonly number: number; readonly of: number };
}
