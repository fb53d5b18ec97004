import { nearestPassage, type TextWords, wordsOf } from './nearest.ts';

/** A passage of a text, in UTF-16 units. */
export interface Passage {
  start: number;
  end: number;
}

/** A quote that is there once: as it was sent, or else tolerantly and without the white space at its ends. */
export interface Found {
  passage: Passage;
  isExact: boolean;
}

/** Where a quote is: once, or why that is not known. */
export type Located =
  | Found
  | { count: number; first: Passage; second: Passage }
  | {
      /** The passage with most of its words. Reads the text once more. */
      nearest: () => string | undefined;
    }
  | { isTooRepetitive: true };

/** Occurrences are counted up to this number (ours). */
export const countedMax = 100;
/** The engine searches a shorter quote in one pass. A longer one is compared where its beginning is. */
export const shortMax = 250;
/** Characters that are compared for all quotes of one text (ours). Prose needs those of its quotes, once or twice. */
const comparedMax = 20_000_000;

/** Finds quotes in one text. What several of them need is made once. */
export class Locator {
  readonly #text: string;
  #folded: Folded | undefined;
  #words: TextWords | undefined;
  #compared = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Finds a quote as it is, otherwise tolerant of white space and typographic quotes. Nothing is guessed. */
  find(quote: string): Located {
    const exact = this.#placesIn(this.#text, quote);
    if (exact.length > 0) return located(exact, true);
    this.#folded ??= fold(this.#text);
    const { text, places } = this.#folded;
    const wanted = fold(quote.trim()).text;
    const found = wanted === '' ? [] : this.#placesIn(text, wanted);
    if (found.length > 0)
      return located(
        found.map(({ start, end }) => ({ start: places[start] ?? 0, end: places[end] ?? 0 })),
        false,
      );
    if (this.#compared > comparedMax) return { isTooRepetitive: true };
    return { nearest: () => this.#nearestTo(quote) };
  }

  #nearestTo(quote: string): string | undefined {
    this.#words ??= wordsOf(this.#text);
    return nearestPassage(this.#text, this.#words, quote);
  }

  /** The same for a quote that stands between these words. */
  findBetween(before: string, quote: string, after: string): Located {
    if (before === '' && after === '') return this.find(quote);
    const found = this.find(before + quote + after);
    if (!('passage' in found)) return found;
    const { start, end } = found.passage;
    if (found.isExact) return { ...found, passage: { start: start + before.length, end: end - after.length } };
    // The words around it may have another length in the text: they are counted as they are compared.
    const { text, places } = fold(this.#text.slice(start, end));
    const from = fold(before.trimStart()).text.length;
    const to = text.length - fold(after.trimEnd()).text.length;
    return { isExact: false, passage: { start: start + (places[from] ?? 0), end: start + (places[to] ?? 0) } };
  }

  /** None once too many characters were compared. */
  #placesIn(text: string, quote: string): Passage[] {
    const places: Passage[] = [];
    const begun = quote.slice(0, shortMax);
    for (let at = text.indexOf(begun); at >= 0 && places.length < countedMax; at = text.indexOf(begun, at + 1)) {
      this.#compared += quote.length;
      if (this.#compared > comparedMax) return [];
      if (text.startsWith(quote, at)) places.push({ start: at, end: at + quote.length });
    }
    return places;
  }
}

function located(places: readonly Passage[], isExact: boolean): Located {
  const [first, second] = places;
  if (!first) throw new Error('A quote without a place is not located.');
  return second ? { count: places.length, first, second } : { passage: first, isExact };
}

interface Folded {
  text: string;
  /** The place in the text of each unit of the folded one, and its end. */
  places: Uint32Array;
}

const doubleQuotes = '“”„‟«»″';
const singleQuotes = '‘’‚‛‹›′';
/** What folding changes: not a single space, because most of a text is words with one between them. */
const foldable = new RegExp(`\\s{2,}|[^\\S ]|[${doubleQuotes}${singleQuotes}]`, 'g');

/** With one space for white space, and straight quotes. What is between them is copied as a whole. */
function fold(text: string): Folded {
  const pieces: string[] = [];
  const places = new Uint32Array(text.length + 1);
  let [at, length] = [0, 0];
  const copyTo = (end: number) => {
    pieces.push(text.slice(at, end));
    while (at < end) places[length++] = at++;
  };
  for (const { 0: piece, index } of text.matchAll(foldable)) {
    copyTo(index);
    pieces.push(folded(piece));
    places[length++] = index;
    at = index + piece.length;
  }
  copyTo(text.length);
  places[length] = text.length;
  return { text: pieces.join(''), places };
}

function folded(piece: string): string {
  if (doubleQuotes.includes(piece)) return '"';
  return singleQuotes.includes(piece) ? "'" : ' ';
}
