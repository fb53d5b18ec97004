import type { PromptChapter } from '../../calls/prompt/prompt-input.ts';
import type { BookMaterial } from './outline-input.ts';

export interface GradedChapter
  extends Pick<
    PromptChapter,
    'order' | 'title' | 'summary' | 'povCharacterId' | 'beatKeys' | 'participantIds' | 'mentionedIds'
  > {
  /** Whether the summary is the recap of its text, because there is none; absent for no. */
  readonly isWritten?: boolean;
  /** Words of its text; 0 or absent without one. */
  readonly wordCount?: number;
}

/** Inputs of a grade: the current outline or a variant. */
export interface GradeInput extends BookMaterial {
  /** In order. */
  readonly chapters: readonly GradedChapter[];
}
