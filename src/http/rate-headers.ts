import type { Drawn, Note } from '../graphql/context.ts';
import type { Exchange } from './exchange.ts';

/** What is counted, where it is not requests; `tokens` is no registered unit (ours). */
const units: Partial<Record<Drawn['limit'], string>> = {
  'concurrent-runs': 'concurrent-requests',
  'output-tokens': 'tokens',
};

/**
 * Tells the caller of a request how the limits stand that it draws on: `RateLimit-Policy` and `RateLimit` as in
 * draft-ietf-httpapi-ratelimit-headers-11, one item a limit. Once the answer has begun it is too late, and nothing is said.
 */
export function noteFor({ res, drawn }: Exchange): Note {
  return (one) => {
    drawn.set(one.limit, one);
    if (res.headersSent) return;
    const all = [...drawn.values()];
    res.setHeader('ratelimit-policy', all.map(policyOf).join(', '));
    res.setHeader('ratelimit', all.map(standingOf).join(', '));
  };
}

function policyOf({ limit, quota, windowSeconds }: Drawn): string {
  const unit = units[limit];
  return `"${limit}";q=${quota}${unit ? `;qu="${unit}"` : ''}${windowSeconds === null ? '' : `;w=${windowSeconds}`}`;
}

function standingOf({ limit, remaining, resetSeconds }: Drawn): string {
  return `"${limit}";r=${remaining}${resetSeconds === null ? '' : `;t=${resetSeconds}`}`;
}
