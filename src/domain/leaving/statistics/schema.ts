import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { computedFrom } from '../../../graphql/rows.ts';
import { Book } from '../../story/book/schema.ts';
import { bookById, type Book as WholeBook } from '../../story/book/store.ts';
import { castOf } from '../../story/character/schema.ts';
import { conflictsOf } from '../../story/conflict/schema.ts';
import { findBeatSheet } from '../../story/plan/beats.ts';
import { plansOf } from '../../story/plan/schema.ts';
import { chaptersOf } from '../../text/chapter/schema.ts';
import { beatCoverage } from './beats.ts';
import {
  BeatCoverage,
  ChapterLengths,
  CharacterPresence,
  ConflictCoverage,
  ViewpointShare,
} from './coverage-schema.ts';
import { DayOfWriting, ledgerOf, WritingProgress } from './day-schema.ts';
import { lastDays } from './days.ts';
import { sumOfMeasures } from './measure.ts';
import { stagesOf } from './on-stage.ts';
import { progressOf } from './pace.ts';
import { readabilityOf } from './readability.ts';
import { daysMax, daysShape, daysUsual } from './rules.ts';
import { lengthsOf, shareOf, viewpointsOf, wordTotal } from './shares.ts';
import { conflictCoverage, presenceOfCast } from './stage.ts';
import * as store from './store.ts';
import { ChapterStatistics, marksOf, measuresOf, Readability } from './text-schema.ts';

interface Subject {
  book: Pick<WholeBook, 'id' | 'language' | 'wordCount' | 'targetWords'>;
  days: number;
}

const workOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(
      async (wanted: readonly { bookId: string; days: number }[]) => {
        const work = await store.workOnChapters(read, caller.accountId, wanted);
        const found = Map.groupBy(work, ({ bookId, days }) => `${bookId} ${days}`);
        return wanted.map(({ bookId, days }) => found.get(`${bookId} ${days}`) ?? []);
      },
      { cacheKeyFn: ({ bookId, days }) => `${bookId} ${days}` },
    ),
);

const stageOf = perOperation(
  (context) =>
    new DataLoader(
      async (wanted: readonly Subject['book'][]) => {
        const books = await Promise.all(
          wanted.map(async ({ id, language }) => ({ language, ...(await companyOf(context, id)) })),
        );
        const marks = await marksOf(
          context,
          books.flatMap(({ chapters }) => chapters.map(({ id }) => id)),
        );
        return stagesOf(context.read, context.work, context.caller.accountId, books, marks);
      },
      { cacheKeyFn: ({ id }) => id },
    ),
);

async function companyOf(context: Context, bookId: string) {
  const [chapters, cast] = await Promise.all([chaptersOf(context).load(bookId), castOf(context).load(bookId)]);
  return { chapters, cast };
}

// Fields that read the prose of a book: a document can have them for a few books only.
const readsProse = { field: 10_000, multiplier: 100 };

