import type { Config } from '../../config.ts';
import { countsExactly, tokenizerName } from '../../providers/tokenizer.ts';
import type { PaidCall as Prepared } from '../run/paid-call.ts';
import { costMicros } from '../usage/rules.ts';
import type { ProseCall } from '../writing/preview.ts';

/** What a paid operation would send, with its expected tokens and cost. */
export interface Preview extends Prepared, Pick<ProseCall, 'participants' | 'names' | 'replaces'> {
  tokenizer: string;
  tokensAreEstimated: boolean;
  /** Of all calls. `costMicros`: millionths of the configured currency; null if it cannot be known. */
  estimate: { inputTokens: number; expectedOutputTokens: number | null; costMicros: number | null };
}

/** A prepared call with its price. */
export function previewOf({ prices }: Pick<Config, 'prices'>, call: Prepared | ProseCall): Preview {
  const { model, times } = call;
  const inputTokens = call.inputTokens ?? call.tokens * times;
  const expectedOutputTokens = call.expectedOutputTokens && call.expectedOutputTokens * times;
  const price = prices.get(model);
  // The provider's cache is unknown, so none is assumed.
  const known = expectedOutputTokens && { inputTokens, cachedInputTokens: 0, outputTokens: expectedOutputTokens };
  return {
    participants: [],
    names: { recognised: [], ambiguous: [], near: [] },
    replaces: null,
    ...call,
    tokenizer: tokenizerName,
    tokensAreEstimated: !countsExactly(model),
    estimate: { inputTokens, expectedOutputTokens, costMicros: known ? costMicros(price, known) : null },
  };
}
