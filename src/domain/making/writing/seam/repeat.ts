import { type SeamWord, wordsIn } from './words.ts';

/** From this number of words (or letters without spaces) a match is a repeat; a shorter one must also match in its marks. Ours. */
const certainWords = 3;
const certainLetters = 4;

/** Length of the saved end that is compared, UTF-16 units. A prompt shows no more, so a longer repeat cannot come from it. */
const endingUnitsMax = 8_000;

/** Words that are correct twice in a row, so a second one is not a repeat. */
const doubles = new Set(['nous', 'vous']);

/** The end of a saved text. */
export interface SavedEnd {
  words: readonly SeamWord[];
  /** The marks after the last word, without white space. */
  suffix: string;
  text: string;
  /** The incomplete word that was dropped when the text was cut; empty if unknown. */
  lostWord: string;
}

export function savedEnd(saved: string, lostWord: string): SavedEnd {
  const text = saved.slice(-endingUnitsMax);
  const words = wordsIn(text);
  const suffix = text.slice(words.at(-1)?.end ?? 0).replace(/\s+/gu, '');
  return { words, suffix, text, lostWord: withoutOpening(lostWord) };
}

/** Length of the repeat at the start of a reply, UTF-16 units; undefined while more of the reply is needed to decide. */
export function repeatedUnits(saved: SavedEnd, reply: string, isLast: boolean): number | undefined {
  const words = wordsIn(reply);
  if (!isLast && needsMoreText(saved, reply, words)) return undefined;
  const count = repeatedWords(saved, reply, words);
  const last = words[count - 1];
  return last === undefined
    ? markUnits(saved.text, reply)
    : last.end + suffixUnits(reply.slice(last.end), saved.suffix);
}

/** A line of marks alone separates scenes; its marks may repeat. */
const markLine = /(?:^|\n)[\s*.#_-]*$/u;

/** Length of marks before a space, if the saved text ends with the same marks; otherwise 0. */
function markUnits(saved: string, reply: string): number {
  const marks = /^\s*([^\p{L}\p{M}\p{N}\s]+)\s/u.exec(reply);
  if (!marks?.[1] || markLine.test(saved) || !saved.trimEnd().endsWith(marks[1])) return 0;
  return /\s$/u.test(saved) || closesTwice(saved, reply, marks[1]) ? marks[0].length - 1 : 0;
}

/** Whether the marks at the start of a reply close emphasis that the saved text has closed already. */
function closesTwice(saved: string, reply: string, marks: string): boolean {
  const mark = marks.charAt(0);
  if (!/^(?:\*+|_+)$/u.test(marks) || !reply.startsWith(mark)) return false;
  const paragraph = saved.slice(saved.lastIndexOf('\n') + 1);
  return (paragraph.split(mark).length - 1) % 2 === 0;
}

const folded = ({ text }: SeamWord) => text.toLowerCase();

/**
 * Whether the repeat may become longer: the saved text continues after the words so far, or it ends with them and the next
 * word is incomplete.
 */
function needsMoreText({ words: saved, lostWord }: SavedEnd, reply: string, words: readonly SeamWord[]): boolean {
  const last = words.at(-1);
  if (reply.length > endingUnitsMax) return false;
  if (last === undefined) return true;
  const isOpen = last.end === reply.length;
  for (let from = saved.length - 1; from >= 0; from -= 1) {
    const shared = sharedWords(saved, from, words);
    const reached = from + shared === saved.length;
    if (reached && shared > 0 && isNextIncomplete(reply, words, shared, lostWord)) return true;
    if (reached) continue;
    if (shared === words.length) return true;
    const next = saved[from + shared];
    if (isOpen && shared === words.length - 1 && next && folded(next).startsWith(folded(last))) return true;
  }
  return false;
}

/** Whether the word after a repeat is still too short to be compared with the lost word. */
function isNextIncomplete(reply: string, words: readonly SeamWord[], count: number, lostWord: string): boolean {
  const next = words[count];
  return next === undefined || reply.length - next.start < lostWord.length;
}

function sharedWords(saved: readonly SeamWord[], from: number, words: readonly SeamWord[]): number {
  let shared = 0;
  for (; ; shared += 1) {
    const [one, other] = [saved[from + shared], words[shared]];
    if (!one || !other || folded(one) !== folded(other)) return shared;
  }
}

/** Number of words in the longest repeat: words at the start of the reply that are also the end of the saved text. */
function repeatedWords(saved: SavedEnd, reply: string, words: readonly SeamWord[]): number {
  const lengths: number[] = [];
  for (let from = saved.words.length - 1; from >= 0; from -= 1) {
    const length = saved.words.length - from;
    if (length > words.length) break;
    if (sharedWords(saved.words, from, words) >= length) lengths.push(length);
  }
  const longest = lengths.at(-1) ?? 0;
  if (longest === 0 || isCertain(words.slice(0, longest))) return longest;
  const likely = lengths.filter((length) => agreesInMarks(saved, reply, words, length));
  return byLostWord(saved, reply, words, likely) ?? likely.findLast((length) => isLikely(saved, words, length)) ?? 0;
}

function isCertain(words: readonly SeamWord[]): boolean {
  return words.length >= (words.every(({ isUnspaced }) => isUnspaced) ? certainLetters : certainWords);
}

/** The longest repeat after which the reply continues with the lost word; undefined if there is none. */
function byLostWord(
  { lostWord }: SavedEnd,
  reply: string,
  words: readonly SeamWord[],
  likely: readonly number[],
): number | undefined {
  if (lostWord === '') return undefined;
  return [0, ...likely].findLast((length) =>
    withoutOpening(reply.slice(words[length - 1]?.end ?? 0)).startsWith(lostWord),
  );
}

/** Decides without a lost word: a single letter counts only with a repeated mark, and some words may be doubled. */
function isLikely({ words: saved, suffix }: SavedEnd, words: readonly SeamWord[], length: number): boolean {
  const [first] = words;
  if (!first || length > 1) return true;
  if (first.isUnspaced) return suffix !== '';
  const before = saved.at(-2);
  return !doubles.has(first.text) && !(before && folded(before) === folded(first));
}

/** Whether a short repeat has the same letter case and marks as the end of the saved text. */
function agreesInMarks(
  { words: saved, suffix, text }: SavedEnd,
  reply: string,
  words: readonly SeamWord[],
  length: number,
) {
  const ending = saved.slice(-length);
  const [first, last, from, to] = [ending[0], ending.at(-1), words[0], words[length - 1]];
  if (!first || !last || !from || !to) return false;
  const isSame = spaced(text.slice(first.start, last.end)) === spaced(reply.slice(from.start, to.end));
  const behind = reply.slice(to.end, words[length]?.start ?? reply.length);
  if (suffix !== '') return isSame && spaced(behind).replace(/\s/gu, '').startsWith(spaced(suffix));
  return isSame && (last.end === text.length || last.isUnspaced || behind === '' || /^\s/u.test(behind));
}

function spaced(text: string): string {
  return text.normalize('NFC').replaceAll('’', "'").replace(/\s+/gu, ' ');
}

function withoutOpening(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, '');
}

/** Length of the marks after a repeat that the saved text also ends with; 0 unless all match. */
function suffixUnits(rest: string, suffix: string): number {
  let at = 0;
  for (const mark of suffix) {
    while (/\s/u.test(rest.charAt(at))) at += 1;
    if (!rest.startsWith(mark, at)) return 0;
    at += mark.length;
  }
  return suffix === '' ? 0 : at;
}
