import { z } from 'zod';

/** Days of a range: default, and at most a year (ours). */
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

/** The formulas were designed for passages of a hundred words; shorter samples have no score (ours). */
export const scoredWordsMin = 100;

/** Words per stretch: lexical variety is the mean over stretches, so that long and short texts compare (ours). */
export const stretchWords = 500;
