import type { ServerResponse } from 'node:http';
import type { RateLimitState, ReportLimit } from './rate-limit.ts';

/** Units of limits that do not count requests; `tokens` and `cost` are not registered (ours). */
const units: Partial<Record<RateLimitState['limit'], string>> = {
  'concurrent-runs': 'concurrent-requests',
  'output-tokens': 'tokens',
  'graphql-cost': 'cost',
};

/**
 * Reports limits in the response headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11), one
 * item per limit. Does nothing once the headers are sent.
 */
export function limitReporterFor({
  res,
  limits: drawn,
}: {
  res: ServerResponse;
  limits: Map<string, RateLimitState>;
}): ReportLimit {
  return (one) => {
    drawn.set(one.limit, one);
    if (res.headersSent) return;
    const all = [...drawn.values()];
    res.setHeader('ratelimit-policy', all.map(policyOf).join(', '));
    res.setHeader('ratelimit', all.map(standingOf).join(', '));
  };
}

function policyOf({ limit, quota, windowSeconds }: RateLimitState): string {
  const unit = units[limit];
  return `"${limit}";q=${quota}${unit ? `;qu="${unit}"` : ''}${windowSeconds === null ? '' : `;w=${windowSeconds}`}`;
}

function standingOf({ limit, remaining, resetSeconds }: RateLimitState): string {
  return `"${limit}";r=${remaining}${resetSeconds === null ? '' : `;t=${resetSeconds}`}`;
}
