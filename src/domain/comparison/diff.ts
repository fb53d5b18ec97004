import { diffArrays } from 'diff';
import { countWords } from '../chapter/words.ts';
import { anchorsOf } from './anchors.ts';
import type { DiffPart } from './rules.ts';

/** Aligned parts of two texts: equal, or replaced. */
interface Stretch {
  isEqual: boolean;
  /** Both are equal for an unchanged part. */
  before: string;
  after: string;
}

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
export function diffTexts(before: string, after: string, language: string): DiffPart[] {
  const effort = { left: effortMax };
  const stretches = stretchesOf(paragraphsOf(before), paragraphsOf(after), effort).flatMap((stretch) =>
    stretch.isEqual
      ? [stretch]
      : stretchesOf(wordsOf(stretch.before, language), wordsOf(stretch.after, language), effort),
  );
  return joined(stretches).flatMap(({ isEqual, before, after }) =>
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

/**
 * Token diff. If it would take too long, only between anchors, and parts that still differ too much are replaced as a
 * whole.
 */
function stretchesOf(before: string[], after: string[], effort: { left: number }): Stretch[] {
  const found = editsBetween(before, after, effort);
  if (found) return joined(found);
  const anchors = anchorsOf(before, after);
  const pieces = [[0, 0] as const, ...anchors].map(([from, to], index): [string[], string[]] => {
    const [end, otherEnd] = anchors[index] ?? [before.length, after.length];
    return [before.slice(from, end), after.slice(to, otherEnd)];
  });
  const asWhole = ([before, after]: [string[], string[]]) => [
    { isEqual: false, before: before.join(''), after: after.join('') },
  ];
  return joined(pieces.flatMap((piece) => (anchors.length > 0 && editsBetween(...piece, effort)) || asWhole(piece)));
}

/** Undefined above half of the remaining effort: one hopeless pair must not use up what the others need. */
function editsBetween(before: string[], after: string[], effort: { left: number }): Stretch[] | undefined {
  const maxEditLength = Math.floor(Math.sqrt(effort.left / 2));
  if (Math.abs(before.length - after.length) > maxEditLength) return undefined;
  const found = diffArrays(before, after, { maxEditLength });
  const edits = found?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
  effort.left -= (edits ?? maxEditLength) ** 2;
  return found?.map(({ added, removed, value }) => {
    const text = value.join('');
    return { isEqual: !added && !removed, before: added ? '' : text, after: removed ? '' : text };
  });
}

/** Merges adjacent changes, and those with no letter or digit between them: a lone blank is not worth showing as unchanged. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  stretches.forEach((stretch, index) => {
    const last = result.at(-1);
    const isBridge =
      !/[\p{L}\p{N}\n]/u.test(stretch.before) && last?.isEqual === false && stretches[index + 1]?.isEqual === false;
    const isEqual = stretch.isEqual && !isBridge;
    if (last?.isEqual !== isEqual) {
      result.push({ ...stretch, isEqual });
      return;
    }
    last.before += stretch.before;
    last.after += stretch.after;
  });
  return result;
}

function part(kind: DiffPart['kind'], text: string, language: string): DiffPart {
  return { kind, text, words: countWords(text, language) };
}

/** A paragraph includes the line breaks behind it. */
function paragraphsOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)(?!\n)/);
}

function wordsOf(text: string, language: string): string[] {
  return Array.from(segmentsOf(text, language), ({ segment }) => segment);
}

function segmentsOf(text: string, language: string): Intl.Segments {
  return new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
}
