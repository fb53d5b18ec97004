import type { AssembledPrompt, PromptInput } from './prompt.ts';
import { tokensOfWords, usualWords } from './room.ts';
import { wordCount } from './tail.ts';

/** Expected rest of a chapter that is nearly complete. Ours. */
const restTokensMin = 200;

/** Expected size of a write in tokens. */
export interface Expectation {
  inputTokens: number;
  expectedOutputTokens: number;
}

/**
 * The ordered length, else that of the text to rewrite or the usual one, without the words that are there. Reasoning tokens are
 * not included.
 */
export function expectationOf(input: PromptInput, { tokens }: AssembledPrompt): Expectation {
  const { words, from } = input.order ?? { words: wordsWithoutOrder(input), from: 0 };
  const written = input.ownText === '' ? 0 : wordCount(input.ownText, input.book.language);
  const rest = tokensOfWords(words - Math.max(0, written - from));
  return { inputTokens: tokens, expectedOutputTokens: Math.max(restTokensMin, rest) };
}

/** A rewrite is asked to be about as long as before. */
function wordsWithoutOrder({ presentText, book }: PromptInput): number {
  return presentText ? wordCount(presentText, book.language) : usualWords;
}
