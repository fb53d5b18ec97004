import { hashAt, hashesMax } from '../../prose/hash.ts';

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

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function idOf(word: string): number {
  const key = word.toLowerCase();
  return hashAt(key, 0, key.length);
}

export function wordsOf(text: string): TextWords {
  const words = wordsIn(text);
  const [starts, ends] = [new Int32Array(words.length), new Int32Array(words.length)];
  let end = 0;
  for (const [at, word] of words.entries()) {
    // Only marks and blanks are between two words.
    starts[at] = text.indexOf(word, end);
    end = (starts[at] ?? 0) + word.length;
    ends[at] = end;
  }
  return { ids: Int32Array.from(words, idOf), starts, ends };
}

/** The passage of a text that has most words of a quote; undefined if it has too few of them. Linear in the text. */
export function nearestPassage(text: string, { ids, starts, ends }: TextWords, quote: string): string | undefined {
  const wanted = wordsIn(quote.slice(0, quoteMax)).slice(0, wordsMax);
  // Occurrences of each word in the quote, minus those in the window.
  const [lacks, isWanted] = [new Int8Array(hashesMax), new Uint8Array(hashesMax)];
  for (const id of wanted.map(idOf)) {
    lacks[id] = (lacks[id] ?? 0) + 1;
    isWanted[id] = 1;
  }
  let [shared, best, bestAt] = [0, 0, -1];
  for (let at = 0; at < ids.length; at += 1) {
    const [came, gone] = [ids[at] ?? 0, ids[at - wanted.length]];
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
