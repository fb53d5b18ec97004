import { stretchesBetween } from '../../../prose/token-diff.ts';
import { countWords } from '../../../prose/words.ts';
import type { DiffPart } from './rules.ts';

/**
 * Maximum cost of a comparison, in squares of the number of edits, which determine the time; about 70 ns each. Counted
 * instead of timed, so that the result is deterministic. Ours.
 */
const effortMax = 3_000_000;

/** Two texts of a chapter, and how many equal words to keep on each side of a change; absent: all. */
export interface ComparedTexts {
  before: string;
  after: string;
  language: string;
  context: number | undefined;
}

/** The parts of a comparison. With a context, unchanged words that are further from a change are counted in gaps. */
export function compareTexts({ before, after, language, context }: ComparedTexts): DiffPart[] {
  const parts = diffTexts(before, after, language);
  return context === undefined ? parts : withContext(parts, context, language);
}

/**
 * Diffs two texts: first paragraphs, then words within changed paragraphs. Equal and deleted parts form the first text,
 * equal and inserted ones the second. Parts that differ too much are replaced as a whole.
 */
export function diffTexts(before: string, after: string, language: string, effort = effortMax): DiffPart[] {
  return stretchesBetween(before, after, (text) => comparedWords(text, language), effort).flatMap(
    ({ isEqual, before, after }) =>
      isEqual
        ? [part('equal', before, language)]
        : [part('delete', before, language), part('insert', after, language)].filter(({ text }) => text !== ''),
  );
}

/** Trims equal parts to a number of words around each change. */
export function withContext(parts: readonly DiffPart[], words: number, language: string): DiffPart[] {
  return parts.flatMap((one, index) => {
    if (one.kind !== 'equal') return [one];
    const head = index === 0 ? 0 : words;
    const tail = index === parts.length - 1 ? 0 : words;
    if (one.words <= head + tail) return [one];
    const [from, to] = [endOfWord(one.text, head, language), endOfWord(one.text, one.words - tail, language)];
    const gap: DiffPart = { kind: 'gap', text: '', words: one.words - head - tail };
    return [part('equal', one.text.slice(0, from), language), gap, part('equal', one.text.slice(to), language)].filter(
      ({ kind, text }) => kind === 'gap' || text !== '',
    );
  });
}

/** End of the nth word of a text; 0 for none. */
function endOfWord(text: string, nth: number, language: string): number {
  if (nth === 0) return 0;
  let words = 0;
  for (const { index, segment, isWordLike } of segmentsOf(text, language)) {
    if (isWordLike) words += 1;
    if (words === nth) return index + segment.length;
  }
  return text.length;
}

function part(kind: DiffPart['kind'], text: string, language: string): DiffPart {
  return { kind, text, words: countWords(text, language) };
}

export function comparedWords(text: string, language: string): string[] {
  return Array.from(segmentsOf(text, language), ({ segment }) => segment);
}

function segmentsOf(text: string, language: string): Intl.Segments {
  return new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
}
