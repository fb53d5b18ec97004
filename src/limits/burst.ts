import { ServiceError } from '../errors.ts';
import type { BucketDraw } from '../sql/bucket.ts';
import type { RateLimitState, ReportLimit } from './rate-limit.ts';

const minuteMs = 60_000;
const keysMax = 10_000;
/** Tolerance for rounding of fractional clocks. */
const slackMs = 1e-6;

/**
 * In-memory rate limit per key: a minute's quota as a burst, then evenly (GCRA). The clock is monotonic, so changes of the
 * wall clock lock nobody out. Beyond the maximum number of keys the least recently used is dropped.
 */
export class Burst {
  private readonly arrivals = new Map<string, number>();
  private readonly perMinute: number;
  private readonly now: () => number;
  private readonly max: number;

  constructor(perMinute: number, now: () => number = () => performance.now(), max = keysMax) {
    this.perMinute = perMinute;
    this.now = now;
    this.max = max;
  }

  /** Takes an amount, or answers how long to wait for it; undefined without a limit (0 per minute). */
  take(key: string, amount = 1): BucketDraw | undefined {
    if (this.perMinute === 0) return undefined;
    const now = this.now();
    const before = notBefore(now, this.arrivals.get(key));
    const next = before + (minuteMs * amount) / this.perMinute;
    const isRefused = next - now > minuteMs + slackMs;
    this.note(key, isRefused ? before : next);
    return isRefused ? { waitMs: next - now - minuteMs, fullMs: before - now } : { waitMs: 0, fullMs: next - now };
  }

  /** Takes an amount without refusing it, down to an empty bucket. */
  spend(key: string, amount: number): void {
    if (this.perMinute === 0) return;
    const now = this.now();
    const next = notBefore(now, this.arrivals.get(key)) + (minuteMs * amount) / this.perMinute;
    this.note(key, Math.min(next, now + minuteMs));
  }

  /** A map keeps insertion order, so the first key is the least recently used. */
  private note(key: string, arrival: number): void {
    this.arrivals.delete(key);
    this.arrivals.set(key, arrival);
    if (this.arrivals.size <= this.max) return;
    for (const oldest of this.arrivals.keys()) {
      this.arrivals.delete(oldest);
      break;
    }
  }
}

/** When a key's past requests are paid off. A value more than a minute ahead is from another clock and counts as now. */
function notBefore(now: number, stored = now): number {
  return stored > now + minuteMs + 2 * slackMs ? now : Math.max(stored, now);
}

/** Reports the state of a limit. Throws `rate_limited` with the reason if the draw was refused. */
export function enforceLimit(
  limit: RateLimitState['limit'],
  perMinute: number,
  draw: BucketDraw | undefined,
  reportLimit: ReportLimit,
  why: string,
): void {
  reportDraw(limit, perMinute, draw, reportLimit);
  if (draw && draw.waitMs > 0) throw rateLimited(why, draw.waitMs);
}

/** Reports the state of a limit per minute; does nothing without a draw. */
export function reportDraw(
  limit: RateLimitState['limit'],
  perMinute: number,
  draw: BucketDraw | undefined,
  reportLimit: ReportLimit,
): void {
  if (!draw) return;
  const { waitMs, fullMs } = draw;
  // Compensates rounding of the division.
  const left = Math.floor(((minuteMs - fullMs) * perMinute) / minuteMs + 1e-6);
  reportLimit({
    limit,
    quota: perMinute,
    windowSeconds: minuteMs / 1000,
    remaining: waitMs > 0 ? 0 : Math.max(0, left),
    resetSeconds: waitMs > 0 ? secondsOf(waitMs) : Math.max(0, Math.ceil(fullMs / 1000)),
  });
}

export function rateLimited(why: string, waitMs: number): ServiceError {
  const retryAfter = secondsOf(waitMs);
  return new ServiceError('rate_limited', `${why} Wait ${retryAfter} s and try again.`, { retry_after: retryAfter });
}

function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
