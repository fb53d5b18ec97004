import { tokenCounter } from '../../../providers/tokenizer.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import type { PromptMessage } from '../../calls/prompt/prompt.ts';
import { type RecapInput, recapMessages, tokensOfRecap } from '../../calls/prompt/recap-prompt.ts';

type Input = Omit<RecapInput, 'countTokens'>;

interface Assembly {
  messages: PromptMessage[];
  tokens: number;
  /** Of the answer. */
  expectedTokens: number;
}

const assembling: Job<Input, Promise<Assembly>> = { module: new URL(import.meta.url), name: 'assembleRecap' };

/** Assembles the messages for a recap and counts their tokens. A job of the pool. */
export async function assembleRecap(input: Input): Promise<Assembly> {
  const countTokens = await tokenCounter();
  const counted = { ...input, countTokens };
  const messages = recapMessages(counted);
  const tokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  return { messages, tokens, expectedTokens: tokensOfRecap(counted) };
}

/** Counted within 30 ms, characters (ours). A thread loads the tables of the tokenizer once more. */
const inlineMax = 50_000;

/** The same in the pool: the text of a chapter has up to 400,000 characters. */
export async function assembledRecap(work: WorkPool, accountId: string, input: Input): Promise<Assembly> {
  return work.run(assembling, { accountId, input, inlineMax, characters: input.text.length });
}
