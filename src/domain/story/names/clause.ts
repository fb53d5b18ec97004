import type { TextWord, TextWords } from './words.ts';

/** Words of a sentence that are read before a place. Ours. */
const sentenceMax = 40;
const breaks = /[,;()—–]|\s-\s/u;

/** The words of a text around a place, as far as they belong to the same clause. */
export class Clauses {
  readonly #text: TextWords;

  constructor(text: TextWords) {
    this.#text = text;
  }

  /** Words before a place, the nearest first. */
  before(place: number, count: number): TextWord[] {
    const found: TextWord[] = [];
    for (let at = place - 1; found.length < count && this.#belongs(at, at + 1, false); at -= 1) {
      const word = this.#text.words[at];
      if (word) found.push(word);
    }
    return found;
  }

  /** Words after a place. `overCommas`: to the end of the sentence. */
  after(place: number, count: number, overCommas = false): TextWord[] {
    const found: TextWord[] = [];
    for (let at = place + 1; found.length < count && this.#belongs(at - 1, at, overCommas); at += 1) {
      const word = this.#text.words[at];
      if (word) found.push(word);
    }
    return found;
  }

  /** Words of the sentence before a place, in lower case, the nearest first. */
  sentenceBefore(place: number): string[] {
    const sentence = this.#text.words[place]?.sentence;
    const found: string[] = [];
    const first = Math.max(0, place - sentenceMax);
    for (let at = place - 1; at >= first && this.#text.words[at]?.sentence === sentence; at -= 1)
      found.push(this.#text.words[at]?.text.toLowerCase() ?? '');
    return found;
  }

  hasCommaAfter(place: number): boolean {
    return this.#gap(place, place + 1).includes(',');
  }

  #belongs(at: number, next: number, overCommas: boolean): boolean {
    const [word, after] = [this.#text.words[at], this.#text.words[next]];
    return word !== undefined && word.sentence === after?.sentence && (overCommas || !breaks.test(this.#gap(at, next)));
  }

  #gap(at: number, next: number): string {
    const [word, after] = [this.#text.words[at], this.#text.words[next]];
    return word && after ? this.#text.source.slice(word.end, after.start) : '';
  }
}
