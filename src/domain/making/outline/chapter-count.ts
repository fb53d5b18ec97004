import { findBeatSheet } from '../../story/plan/beats.ts';
import type { OutlineInput } from './outline-input.ts';
import { chapterCountMax } from './rules.ts';

// Typical chapter length of novels, and the minimum and default number of chapters. Ours.
const wordsPerChapter = 2_500;
const chapterCountMin = 3;
const chapterCountUsual = 12;

/**
 * Default number of chapters: the book's length divided by 2,500 words, 3 to 100; without a length 12, or one per beat if
 * the sheet has more (ours).
 */
export function suggestedChapterCount({ book, plan }: Pick<OutlineInput, 'book' | 'plan'>): number {
  if (book.targetWords) {
    return Math.min(Math.max(Math.round(book.targetWords / wordsPerChapter), chapterCountMin), chapterCountMax);
  }
  const beats = plan.beatSheetTemplate === null ? [] : (findBeatSheet(plan.beatSheetTemplate)?.beats ?? []);
  return Math.max(chapterCountUsual, beats.length);
}
