import type { Config } from '../../../config.ts';
import { countsExactly, tokenizerName } from '../../../providers/tokenizer.ts';
import type { PaidCall as Prepared } from '../../calls/run/paid-call.ts';
import type { ProseCall } from '../writing/preview.ts';
import { type Estimate, estimateOf } from './estimate.ts';

/** What a paid operation would send, with its expected tokens and cost. */
export interface Preview extends Prepared, Pick<ProseCall, 'participants' | 'names' | 'replaces'> {
  tokenizer: string;
  tokensAreEstimated: boolean;
  estimate: Estimate;
}

/** A prepared call with its price. */
export function previewOf({ prices }: Pick<Config, 'prices'>, call: Prepared | ProseCall): Preview {
  const { model } = call;
  return {
    participants: [],
    names: { recognised: [], ambiguous: [], near: [] },
    replaces: null,
    ...call,
    tokenizer: tokenizerName,
    tokensAreEstimated: !countsExactly(model),
    estimate: estimateOf(call, prices.get(model)),
  };
}
