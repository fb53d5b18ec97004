import { hashAt, hashesMax } from '../../../prose/hash.ts';

/** Characters that are searched before the text is indexed (ours). */
const scannedMax = 2_000_000;
/** Places of the index that are looked at for all words (ours). Those that are left over are not found. */
const stepsMax = 3_000_000;
/** Units by which the index knows words (ours). */
const gramMax = 8;

/** The places of each gram of one length, in lists by its hash: the first of a list, and the next after each place; -1 ends it. */
interface GramIndex {
  first: Int32Array;
  next: Int32Array;
}

/**
 * Finds many words in one text. It begins as `indexOf`, for a few words or a small part. When that has taken long, it indexes
 * the text, so that the time follows the length of the text and the number of places, not the number of words.
 */
export class WordSearch {
  readonly #text: string;
  /** By the length of grams. */
  readonly #indexes = new Map<number, GramIndex>();
  #scanned = 0;
  #steps = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the search has reached its limit. It finds nothing more. */
  get isSpent(): boolean {
    return this.#steps > stepsMax;
  }

  /** Where words begin within a part, in order, in UTF-16 units. */
  *placesOf(words: string, from: number, to: number): Generator<number> {
    let next = Math.max(0, from);
    while (this.#scanned < scannedMax) {
      const at = this.#scan(words, next, to);
      if (at < 0) return;
      yield at;
      next = at + 1;
    }
    yield* this.#indexedPlaces(words, next, to);
  }

  #scan(words: string, from: number, to: number): number {
    // A slice, because a search does not end at a place.
    const at = this.#text.slice(from, to + words.length - 1).indexOf(words);
    this.#scanned += (at < 0 ? Math.max(0, to - from) : at) + gramMax;
    return at < 0 ? at : from + at;
  }

  *#indexedPlaces(words: string, from: number, to: number): Generator<number> {
    const length = Math.min(gramMax, words.length);
    const { first, next } = this.#indexOf(length);
    let at = first[hashAt(words, 0, length)] ?? -1;
    for (; at >= 0 && at < to && !this.isSpent; at = next[at] ?? -1) {
      this.#steps += 1;
      if (at >= from && this.#text.startsWith(words, at)) yield at;
    }
  }

  #indexOf(length: number): GramIndex {
    const known = this.#indexes.get(length);
    if (known) return known;
    const made = indexed(this.#text, length);
    this.#indexes.set(length, made);
    return made;
  }
}

function indexed(text: string, length: number): GramIndex {
  const first = new Int32Array(hashesMax).fill(-1);
  const next = new Int32Array(text.length);
  for (let at = text.length - length; at >= 0; at -= 1) {
    const hash = hashAt(text, at, length);
    next[at] = first[hash] ?? -1;
    first[hash] = at;
  }
  return { first, next };
}
