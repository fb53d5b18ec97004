import { chapterWordsMax, chapterWordsMin } from '../../calls/prompt/system-rules.ts';
import { type Facts, type Finding, findingsIn, percent, quote } from './finding.ts';
import type { GradedChapter, GradeInput } from './grade-input.ts';

const finding = findingsIn('pacing');

// Maximum ratio of a chapter's length to the median. Ours.
const spreadMax = 2.5;

// Penalty for a book length that does not fit the number of chapters. Ours.
const lostByLength = 25;

/**
 * Spread of lengths: of the texts if every chapter has one, otherwise of the summaries, because summaries of three and
 * three hundred words will not become chapters of equal length.
 */
export function pacingFacts({ book, chapters }: GradeInput): Facts {
  const lengths = lengthsOf(chapters);
  const middle = middleOf(lengths.filter((length) => length > 0));
  const those = (are: (length: number) => boolean) => chapters.filter((_, index) => are(lengths[index] ?? 0));
  const empty = chapters.filter(({ summary }) => summary.trim() === '');
  const long = those((length) => length > middle * spreadMax);
  const short = those((length) => length > 0 && length * spreadMax < middle);
  const misfit = lengthFit(book.targetWords, chapters.length);
  const odd = those((length) => length === 0).length + long.length + short.length;
  return {
    score: Math.max(0, 100 - percent(odd, chapters.length) - (misfit.length > 0 ? lostByLength : 0)),
    findings: [
      ...about('summary-empty', 'error', empty, 'without a summary', 'Say what happens in each.'),
      ...about('chapter-long', 'warning', long, 'far longer than the others', 'Cut each in two, or move part of it.'),
      ...about(
        'chapter-short',
        'warning',
        short,
        'far shorter than the others',
        'Give each more to do, or join it to its neighbour.',
      ),
      ...misfit,
    ],
  };
}

function middleOf(lengths: readonly number[]): number {
  return lengths.toSorted((one, other) => one - other)[Math.floor((lengths.length - 1) / 2)] ?? 0;
}

/** In words of text or in characters of summary, never mixed. */
function lengthsOf(chapters: readonly GradedChapter[]): number[] {
  const words = chapters.map(({ wordCount }) => wordCount ?? 0);
  return words.every((count) => count > 0) ? words : chapters.map(({ summary }) => summary.trim().length);
}

function about(
  code: string,
  severity: Finding['severity'],
  chapters: readonly GradedChapter[],
  what: string,
  fix: string,
): Finding[] {
  const [first] = chapters;
  if (first === undefined) return [];
  const which = chapters.length === 1 ? 'One chapter is' : `${chapters.length} chapters are`;
  return [
    finding(
      code,
      severity,
      chapters.map(({ order }) => order),
      `${which} ${what}, the first ${quote(first.title)}.`,
      fix,
    ),
  ];
}

function lengthFit(targetWords: number | null | undefined, chapterCount: number): Finding[] {
  if (!targetWords) return [];
  const each = Math.round(targetWords / chapterCount);
  if (each >= chapterWordsMin && each <= chapterWordsMax) return [];
  const evidence = `${targetWords} words in ${chapterCount} chapters are ${each} words each.`;
  const fix =
    each > chapterWordsMax ? 'Plan more chapters, or a shorter book.' : 'Plan fewer chapters, or a longer book.';
  return [finding('length-misfit', 'warning', [], evidence, fix)];
}
