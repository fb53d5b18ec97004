import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { watchBook } from '../support/events.ts';
import { facesWith, http, type Json, ownService, refusal } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const scopes = ['books:read', 'account:read', 'account:write'] as const;
const faces = facesWith('createToken', 'tokens', 'revokeToken', 'rotateToken');
const dayMs = 86_400_000;

/** A narrow key of a new account that expires in one day, and a key with all scopes. */
async function newKeyPair() {
  const account = `family ${crypto.randomUUID()}`;
  const whole = await own.running().newKey({ account });
  const narrow = await own.running().newKey({ account, scopes, expiresInDays: 1 });
  const idOf = async (key: string) =>
    (await own.face('REST', whole)('tokens')).find(({ prefix }: Json) => key.startsWith(prefix)).id;
  return { account, whole, narrow, wholeId: await idOf(whole), narrowId: await idOf(narrow) };
}

const isAccepted = async (key: string, url = own.url()) => (await http(url, key, 'GET', '/v1/account')).status === 200;

describeInTurn(faces)('keys form a tree, through %s (access.md, Keys)', (name, it) => {
  // MCP callers count as agents, whatever their key.
  const kind = name === 'MCP' ? 'agent' : 'person';
  const make = (key: string, input: object = {}) => own.face(name, key)('createToken', { input: { scopes, ...input } });

  it('a key made with a key is its child and expires no later', async () => {
    const { narrow, narrowId, whole } = await newKeyPair();
    const { expiresAt } = (await own.face(name, whole)('tokens')).find(({ id }: Json) => id === narrowId);
    for (const input of [{}, { expiresInDays: 3650 }]) {
      const child = await make(narrow, input);
      expect(child).toMatchObject({ parentId: narrowId, expiresAt, kind, bookIds: null, readOnly: false });
    }
    const listed = await own.face(name, narrow)('tokens');
    expect(listed.map(({ parentId }: Json) => parentId)).toEqual([narrowId, narrowId, null, null]);
    const shorter = await make(whole, { expiresInDays: 2 });
    expect(Math.round((Date.parse(shorter.expiresAt) - Date.parse(shorter.createdAt)) / dayMs)).toBe(2);
  });

  it('revoking a key revokes its descendants with it', async () => {
    const { narrow, narrowId, whole } = await newKeyPair();
    const child = await make(narrow);
    const grandchild = await make(child.secret);
    const { revokedAt } = await own.face(name, whole)('revokeToken', { tokenId: narrowId });
    for (const key of [narrow, child.secret, grandchild.secret]) expect(await isAccepted(key)).toBe(false);
    expect(await isAccepted(whole)).toBe(true);
    const listed = await own.face(name, whole)('tokens');
    expect(listed.map((one: Json) => one.revokedAt)).toEqual(
      [revokedAt, revokedAt, revokedAt, null].map((at) => at && expect.any(String)),
    );
  });

  it('a narrow key cannot revoke or rotate a wider or longer-lived one', async () => {
    const { account, narrow, wholeId, whole } = await newKeyPair();
    const later = await own.running().newKey({ account, scopes, expiresInDays: 2 });
    const [{ id: laterId }] = await own.face(name, whole)('tokens');
    for (const field of ['revokeToken', 'rotateToken'])
      for (const tokenId of [wholeId, laterId]) {
        const { code } = await refusal(own.face(name, narrow)(field, { tokenId }));
        expect([field, tokenId, code]).toEqual([field, tokenId, 'insufficient_scope']);
      }
    expect([await isAccepted(whole), await isAccepted(later)]).toEqual([true, true]);
  });

  it('a key can revoke itself, and any key within its own rights', async () => {
    const { account, narrow, narrowId } = await newKeyPair();
    const sibling = await own.running().newKey({ account, scopes: ['account:read'], expiresInDays: 1 });
    await own.running().database.write`UPDATE token SET expires_at = expires_at - interval '1 minute'
      WHERE expires_at IS NOT NULL AND scopes = '{account:read}'`;
    const [{ id: siblingId }] = await own.face(name, narrow)('tokens');
    await own.face(name, narrow)('revokeToken', { tokenId: siblingId });
    expect(await isAccepted(sibling)).toBe(false);
    await own.face(name, narrow)('revokeToken', { tokenId: narrowId });
    expect(await isAccepted(narrow)).toBe(false);
  });

  it('the key of an agent only makes keys of agents', async () => {
    const { whole } = await newKeyPair();
    const agent = await make(whole, { kind: 'agent' });
    expect(agent.kind).toBe('agent');
    expect((await make(agent.secret)).kind).toBe('agent');
    expect((await refusal(make(agent.secret, { kind: 'person' }))).code).toBe('insufficient_scope');
    const { id } = await own.face('REST', whole)('createToken', { input: { scopes } });
    expect((await refusal(own.face(name, agent.secret)('rotateToken', { tokenId: id }))).code).toBe(
      'insufficient_scope',
    );
  });

  it('a rotated key keeps id and children, and its old secret works until the overlap ends', async () => {
    const { narrow, narrowId, whole } = await newKeyPair();
    const child = await make(narrow);
    const rotated = await own.face(name, narrow)('rotateToken', { tokenId: narrowId });
    expect(rotated).toMatchObject({ id: narrowId, scopes: [...scopes], prefix: rotated.secret.slice(0, 12) });
    for (const key of [narrow, rotated.secret, child.secret]) expect(await isAccepted(key)).toBe(true);
    const again = await own.face(name, rotated.secret)('rotateToken', {
      tokenId: narrowId,
      input: { overlapSeconds: 0 },
    });
    expect(await Promise.all([narrow, rotated.secret, again.secret].map((key) => isAccepted(key)))).toEqual([
      true,
      false,
      true,
    ]);
    await own.running().database.write`UPDATE token_former_secret SET works_until = now() WHERE token_id = ${narrowId}`;
    own.running().service.services.forgetTokens();
    expect([await isAccepted(narrow), await isAccepted(again.secret)]).toEqual([false, true]);
    await own.face(name, whole)('revokeToken', { tokenId: narrowId });
    const code = kind === 'agent' ? 'insufficient_scope' : 'invalid_state';
    expect((await refusal(own.face(name, whole)('rotateToken', { tokenId: narrowId }))).code).toBe(code);
  });

  it('one of fifty rotations of the same version succeeds, and answers the living secret', async () => {
    const { account, whole, narrowId } = await newKeyPair();
    const agent = await own.running().newKey({ account, kind: 'agent' });
    const [{ id: agentId }] = await own.face('REST', whole)('tokens');
    const tokenId = name === 'MCP' ? agentId : narrowId;
    const { version } = (await own.face(name, whole)('tokens')).find(({ id }: Json) => id === tokenId);
    const input = { tokenId, expectedVersion: version, input: { overlapSeconds: 0 } };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => own.face(name, name === 'MCP' ? agent : whole)('rotateToken', input)),
    );
    const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toMatchObject([{ id: tokenId, version: version + 1 }]);
    expect(await isAccepted(made[0].secret)).toBe(true);
    const stale = await refusal(own.face(name, name === 'MCP' ? made[0].secret : whole)('rotateToken', input));
    expect(stale).toMatchObject({ code: 'conflict', body: { current: { id: tokenId, version: version + 1 } } });
    expect(JSON.stringify(stale.body)).not.toContain('acc_');
  });

  it.each([-1, 604_801, 1.5])('rejects an overlap of %s seconds on rotation', async (overlapSeconds) => {
    const { whole, wholeId } = await newKeyPair();
    const { code } = await refusal(
      own.face(name, whole)('rotateToken', { tokenId: wholeId, input: { overlapSeconds } }),
    );
    expect(code).toBe('invalid_request');
  });
});

