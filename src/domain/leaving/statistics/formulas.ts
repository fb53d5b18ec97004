import { baseLanguage } from '../../story/names/languages.ts';
import { type ReadabilityFormula, scoredWordsMin } from './rules.ts';

/** Inputs of a formula. */
export interface TextCounts {
  words: number;
  sentences: number;
  letters: number;
  /** Words with more than six letters. */
  longWords: number;
  /** 0 if syllables of the language are not counted. */
  syllables: number;
}

type Formula = (counts: TextCounts) => number;

const perSentence = ({ words, sentences }: TextCounts) => words / sentences;
const perWord = ({ syllables, words }: TextCounts) => syllables / words;
/** Reading ease decreases with sentence length (words) and word length (syllables). */
const ease =
  (base: number, sentence: number, word: number): Formula =>
  (counts) =>
    base - sentence * perSentence(counts) - word * perWord(counts);

/** As published; docs/statistics.md has the sources. */
const formulas: Readonly<Record<ReadabilityFormula, Formula>> = {
  flesch: ease(206.835, 1.015, 84.6),
  amstad: ease(180, 1, 58.5),
  douma: ease(206.84, 0.93, 77),
  kandel_moles: ease(207, 1.015, 73.6),
  szigriszt: ease(206.835, 1, 62.3),
  martins: ease(248.835, 1.015, 84.6),
  oborneva: ease(206.835, 1.3, 60.1),
  gulpease: ({ sentences, letters, words }) => 89 + (300 * sentences - 10 * letters) / words,
  lix: ({ longWords, words, ...counts }) => perSentence({ words, longWords, ...counts }) + (100 * longWords) / words,
};

const formulaByLanguage: Readonly<Record<string, ReadabilityFormula>> = {
  en: 'flesch',
  de: 'amstad',
  nl: 'douma',
  fr: 'kandel_moles',
  es: 'szigriszt',
  pt: 'martins',
  ru: 'oborneva',
  it: 'gulpease',
  sv: 'lix',
  da: 'lix',
  nb: 'lix',
};

/** Null for languages without a known published formula. */
export function formulaOf(language: string): ReadabilityFormula | null {
  return formulaByLanguage[baseLanguage(language)] ?? null;
}

export function scoreBy(formula: ReadabilityFormula, counts: TextCounts): number {
  return formulas[formula](counts);
}

/** US school grade (Kincaid and others, 1975). */
export function gradeLevel(counts: TextCounts): number {
  return 0.39 * perSentence(counts) + 11.8 * perWord(counts) - 15.59;
}

/** Whether a text is long enough for a score. */
export function isScored({ words, sentences }: TextCounts): boolean {
  return words >= scoredWordsMin && sentences > 0;
}
