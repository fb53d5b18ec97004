import { describe, expect, it } from 'vitest';
import { dayNumber, dayOfNumber, lastDays } from '../../../src/domain/leaving/statistics/days.ts';
import { finishAt, paceOf, progressOf, streaksOf } from '../../../src/domain/leaving/statistics/pace.ts';
import type { Ledger } from '../../../src/domain/leaving/statistics/store.ts';
import fc from '../../support/fast-check.ts';

/** A ledger with word counts only. */
const ledger = (today: string, changes: Record<string, number>): Ledger => ({
  today,
  rows: Object.entries(changes).map(([day, change]) => ({ day, change, byModel: 0 })),
});

describe('the days of a range', () => {
  it('include days without changes, and start from the words before', () => {
    const days = lastDays(ledger('2026-03-01', { '2026-01-01': 500, '2026-02-27': 100, '2026-03-01': -40 }), 4);
    expect(days).toEqual([
      { day: '2026-02-26', words: 500, change: 0, byModel: 0 },
      { day: '2026-02-27', words: 600, change: 100, byModel: 0 },
      { day: '2026-02-28', words: 600, change: 0, byModel: 0 },
      { day: '2026-03-01', words: 560, change: -40, byModel: 0 },
    ]);
  });

  it('are zero for a book without changes', () => {
    expect(lastDays(ledger('2024-02-29', {}), 2)).toEqual([
      { day: '2024-02-28', words: 0, change: 0, byModel: 0 },
      { day: '2024-02-29', words: 0, change: 0, byModel: 0 },
    ]);
  });

  const changes = fc.dictionary(
    fc.integer({ min: 20_000, max: 20_600 }).map(dayOfNumber),
    fc.integer({ min: -5_000, max: 5_000 }),
  );
  it('are consecutive and add up for any changes', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 366 }), (made, count) => {
        const sorted = Object.fromEntries(Object.entries(made).toSorted(([one], [other]) => (one < other ? -1 : 1)));
        const days = lastDays(ledger(dayOfNumber(20_600), sorted), count);
        expect(days.map(({ day }) => dayNumber(day))).toEqual(
          Array.from({ length: count }, (_, at) => 20_601 - count + at),
        );
        const total = Object.values(made).reduce((sum, change) => sum + change, 0);
        expect(days.at(-1)?.words).toBe(total);
        for (const [at, { words, change }] of days.entries())
          if (at > 0) expect(words - change).toBe(days[at - 1]?.words);
      }),
    );
  });

  it('give a progress of finite numbers for any changes', () => {
    fc.assert(
      fc.property(
        changes,
        fc.nat(1_000_000),
        fc.option(fc.integer({ min: 1_000, max: 1_000_000 })),
        (made, words, target) => {
          const sorted = Object.fromEntries(Object.entries(made).toSorted(([one], [other]) => (one < other ? -1 : 1)));
          const progress = progressOf(ledger(dayOfNumber(20_600), sorted), words, target, 30);
          for (const figure of Object.values(progress))
            if (typeof figure === 'number') expect(Number.isFinite(figure) && !Object.is(figure, -0)).toBe(true);
          expect(progress.currentStreak).toBeLessThanOrEqual(progress.longestStreak);
        },
      ),
    );
  });
});

describe('target and pace', () => {
  it('give the remainder, the words per day and the finish dates', () => {
    const progress = progressOf(
      ledger('2026-11-21', { '2026-10-01': 2_000, '2026-11-18': 700, '2026-11-20': 1_000, '2026-11-21': -300 }),
      3_400,
      10_000,
      10,
    );
    expect(progress).toEqual({
      words: 3_400,
      targetWords: 10_000,
      remaining: 6_600,
      percent: 34,
      writingDays: 2,
      wordsPerDay: 140,
      wordsPerWritingDay: 850,
      weekPace: 200,
      monthPace: 1_400 / 30,
      // 6,600 / 200 = 33 days; 6,600 / 46.67 = 141.4 days.
      finishAtWeekPace: '2026-12-24',
      finishAtMonthPace: '2027-04-12',
      currentStreak: 1,
      longestStreak: 1,
    });
  });

  it('use the days since the first word for a young book', () => {
    const young = ledger('2026-11-21', { '2026-11-20': 300, '2026-11-21': 300 });
    expect(paceOf(young, 30)).toBe(300);
    expect(progressOf(young, 600, null, 30)).toMatchObject({ wordsPerDay: 300, remaining: null, percent: null });
  });

  it('are zero or null for a book without words', () => {
    expect(progressOf(ledger('2026-11-21', {}), 0, 50_000, 30)).toMatchObject({
      remaining: 50_000,
      percent: 0,
      wordsPerDay: 0,
      wordsPerWritingDay: null,
      weekPace: 0,
      finishAtWeekPace: null,
      currentStreak: 0,
      longestStreak: 0,
    });
  });

  it('may exceed 100 percent', () => {
    expect(progressOf(ledger('2026-11-21', { '2026-11-21': 1_500 }), 1_500, 1_000, 30)).toMatchObject({
      remaining: 0,
      percent: 150,
      finishAtWeekPace: null,
    });
  });

  it.each([
    ['for no target', null, 100, null],
    ['for a reached target', 0, 100, null],
    ['for no pace', 1_000, 0, null],
    ['for a shrinking book', 1_000, -5, null],
    ['for more than a century', 1_000_000, 1, null],
    ['for a target within the day', 100, 1_000, '2026-12-01'],
    ['across a new year', 4_000, 100, '2027-01-09'],
  ])('forecast the finish date %s', (_when, remaining, pace, end) => {
    expect(finishAt('2026-11-30', remaining, pace)).toBe(end);
  });
});

describe('streaks of writing days', () => {
  it.each([
    ['continues today', { '2026-11-19': 1, '2026-11-20': 1, '2026-11-21': 1 }, 3, 3],
    ['continues until today is over', { '2026-11-19': 1, '2026-11-20': 1 }, 2, 2],
    ['ends after a whole day without words', { '2026-11-18': 1, '2026-11-19': 1 }, 0, 2],
    ['is broken by a negative day', { '2026-11-19': 1, '2026-11-20': -5, '2026-11-21': 1 }, 1, 1],
    [
      'may be shorter than an earlier one',
      { '2026-02-27': 1, '2026-02-28': 1, '2026-03-01': 1, '2026-11-21': 1 },
      1,
      3,
    ],
    ['is zero without changes', {}, 0, 0],
  ])('a streak %s', (_how, changes, currentStreak, longestStreak) => {
    expect(streaksOf(ledger('2026-11-21', changes))).toEqual({ currentStreak, longestStreak });
  });
});
