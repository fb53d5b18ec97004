import { countsExactly, tokenizerName } from '../../providers/tokenizer.ts';
import type { BookKey } from '../book/store.ts';
import type { PaidCall as Prepared } from '../run/paid-call.ts';
import type { RunContext } from '../run/start.ts';
import { costMicros } from '../usage/rules.ts';
import type { ProseCall } from '../writing/preview.ts';
import { type PaidCall, preparedCall } from './calls.ts';

/** What a paid operation would send, with its expected tokens and cost. */
export interface Preview extends Prepared, Pick<ProseCall, 'participants' | 'names'> {
  tokenizer: string;
  tokensAreEstimated: boolean;
  /** Of all calls. `costMicros`: millionths of the configured currency; null if it cannot be known. */
  estimate: { inputTokens: number; expectedOutputTokens: number | null; costMicros: number | null };
}

/** The first call of a paid operation. Calls no provider and changes nothing. Throws as the operation does. */
export async function previewOf(
  context: Pick<RunContext, 'sql' | 'config' | 'work'>,
  key: BookKey,
  paid: PaidCall,
): Promise<Preview> {
  const call = await preparedCall(context, key, paid);
  const { model, times } = call;
  const inputTokens = call.inputTokens ?? call.tokens * times;
  const expectedOutputTokens = call.expectedOutputTokens && call.expectedOutputTokens * times;
  const price = context.config.prices.get(model);
  // The provider's cache is unknown, so none is assumed.
  const known = expectedOutputTokens && { inputTokens, cachedInputTokens: 0, outputTokens: expectedOutputTokens };
  return {
    participants: [],
    names: { recognised: [], ambiguous: [], near: [] },
    ...call,
    tokenizer: tokenizerName,
    tokensAreEstimated: !countsExactly(model),
    estimate: { inputTokens, expectedOutputTokens, costMicros: known ? costMicros(price, known) : null },
  };
}
