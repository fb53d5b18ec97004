import type { Price } from '../../../models.ts';
import type { TextUsage } from '../../../providers/text.ts';
import { tokenCounter } from '../../../providers/tokenizer.ts';
import { costMicros } from '../usage/rules.ts';
import type { LiveRun } from './live.ts';

/** Usage of a run. */
export interface Bill {
  /** As reported by the provider; undefined without a report. */
  usage: TextUsage | undefined;
  /** Includes our count of what the provider did not report. */
  outputTokens: number;
  /** Whether the provider reported everything. */
  isCounted: boolean;
  /** From the provider's counts; null if they are incomplete or the model has no price. */
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

/** Bill of a run whose node crashed, with its usage reports: only the saved text is known. */
export async function billOfLost(text: string): Promise<Bill> {
  return { usage: undefined, outputTokens: await uncountedTokens(text), isCounted: false, costMicros: null };
}

async function uncountedTokens(text: string): Promise<number> {
  return text === '' ? 0 : (await tokenCounter())(text);
}
