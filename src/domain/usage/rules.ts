import { z } from 'zod';

/** What an account may have a day (docs/generation.md, "Quotas"); 0 is no limit. */
export interface Quotas {
  chapters: number;
  narrations: number;
  outlines: number;
  covers: number;
  outputTokens: number;
}
export const quotaNames = [
  'chapters',
  'narrations',
  'outlines',
  'covers',
  'outputTokens',
] as const satisfies (keyof Quotas)[];
export type QuotaName = (typeof quotaNames)[number];

/** Those that count runs. */
export type CountingQuota = Exclude<QuotaName, 'outputTokens'>;
const countingQuotas = quotaNames.filter((name) => name !== 'outputTokens');

/** The runs that a quota counts; those of other kinds draw on the output tokens alone. */
export const countedKinds: Readonly<Record<CountingQuota, readonly string[]>> = {
  chapters: ['write', 'rewrite'],
  narrations: ['narrate'],
  outlines: ['outline', 'variant', 'grade'],
  covers: ['cover'],
};

/** The quota that counts the runs of a kind; undefined where none does. */
export function quotaOf(kind: string): CountingQuota | undefined {
  return countingQuotas.find((quota) => countedKinds[quota].some((one) => one === kind));
}

/** How a quota stands. */
export interface QuotaState {
  name: QuotaName;
  /** 0 for none. */
  limit: number;
  used: number;
  resetsAt: Date;
  resetSeconds: number;
}

/** The first quota that lets no run begin; undefined while all do. */
export function usedUp(states: readonly QuotaState[]): QuotaState | undefined {
  return states.find(({ limit, used }) => limit > 0 && used >= limit);
}

/** What a model costs, millionths of a currency a token (config.ts). */
interface Price {
  input: number;
  cachedInput: number;
  output: number;
}

interface Tokens {
  inputTokens: number;
  /** Those of the input that cost less. */
  cachedInputTokens: number;
  outputTokens: number;
}

/** Whole millionths of the currency; null without a price. */
export function costMicros(price: Price | undefined, tokens: Tokens): number | null {
  if (!price) return null;
  const { inputTokens, cachedInputTokens, outputTokens } = tokens;
  const fresh = Math.max(0, inputTokens - cachedInputTokens);
  return Math.round(fresh * price.input + cachedInputTokens * price.cachedInput + outputTokens * price.output);
}

/** Days that an account of usage looks back on where nobody says from when. Ours. */
export const usualDays = 30;

const dayError = 'must be a day from 2000-01-01 on, such as 2026-11-21.';
/** The database knows no year 0, and nothing was used before 2000 (ours). */
export const day = z.iso.date({ error: dayError }).refine((text) => text >= '2000', { error: dayError });

/** Which days an account of usage is about. */
export const usageRange = z.strictObject({
  from: day
    .optional()
    .describe(`First day, UTC, such as 2026-11-01. Default: ${usualDays - 1} days before the last one.`),
  to: day.optional().describe('Last day, UTC. Default: today.'),
});
export type UsageRange = z.output<typeof usageRange>;

/** Books that are listed one by one; the totals hold all. Ours. */
export const listedBooksMax = 200;
