import type { AssembledPrompt, PromptInput } from './prompt.ts';
import { chapterWords } from './system-rules.ts';

/** Words of a chapter whose book asks for no length: what current models tend to write unasked. Ours. */
const usualWords = 2_000;
/** Tokens of a word of prose with its sign and space; English has about 1.3, most languages more. Ours. */
const tokensPerWord = 1.4;
/** What is left to write of a chapter that is about as long as it should be. Ours. */
const restTokensMin = 200;

/** How much a write is likely to be, tokens, before it is asked for. */
export interface Expectation {
  inputTokens: number;
  expectedOutputTokens: number;
}

/** A chapter of the length that its book asks for, less what is there. A model's thoughts, which it may count as output, are not foreseen. */
export function expectationOf(input: PromptInput, { tokens }: AssembledPrompt): Expectation {
  const words = chapterWords(input.book.targetWords, input.chapters.length) ?? usualWords;
  const there = input.ownText === '' ? 0 : input.countTokens(input.ownText);
  const rest = Math.max(restTokensMin, Math.round(words * tokensPerWord) - there);
  return { inputTokens: tokens, expectedOutputTokens: rest };
}
