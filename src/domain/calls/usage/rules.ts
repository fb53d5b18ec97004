import { z } from 'zod';

/** All kinds of runs. Declared here, because usage is below runs: a run is entered in this ledger when it starts. */
export const runKinds = ['outline', 'write', 'rewrite', 'grade', 'variant', 'narrate', 'summarize', 'cover'] as const;
export type RunKind = (typeof runKinds)[number];

/** Daily quotas of an account (docs/generation.md, "Quotas"); 0 means no limit. */
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

/** Quotas that count runs. */
type CountingQuota = Exclude<QuotaName, 'outputTokens'>;
const countingQuotas = quotaNames.filter((name) => name !== 'outputTokens');

/** Kinds of runs that a quota counts; other kinds use only output tokens. */
export const countedKinds: Readonly<Record<CountingQuota, readonly RunKind[]>> = {
  chapters: ['write', 'rewrite'],
  narrations: ['narrate'],
  outlines: ['outline', 'variant', 'grade'],
  covers: ['cover'],
};

/** Quota that counts runs of a kind; undefined if none does. */
export function quotaOf(kind: string): CountingQuota | undefined {
  return countingQuotas.find((quota) => countedKinds[quota].some((one) => one === kind));
}

/** State of a quota. */
export interface QuotaState {
  name: QuotaName;
  /** 0 means no limit. */
  limit: number;
  used: number;
  resetsAt: Date;
  resetSeconds: number;
}

/** The first exhausted quota; undefined if there is none. */
export function usedUp(states: readonly QuotaState[]): QuotaState | undefined {
  return states.find(({ limit, used }) => limit > 0 && used >= limit);
}

/** Price of a model, millionths of a currency unit per token (config.ts). */
interface Price {
  input: number;
  cachedInput: number;
  output: number;
}

interface Tokens {
  inputTokens: number;
  /** The part of the input tokens with the lower price. */
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

/** Default range of usage, days. Ours. */
export const usualDays = 30;

const dayError = 'must be a day from 2000-01-01 on, such as 2026-11-21.';
/** The database has no year 0, and there is no usage before 2000 (ours). */
export const day = z.iso.date({ error: dayError }).refine((text) => text >= '2000', { error: dayError });

/** Range of days of a usage report. */
export const usageRange = z.strictObject({
  from: day
    .optional()
    .describe(`First day, UTC, such as 2026-11-01. Default: ${usualDays - 1} days before the last one.`),
  to: day.optional().describe('Last day, UTC. Default: today.'),
});
export type UsageRange = z.output<typeof usageRange>;

/** Maximum books that are listed separately; totals include all. Ours. */
export const listedBooksMax = 200;
