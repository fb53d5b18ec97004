import { askedMs, durationMs } from './duration.ts';
import type { SaidError } from './said-error.ts';

// Longest wait that is passed on, seconds. Ours.
const secondsMax = 86_400;

/**
 * Whole seconds, at least 1, until a provider takes requests again; undefined if it does not say. `isLimit`: whether a limit
 * is used up, which other headers tell. `now` is Unix time in milliseconds.
 */
export function toldWait(
  headers: Headers | undefined,
  said: SaidError | undefined,
  now: number,
  isLimit: boolean,
): number | undefined {
  const ms =
    numberOf(headers?.get('retry-after-ms')) ??
    retryAfterMs(headers, now) ??
    said?.waitMs ??
    askedMs(said?.message ?? '') ??
    (isLimit ? msUntilReset(headers, now) : undefined);
  return ms === undefined ? undefined : Math.min(Math.max(Math.ceil(ms / 1000), 1), secondsMax);
}

/** `retry-after`: seconds or a date (RFC 9110, 10.2.3), which is read by the clock of the provider. */
function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const value = headers?.get('retry-after') ?? '';
  const seconds = numberOf(value);
  if (seconds !== undefined) return seconds * 1000;
  const until = /[a-z].*:/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return durationMs(value);
  const clock = Date.parse(headers?.get('date') ?? '');
  return until - (Number.isNaN(clock) ? now : clock);
}

/** Of the limits of OpenAI, the longest wait of those that are used up; else the one limit of others: seconds, or a Unix time. */
function msUntilReset(headers: Headers | undefined, now: number): number | undefined {
  const used = ['requests', 'tokens'].filter((what) => numberOf(headers?.get(`x-ratelimit-remaining-${what}`)) === 0);
  const waits = used.flatMap((what) => durationMs(headers?.get(`x-ratelimit-reset-${what}`) ?? '') ?? []);
  if (waits.length > 0) return Math.max(...waits);
  const reset = numberOf(headers?.get('ratelimit-reset') ?? headers?.get('x-ratelimit-reset'));
  const rest = numberOf(headers?.get('ratelimit-remaining') ?? headers?.get('x-ratelimit-remaining'));
  if (reset === undefined || (rest ?? 0) > 0) return undefined;
  // Unix times in milliseconds and in seconds: both are far above any wait.
  if (reset > 1e12) return reset - now;
  return reset > 1e9 ? reset * 1000 - now : reset * 1000;
}

/** Undefined for what is no number that is at least 0. */
function numberOf(value: string | null | undefined): number | undefined {
  return value && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
