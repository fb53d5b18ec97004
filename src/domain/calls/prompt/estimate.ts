import { extensionsMax } from './order.ts';
import type { PromptInput } from './prompt.ts';
import { tokensOfWords, usualWords } from './room.ts';
import { wordCount } from './tail.ts';

/** Output tokens of a run, without reasoning: of the shortest answer, of the usual one, and of the longest with all repeats. */
export interface AnswerTokens {
  least: number;
  usual: number;
  most: number;
}

/** The answer of a run, and the maximum number of times that it asks again. */
export interface ExpectedAnswer {
  answer: AnswerTokens;
  repeats: number;
}

/** Expected rest of a chapter that is nearly complete. Ours. */
const restTokensMin = 200;
/** Shares of the usual length of prose: where a length is ordered, and where none is. Ours. */
const ordered = { least: 0.5, most: 1.6 };
const open = { least: 0.2, most: 3 };

/** The ordered length, else that of the text to rewrite or the usual one, without the words that are there. */
export function expectedProse(input: PromptInput): ExpectedAnswer {
  const { words, from } = input.order ?? { words: wordsWithoutOrder(input), from: 0 };
  const written = input.ownText === '' ? 0 : wordCount(input.ownText, input.book.language);
  const rest = tokensOfWords(Math.max(0, words - Math.max(0, written - from)));
  const usual = Math.max(restTokensMin, rest);
  const share = input.order ? ordered : open;
  const answer = { least: Math.round(rest * share.least), usual, most: Math.round(usual * share.most) };
  return { answer, repeats: input.order ? extensionsMax : 0 };
}

/** A rewrite is asked to be about as long as before. */
function wordsWithoutOrder({ presentText, book }: PromptInput): number {
  return presentText ? wordCount(presentText, book.language) : usualWords;
}

/** Maximum number of times that JSON with faults is asked for again. */
const repairsMax = 1;
/** The longest reply, as a multiple of the usual one. Ours. */
const longestReply = 2;

/** An answer in JSON. `least` and `usual`: its tokens. */
export function expectedJson(least: number, usual: number): ExpectedAnswer {
  return { answer: { least, usual, most: usual * longestReply * (1 + repairsMax) }, repeats: repairsMax };
}
