import DataLoader from 'dataloader';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/context.ts';
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
  description: 'What a day did to the words of a book.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day in UTC, `2026-11-21`.' }),
    words: t.exposeInt('words', { description: 'Words of the book at its end, archived chapters aside.' }),
    change: t.exposeInt('change', {
      description:
        'Words at its end less those at the end of the day before: negative where more was cut or archived than written.',
    }),
    byModel: t.exposeInt('byModel', {
      description:
        'The part of `change` that writes and rewrites made; the rest was set by hand, archived or restored.',
    }),
  }),
});

export const WritingProgress = builder.objectRef<Progress>('WritingProgress').implement({
  description: 'How a book comes along. A writing day is one on which it grew.',
  fields: (t) => ({
    words: t.exposeInt('words', { description: 'Words of the book now.' }),
    targetWords: t.exposeInt('targetWords', { nullable: true, description: 'Length aimed at; null for none.' }),
    remaining: t.exposeInt('remaining', {
      nullable: true,
      description: 'Words up to the target, 0 once it is reached; null without a target.',
    }),
    percent: t.exposeFloat('percent', {
      nullable: true,
      description: 'Words in percent of the target, above 100 beyond it; null without a target.',
    }),
    writingDays: t.exposeInt('writingDays', { description: 'Writing days of the range.' }),
    wordsPerDay: t.exposeFloat('wordsPerDay', {
      description: 'Mean change of a day of the range, from the day of the first word on.',
    }),
    wordsPerWritingDay: t.exposeFloat('wordsPerWritingDay', {
      nullable: true,
      description: 'Mean change of the writing days of the range; null where there is none.',
    }),
    weekPace: t.exposeFloat('weekPace', {
      description: 'Words a day over the last 7 days, today included, from the day of the first word on.',
    }),
    monthPace: t.exposeFloat('monthPace', { description: 'The same over the last 30 days.' }),
    finishAtWeekPace: t.exposeString('finishAtWeekPace', {
      nullable: true,
      description:
        'Day in UTC on which the target is reached at `weekPace`; null without a target, once it is reached, without a pace above 0, and beyond a century.',
    }),
    finishAtMonthPace: t.exposeString('finishAtMonthPace', {
      nullable: true,
      description: 'The same at `monthPace`.',
    }),
    currentStreak: t.exposeInt('currentStreak', {
      description: 'Writing days in a row up to today, or up to yesterday while today is none yet.',
    }),
    longestStreak: t.exposeInt('longestStreak', {
      description: 'Most writing days in a row that the book ever had, whatever the range.',
    }),
  }),
});
