import DataLoader from 'dataloader';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { ChapterStatus } from '../../text/chapter/schema.ts';
import type * as chapters from '../../text/chapter/store.ts';
import { type TextMark, textMarksOf } from '../../text/texts/marks.ts';
import { noMeasure } from './measure.ts';
import { type Readability as ReadabilityData, readabilityOf } from './readability.ts';
import { readabilityFormulas } from './rules.ts';
import type * as store from './store.ts';
import { measuresOfChapters } from './texts.ts';

const ReadabilityFormula = enumOf(
  'ReadabilityFormula',
  readabilityFormulas,
  'Formula of a score. A higher score is easier to read, except for `lix`.',
  {
    flesch: 'English: reading ease of Flesch, about 0–100.',
    amstad: 'German: reading ease of Amstad, about 0–100.',
    douma: 'Dutch: reading ease of Douma, about 0–100.',
    kandel_moles: 'French: reading ease of Kandel and Moles, about 0–100.',
    szigriszt: 'Spanish: perspicuity of Szigriszt Pazos, about 0–100.',
    martins: 'Portuguese: reading ease of Martins and others, about 0–100.',
    oborneva: 'Russian: reading ease of Oborneva, about 0–100.',
    gulpease: 'Italian: Gulpease, 0–100.',
    lix: 'Swedish, Danish, Norwegian: LIX of Björnsson, about 20 for children’s books to 60 for difficult prose.',
  },
);

export const Readability = builder.objectRef<ReadabilityData>('Readability').implement({
  description: 'Readability of a text without its Markdown; during a write, of the text before it.',
  fields: (t) => ({
    formula: t.expose('formula', {
      type: ReadabilityFormula,
      nullable: true,
      description: 'Formula for the language of the book; null if there is none.',
    }),
    score: t.exposeFloat('score', {
      nullable: true,
      description: 'Score of that formula, to a tenth; null without a formula, and for fewer than 100 words.',
    }),
    gradeLevel: t.exposeFloat('gradeLevel', {
      nullable: true,
      description: 'Flesch–Kincaid grade, in years of school; only for English texts of at least 100 words, else null.',
    }),
    sentences: t.exposeInt('sentences', { description: 'Number of sentences with words, headings included.' }),
    wordsPerSentence: t.exposeFloat('wordsPerSentence', {
      nullable: true,
      description: 'Mean sentence length in words; null without sentences.',
    }),
    dialogueShare: t.exposeFloat('dialogueShare', {
      nullable: true,
      description: 'Share of words in quotation marks or in lines of dialogue after a dash, 0–1; null without words.',
    }),
    variety: t.exposeFloat('variety', {
      nullable: true,
      description: 'Share of distinct words, 0–1, the mean over sections of 500 words; null for fewer words.',
    }),
  }),
});

const markOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (chapterIds: readonly string[]) => {
      const marks = await textMarksOf(read, caller.accountId, chapterIds);
      const byChapter = new Map(marks.map((mark) => [mark.chapterId, mark]));
      return chapterIds.map((id) => byChapter.get(id));
    }),
);

/** Marks of the texts of chapters, by chapter. */
export async function marksOf(context: Context, chapterIds: readonly string[]): Promise<ReadonlyMap<string, TextMark>> {
  const marks = await Promise.all(chapterIds.map((id) => markOf(context).load(id)));
  return new Map(marks.flatMap((mark) => (mark ? [[mark.chapterId, mark]] : [])));
}

interface Written {
  id: string;
  language: string;
}

const measureOf = perOperation(
  (context) =>
    new DataLoader(
      async (wanted: readonly Written[]) => {
        const marks = await marksOf(
          context,
          wanted.map(({ id }) => id),
        );
        const measures = await measuresOfChapters(context.read, context.work, context.caller.accountId, wanted, marks);
        return wanted.map(({ id }) => measures.get(id) ?? noMeasure());
      },
      { cacheKeyFn: ({ id }) => id },
    ),
);

/** Counts of the texts of chapters, in order. */
export function measuresOf(context: Context, language: string, rows: readonly { id: string }[]) {
  return Promise.all(rows.map(({ id }) => measureOf(context).load({ id, language })));
}

interface ChapterFigures {
  chapter: chapters.Chapter;
  language: string;
  share: number;
  work: store.ChapterWork | undefined;
}

export const ChapterStatistics = builder.objectRef<ChapterFigures>('ChapterStatistics').implement({
  description: 'Statistics of one chapter.',
  fields: (t) => ({
    chapterId: t.id({ description: 'The chapter that is counted here.', resolve: ({ chapter }) => chapter.id }),
    order: t.int({ description: 'Position in the book, from 1.', resolve: ({ chapter }) => chapter.order }),
    title: t.string({ description: 'Current heading of the chapter.', resolve: ({ chapter }) => chapter.title }),
    status: t.field({
      type: ChapterStatus,
      description: 'State of its text.',
      resolve: ({ chapter }) => chapter.status,
    }),
    words: t.int({ description: 'Words of its text.', resolve: ({ chapter }) => chapter.wordCount }),
    share: t.exposeFloat('share', { description: 'Its share of the words of the book, 0–1.' }),
    firstDay: t.string({
      nullable: true,
      description: 'Day, UTC, of its first words; null if it never had any.',
      resolve: ({ work }) => work?.firstDay ?? null,
    }),
    lastDay: t.string({
      nullable: true,
      description: 'Last day, UTC, on which its word count changed; null if it never had words.',
      resolve: ({ work }) => work?.lastDay ?? null,
    }),
    change: t.int({
      description: 'Change of its word count within the range; negative if it lost words.',
      resolve: ({ work }) => work?.change ?? 0,
    }),
    readability: t.field({
      type: Readability,
      complexity: 400,
      description: 'Readability of its text.',
      resolve: async ({ chapter, language }, _args, context) => {
        const [measure] = await measuresOf(context, language, [chapter]);
        return readabilityOf(measure ?? noMeasure(), language);
      },
    }),
  }),
});
