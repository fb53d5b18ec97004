import { type Formed, normalForm, placeIn, withForm } from '../../../prose/normal-form.ts';
import { indexedWords, nearestPassage, type TextWords } from './nearest.ts';

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
  #folded: Formed | undefined;
  #words: TextWords | undefined;
  /** The text in NFC, by which the nearest passage is known. */
  #normal: string | undefined;
  #compared = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Finds a quote as it is, otherwise tolerant of spelling (NFC), white space and typographic quotes. Nothing is guessed. */
  find(quote: string): Located {
    const exact = this.#placesIn(this.#text, quote);
    if (exact.length > 0) return located(exact, true);
    this.#folded ??= fold(this.#text);
    const folded = this.#folded;
    const wanted = fold(quote.trim()).text;
    const found = wanted === '' ? [] : this.#placesIn(folded.text, wanted);
    if (found.length > 0)
      return located(
        found.map(({ start, end }) => ({ start: placeIn(folded, start), end: placeIn(folded, end) })),
        false,
      );
    if (this.#compared > comparedMax) return { isTooRepetitive: true };
    return { nearest: () => this.#nearestTo(quote) };
  }

  #nearestTo(quote: string): string | undefined {
    this.#normal ??= this.#text.normalize();
    this.#words ??= indexedWords(this.#normal);
    return nearestPassage(this.#normal, this.#words, quote.normalize());
  }

  /** The same for a quote that stands between these words. */
  findBetween(before: string, quote: string, after: string): Located {
    if (before === '' && after === '') return this.find(quote);
    const found = this.find(before + quote + after);
    if (!('passage' in found)) return found;
    const { start, end } = found.passage;
    if (found.isExact) return { ...found, passage: { start: start + before.length, end: end - after.length } };
    // The words around it may have another length in the text: they are counted as they are compared.
    const folded = fold(this.#text.slice(start, end));
    const from = fold(before.trimStart()).text.length;
    const to = folded.text.length - fold(after.trimEnd()).text.length;
    const [first, last] = [start + placeIn(folded, from), start + placeIn(folded, to)];
    return { isExact: false, passage: withoutBlanks(this.#text, { start: first, end: last }) };
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

/** A passage without the white space at its ends; one of nothing else as it is. */
function withoutBlanks(text: string, { start, end }: Passage): Passage {
  const words = text.slice(start, end);
  if (words.trim() === '') return { start, end };
  return { start: end - words.trimStart().length, end: start + words.trimEnd().length };
}

const doubleQuotes = '“”„‟«»″';
const singleQuotes = '‘’‚‛‹›′';
/** What folding changes: not a single space, because most of a text is words with one between them. */
const foldable = new RegExp(`\\s{2,}|[^\\S ]|[${doubleQuotes}${singleQuotes}]`, 'g');

/** In NFC, with one space for white space, and straight quotes. */
export function fold(text: string): Formed {
  return withForm(normalForm(text), foldable, folded);
}

function folded(piece: string): string {
  if (doubleQuotes.includes(piece)) return '"';
  return singleQuotes.includes(piece) ? "'" : ' ';
}
