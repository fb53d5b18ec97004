import { findBeatSheet } from '../plan/beats.ts';
import type { OutlineInput } from './outline-input.ts';
import { chapterCountMax } from './rules.ts';

// What novels usually have in a chapter, and the least and the usual number of chapters. Ours.
const wordsPerChapter = 2_500;
const chapterCountMin = 3;
const chapterCountUsual = 12;

/**
 * How many chapters to ask for where the caller names no number: the book's length in chapters of 2,500 words, 3 to 100;
 * without a length 12, or one for each beat where the sheet has more (ours).
 */
export function suggestedChapterCount({ book, plan }: Pick<OutlineInput, 'book' | 'plan'>): number {
  if (book.targetWords) {
    return Math.min(Math.max(Math.round(book.targetWords / wordsPerChapter), chapterCountMin), chapterCountMax);
  }
  const beats = plan.beatSheetTemplate === null ? [] : (findBeatSheet(plan.beatSheetTemplate)?.beats ?? []);
  return Math.max(chapterCountUsual, beats.length);
}
