import { createServer, request as requestOf } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { liveSessionsMax } from '../../src/domain/story/account/rules.ts';
import { newSignInCode, sweepSignInCodes } from '../../src/domain/story/account/sign-in.ts';
import { ensureAccount, sweepSessions } from '../../src/domain/story/account/store.ts';
import { http, ownService } from '../support/faces.ts';
import { startService } from '../support/service.ts';

// The proxy header lets a test use another client address.
const own = ownService({ TRUSTED_PROXIES: '1' });
const database = () => own.running().database;

let accounts = 0;
/** A new or existing account and a sign-in code for it. */
async function newCode(name = `sign-in ${accounts++}`) {
  const { id } = await ensureAccount(database().write, name);
  return { accountId: id, account: name, code: await newSignInCode(database().write, id) };
}

const post = (body: unknown, headers: Record<string, string> = {}, url = own.url()) =>
  http(url, undefined, 'POST', '/session', body, { origin: url, ...headers });
const outcome = ({ status, json }: Awaited<ReturnType<typeof post>>) => [status, json.error?.code];

/** Signs in to a new account and returns the session. */
async function newSession() {
  const made = await newCode();
  const { status, json } = await post({ code: made.code });
  expect(status).toBe(201);
  return { ...made, ...json.data };
}

const statusOf = async (key: string, path = '/v1/books') => (await http(own.url(), key, 'GET', path)).status;