describe('the limit of live keys (access.md, Keys)', () => {
  it('is 100 per account under concurrency, with sessions counted separately', async () => {
    const { account, whole } = await newKeyPair();
    const { write } = own.running().database;
    await write`
      INSERT INTO token (id, account_id, hash, prefix, name, scopes, is_session, revoked_at, expires_at)
      SELECT 'tok_' || n || a.id, a.id, decode(md5(n || a.id), 'hex'), '', '', '{books:read}', n > 200,
        CASE WHEN n BETWEEN 101 AND 150 THEN now() END, CASE WHEN n BETWEEN 151 AND 200 THEN now() END
      FROM account a, generate_series(1, 220) n WHERE a.name = ${account} AND (n <= 88 OR n > 100)`;
    const made = await Promise.allSettled(
      Array.from({ length: 50 }, () => own.face('REST', whole)('createToken', { input: { scopes: ['books:read'] } })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const codes = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['invalid_state']));
    const [live] = await write`SELECT count(*)::int AS count FROM token t JOIN account a ON a.id = t.account_id
      WHERE a.name = ${account} AND NOT is_session AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;
    expect(live?.count).toBe(100);
  });
});

describe('the key tree across nodes and races (access.md, Keys)', () => {
  let other: TestService;
  beforeAll(async () => {
    other = await startService();
  });
  afterAll(() => other.close());

  it('descendants of a revoked key stop working on every node', async () => {
    const { whole, narrow, narrowId } = await newKeyPair();
    const child = await own.face('REST', narrow)('createToken', { input: { scopes } });
    expect(await isAccepted(child.secret, other.url)).toBe(true);
    await own.face('REST', whole)('revokeToken', { tokenId: narrowId });
    await until(async () => !(await isAccepted(child.secret, other.url)));
  });

  it('no child outlives a parent revoked at the same time', async () => {
    const { whole, narrow, narrowId } = await newKeyPair();
    const attempts = Array.from({ length: 12 }, () =>
      own
        .face('REST', narrow)('createToken', { input: { scopes } })
        .catch(() => undefined),
    );
    await own.face('REST', whole)('revokeToken', { tokenId: narrowId });
    await Promise.all(attempts);
    const live = (await own.face('REST', whole)('tokens')).filter(({ revokedAt }: Json) => revokedAt === null);
    expect(live).toHaveLength(1);
  });

  it('the secret of a key makes one new secret when it replaces itself without an overlap', async () => {
    const { narrow, narrowId } = await newKeyPair();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        own.face('REST', narrow)('rotateToken', { tokenId: narrowId, input: { overlapSeconds: 0 } }),
      ),
    );
    const codes = outcomes.map((one) => (one.status === 'fulfilled' ? 'made' : one.reason.code));
    expect(codes.toSorted().slice(-2)).toEqual(['invalid_token', 'made']);
    expect(codes.filter((code) => code === 'invalid_token')).toHaveLength(11);
  });

  it.each([
    [0, 'ends'],
    [60, 'goes on'],
  ])(
    'a stream of a secret that is replaced with an overlap of %i s %s on every node',
    async (overlapSeconds, outcome) => {
      const { whole, narrow, narrowId } = await newKeyPair();
      const client = await ChapterClient.create(own.url(), whole);
      const both = [own.url(), other.url].map((url) => watchBook(url, narrow, client.bookId));
      await Promise.all(both.map(({ began }) => began));
      await own.face('REST', whole)('rotateToken', { tokenId: narrowId, input: { overlapSeconds } });
      if (outcome === 'ends') for (const { ended } of both) expect((await ended).text).toContain('invalid_token');
      else {
        await client.ask('PATCH', client.path, { title: 'Rotated' });
        for (const watching of both) await watching.waitForCount(1);
        for (const watching of both) watching.disconnect();
      }
    },
  );

  it('a rotation with an idempotency key stores no secret', async () => {
    const { whole, wholeId, account } = await newKeyPair();
    const rotate = (headers = { 'idempotency-key': 'once' }) =>
      http(own.url(), whole, 'POST', `/v1/account/tokens/${wholeId}/rotate`, {}, headers);
    const { secret } = (await rotate()).json.data;
    const again = await rotate();
    expect([again.status, again.json.error.message]).toEqual([409, expect.stringContaining(wholeId)]);
    const [kept] = await own.running().database
      .write`SELECT k.answer FROM idempotency_key k JOIN account a ON a.id = k.account_id
      WHERE a.name = ${account}`;
    expect(kept?.answer).not.toContain(secret.slice(9));
  });
});
