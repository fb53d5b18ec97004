import { nearestPassage, type TextWord, wordsOf } from './nearest.ts';

/** A passage of a text, in UTF-16 units. */
export interface Passage {
  start: number;
  end: number;
}

/** Where a quote is: once, or why that is not known. */
export type Located =
  | { passage: Passage; isExact: boolean }
  | { count: number; first: Passage; second: Passage }
  | { count: 0; nearest: string | undefined };

/** Occurrences are counted up to this number (ours). */
export const countedMax = 100;

/** Finds quotes in one text. What several of them need is made once. */
export class Locator {
  readonly #text: string;
  #folded: Folded | undefined;
  #words: readonly TextWord[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Finds a quote as it is, otherwise tolerant of white space and typographic quotes. Nothing is guessed. */
  find(quote: string): Located {
    const exact = placesIn(this.#text, quote);
    if (exact.length > 0) return located(exact, true);
    this.#folded ??= fold(this.#text);
    const { text, places } = this.#folded;
    const wanted = fold(quote.trim()).text;
    const found = wanted === '' ? [] : placesIn(text, wanted);
    if (found.length > 0)
      return located(
        found.map(({ start, end }) => ({ start: places[start] ?? 0, end: places[end] ?? 0 })),
        false,
      );
    this.#words ??= wordsOf(this.#text);
    return { count: 0, nearest: nearestPassage(this.#text, this.#words, quote) };
  }
}

function located(places: readonly Passage[], isExact: boolean): Located {
  const [first, second] = places;
  if (!first) throw new Error('A quote without a place is not located.');
  return second ? { count: places.length, first, second } : { passage: first, isExact };
}

function placesIn(text: string, quote: string): Passage[] {
  const places: Passage[] = [];
  for (let at = text.indexOf(quote); at >= 0 && places.length < countedMax; at = text.indexOf(quote, at + 1))
    places.push({ start: at, end: at + quote.length });
  return places;
}

interface Folded {
  text: string;
  /** The place in the text of each unit of the folded one, and its end. */
  places: Uint32Array;
}

const [doubleQuotes, singleQuotes] = ['“”„‟«»″', '‘’‚‛‹›′'].map((marks) => new Set(marks));

/** With one space for white space, and straight quotes. */
function fold(text: string): Folded {
  const pieces: string[] = [];
  const places = new Uint32Array(text.length + 1);
  let length = 0;
  for (const { 0: piece, index } of text.matchAll(/\s+|[^\s]/g)) {
    places[length] = index;
    length += 1;
    pieces.push(folded(piece));
  }
  places[length] = text.length;
  return { text: pieces.join(''), places: places.subarray(0, length + 1) };
}

function folded(piece: string): string {
  if (doubleQuotes?.has(piece)) return '"';
  if (singleQuotes?.has(piece)) return "'";
  return /^\s/.test(piece) ? ' ' : piece;
}
