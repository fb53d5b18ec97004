import type { PromptChapter, PromptCharacter, PromptInput } from '../../src/domain/prompt/prompt.ts';
import { tokenCounter } from '../../src/providers/tokenizer.ts';

export type SampleCharacter = Pick<PromptCharacter, 'id' | 'name' | 'role'> & Partial<PromptCharacter>;
export type SampleChapter = Pick<PromptChapter, 'title' | 'summary'> & Partial<PromptChapter>;

/** A book for reading its prompts: the parts that matter, and the rest empty. */
export interface SampleBook {
  book: Partial<PromptInput['book']> & Pick<PromptInput['book'], 'title' | 'premise' | 'language'>;
  plan: Partial<PromptInput['plan']>;
  style?: Partial<PromptInput['style']>;
  cast: readonly SampleCharacter[];
  conflicts: readonly (Partial<PromptInput['conflicts'][number]> &
    Pick<PromptInput['conflicts'][number], 'fromCharacterId' | 'toCharacterId' | 'kind' | 'description'>)[];
  chapters: readonly SampleChapter[];
  /** Order of the chapter to write. */
  order: number;
  /** End of the chapter before. */
  previousTail: string;
  targetWords: number;
}

const countTokens = await tokenCounter();

/** The input of the prompt for one chapter of a sample book. */
export function inputOf(sample: SampleBook): PromptInput {
  const { book, plan, style, cast, conflicts, chapters, order, previousTail, targetWords } = sample;
  return {
    book: { id: 'bk_1', version: 1, genre: null, audience: null, toneStyle: null, targetWords: null, ...book },
    plan: { ...emptyPlan, ...plan },
    style: { version: 1, styleGuide: null, styleSample: null, avoid: [], personLock: null, ...style },
    moods: [],
    cast: cast.map((one) => ({ ...emptyCharacter, ...one })),
    conflicts: conflicts.map((one, index) => ({
      id: `cfl_${index}`,
      version: 1,
      mutual: true,
      stakes: null,
      connection: null,
      intensity: 3,
      status: 'open',
      ...one,
    })),
    chapters: chapters.map((one, index) => ({ ...emptyChapter, id: `ch_${index + 1}`, order: index + 1, ...one })),
    chapterId: `ch_${order}`,
    previousTail,
    ownText: '',
    order: { words: targetWords, from: 0 },
    instructions: null,
    budgetTokens: 32_000,
    countTokens,
  };
}

const emptyPlan: PromptInput['plan'] = {
  version: 1,
  themeStatement: null,
  readerPromise: null,
  compAuthors: null,
  beatSheetTemplate: null,
  povLock: null,
  tenseLock: null,
  povDepth: null,
  researchCitations: [],
};

const emptyCharacter = {
  version: 1,
  aliases: [],
  bio: '',
  voiceProfile: '',
  want: null,
  fear: null,
  lie: null,
  isPov: false,
};

const emptyChapter = {
  version: 1,
  notes: '',
  beatKeys: [],
  povCharacterId: null,
  participantIds: [],
  recap: null,
  opening: null,
  closing: null,
};
