import type { DayRow, Ledger } from './store.ts';

/** A day of a book (UTC). */
export interface Day extends DayRow {
  /** Words of the book at the end of the day. */
  words: number;
}

const dayMs = 86_400_000;

/** Days since 1970 of a date such as `2026-11-21`. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

export function dayOfNumber(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** The last days up to today without gaps, oldest first. */
export function lastDays({ today, rows }: Ledger, count: number): Day[] {
  const last = dayNumber(today);
  const first = last - count + 1;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  let words = rows.reduce((sum, { day, change }) => (dayNumber(day) < first ? sum + change : sum), 0);
  return Array.from({ length: count }, (_, index) => {
    const day = dayOfNumber(first + index);
    const { change, byModel } = byDay.get(day) ?? { change: 0, byModel: 0 };
    words += change;
    return { day, words, change, byModel };
  });
}
