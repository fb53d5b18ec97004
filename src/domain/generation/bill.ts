import type { Price } from '../../config.ts';
import type { TextUsage } from '../../providers/text.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import { costMicros } from '../usage/rules.ts';
import type { LiveRun } from './live.ts';

/** What a run has used. */
export interface Bill {
  /** As the provider counted; undefined where it counted nothing. */
  usage: TextUsage | undefined;
  /** With our count of what the provider left uncounted. */
  outputTokens: number;
  /** Whether the provider counted everything. */
  isCounted: boolean;
  /** By the provider's counts; null where they are not whole, or the model has no price. */
  costMicros: number | null;
}

export async function billOf({ usage, uncounted, isCounted }: LiveRun, price: Price | undefined): Promise<Bill> {
  return {
    usage,
    outputTokens: (usage?.outputTokens ?? 0) + (await uncountedTokens(uncounted)),
    isCounted,
    costMicros: usage && isCounted ? costMicros(price, usage) : null,
  };
}

/** The bill of a run whose node is gone, and with it what the provider may have counted: its saved text is all there is. */
export async function billOfLost(text: string): Promise<Bill> {
  return { usage: undefined, outputTokens: await uncountedTokens(text), isCounted: false, costMicros: null };
}

async function uncountedTokens(text: string): Promise<number> {
  return text === '' ? 0 : (await tokenCounter())(text);
}
