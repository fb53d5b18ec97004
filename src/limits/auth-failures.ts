import { isIPv6 } from 'node:net';
import { ServiceError } from '../errors.ts';
import { Burst, rateLimited } from './burst.ts';

/** Counts requests with unknown keys by network. Valid keys are never refused here. */
export class AuthFailures {
  private readonly burst: Burst;
  private readonly perMinute: number;

  constructor(perMinute: number, now?: () => number) {
    this.perMinute = perMinute;
    this.burst = new Burst(perMinute, now);
  }

  /** The error for a refused request: the original, or `rate_limited` if its network sent too many. */
  refusal(thrown: unknown, address: () => string): unknown {
    if (!(thrown instanceof ServiceError) || thrown.code !== 'invalid_token') return thrown;
    const draw = this.burst.take(networkOf(address()));
    if (!draw || draw.waitMs === 0) return thrown;
    return rateLimited(
      `The limit per address is ${this.perMinute} requests a minute with an unknown key.`,
      draw.waitMs,
    );
  }
}

/** The address, or the /64 network of an IPv6 address, which may belong to one machine. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  // Proxies may forward values of any kind and length.
  if (!isIPv6(bare)) return bare.slice(0, 64);
  const [head = '', tail] = bare.split('::');
  const groupsOf = (text: string | undefined) => (text ? text.split(':') : []);
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
