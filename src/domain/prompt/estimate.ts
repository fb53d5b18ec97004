import type { AssembledPrompt, PromptInput } from './prompt.ts';
import { wordCount } from './tail.ts';

/** Default chapter length of current models, words. Ours. */
const usualWords = 2_000;
/** Tokens per word of prose with punctuation and space; about 1.3 in English, more in most languages. Ours. */
const tokensPerWord = 1.4;
/** Expected rest of a chapter that is nearly complete. Ours. */
const restTokensMin = 200;

/** Expected size of a write in tokens. */
export interface Expectation {
  inputTokens: number;
  expectedOutputTokens: number;
}

/** The ordered length without the words that are there. Reasoning tokens are not included. */
export function expectationOf(input: PromptInput, { tokens }: AssembledPrompt): Expectation {
  const { words, from } = input.order ?? { words: usualWords, from: 0 };
  const written = input.ownText === '' ? 0 : wordCount(input.ownText, input.book.language);
  const rest = outputReserve(words - Math.max(0, written - from));
  return { inputTokens: tokens, expectedOutputTokens: Math.max(restTokensMin, rest) };
}

/** Tokens of a reply with a number of words. */
function outputReserve(words: number): number {
  return Math.round(words * tokensPerWord);
}
