import type {
  PromptChapter,
  PromptCharacter,
  PromptConflict,
  PromptInput,
} from '../../src/domain/calls/prompt/prompt.ts';

export type SampleCharacter = Pick<PromptCharacter, 'id' | 'name' | 'role'> & Partial<PromptCharacter>;
export type SampleConflict = Pick<PromptConflict, 'fromCharacterId' | 'toCharacterId' | 'kind' | 'description'> &
  Partial<PromptConflict>;

export interface SampleChapter extends Partial<Omit<PromptChapter, 'recap'>> {
  title: string;
  summary: string;
  /** Ids of those who are in it, by hand. */
  people: readonly string[];
  /** What happened, and where everybody stands. */
  recap: readonly [events: string, state: string];
}

/** A book of twelve chapters, as far as prompts need it. */
export interface SampleBook {
  book: Pick<PromptInput['book'], 'title' | 'premise' | 'language'> & Partial<PromptInput['book']>;
  plan: Partial<PromptInput['plan']>;
  style?: Partial<PromptInput['style']>;
  cast: readonly SampleCharacter[];
  conflicts: readonly SampleConflict[];
  chapters: readonly SampleChapter[];
  /** The end of any former chapter. */
  ending: string;
}

const plan: PromptInput['plan'] = {
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
const character = {
  version: 1,
  aliases: [],
  bio: '',
  voiceProfile: '',
  want: null,
  fear: null,
  lie: null,
  isPov: false,
};
const conflict = { version: 1, mutual: true, stakes: null, connection: null, intensity: 3, status: 'open' };

/** The input of the prompt for a chapter, with recaps of those before it. */
export function inputFor(sample: SampleBook, order: number, countTokens: (text: string) => number): PromptInput {
  const { book, style, cast, conflicts, chapters, ending } = sample;
  const written = chapters.map((one, index): PromptChapter => {
    const {
      people: _people,
      recap: [events, state],
      ...planned
    } = one;
    const at = { id: `ch_${index + 1}`, version: 1, order: index + 1 };
    const recap = index + 1 < order ? { events, state, isStale: false } : null;
    return { ...emptyChapter, ...planned, ...at, recap };
  });
  return {
    book: { id: 'bk_1', version: 1, genre: null, audience: null, toneStyle: null, targetWords: 30_000, ...book },
    plan: { ...plan, ...sample.plan },
    style: { version: 1, styleGuide: null, styleSample: null, avoid: [], personLock: null, ...style },
    moods: [],
    cast: cast.map((one) => ({ ...character, ...one })),
    conflicts: conflicts.map((one, index) => ({ ...conflict, id: `cfl_${index}`, ...one })),
    chapters: written,
    chapterId: `ch_${order}`,
    previousTail: order > 1 ? ending : null,
    ownText: '',
    order: { words: 2_500, from: 0 },
    instructions: null,
    budgetTokens: 24_000,
    countTokens,
  };
}

const emptyChapter = {
  notes: '',
  beatKeys: [],
  povCharacterId: null,
  participantIds: [],
  recap: null,
  opening: null,
  closing: null,
};
