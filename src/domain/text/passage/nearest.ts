import { hashesMax, hashOf, mixed } from '../../../prose/hash.ts';
import { firstIndex } from '../anchor/points.ts';

/** The words of a text, for comparing. */
export interface TextWords {
  /** Hashes of the words in lower case. */
  ids: Int32Array;
  /** Where each word begins and ends, in UTF-16 units. */
  starts: Int32Array;
  ends: Int32Array;
}

/** Words of a quote that are compared; characters of the passage and of the marks behind it that are shown (ours). */
const [wordsMax, shownMax, marksMax] = [60, 200, 3];
/** Characters of a quote in which its words are looked for (ours). */
const quoteMax = 2_000;
/** A passage is near if it has at least this share of the words (ours). Otherwise letters tell. */
const nearShare = 0.6;
/** Characters of a quote whose letters are compared, and of one that is compared by pairs (ours). */
const [lettersMax, pairsMax] = [200, 30];

/** For each UTF-16 unit: itself in lower case, `between` if it belongs to no word, 0 if it was not met yet. */
const foldedUnits = new Uint16Array(2 ** 16);
const between = 0xffff;

/** Half of a surrogate pair is taken for a letter. */
function foldedUnit(unit: number): number {
  const known = foldedUnits[unit] ?? 0;
  if (known > 0) return known;
  const letter = String.fromCharCode(unit);
  const folded = /[\p{L}\p{N}\p{Cs}]/u.test(letter) ? letter.toLowerCase().charCodeAt(0) : between;
  foldedUnits[unit] = folded;
  return folded;
}

/** Reads unit by unit: a match for each word takes many times longer. */
export function indexedWords(text: string): TextWords {
  const most = (text.length >> 1) + 1;
  const [ids, starts, ends] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  let [count, hash, start] = [0, 0, -1];
  for (let at = 0; at <= text.length; at += 1) {
    const folded = at < text.length ? foldedUnit(text.charCodeAt(at)) : between;
    if (folded !== between) {
      if (start < 0) start = at;
      hash = mixed(hash, folded);
    } else if (start >= 0) {
      ids[count] = hashOf(hash);
      starts[count] = start;
      ends[count] = at;
      count += 1;
      hash = 0;
      start = -1;
    }
  }
  return { ids: ids.subarray(0, count), starts: starts.subarray(0, count), ends: ends.subarray(0, count) };
}

/** The passage of a text that is most like a quote; undefined if they share no letters. Linear in the text. */
export function nearestPassage(text: string, words: TextWords, quote: string): string | undefined {
  const wanted = indexedWords(quote.slice(0, quoteMax)).ids.subarray(0, wordsMax);
  const { shared, last } = bestWindow(words.ids, wanted);
  if (shared > 0 && shared >= wanted.length * nearShare) {
    const first = Math.max(0, last - wanted.length + 1);
    return shownBetween(text, words.starts[first] ?? 0, words.ends[last] ?? 0);
  }
  return nearestByLetters(text, words, quote);
}

/** The same by pairs or triples of letters, for a quote whose words are not there. With whole words. */
function nearestByLetters(text: string, { starts, ends }: TextWords, quote: string): string | undefined {
  const beginning = quote.slice(0, lettersMax);
  const size = beginning.length > pairsMax ? 3 : 2;
  const [grams, wanted] = [gramsOf(text, size), gramsOf(beginning, size)];
  const { shared, last } = bestWindow(grams.ids, wanted.ids);
  if (shared === 0) return undefined;
  const [from, to] = [grams.places[Math.max(0, last - wanted.ids.length + 1)] ?? 0, grams.places[last] ?? 0];
  const first = firstIndex(ends, (end) => end > from);
  const behind = firstIndex(starts, (start) => start > to);
  return shownBetween(text, starts[first] ?? from, ends[Math.max(first, behind - 1)] ?? to);
}

/** Neighbouring letters, with one sign between words. */
function gramsOf(text: string, size: number): { ids: Int32Array; places: Int32Array } {
  const [ids, places] = [new Int32Array(text.length + 1), new Int32Array(text.length + 1)];
  let count = 0;
  let before = 0;
  let last = between;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at < text.length ? foldedUnit(text.charCodeAt(at)) : between;
    if (unit === between && last === between) continue;
    ids[count] = hashOf(mixed(mixed(before, last), unit));
    places[count] = unit === between ? at - 1 : at;
    count += 1;
    before = size > 2 ? last : 0;
    last = unit;
  }
  return { ids: ids.subarray(0, count), places: places.subarray(0, count) };
}

/** The last place of the window, as long as what is wanted, that has most of it, and how much. */
function bestWindow(ids: Int32Array, wanted: Int32Array): { shared: number; last: number } {
  // Occurrences of each id in what is wanted, minus those in the window.
  const [lacks, isWanted] = [new Int16Array(hashesMax), new Uint8Array(hashesMax)];
  for (const id of wanted) {
    lacks[id] = (lacks[id] ?? 0) + 1;
    isWanted[id] = 1;
  }
  let [shared, best, last] = [0, 0, -1];
  for (let at = 0; at < ids.length; at += 1) {
    const came = ids[at] ?? 0;
    const gone = ids[at - wanted.length];
    if (isWanted[came]) {
      const lacking = lacks[came] ?? 0;
      if (lacking > 0) shared += 1;
      lacks[came] = lacking - 1;
    }
    if (gone !== undefined && isWanted[gone]) {
      const lacking = (lacks[gone] ?? 0) + 1;
      if (lacking > 0) shared -= 1;
      lacks[gone] = lacking;
    }
    if (shared >= best) {
      best = shared;
      last = at;
    }
  }
  return { shared: best, last };
}

/** A passage with the marks behind its last word. */
function shownBetween(text: string, from: number, end: number): string {
  const shown = text.slice(from, Math.min(from + shownMax, end + marksMax));
  return shown.slice(0, end - from) + (/^\S*/.exec(shown.slice(end - from))?.[0] ?? '').toWellFormed();
}
