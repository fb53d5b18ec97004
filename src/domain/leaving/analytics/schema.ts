import DataLoader from 'dataloader';
import { invalidRequest, notFound } from '../../../errors.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { day } from '../../calls/usage/rules.ts';
import { Book } from '../../story/book/schema.ts';
import { dayNumber } from '../statistics/days.ts';
import { daysMax } from './rules.ts';
import * as store from './store.ts';
import { type Analytics, analyticsFrom, type ChapterCounts, type Counts } from './summary.ts';

const Readership = builder.interfaceRef<Counts>('Readership').implement({
  description: 'Views and visitors.',
  fields: (t) => ({
    views: t.exposeInt('views', { description: 'Page views, without bots and prefetches.' }),
    visitors: t.exposeInt('visitors', {
      description:
        'Sum of the daily unique readers. Readers are not tracked across days, so one who returns on another day counts again.',
    }),
  }),
});

const DayOfReading = builder.objectRef<Analytics['days'][number]>('DayOfReading').implement({
  interfaces: [Readership],
  description: 'Views of all pages of a book on one day.',
  fields: (t) => ({ day: t.exposeString('day', { description: 'The day in UTC, `2026-11-21`.' }) }),
});

const TitlePageReading = builder.objectRef<Counts>('TitlePageReading').implement({
  interfaces: [Readership],
  description: 'Views of the title page with the table of contents.',
});

const ChapterReading = builder.objectRef<ChapterCounts>('ChapterReading').implement({
  interfaces: [Readership],
  description: 'Views of one chapter in the range.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The chapter, live or deleted.' }),
    order: t.exposeInt('order', { nullable: true, description: 'Current position, from 1; null if it is deleted.' }),
    title: t.exposeString('title', { description: 'Its current title, or its title when it was deleted.' }),
    reach: t.exposeFloat('reach', {
      nullable: true,
      description:
        'Its visitors divided by those of the first chapter; above 1 if readers start here. Null if the first chapter has none.',
    }),
  }),
});

const BookAnalytics = builder.objectRef<Analytics>('BookAnalytics').implement({
  interfaces: [Readership],
  description:
    'Views of a book at its public address, including the author’s own. Kept when the book is unpublished, and removed when it is deleted permanently.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'First day of the range, UTC.' }),
    to: t.exposeString('to', { description: 'Last day of the range, UTC, inclusive.' }),
    days: t.expose('days', {
      type: [DayOfReading],
      description: 'Days with views, oldest first.',
    }),
    titlePage: t.expose('titlePage', {
      type: TitlePageReading,
      description: 'Views of the title page.',
    }),
    chapters: t.expose('chapters', {
      type: [ChapterReading],
      description: 'Chapters with views, in order, the deleted ones last.',
    }),
    topChapter: t.expose('topChapter', {
      type: ChapterReading,
      nullable: true,
      description: 'The chapter with the most visitors, the first of several; null if no chapter was opened.',
    }),
    completion: t.exposeFloat('completion', {
      nullable: true,
      description:
        'Visitors of the last published chapter divided by those of the first: an estimate of how many finish the book. Null for a book of one chapter, and while the first has no visitors.',
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

/** Throws `invalid_request` if the days are reversed or too many. */
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
    description: 'Views of a published book: views and visitors by day and chapter, without personal data.',
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
    description: 'Views of the published book; the same as the root field `analytics`.',
    args: { from: t.arg.string(from), to: t.arg.string(to) },
    resolve: (book, range, context) => analytics(book.id, range, context),
  }),
);
