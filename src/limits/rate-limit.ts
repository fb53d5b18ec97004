/** An extra rate limit of some operations. */
export type Bucket = 'plan';

/** State of a limit after a call drew on it. */
export interface RateLimitState {
  limit:
    | 'requests'
    | 'account-requests'
    | 'graphql-cost'
    | Bucket
    | 'runs'
    | 'concurrent-runs'
    | 'chapters'
    | 'narrations'
    | 'outlines'
    | 'covers'
    | 'output-tokens';
  quota: number;
  /** Null for a limit of concurrency. */
  windowSeconds: number | null;
  remaining: number;
  /** Until the quota is full again or, for a refused call, until a retry can succeed. Null if unknown. */
  resetSeconds: number | null;
}

/** Receives the state of each limit that a request draws on. */
export type ReportLimit = (drawn: RateLimitState) => void;
