import { diffArrays } from 'diff';
import { countWords } from '../chapter/rules.ts';
import { anchorsOf } from './anchors.ts';
import type { DiffPart } from './rules.ts';

/** Two texts, stretch by stretch: equal ones, and what stands in place of what. */
interface Stretch {
  isEqual: boolean;
  /** Of an equal stretch both are the same. */
  before: string;
  after: string;
}

/**
 * What a comparison may cost, in squares of the number of edits, which is what the algorithm's time grows with; about 70 ns
 * each. Counted, not clocked, so that the same texts always compare in the same way. Ours.
 */
const effortMax = 3_000_000;

/**
 * What turns one text into another: paragraphs first, then words where paragraphs differ. Equal and deleted parts together
 * are the first text, equal and inserted ones the second. What differs too much to be worth following word by word is
 * deleted and inserted as a whole.
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

/** The same with equal stretches cut down to so many words on each side of a change. */
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

/** Where the nth word of a text ends; 0 for none. */
function endOfWord(text: string, nth: number, language: string): number {
  if (nth === 0) return 0;
  let words = 0;
  for (const { index, segment, isWordLike } of segmentsOf(text, language)) {
    if (isWordLike) words += 1;
    if (words === nth) return index + segment.length;
  }
  return text.length;
}

/** Token by token; where that would take too long, between the tokens that surely belong together, and what is too different there as a whole. */
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

/** Undefined when it takes more than half of the effort that is left: one hopeless pair must not use up what the others need. */
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

/** Changes that stand side by side become one, and so do those with no letter or digit between them: nobody reads a lone blank as kept. */
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

/** A paragraph keeps the line breaks behind it. */
function paragraphsOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)(?!\n)/);
}

function wordsOf(text: string, language: string): string[] {
  return Array.from(segmentsOf(text, language), ({ segment }) => segment);
}

function segmentsOf(text: string, language: string): Intl.Segments {
  return new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
}
