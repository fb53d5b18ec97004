import { isNationality } from '../../story/names/beside.ts';
import {
  baseLanguage,
  calendarWords,
  genderOfKin,
  isTitle,
  keepsNames,
  marksNamesAlone,
} from '../../story/names/languages.ts';
import { isOpener } from '../../story/names/sentence-openers.ts';
import { formsOf, type TextWord, textWords } from '../../story/names/words.ts';
import type { RecapSource } from './source.ts';

/** Names to report. Ours. */
const strangersMax = 5;
/** Letters that two words share at their beginning if one may be made from the other: Venice, Venetian. Ours. */
const stemLetters = 3;
// Words with a capital that no chapter needs to have said (ours).
const everybodys = new Set(
  'god lord heaven bible christmas easter eve america britain europe narrator dieu noël pâques dios navidad dio natale deus natal gud jul påske pasen kerst'.split(
    ' ',
  ),
);
/** Neighbours of German, which write every noun with a capital too. */
const capitalising = new Set(['lb', 'gsw', 'nds', 'bar']);

/** The words that a chapter, its cast and the state before it have, to tell which names of a recap come from nowhere. */
export class ToldNames {
  readonly #language: string;
  /** All words without accents, and their beginnings. */
  readonly #words = new Set<string>();
  /** Words with a capital where it means something. */
  readonly #names = new Set<string>();

  constructor({ language, text, beside, cast }: RecapSource) {
    this.#language = language;
    const called = cast.flatMap(({ name, aliases }) => [name, ...aliases]).join('\n');
    for (const word of textWords(`${text}\n${beside}`, language).words) this.#add(word, !word.opens);
    for (const word of textWords(called, language).words) this.#add(word, true);
  }

  #add(word: TextWord, isAsWritten: boolean): void {
    for (const form of formsOf(word.text, this.#language)) {
      this.#words.add(folded(form)).add(stemOf(form));
      if (isAsWritten && isName(word)) this.#names.add(folded(form));
    }
  }

  /** Whether a text has a name that was told. */
  has(said: string): boolean {
    const { words } = textWords(said, this.#language);
    return words.some((word) => isName(word) && !isOpener(word.text, this.#language) && this.#isIn(this.#names, word));
  }

  /**
   * Words with a capital within a sentence of which nothing was told: at its start a capital says nothing. None where names
   * change their form, or all nouns have a capital.
   */
  strangersIn(said: string): string[] {
    const language = this.#language;
    if (!keepsNames(language) || !marksNamesAlone(language) || capitalising.has(baseLanguage(language))) return [];
    const strange = textWords(said, language).words.filter(
      (word) => isName(word) && !word.opens && !this.#isIn(this.#words, word) && !this.#isCommon(word.text),
    );
    return [...new Set(strange.map(({ text }) => text))].slice(0, strangersMax);
  }

  #isIn(known: ReadonlySet<string>, { text }: TextWord): boolean {
    return formsOf(text, this.#language).some((form) => known.has(folded(form)) || known.has(stemOf(form)));
  }

  /** Titles, words of kin, days, months, nations, and what everybody knows. */
  #isCommon(word: string): boolean {
    const lower = word.toLowerCase();
    const calendar = calendarWords(this.#language);
    if (calendar.has(lower) || calendar.has(lower.replace(/s$/u, '')) || everybodys.has(lower)) return true;
    return isTitle(word, this.#language) || genderOfKin(lower) !== undefined || isNationality(word, this.#language);
  }
}

/** Whether a word looks like a name. */
function isName({ text }: TextWord): boolean {
  return /^\p{Lu}\p{Ll}{2,}/u.test(text);
}

/** In lower case, without accents and apostrophes. */
function folded(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}']/gu, '')
    .toLowerCase();
}

/** The beginning of a longer word, marked, so that a short word is not the stem of another; a short word as it is. */
function stemOf(word: string): string {
  const plain = folded(word);
  return plain.length > stemLetters ? `${plain.slice(0, stemLetters)}…` : plain;
}
