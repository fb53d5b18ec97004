import { invalidState } from '../../../errors.ts';

/** Largest text to rewrite (ours): the prompt contains it whole and needs room for its other parts. */
const rewriteTokensMax = 16_000;
const rewriteShareMax = 0.5;

/** Refuses a text that its prompt has no room for. */
export function refuseLongRewrite(tokens: number, budgetTokens: number): void {
  const tokensMax = Math.min(rewriteTokensMax, Math.floor(budgetTokens * rewriteShareMax));
  if (tokens > tokensMax)
    invalidState(
      `The chapter is too long to rewrite: about ${tokens} tokens; the limit is ${tokensMax} (about ${tokensMax * 4} Latin letters). Split the chapter, or write it again with restart: true.`,
    );
}