describe('a sign-in code', () => {
  it('is exchanged once for an account key, listed as "browser"', async () => {
    const { account, code } = await newCode();
    const { status, json, headers } = await post({ code }, { 'sec-fetch-site': 'same-origin' });
    expect([status, headers.get('cache-control'), headers.has('set-cookie')]).toEqual([201, 'no-store', false]);
    expect(json.data).toEqual({
      key: expect.stringMatching(/^fab_live_[\w-]{43}$/),
      account,
      tokenId: expect.stringMatching(/^tok_/),
      expiresAt: expect.any(String),
    });
    const hours = (Date.parse(json.data.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    const { data } = (await http(own.url(), json.data.key, 'GET', '/v1/account/tokens')).json;
    const { tokenId, expiresAt } = json.data;
    expect(data).toMatchObject([{ id: tokenId, name: 'browser', kind: 'person', parentId: null, expiresAt }]);
    expect(outcome(await post({ code }))).toEqual([401, 'invalid_token']);
    const logged = own.running().logged.join('\n');
    expect(logged).not.toContain(code);
    expect(logged).not.toContain(json.data.key);
  });

  it('works once for concurrent requests on several nodes', async () => {
    const other = await startService();
    onTestFinished(() => other.close());
    const { code } = await newCode();
    const urls = [own.url(), other.url, own.url(), other.url];
    const answers = await Promise.all(urls.map((url) => post({ code }, {}, url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401]);
  });

  it('is stored as a hash, and rejected and deleted after it expires', async () => {
    const { accountId, code } = await newCode();
    const stored = () => database().read`SELECT * FROM sign_in_code WHERE account_id = ${accountId}`;
    const [row] = await stored();
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row?.expiresAt - row?.createdAt).toBe(600_000);
    await database().write`UPDATE sign_in_code SET expires_at = clock_timestamp() WHERE account_id = ${accountId}`;
    expect(outcome(await post({ code }))).toEqual([401, 'invalid_token']);
    await sweepSignInCodes(database().write);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin', { origin: '' }],
    ['a same-site page', { 'sec-fetch-site': 'same-site' }],
    ['a cross-site link', { 'sec-fetch-site': 'cross-site' }],
    ['a typed URL', { 'sec-fetch-site': 'none' }],
  ])('is rejected from %s and stays usable', async (_who, headers) => {
    const { code } = await newCode();
    expect(outcome(await post({ code }, headers))).toEqual([403, 'forbidden_origin']);
    expect((await post({ code })).status).toBe(201);
  });

  it('is accepted from PUBLIC_URL behind a proxy that changes the host name', async () => {
    const behind = await startService({ PUBLIC_URL: 'https://fabula.example/books' });
    onTestFinished(() => behind.close());
    const { code } = await newCode();
    expect(outcome(await post({ code }, { origin: 'https://fabula.example:8443' }, behind.url))[0]).toBe(403);
    expect((await post({ code }, { origin: 'https://fabula.example' }, behind.url)).status).toBe(201);
  });

  it.each([
    ['no body', undefined, {}, 400],
    ['a number as code', { code: 1 }, {}, 400],
    ['an unknown member', { code: 'x', account: 'author' }, {}, 400],
    ['an unknown code', { code: 'x' }, {}, 401],
    ['a form', 'code=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['5 KB', { code: 'x'.repeat(5_000) }, {}, 413],
  ])('is rejected with %s', async (_what, body, headers, status) => {
    expect((await post(body, headers)).status).toBe(status);
  });

  it('is accepted by POST only', async () => {
    const answer = await http(own.url(), undefined, 'GET', '/session');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is rate limited to 30 wrong guesses per minute and address', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const wrong = () => post({ code: 'A'.repeat(43) }, from);
    const answers = await Promise.all(Array.from({ length: 60 }, wrong));
    const [refused, ...others] = answers.filter(({ status }) => status === 429);
    expect(answers.length - others.length - 1).toBeGreaterThanOrEqual(30);
    expect(refused?.json.error.code).toBe('rate_limited');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post({ code: (await newCode()).code }, from)).status).toBe(201);
    expect((await post({ code: 'A'.repeat(43) }, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(401);
  });
});

describe('a session key', () => {
  it('is ignored in a cookie', async () => {
    const { key } = await newSession();
    expect(await statusOf(key)).toBe(200);
    for (const path of ['/v1/books', '/graphql?query={__typename}', '/mcp', '/v1/account/tokens']) {
      const cookie = `fabula:session=${key}; session=${key}; authorization=Bearer ${key}`;
      const { status, json } = await http(own.url(), undefined, 'GET', path, undefined, { cookie });
      expect([path, status, json.error.code]).toEqual([path, 401, 'unauthenticated']);
    }
  });

  it.each([
    ['last used 59 minutes ago', '59 minutes', 200],
    ['last used 62 minutes ago', '62 minutes', 401],
  ])('that was %s is accepted only within the idle timeout', async (_what, ago, status) => {
    const { tokenId, key } = await newSession();
    await database().write`UPDATE token SET last_used_at = clock_timestamp() - ${ago}::interval WHERE id = ${tokenId}`;
    expect(await statusOf(key)).toBe(status);
  });

  it('that was never used expires as well', async () => {
    const { tokenId, key } = await newSession();
    await database().write`UPDATE token SET created_at = created_at - interval '62 minutes' WHERE id = ${tokenId}`;
    expect(await statusOf(key)).toBe(401);
  });

  it('expires after 12 hours despite activity', async () => {
    const { tokenId, key } = await newSession();
    await database()
      .write`UPDATE token SET expires_at = clock_timestamp(), last_used_at = clock_timestamp() WHERE id = ${tokenId}`;
    expect(await statusOf(key)).toBe(401);
  });

  it('can revoke itself to sign out', async () => {
    const { tokenId, key } = await newSession();
    expect((await http(own.url(), key, 'DELETE', `/v1/account/tokens/${tokenId}`)).status).toBe(200);
    expect(await statusOf(key)).toBe(401);
  });

  it('is deleted a day after its lifetime, unless it made a key', async () => {
    const { write } = database();
    const [ended, parent, present] = [await newSession(), await newSession(), await newSession()];
    await http(own.url(), parent.key, 'POST', '/v1/account/tokens', { scopes: ['books:read'] });
    const old = [ended.tokenId, parent.tokenId];
    await write`UPDATE token SET created_at = created_at - interval '37 hours' WHERE id = ANY(${old})`;
    while ((await sweepSessions(write)).count > 0);
    const kept = await write<{ id: string }[]>`
      SELECT id FROM token WHERE id = ANY(${[...old, present.tokenId]}) ORDER BY id`;
    expect(kept.map(({ id }) => id)).toEqual([parent.tokenId, present.tokenId].sort());
  });

  it(`is limited to ${liveSessionsMax} per account; an excess code works after a sign-out`, async () => {
    const first = await newSession();
    for (let count = 1; count < liveSessionsMax; count += 1)
      expect((await post({ code: (await newCode(first.account)).code })).status).toBe(201);
    const { code } = await newCode(first.account);
    const { status, json } = await post({ code });
    expect([status, json.error.code]).toEqual([400, 'invalid_state']);
    expect(json.error.message).toContain(`${liveSessionsMax} browser sessions`);
    expect(await statusOf(first.key, '/v1/account')).toBe(200);
    await http(own.url(), first.key, 'DELETE', `/v1/account/tokens/${first.tokenId}`);
    expect((await post({ code })).status).toBe(201);
  });
});

describe('a development proxy without forwarding headers', () => {
  /** Forwards everything, with the host name of the service or its own. */
  async function startProxy(changesHost: boolean) {
    const { hostname, port, host } = new URL(own.url());
    const proxy = createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, ...(changesHost ? { host } : {}) };
      const onward = requestOf({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => proxy.once('listening', resolve));
    onTestFinished(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }

  it.each([
    ['keeps the host name', false, 201],
    ['changes the host name', true, 403],
  ])('that %s leaks no key', async (_how, changesHost, status) => {
    const url = await startProxy(changesHost);
    for (const path of ['/', '/graphql', '/docs', '/mcp', '/desk']) {
      const page = await http(url, undefined, 'GET', path, undefined, { accept: 'text/html' });
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).not.toMatch(/fab_live_[\w-]{43}/);
    }
    const { code } = await newCode();
    expect((await post({ code }, {}, url)).status).toBe(status);
  });
});
