import { dayNumber, dayOfNumber, lastDays } from './days.ts';
import type { DayRow, Ledger } from './store.ts';

/** Progress of a book: words, and dates such as `2026-11-21` (UTC). */
export interface Progress {
  words: number;
  targetWords: number | null;
  remaining: number | null;
  percent: number | null;
  /** Days of the range on which the book grew. */
  writingDays: number;
  wordsPerDay: number;
  wordsPerWritingDay: number | null;
  weekPace: number;
  monthPace: number;
  finishAtWeekPace: string | null;
  finishAtMonthPace: string | null;
  currentStreak: number;
  longestStreak: number;
}

// Longest forecast: a century (ours).
const daysAheadMax = 36_525;

export function progressOf(ledger: Ledger, words: number, targetWords: number | null, days: number): Progress {
  const grown = lastDays(ledger, days).filter(isWritingDay);
  const remaining = targetWords === null ? null : Math.max(0, targetWords - words);
  const weekPace = paceOf(ledger, 7);
  const monthPace = paceOf(ledger, 30);
  return {
    words,
    targetWords,
    remaining,
    percent: targetWords === null ? null : (words / targetWords) * 100,
    writingDays: grown.length,
    wordsPerDay: paceOf(ledger, days),
    wordsPerWritingDay: grown.length === 0 ? null : sumOf(grown) / grown.length,
    weekPace,
    monthPace,
    finishAtWeekPace: finishAt(ledger.today, remaining, weekPace),
    finishAtMonthPace: finishAt(ledger.today, remaining, monthPace),
    ...streaksOf(ledger),
  };
}

/** Whether the book grew on a day, after subtracting removed words (ours). */
function isWritingDay({ change }: DayRow): boolean {
  return change > 0;
}

function sumOf(days: readonly DayRow[]): number {
  return days.reduce((sum, { change }) => sum + change, 0);
}

/** Words per day over the last days, without those before the first word (ours). */
export function paceOf(ledger: Ledger, days: number): number {
  const [first] = ledger.rows;
  if (!first) return 0;
  const age = dayNumber(ledger.today) - dayNumber(first.day) + 1;
  return sumOf(lastDays(ledger, days)) / Math.min(days, age);
}

/** Null if nothing is left to write, or without a forecast. */
export function finishAt(today: string, remaining: number | null, pace: number): string | null {
  if (remaining === null || remaining === 0 || pace <= 0) return null;
  const ahead = Math.ceil(remaining / pace);
  return ahead > daysAheadMax ? null : dayOfNumber(dayNumber(today) + ahead);
}

/** Consecutive writing days. A streak up to yesterday is still current: today is not over. */
export function streaksOf({ today, rows }: Ledger): { currentStreak: number; longestStreak: number } {
  let [length, longest, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const { day } of rows.filter(isWritingDay)) {
    const number = dayNumber(day);
    length = number === last + 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
    last = number;
  }
  return { currentStreak: last >= dayNumber(today) - 1 ? length : 0, longestStreak: longest };
}
