import { onOneLine } from '../../../drawing/lettering.ts';
import type { BeatSheet } from '../../story/plan/beat.ts';
import type { Chapter } from '../../text/chapter/store.ts';
import { type CarriedBeat, ordersInWords } from './carried.ts';
import { counted, listed } from './words.ts';

export function beatsInWords(sheet: BeatSheet | undefined, beats: readonly CarriedBeat[]): string {
  if (!sheet) return 'The plan has no beat sheet.';
  const missing = beats.filter(({ inPlace, astray }) => inPlace.length + astray.length === 0);
  const lack =
    missing.length === 0
      ? 'Every beat is carried.'
      : `Carried by no chapter: ${listed(missing.map(({ beat }) => beat.label))}.`;
  return `Beats of ${sheet.name}, where they belong in the book and who carries them: ${listed(beats.map(beatInWords))}. ${lack}`;
}

function beatInWords({ beat, inPlace, astray }: CarriedBeat): string {
  const where = beat.start === beat.end ? percent(beat.start) : `${percent(beat.start)} to ${percent(beat.end)}`;
  const carriers = [
    ...(inPlace.length > 0 ? [ordersInWords(inPlace)] : []),
    ...(astray.length > 0 ? [`out of place ${ordersInWords(astray)}`] : []),
  ];
  return `${beat.label} (${where}): ${carriers.join(', ') || 'no chapter'}`;
}

export function chaptersInWords(chapters: readonly Chapter[]): string {
  if (chapters.length === 0) return 'The book has no chapters yet.';
  const told = chapters.map(
    ({ order, title, wordCount }) =>
      `${order} ${onOneLine(title)}, ${wordCount === 0 ? 'not written' : counted(wordCount, 'word')}`,
  );
  return `Chapters: ${listed(told)}.`;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
