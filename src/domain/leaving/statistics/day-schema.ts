import DataLoader from 'dataloader';
import { builder } from '../../../graphql/builder.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import type { Day } from './days.ts';
import type { Progress } from './pace.ts';
import * as store from './store.ts';

export const ledgerOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const ledgers = await store.ledgersOfBooks(read, caller.accountId, bookIds);
      return bookIds.map((bookId) => ledgers.get(bookId) ?? new Error(`Book ${bookId} has no ledger.`));
    }),
);

export const DayOfWriting = builder.objectRef<Day>('DayOfWriting').implement({
  description: 'Change of a book’s word count on one day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day in UTC, `2026-11-21`.' }),
    words: t.exposeInt('words', { description: 'Words of the book at its end, without archived chapters.' }),
    change: t.exposeInt('change', {
      description:
        'Words at its end minus words at the end of the day before; negative if more was cut or archived than written.',
    }),
    byModel: t.exposeInt('byModel', {
      description: 'The part of `change` made by writes and rewrites; the rest was set by hand, archived or restored.',
    }),
  }),
});

export const WritingProgress = builder.objectRef<Progress>('WritingProgress').implement({
  description: 'Progress of a book. A writing day is a day on which it grew.',
  fields: (t) => ({
    words: t.exposeInt('words', { description: 'Current words of the book.' }),
    targetWords: t.exposeInt('targetWords', { nullable: true, description: 'Target length; null for none.' }),
    remaining: t.exposeInt('remaining', {
      nullable: true,
      description: 'Words missing to the target, 0 if it is reached; null without a target.',
    }),
    percent: t.exposeFloat('percent', {
      nullable: true,
      description: 'Words as a percentage of the target; may exceed 100. Null without a target.',
    }),
    writingDays: t.exposeInt('writingDays', { description: 'Writing days in the range.' }),
    wordsPerDay: t.exposeFloat('wordsPerDay', {
      description: 'Mean daily change in the range, from the day of the first word on.',
    }),
    wordsPerWritingDay: t.exposeFloat('wordsPerWritingDay', {
      nullable: true,
      description: 'Mean change on the writing days of the range; null without any.',
    }),
    weekPace: t.exposeFloat('weekPace', {
      description: 'Words per day over the last 7 days, including today, from the day of the first word on.',
    }),
    monthPace: t.exposeFloat('monthPace', {
      description: 'Words per day over the last 30 days, including today, from the day of the first word on.',
    }),
    finishAtWeekPace: t.exposeString('finishAtWeekPace', {
      nullable: true,
      description:
        'Day, UTC, on which the target is reached at `weekPace`. Null without a target, if it is reached, if the pace is not positive, and beyond a century.',
    }),
    finishAtMonthPace: t.exposeString('finishAtMonthPace', {
      nullable: true,
      description: 'Day, UTC, on which the target is reached at `monthPace`; null as for `finishAtWeekPace`.',
    }),
    currentStreak: t.exposeInt('currentStreak', {
      description: 'Consecutive writing days up to today, or up to yesterday if today is not one yet.',
    }),
    longestStreak: t.exposeInt('longestStreak', {
      description: 'Longest sequence of writing days in the history of the book, regardless of the range.',
    }),
  }),
});
