import type { Config } from '../../config.ts';
import type { Note } from '../../graphql/context.ts';
import { noteDraw, rateLimited } from '../../http/burst.ts';
import { noteQuotas, quotaExceeded } from '../usage/refuse.ts';
import type { Beginning } from './begin.ts';

/** How long somebody waits for a run to end before it is worth trying again. Ours. */
const fullSeconds = 5;

/** Notes how the limits stand that a run drew on, or that refused it. */
export function noteRunLimits(beginning: Beginning, { limits }: Pick<Config, 'limits'>, note: Note): void {
  if (!('standings' in beginning)) return;
  const { running, rate, quotas } = beginning.standings;
  const isFull = 'not' in beginning && beginning.not === 'full';
  const took = 'run' in beginning ? 1 : 0;
  if (limits.providerConcurrent > 0)
    note({
      limit: 'concurrent-runs',
      quota: limits.providerConcurrent,
      windowSeconds: null,
      remaining: Math.max(0, limits.providerConcurrent - running - took),
      resetSeconds: isFull ? fullSeconds : null,
    });
  noteDraw('runs', limits.providerPerMinute, rate, note);
  noteQuotas(quotas ?? [], note);
}

/** Refuses what a limit of the account forbids; undefined for what looking again settles. */
export function refuseOverLimit(
  beginning: Extract<Beginning, { not: string }>,
  { limits }: Pick<Config, 'limits'>,
): undefined {
  if (!('standings' in beginning)) return;
  const { rate, quotas } = beginning.standings;
  if (beginning.not === 'full')
    throw rateLimited(`This account may have ${limits.providerConcurrent} runs at the same time.`, fullSeconds * 1000);
  if (beginning.not === 'too often')
    throw rateLimited(`This account may start ${limits.providerPerMinute} runs a minute.`, rate?.waitMs ?? 0);
  throw quotaExceeded(quotas ?? []);
}
