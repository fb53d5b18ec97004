import type { PromptChapter } from '../prompt/prompt-input.ts';
import type { BookMaterial } from './outline-input.ts';

export interface GradedChapter
  extends Pick<PromptChapter, 'order' | 'title' | 'summary' | 'povCharacterId' | 'beatKeys' | 'participantIds'> {
  /** Words of its text; 0 or absent where it has none. */
  readonly wordCount?: number;
}

/** All that a grade is made of: the present outline or a variant of it. */
export interface GradeInput extends BookMaterial {
  /** In order. */
  readonly chapters: readonly GradedChapter[];
}
