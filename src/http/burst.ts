import { ServiceError } from '../errors.ts';
import type { Drawn, Note } from '../graphql/context.ts';
import type { BucketDraw } from '../sql/bucket.ts';

const minuteMs = 60_000;
const keysMax = 10_000;

/** The general limit of requests a token, in this node's memory: a minute's worth at once, then evenly (GCRA). */
export class Burst {
  private readonly arrivals = new Map<string, number>();
  private readonly perMinute: number;
  private readonly now: () => number;

  constructor(perMinute: number, now: () => number = Date.now) {
    this.perMinute = perMinute;
    this.now = now;
  }

  /** Takes a request, or says how long to wait; undefined where there is no limit (0 a minute). */
  take(key: string): BucketDraw | undefined {
    if (this.perMinute === 0) return undefined;
    const now = this.now();
    const before = Math.max(this.arrivals.get(key) ?? 0, now);
    const next = before + minuteMs / this.perMinute;
    if (next - now > minuteMs) return { waitMs: next - now - minuteMs, fullMs: before - now };
    if (this.arrivals.size >= keysMax) this.arrivals.clear();
    this.arrivals.set(key, next);
    return { waitMs: 0, fullMs: next - now };
  }
}

/** Notes how a limit stands, and throws `rate_limited` with the reason where the draw was refused. */
export function settleDraw(
  limit: Drawn['limit'],
  perMinute: number,
  draw: BucketDraw | undefined,
  note: Note,
  why: string,
): void {
  noteDraw(limit, perMinute, draw, note);
  if (draw && draw.waitMs > 0) throw rateLimited(why, draw.waitMs);
}

/** Notes how a limit of so many a minute stands; nothing where there is none. */
export function noteDraw(limit: Drawn['limit'], perMinute: number, draw: BucketDraw | undefined, note: Note): void {
  if (!draw) return;
  const { waitMs, fullMs } = draw;
  // A hair more, against what division loses.
  const left = Math.floor(((minuteMs - fullMs) * perMinute) / minuteMs + 1e-6);
  note({
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