const BookStatistics = builder.objectRef<Subject>('BookStatistics').implement({
  description: 'Statistics of the current book. Only the selected fields are computed.',
  fields: (t) => ({
    days: t.field({
      type: [DayOfWriting],
      complexity: { field: 1, multiplier: 30 },
      description: 'Every day of the range, oldest first, today in UTC last.',
      resolve: async ({ book, days }, _args, context) => lastDays(await ledgerOf(context).load(book.id), days),
    }),
    progress: t.field({
      type: WritingProgress,
      description: 'Target length and pace.',
      resolve: async ({ book, days }, _args, context) =>
        progressOf(await ledgerOf(context).load(book.id), book.wordCount, book.targetWords, days),
    }),
    chapters: t.field({
      type: [ChapterStatistics],
      complexity: { field: 1, multiplier: 60 },
      description: 'The chapters in order, without the archived ones.',
      resolve: async ({ book, days }, _args, context) => {
        const [chapters, work] = await Promise.all([
          chaptersOf(context).load(book.id),
          workOf(context).load({ bookId: book.id, days }),
        ]);
        const [all, byChapter] = [wordTotal(chapters), new Map(work.map((one) => [one.chapterId, one]))];
        return chapters.map((chapter) => ({
          chapter,
          language: book.language,
          share: shareOf(chapter.wordCount, all),
          work: byChapter.get(chapter.id),
        }));
      },
    }),
    lengths: t.field({
      type: ChapterLengths,
      description: 'Chapters by state, and their lengths.',
      resolve: async ({ book }, _args, context) => lengthsOf(await chaptersOf(context).load(book.id)),
    }),
    viewpoints: t.field({
      type: [ViewpointShare],
      description:
        'Share of each viewpoint: every viewpoint character and every one with a chapter, oldest first; last the chapters that leave it to the plan.',
      resolve: async ({ book }, _args, context) => {
        const { chapters, cast } = await companyOf(context, book.id);
        return viewpointsOf(chapters, cast);
      },
    }),
    beats: t.field({
      type: [BeatCoverage],
      nullable: true,
      complexity: { field: 1, multiplier: 15 },
      description: 'The beats of the plan’s beat sheet, in order; null if the plan has none.',
      resolve: async ({ book }, _args, context) => {
        const [chapters, plan] = await Promise.all([chaptersOf(context).load(book.id), plansOf(context).load(book.id)]);
        const sheet = plan.beatSheetTemplate === null ? undefined : findBeatSheet(plan.beatSheetTemplate);
        return sheet ? beatCoverage(sheet, chapters) : null;
      },
    }),
    conflicts: t.field({
      type: [ConflictCoverage],
      complexity: readsProse,
      description:
        'The conflicts and the chapters with both characters. First those without a chapter, strongest first; then the others, oldest first.',
      resolve: async ({ book }, _args, context) => {
        const [conflicts, stage] = await Promise.all([conflictsOf(context).load(book.id), stageOf(context).load(book)]);
        return conflictCoverage(conflicts, stage);
      },
    }),
    presence: t.field({
      type: [CharacterPresence],
      complexity: readsProse,
      description:
        'The characters and the chapters they are in, oldest first. A chapter’s participants are those that it lists, or else those named in its title, summary, notes or text; and its viewpoint character.',
      resolve: async ({ book }, _args, context) => {
        const [cast, stage] = await Promise.all([castOf(context).load(book.id), stageOf(context).load(book)]);
        return presenceOfCast(cast, stage);
      },
    }),
    readability: t.field({
      type: Readability,
      complexity: 20_000,
      description: 'Readability of all chapters together.',
      resolve: async ({ book }, _args, context) => {
        const measures = await measuresOf(context, book.language, await chaptersOf(context).load(book.id));
        return readabilityOf(sumOfMeasures(measures), book.language);
      },
    }),
  }),
});

const days = {
  description: `Length of the range in days, up to today in UTC, 1–${daysMax}. Default: ${daysUsual}.`,
  validate: { schema: daysShape },
};

builder.objectField(Book, 'statistics', (t) =>
  computedFrom(t, 'language', 'wordCount', 'targetWords').field({
    type: BookStatistics,
    authScopes: { scope: 'books:read' },
    description: 'Words by day and chapter, pace, balance and coverage; the same as the root field `statistics`.',
    args: { days: t.arg.int(days) },
    resolve: (book, { days }) => ({ book, days: days ?? daysUsual }),
  }),
);

builder.queryField('statistics', (t) =>
  t.field({
    type: BookStatistics,
    authScopes: { scope: 'books:read' },
    description: 'Statistics of a book: words by day and chapter, target and pace, balance, coverage and readability.',
    args: { bookId: t.arg.id(bookId), days: t.arg.int(days) },
    resolve: async (_root, { bookId, days }, { read, caller }) => ({
      book: (await bookById(read, { accountId: caller.accountId, bookId })) ?? notFound('book'),
      days: days ?? daysUsual,
    }),
  }),
);
