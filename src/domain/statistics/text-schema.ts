import DataLoader from 'dataloader';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { ChapterStatus } from '../chapter/schema.ts';
import type * as chapters from '../chapter/store.ts';
import { noMeasure } from './measure.ts';
import { type Readability as ReadabilityData, readabilityOf } from './readability.ts';
import { readabilityFormulas } from './rules.ts';
import * as store from './store.ts';
import { measuresOfChapters } from './texts.ts';

const ReadabilityFormula = enumOf(
  'ReadabilityFormula',
  readabilityFormulas,
  'How a score was reckoned. A higher one is easier to read; only of `lix` it is harder.',
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
  description: 'How a text reads, counted without its Markdown; while a write runs, what stood there before it.',
  fields: (t) => ({
    formula: t.expose('formula', {
      type: ReadabilityFormula,
      nullable: true,
      description: 'The formula for the language of the book; null where none is known for it.',
    }),
    score: t.exposeFloat('score', {
      nullable: true,
      description: 'By that formula, to a tenth; null without one, and for less than 100 words.',
    }),
    gradeLevel: t.exposeFloat('gradeLevel', {
      nullable: true,
      description: 'Flesch–Kincaid grade, in years of school; null but for English of 100 words or more.',
    }),
    sentences: t.exposeInt('sentences', { description: 'Sentences that have words, headings among them.' }),
    wordsPerSentence: t.exposeFloat('wordsPerSentence', {
      nullable: true,
      description: 'Mean length of its sentences; null without any.',
    }),
    dialogueShare: t.exposeFloat('dialogueShare', {
      nullable: true,
      description: 'Words inside quotation marks or lines of dialogue behind a dash, of all, 0–1; null without words.',
    }),
    variety: t.exposeFloat('variety', {
      nullable: true,
      description: 'Different words among 500, 0–1, the mean of its stretches of 500; null for less.',
    }),
  }),
});

export const markOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (chapterIds: readonly string[]) => {
      const marks = await store.textMarksOf(read, caller.accountId, chapterIds);
      const byChapter = new Map(marks.map((mark) => [mark.chapterId, mark]));
      return chapterIds.map((id) => byChapter.get(id));
    }),
);

/** The texts of chapters that have one, by the chapter. */
export async function marksOf(
  context: Context,
  chapterIds: readonly string[],
): Promise<ReadonlyMap<string, store.TextMark>> {
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
        const measures = await measuresOfChapters(context.read, context.caller.accountId, wanted, marks);
        return wanted.map(({ id }) => measures.get(id) ?? noMeasure());
      },
      { cacheKeyFn: ({ id }) => id },
    ),
);

/** Counts of the texts of chapters, in their order. */
export function measuresOf(context: Context, language: string, rows: readonly { id: string }[]) {
  return Promise.all(rows.map(({ id }) => measureOf(context).load({ id, language })));
}

export interface ChapterFigures {
  chapter: chapters.Chapter;
  language: string;
  share: number;
  work: store.ChapterWork | undefined;
}

export const ChapterStatistics = builder.objectRef<ChapterFigures>('ChapterStatistics').implement({
  description: 'The figures of one chapter.',
  fields: (t) => ({
    chapterId: t.id({ description: 'The chapter that these figures are of.', resolve: ({ chapter }) => chapter.id }),
    order: t.int({ description: 'Its place, 1 for the first.', resolve: ({ chapter }) => chapter.order }),
    title: t.string({ description: 'The heading of that chapter.', resolve: ({ chapter }) => chapter.title }),
    status: t.field({
      type: ChapterStatus,
      description: 'Where its text stands.',
      resolve: ({ chapter }) => chapter.status,
    }),
    words: t.int({ description: 'Words of its text.', resolve: ({ chapter }) => chapter.wordCount }),
    share: t.exposeFloat('share', { description: 'Its part of the words of the book, 0–1.' }),
    firstDay: t.string({
      nullable: true,
      description: 'Day in UTC on which it got its first words; null while it never had any.',
      resolve: ({ work }) => work?.firstDay ?? null,
    }),
    lastDay: t.string({
      nullable: true,
      description: 'Last day in UTC on which its words changed in number; null while it never had any.',
      resolve: ({ work }) => work?.lastDay ?? null,
    }),
    change: t.int({
      description: 'Words won or, negative, lost within the range.',
      resolve: ({ work }) => work?.change ?? 0,
    }),
    readability: t.field({
      type: Readability,
      complexity: 400,
      description: 'How its text reads.',
      resolve: async ({ chapter, language }, _args, context) => {
        const [measure] = await measuresOf(context, language, [chapter]);
        return readabilityOf(measure ?? noMeasure(), language);
      },
    }),
  }),
});
