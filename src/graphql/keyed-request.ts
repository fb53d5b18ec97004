import { createHash } from 'node:crypto';
import type { Caller } from '../caller.ts';
import type { KeyedRequest } from '../sql/idempotency.ts';

/**
 * Identifies a request by its arguments, which are the same on every face. The waiting time is not part of it. Undefined
 * without a key.
 */
export function keyedRequest({ accountId }: Caller, field: string, args: object): KeyedRequest | undefined {
  const { idempotencyKey: key, waitSeconds: _wait, ...others } = args as Record<string, unknown>;
  if (typeof key !== 'string') return undefined;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([field, canonical(others)]))
    .digest('hex');
  return { accountId, key, requestHash };
}

/** Canonical JSON: members sorted; at the top level null and an empty input are equal. */
function canonical(args: Record<string, unknown>): unknown {
  const given = Object.entries(args).filter(([, value]) => value != null && JSON.stringify(value) !== '{}');
  return sorted(Object.fromEntries(given));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]);
}
