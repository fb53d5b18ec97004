import type { Stretch } from './token-diff.ts';

/** A part of the base that a change replaces, in UTF-16 units. */
export interface Hunk {
  start: number;
  end: number;
  text: string;
  /** The part in which it can be with the same result: one more "ha" among "ha ha" has three places. */
  from: number;
  to: number;
}

export const isInsertion = ({ start, end }: Hunk) => start === end;

/** Whether a line can begin at a place. */
const isBreak = (base: string, place: number) => place === 0 || base[place - 1] === '\n';

const letter = /[\p{L}\p{N}\p{M}]/u;

/** The changes of a comparison in order, each at the best of its places. */
export function hunksFrom(base: string, stretches: readonly Stretch[], wordsOf: (text: string) => string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  for (const [index, { isEqual, before, after }] of stretches.entries()) {
    const start = at;
    at += before.length;
    if (isEqual) continue;
    const hunk = { start, end: at, text: after, from: start, to: at };
    const room = { from: hunks.at(-1)?.end ?? 0, to: at + (stretches[index + 1]?.before.length ?? 0) };
    hunks.push(before === '' || after === '' ? atBestPlace(base, hunk, room, wordsOf(before || after)) : hunk);
  }
  return hunks;
}

/**
 * An insertion or deletion of words, at the place where it is whole paragraphs, or else begins with a word and not with the
 * blank before it. Equal changes of both sides are then at one place.
 */
function atBestPlace(base: string, hunk: Hunk, room: { from: number; to: number }, words: string[]): Hunk {
  const length = hunk.end - hunk.start;
  const isAt = (word: string, place: number, cut: number) => base.startsWith(word, place) && !isWithinWord(base, cut);
  // The first place, and the word with which the piece begins there.
  let [from, next] = [hunk.start, 0];
  for (;;) {
    const last = (next + words.length - 1) % words.length;
    const place = from - (words[last]?.length ?? 0);
    if (place < room.from || !isAt(words[last] ?? '', place, place)) break;
    [from, next] = [place, last];
  }
  const first = turned(words.join(''), from - hunk.start);
  let [place, best, grade] = [from, from, gradeAt(base, from, first)];
  for (;;) {
    const word = words[next] ?? '';
    const end = place + length;
    if (end + word.length > room.to || !isAt(word, end, end + word.length)) break;
    [place, next] = [place + word.length, (next + 1) % words.length];
    const found = gradeAt(base, place, first, place - from);
    if (found > grade) [best, grade] = [place, found];
  }
  const text = length === 0 ? turned(first, best - from) : '';
  return { start: best, end: best + length, text, from, to: place + length };
}

const isWithinWord = (text: string, at: number) => letter.test(text[at - 1] ?? '') && letter.test(text[at] ?? '');

/** A piece with its first units at its end. */
function turned(piece: string, units: number): string {
  const at = ((units % piece.length) + piece.length) % piece.length;
  return piece.slice(at) + piece.slice(0, at);
}

/** How well a piece stands at a place, turned by some units. */
function gradeAt(base: string, place: number, piece: string, units = 0): number {
  const at = units % piece.length;
  const [first, last] = [piece[at] ?? '', piece.at(at - 1)];
  if (isBreak(base, place) && last === '\n') return first === '\n' ? 2 : 3;
  return letter.test(first) ? 1 : 0;
}
