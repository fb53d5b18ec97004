import DataLoader from 'dataloader';
import { invalidRequest, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { Book } from '../book/schema.ts';
import { dayNumber } from '../statistics/days.ts';
import { day } from '../usage/rules.ts';
import { daysMax } from './rules.ts';
import * as store from './store.ts';
import { type Analytics, analyticsFrom, type ChapterCounts, type Counts } from './summary.ts';

const Readership = builder.interfaceRef<Counts>('Readership').implement({
  description: 'How often something was opened, and by how many.',
  fields: (t) => ({
    views: t.exposeInt('views', { description: 'Times that it was opened, without bots and prefetches.' }),
    visitors: t.exposeInt('visitors', {
      description:
        'Different readers of each day, added up: nobody is followed from one day to the next, so whoever comes back counts again.',
    }),
  }),
});

const DayOfReading = builder.objectRef<Analytics['days'][number]>('DayOfReading').implement({
  interfaces: [Readership],
  description: 'All pages of a book on one day.',
  fields: (t) => ({ day: t.exposeString('day', { description: 'In UTC, `2026-11-21`.' }) }),
});

const TitlePageReading = builder.objectRef<Counts>('TitlePageReading').implement({
  interfaces: [Readership],
  description: 'The page of the book itself, with its contents.',
});

const ChapterReading = builder.objectRef<ChapterCounts>('ChapterReading').implement({
  interfaces: [Readership],
  description: 'The page of one chapter, over the days that were asked for.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'Which chapter, deleted or not.' }),
    order: t.exposeInt('order', { nullable: true, description: 'Its place now, from 1; null once it is deleted.' }),
    title: t.exposeString('title', { description: 'What it is called now, or was when it was deleted.' }),
    reach: t.exposeFloat('reach', {
      nullable: true,
      description:
        'Visitors for each visitor of the first chapter; above 1 where readers begin here. Null where that has none.',
    }),
  }),
});

const BookAnalytics = builder.objectRef<Analytics>('BookAnalytics').implement({
  interfaces: [Readership],
  description:
    'How a book was read at its public address, the author’s own views included. Kept when it is unpublished, gone with it when it is removed for good.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'First day that is counted, in UTC.' }),
    to: t.exposeString('to', { description: 'Last day, UTC, included.' }),
    days: t.expose('days', {
      type: [DayOfReading],
      description: 'Days with views, oldest first.',
    }),
    titlePage: t.expose('titlePage', {
      type: TitlePageReading,
      description: 'Those who looked at the book before its chapters.',
    }),
    chapters: t.expose('chapters', {
      type: [ChapterReading],
      description: 'Chapters with views, in order, the deleted ones last.',
    }),
    topChapter: t.expose('topChapter', {
      type: ChapterReading,
      nullable: true,
      description: 'The chapter with the most visitors, of equal ones the first; null where none was opened.',
    }),
    completion: t.exposeFloat('completion', {
      nullable: true,
      description:
        'Visitors of the last published chapter for each of the first: how many get through, as far as counts can tell. Null for a book of one chapter, and while the first was not opened.',
    }),
  }),
});

const analyticsOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(
      async (keys: readonly store.AnalyticsKey[]) => {
        const rows = Map.groupBy(await store.countsOf(read, caller.accountId, keys), ({ place }) => place);
        return keys.map((_key, index) => analyticsFrom(rows.get(index + 1) ?? []));
      },
      { cacheKeyFn: ({ bookId, from, to }) => `${bookId} ${from} ${to}` },
    ),
);

type Range = { from?: string | null | undefined; to?: string | null | undefined };

/** Days the wrong way round, or too many, are `invalid_request`. */
function requireRange(from: string, to: string): void {
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days < 1) throw invalidRequest([{ path: 'from', message: `must not be after to, ${to}.` }]);
  if (days > daysMax)
    throw invalidRequest([{ path: 'from', message: `must be at most ${daysMax} days up to ${to}, not ${days}.` }]);
}

async function analytics(bookId: string, { from, to }: Range, context: Context): Promise<Analytics> {
  if (from && to) requireRange(from, to);
  const key = { bookId, from: from ?? undefined, to: to ?? undefined };
  const found = (await analyticsOf(context).load(key)) ?? notFound('book');
  requireRange(found.from, found.to);
  return found;
}

const from = {
  description: 'First day, UTC, `2026-11-01`. Default: 29 days before the last one.',
  validate: { schema: day },
};
const to = { description: `Last day, UTC, of at most ${daysMax}. Default: today.`, validate: { schema: day } };
const complexity = { field: 100, multiplier: 1 };

builder.queryField('analytics', (t) =>
  t.field({
    type: BookAnalytics,
    authScopes: { scope: 'analytics:read' },
    complexity,
    description:
      'How a published book is read: views and visitors by day and chapter, without anything about a reader.',
    args: {
      bookId: t.arg.id({ required: true, description: 'The book, published or not.' }),
      from: t.arg.string(from),
      to: t.arg.string(to),
    },
    resolve: (_root, { bookId, ...range }, context) => analytics(bookId, range, context),
  }),
);

builder.objectField(Book, 'analytics', (t) =>
  t.field({
    type: BookAnalytics,
    authScopes: { scope: 'analytics:read' },
    complexity,
    description: 'How it is read where it is published; the same as the root field `analytics`.',
    args: { from: t.arg.string(from), to: t.arg.string(to) },
    resolve: (book, range, context) => analytics(book.id, range, context),
  }),
);
