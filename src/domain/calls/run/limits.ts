import type { Config } from '../../../config.ts';
import { rateLimited, reportDraw } from '../../../limits/burst.ts';
import type { ReportLimit } from '../../../limits/rate-limit.ts';
import { quotaExceeded, reportQuotas } from '../usage/refuse.ts';
import type { Beginning } from './insert.ts';

/** Longest wait for a run before the caller should retry. Ours. */
const fullSeconds = 5;

/** Reports the limits that a run drew on, or that refused it. */
export function reportRunLimits(
  beginning: Beginning,
  { limits }: Pick<Config, 'limits'>,
  reportLimit: ReportLimit,
): void {
  if (!('standings' in beginning)) return;
  const { running, rate, quotas } = beginning.standings;
  const isFull = 'not' in beginning && beginning.not === 'full';
  const took = 'run' in beginning ? 1 : 0;
  if (limits.providerConcurrent > 0)
    reportLimit({
      limit: 'concurrent-runs',
      quota: limits.providerConcurrent,
      windowSeconds: null,
      remaining: Math.max(0, limits.providerConcurrent - running - took),
      resetSeconds: isFull ? fullSeconds : null,
    });
  reportDraw('runs', limits.providerPerMinute, rate, reportLimit);
  reportQuotas(quotas ?? [], reportLimit);
}

/** Throws for an account limit; returns if a retry can settle it. */
export function refuseOverLimit(
  beginning: Extract<Beginning, { not: string }>,
  { limits }: Pick<Config, 'limits'>,
): undefined {
  if (!('standings' in beginning)) return;
  const { rate, quotas } = beginning.standings;
  if (beginning.not === 'full')
    throw rateLimited(
      `This account has ${limits.providerConcurrent} active runs, which is the limit.`,
      fullSeconds * 1000,
    );
  if (beginning.not === 'too often')
    throw rateLimited(
      `The limit of this account is ${limits.providerPerMinute} provider calls a minute; each run starts with one.`,
      rate?.waitMs ?? 0,
    );
  throw quotaExceeded(quotas ?? []);
}
