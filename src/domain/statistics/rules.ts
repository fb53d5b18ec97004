import { z } from 'zod';

/** Days of a range: a year at most (ours). */
export const daysUsual = 30;
export const daysMax = 366;
export const daysShape = z.int().min(1).max(daysMax);

export const statisticsOptions = z.strictObject({
  days: daysShape
    .optional()
    .describe(`How many days back, today in UTC among them, 1–${daysMax}. Default: ${daysUsual}.`),
});

export const readabilityFormulas = [
  'flesch',
  'amstad',
  'douma',
  'kandel_moles',
  'szigriszt',
  'martins',
  'oborneva',
  'gulpease',
  'lix',
] as const;
export type ReadabilityFormula = (typeof readabilityFormulas)[number];

/** Shorter samples say nothing: the formulas were made for passages of a hundred words (ours). */
export const scoredWordsMin = 100;

/** A text's variety is the mean of its stretches of so many words, so that long and short texts compare (ours). */
export const stretchWords = 500;
