import type {
  PromptBook,
  PromptChapter,
  PromptCharacter,
  PromptConflict,
  PromptMood,
  PromptPlan,
} from '../prompt/prompt-input.ts';

export interface OutlineBook
  extends Pick<PromptBook, 'title' | 'premise' | 'language' | 'genre' | 'audience' | 'toneStyle' | 'targetWords'> {
  readonly description: string | null;
}

export type OutlinePlan = Omit<PromptPlan, 'version'>;
export type OutlineMood = Pick<PromptMood, 'kind' | 'title' | 'note'>;
export type OutlineCharacter = Omit<PromptCharacter, 'version' | 'voiceProfile'>;
export type OutlineConflict = Omit<PromptConflict, 'version'>;
export type PresentChapter = Pick<PromptChapter, 'order' | 'title' | 'summary' | 'beatKeys'>;

/** What both the outliner and the grader have to know of a book. */
export interface BookMaterial {
  readonly book: OutlineBook;
  readonly plan: OutlinePlan;
  /** Oldest first. */
  readonly cast: readonly OutlineCharacter[];
  readonly conflicts: readonly OutlineConflict[];
}

/** All that the request for an outline is made of. */
export interface OutlineInput extends BookMaterial {
  readonly moods: readonly OutlineMood[];
  /** The outline as it stands, in order. */
  readonly chapters: readonly PresentChapter[];
  /** How many chapters the caller asked for; null leaves it to the story. */
  readonly chapterCount: number | null;
  /** The caller's wishes for this one outline. */
  readonly instructions: string | null;
  /** Which of several outlines made of the same material this is, 1-based, so that they differ; absent for the only one. */
  readonly variant?: { readonly number: number; readonly of: number };
}
