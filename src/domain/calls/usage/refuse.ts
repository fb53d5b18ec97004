import { ServiceError } from '../../../errors.ts';
import type { RateLimitState, ReportLimit } from '../../../limits/rate-limit.ts';
import { type QuotaName, type QuotaState, usedUp } from './rules.ts';

const words: Record<QuotaName, { of: string; limit: RateLimitState['limit']; variable: string }> = {
  chapters: { of: 'chapters', limit: 'chapters', variable: 'QUOTA_CHAPTERS_PER_DAY' },
  narrations: { of: 'narrations', limit: 'narrations', variable: 'QUOTA_NARRATIONS_PER_DAY' },
  outlines: { of: 'outlines, variants and grades', limit: 'outlines', variable: 'QUOTA_OUTLINES_PER_DAY' },
  covers: { of: 'runs that make covers', limit: 'covers', variable: 'QUOTA_COVERS_PER_DAY' },
  outputTokens: { of: 'output tokens', limit: 'output-tokens', variable: 'QUOTA_OUTPUT_TOKENS_PER_DAY' },
};

const daySeconds = 24 * 60 * 60;

/** Reports the quotas that a run drew on; unlimited ones are left out. */
export function reportQuotas(states: readonly QuotaState[], reportLimit: ReportLimit): void {
  for (const { name, limit, used, resetSeconds } of states)
    if (limit > 0)
      reportLimit({
        limit: words[name].limit,
        quota: limit,
        windowSeconds: daySeconds,
        remaining: Math.max(0, limit - used),
        resetSeconds,
      });
}

/** Error for a refused run: quota, usage, reset and remedy. */
export function quotaExceeded(states: readonly QuotaState[]): ServiceError {
  const state = usedUp(states);
  if (!state) throw new Error('No quota is used up.');
  const { name, limit, used, resetsAt, resetSeconds } = state;
  return new ServiceError(
    'quota_exceeded',
    `The day's quota of ${words[name].of} is used up: ${used} of ${limit}. It resets at ${resetsAt.toISOString()}, in ${resetSeconds} s: try again then. GET /v1/account/usage shows what used it; the operator can raise ${words[name].variable}.`,
    { retry_after: resetSeconds },
  );
}
