import type { Price } from '../../../models.ts';
import type { PaidCall, TokensOfCalls } from '../../calls/run/paid-call.ts';
import { costMicros } from '../../calls/usage/rules.ts';

/** Tokens and price of a run. `costMicros`: millionths of the configured currency; null without a price. */
interface Bill extends TokensOfCalls {
  costMicros: number | null;
}

/** Estimated tokens and price of a run. Output and price are null for pictures. */
export interface Estimate {
  inputTokens: number;
  expectedOutputTokens: number | null;
  costMicros: number | null;
  /** With the shortest answer to a prompt that is cached. */
  low: Bill | null;
  /** With the longest answers, asked for as often as the run may. */
  high: Bill | null;
}

const none: TokensOfCalls = { inputTokens: 0, outputTokens: 0 };

/** The estimate of a call and of those that follow it. */
export function estimateOf(call: PaidCall, price: Price | undefined): Estimate {
  const { tokens, times, answer, further } = call;
  const { usual, most } = further ?? { usual: none, most: none };
  const prompts = call.inputTokens ?? tokens * times;
  const inputTokens = prompts + usual.inputTokens;
  if (!answer) return { inputTokens, expectedOutputTokens: null, costMicros: null, low: null, high: null };
  const bill = (tokens: TokensOfCalls, cachedInputTokens = 0): Bill => ({
    ...tokens,
    costMicros: costMicros(price, { ...tokens, cachedInputTokens }),
  });
  const expected = bill({ inputTokens, outputTokens: answer.usual * times + usual.outputTokens });
  return {
    inputTokens,
    expectedOutputTokens: expected.outputTokens,
    costMicros: expected.costMicros,
    low: bill({ inputTokens: prompts, outputTokens: answer.least * times }, prompts),
    high: bill({
      inputTokens: prompts + again(call, answer.most) * (prompts + answer.most * times) + most.inputTokens,
      outputTokens: answer.most * times + most.outputTokens,
    }),
  };
}

/**
 * Maximum number of times that the prompt is sent again, each time with the answer so far: once for each repeat, and once for
 * each further part of an answer that is longer than the model can give.
 */
function again({ room, repeats }: PaidCall, mostTokens: number): number {
  return repeats + Math.ceil(mostTokens / (room?.outputTokens ?? mostTokens)) - 1;
}
