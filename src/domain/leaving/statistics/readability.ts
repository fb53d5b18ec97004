import { baseLanguage } from '../../story/names/languages.ts';
import { formulaOf, gradeLevel, isScored, scoreBy } from './formulas.ts';
import type { Measure } from './measure.ts';
import { type ReadabilityFormula, stretchWords } from './rules.ts';

/** Readability of a text. Null if the text is too short or the language has no formula. */
export interface Readability {
  sentences: number;
  formula: ReadabilityFormula | null;
  score: number | null;
  gradeLevel: number | null;
  wordsPerSentence: number | null;
  dialogueShare: number | null;
  variety: number | null;
}

export function readabilityOf(measure: Measure, language: string): Readability {
  const { words, sentences, spokenWords, stretches, distinctWords } = measure;
  const formula = formulaOf(language);
  const isLong = isScored(measure);
  return {
    sentences,
    formula,
    score: formula && isLong ? tenths(scoreBy(formula, measure)) : null,
    gradeLevel: isLong && baseLanguage(language) === 'en' ? tenths(gradeLevel(measure)) : null,
    wordsPerSentence: sentences === 0 ? null : words / sentences,
    dialogueShare: words === 0 ? null : spokenWords / words,
    variety: stretches === 0 ? null : distinctWords / (stretches * stretchWords),
  };
}

/** The formulas are not more precise than a tenth. */
function tenths(value: number): number {
  // Adding zero turns -0 into 0.
  return Math.round(value * 10) / 10 + 0;
}
