import { describe, expect, it } from 'vitest';
import { networkOf } from '../../src/limits/auth-failures.ts';
import { Burst } from '../../src/limits/burst.ts';
import { http, ownService } from '../support/faces.ts';

const unknown = () => `fab_live_${crypto.randomUUID()}${'A'.repeat(7)}`;
const many = { LIMIT_AUTH_FAILURES_PER_MINUTE: '3', LIMIT_ACCOUNT_REQUESTS_PER_MINUTE: '5' };

describe('requests with unknown keys (access.md, Keys)', () => {
  const own = ownService({ ...many, TRUSTED_PROXIES: '1' });
  const ask = async (key: string | undefined, address: string, path = '/v1/account') => {
    const { status, headers, json } = await http(own.url(), key, 'GET', path, undefined, {
      'x-forwarded-for': `203.0.113.9, ${address}`,
    });
    return [status, json?.error?.code ?? json?.errors?.[0].extensions.code, headers.get('retry-after')];
  };

  it('are counted by address: above the limit only valid keys are accepted', async () => {
    const [refused, limited] = [
      [401, 'invalid_token', null],
      [429, 'rate_limited', expect.stringMatching(/^\d+$/)],
    ];
    for (const path of ['/v1/account', '/graphql?query={__typename}', '/mcp'])
      expect(await ask(unknown(), '192.0.2.1', path)).toEqual(refused);
    for (const path of ['/v1/account', '/graphql?query={__typename}', '/mcp'])
      expect(await ask(unknown(), '192.0.2.1', path)).toEqual(limited);
    expect(await ask('sk-of-another-kind', '192.0.2.1')).toEqual(limited);
    expect((await ask(own.key(), '192.0.2.1'))[0]).toBe(200);
    expect(await ask(undefined, '192.0.2.1')).toEqual([401, 'unauthenticated', null]);
    expect(await ask(unknown(), '192.0.2.2')).toEqual(refused);
  });

  it('are counted by /64 network for IPv6', async () => {
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
    expect(['2001:db8:0:1::2', '2001:db8::1:0:0:0:9', '2001:0DB8:0:1:2:3:4:5'].map(networkOf)).toEqual(
      Array.from({ length: 3 }, () => '2001:db8:0:1'),
    );
    expect(networkOf('2001:db8:0:2::2')).toBe('2001:db8:0:2');
    expect(networkOf('x'.repeat(9_000))).toHaveLength(64);
  });
});

describe('requests of one account (access.md, Keys)', () => {
  const own = ownService(many);

  it('share one limit across its keys', async () => {
    const account = `account ${crypto.randomUUID()}`;
    const keys = [await own.running().newKey({ account }), await own.running().newKey({ account })];
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await http(own.url(), keys[count % 2], 'GET', '/v1/account')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const { headers, json } = await http(own.url(), keys[0], 'GET', '/v1/account');
    expect(json.error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('account') });
    expect(headers.get('ratelimit-policy')).toContain('"account-requests";q=5;w=60');
    expect((await http(own.url(), own.key(), 'GET', '/v1/account')).status).toBe(200);
  });
});

describe('the in-memory rate limit', () => {
  it('admits exactly its limit at any fraction of a millisecond', () => {
    for (let at = 0; at < 1_000; at += 1) {
      const burst = new Burst(1, () => at * 971.3717);
      expect([at, burst.take('a')?.waitMs, burst.take('a')?.waitMs]).toEqual([at, 0, expect.closeTo(60_000)]);
    }
  });

  it('evicts the least recently used key and never an active one', () => {
    const burst = new Burst(1, () => 0, 2);
    const isTaken = (key: string) => burst.take(key)?.waitMs === 0;
    expect([isTaken('flood'), isTaken('a'), isTaken('flood'), isTaken('b'), isTaken('flood')]).toEqual([
      ...[true, true, false, true, false],
    ]);
    expect(isTaken('a')).toBe(true);
  });
});
