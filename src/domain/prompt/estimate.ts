import type { AssembledPrompt, PromptInput } from './prompt.ts';
import { chapterWords } from './system-rules.ts';

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

/** The target length of a chapter without its existing text. Reasoning tokens are not included. */
export function expectationOf(input: PromptInput, { tokens }: AssembledPrompt): Expectation {
  const words = chapterWords(input.book.targetWords, input.chapters.length) ?? usualWords;
  const there = input.ownText === '' ? 0 : input.countTokens(input.ownText);
  const rest = Math.max(restTokensMin, Math.round(words * tokensPerWord) - there);
  return { inputTokens: tokens, expectedOutputTokens: rest };
}
