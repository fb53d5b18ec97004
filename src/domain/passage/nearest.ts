import { hashesMax, hashOf, mixed } from '../../prose/hash.ts';

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
/** A passage is near if it has at least this share of the words (ours). */
const nearShare = 0.6;

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
export function wordsOf(text: string): TextWords {
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

/** The passage of a text that has most words of a quote; undefined if it has too few of them. Linear in the text. */
export function nearestPassage(text: string, { ids, starts, ends }: TextWords, quote: string): string | undefined {
  const wanted = wordsOf(quote.slice(0, quoteMax)).ids.subarray(0, wordsMax);
  // Occurrences of each word in the quote, minus those in the window.
  const [lacks, isWanted] = [new Int8Array(hashesMax), new Uint8Array(hashesMax)];
  for (const id of wanted) {
    lacks[id] = (lacks[id] ?? 0) + 1;
    isWanted[id] = 1;
  }
  let [shared, best, bestAt] = [0, 0, -1];
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
    if (shared >= best) [best, bestAt] = [shared, at];
  }
  if (wanted.length === 0 || best < wanted.length * nearShare) return undefined;
  const from = starts[Math.max(0, bestAt - wanted.length + 1)] ?? 0;
  // With the marks behind the last word.
  const end = ends[bestAt] ?? from;
  const shown = text.slice(from, Math.min(from + shownMax, end + marksMax));
  return shown.slice(0, end - from) + (/^\S*/.exec(shown.slice(end - from))?.[0] ?? '').toWellFormed();
}
