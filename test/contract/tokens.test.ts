import { createHash } from 'node:crypto';
import { print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, hasScope, keylessCaller, type Scope, scopes } from '../../src/caller.ts';
import { parseRoute } from '../../src/faces/faces.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import { Callers } from '../../src/http/caller.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { samples } from '../registers/all.ts';
import {
  facesWith,
  faultsOf,
  http,
  type Json,
  ownService,
  rawHttp,
  refusal,
  sampleOf,
  tool,
} from '../support/faces.ts';
import { expectWithin } from '../support/proofs.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService({ LIMIT_PLAN_PER_MINUTE: '3' });
const unknown = `fab_live_${'A'.repeat(43)}`;
const some = 'bk_00000000000000000000000000';
const ids = new Proxy<Record<string, string>>({}, { get: () => some });
const get = (authorization: string | undefined, path = '/v1/books') =>
  http(own.url(), undefined, 'GET', path, undefined, authorization === undefined ? {} : { authorization });
const read = (sql: TestService['database']['read'], prefix: string) =>
  sql`SELECT * FROM token WHERE hash = ${hash(prefix)}`;
const hash = (key: string) => createHash('sha256').update(key).digest();

describe('authentication (service.md 5, contract 2)', () => {
  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['only a scheme', 'Bearer'],
    ['a scheme and spaces', 'Bearer   '],
    ['a token without scheme', unknown],
    ['another scheme', 'Basic dTpw'],
    ['two tokens', `Bearer ${unknown} ${unknown}`],
  ])('fails as unauthenticated with %s', async (_what, authorization) => {
    for (const path of ['/v1/books', '/v1', '/v1/nowhere', '/graphql?query={__typename}', '/mcp']) {
      const { status, headers, json } = await get(authorization, path);
      expect([path, status, json.error.code]).toEqual([path, 401, 'unauthenticated']);
      expect(headers.get('www-authenticate')).toMatch(path === '/mcp' ? /^Bearer resource_metadata=/ : /^Bearer$/);
      expect(json.error.request_id).toBe(headers.get('x-request-id'));
    }
  });

  it('fails as unauthenticated with two headers, even if both are valid', async () => {
    const line = `Authorization: Bearer ${own.key()}\r\n`;
    const { status, json } = await rawHttp(
      own.url(),
      `GET /v1/books HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}${line}\r\n`,
    );
    expect([status, json.error.code]).toEqual([401, 'unauthenticated']);
  });

  it.each([
    ['malformed', 'Bearer sk-12345'],
    ['one character short', `Bearer ${unknown.slice(0, -1)}`],
    ['unknown', `Bearer ${unknown}`],
  ])('fails as invalid_token with a token that is %s', async (_what, authorization) => {
    for (const path of ['/v1/books', '/graphql?query={__typename}', '/mcp']) {
      const { status, headers, json } = await get(authorization, path);
      expect([status, json.error.code]).toEqual([401, 'invalid_token']);
      const more = path === '/mcp' ? ', resource_metadata=".+"' : '';
      expect(headers.get('www-authenticate')).toMatch(new RegExp(`^Bearer error="invalid_token"${more}$`));
    }
  });

  it.each(['expires_at', 'revoked_at'])('fails as invalid_token after %s of the token', async (column) => {
    const { newKey, database } = own.running();
    const key = await newKey({ expiresInDays: 1 });
    await database.write`UPDATE token SET ${database.write(column)} = now() WHERE hash = ${hash(key)}`;
    expect((await get(`Bearer ${key}`)).json.error.code).toBe('invalid_token');
  });

  it('accepts any case and spacing of the scheme', async () => {
    expect((await get(`bearer  ${own.key()}`)).status).toBe(200);
  });
});

const scoped = operations
  .map((operation) => prepareOperation(schema, operation))
  .map(({ operation, scope, kind }) => ({ operation, scope: scope ?? 'books:read', kind, answer: operation.answer }));
/** All scopes but one, and those that include it. */
const held = (scope: Scope) => scopes.filter((one) => !hasScope([one], scope));

describe('the scope of every operation (contract 2)', () => {
  const keys = new Map<Scope, string>();
  const lacking = (scope: Scope) => keys.get(scope) ?? '';
  const refused = (scope: Scope) => ({
    code: 'insufficient_scope',
    message: expect.stringContaining(scope),
    required_scope: scope,
    granted_scopes: held(scope),
    request_id: expect.stringMatching(/^req_/),
  });
  beforeAll(async () => {
    for (const scope of scopes) keys.set(scope, await own.running().newKey({ scopes: held(scope).reverse() }));
  });

  it('is books:read for reads and books:write for writes, with declared exceptions', () => {
    const usual = scoped.filter(({ scope, kind }) => scope === (kind === 'query' ? 'books:read' : 'books:write'));
    const others = scoped.filter((one) => !usual.includes(one)).map(({ answer, scope }) => [answer, scope]);
    const declared = [...samples].flatMap(([answer, { scope }]) => (scope ? [[answer, scope]] : []));
    expect(Object.fromEntries(others)).toEqual(Object.fromEntries(declared));
  });

  it.each(scoped.filter(({ operation }) => operation.rest))(
    'rejects $operation.rest without $scope before checking body or id',
    async ({ operation, scope }) => {
      const { method, path } = parseRoute(operation.rest ?? '');
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{ not json';
      const target = `${path.replaceAll(/\{\w+\}/g, 'x')}?limit=x`;
      const { status, headers, json } = await http(own.url(), lacking(scope), method, target, body);
      expect([status, json]).toEqual([403, { error: refused(scope) }]);
      expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    },
  );

  it.each(scoped)('rejects the document of $answer without $scope', async ({ operation, scope }) => {
    const sample = sampleOf(operation, ids);
    const variables = operation.variables ? operation.variables(sample) : sample;
    const query = print(operation.document);
    const { json } = await http(own.url(), lacking(scope), 'POST', '/graphql', {
      query,
      variables: { offset: 0, limit: 1, full: true, withContent: true, ...variables },
    });
    const [{ message, extensions }] = json.errors;
    expect({ message, ...extensions }).toEqual(refused(scope));
  });

  it.each(scoped.filter(({ operation }) => operation.tool))(
    'rejects the tool $operation.tool.name without $scope before checking arguments',
    async ({ operation, scope }) => {
      const work = tool(own.url(), lacking(scope), operation.tool?.name ?? '', { garbage: 1 });
      expect((await refusal(work)).body).toEqual(refused(scope));
    },
  );
});

describe('the order of checks (contract 2)', () => {
  const send = (key: string | undefined, body: unknown, headers: Record<string, string> = {}, path = 'plan') =>
    http(own.url(), key, 'PATCH', `/v1/books/${some}/${path}`, body, headers);
  const code = async (work: ReturnType<typeof send>) => (await work).json.error.code;
  const asText = { 'content-type': 'text/plain' };
  const big = `{"themeStatement": "${'x'.repeat(5 * 1024 * 1024)}"}`;

  it('is 401, 403, 429, 413 and 415, 400, 404', async () => {
    const { newKey } = own.running();
    const reader = await newKey({ scopes: ['books:read'] });
    const writer = await newKey();
    expect(await code(send(unknown, '{', asText))).toBe('invalid_token');
    expect(await code(send(reader, '{', asText))).toBe('insufficient_scope');
    expect(await code(send(writer, big))).toBe('payload_too_large');
    expect(await code(send(writer, '{', asText))).toBe('unsupported_media_type');
    expect(await code(send(writer, { themeStatement: 1 }))).toBe('invalid_request');
    expect(await code(send(writer, '{', asText))).toBe('rate_limited');
    expect(await code(send(reader, '{', asText))).toBe('insufficient_scope');
  });

  it('is 400, 404, 409, then 400 invalid_state', async () => {
    const character = `characters/${some}`;
    const stale = { 'if-match': '"7"' };
    expect(await code(send(own.key(), { name: 1 }, stale, character))).toBe('invalid_request');
    expect(await code(send(own.key(), { name: 'A' }, stale, character))).toBe('not_found');
    const bookId = await own.newBook();
    const [a, b] = [await own.newCharacter(bookId, 'A'), await own.newCharacter(bookId, 'B')];
    const edge = { fromCharacterId: a, toCharacterId: b, kind: 'goal', description: 'The light.' };
    const rest = own.face('REST');
    await rest('addConflict', { bookId, input: edge });
    const { id: conflictId } = await rest('addConflict', { bookId, input: { ...edge, kind: 'love' } });
    const key = { bookId, conflictId, patch: { kind: 'goal' } };
    await expect(rest('updateConflict', { ...key, expectedVersion: 9 })).rejects.toMatchObject({ code: 'conflict' });
    await expect(rest('updateConflict', key)).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

describeInTurn(facesWith('createToken', 'tokens', 'revokeToken'))('tokens through %s (contract 3)', (name, it) => {
  const create = (input: object, key?: string) => own.face(name, key)('createToken', { input });

  it('show the secret once and store only its hash', async () => {
    const { secret, ...record } = await create({
      name: 'ci',
      scopes: ['analytics:read', 'books:read'],
      expiresInDays: 2,
    });
    expect(secret).toMatch(/^fab_live_[A-Za-z0-9_-]{43}$/);
    expect(record).toEqual({
      id: expect.stringMatching(/^tok_[0-9a-hjkmnp-tv-z]{26}$/),
      name: 'ci',
      parentId: expect.stringMatching(/^tok_/),
      prefix: secret.slice(0, 12),
      kind: name === 'MCP' ? 'agent' : 'person',
      bookIds: null,
      readOnly: false,
      tools: null,
      scopes: ['books:read', 'analytics:read'],
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: expect.any(String),
      revokedAt: null,
      version: 1,
    });
    expect(Math.round((Date.parse(record.expiresAt) - Date.parse(record.createdAt)) / 86_400_000)).toBe(2);
    const listed = await own.face(name)('tokens');
    expect(listed.find(({ id }: Json) => id === record.id)).toEqual(record);
    expect(JSON.stringify(listed)).not.toContain(secret);
    const [row] = await read(own.running().database.read, secret);
    expect(row?.id).toBe(record.id);
    expect(JSON.stringify(row)).not.toContain(secret.slice(12));
    expect((await get(`Bearer ${secret}`)).status).toBe(200);
    expect(own.running().logged.join()).not.toContain(secret.slice(12));
  });

  it('are listed newest first, within the account', async () => {
    const key = await own.running().newKey();
    const made = [await create({ scopes: ['books:read'] }, key), await create({ scopes: ['books:read'] }, key)];
    const listed = await own.face(name, key)('tokens');
    expect(listed.slice(0, 2).map(({ id }: Json) => id)).toEqual(made.map(({ id }) => id).reverse());
    expect(listed).toHaveLength(3);
    expect(listed[0].name).toBe('token');
  });

  it.each([
    ['no scopes', {}, 'scopes'],
    ['an empty list', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['books:read', 'root'] }, 'scopes[1]'],
    ['a name of 121', { scopes: ['books:read'], name: 'x'.repeat(121) }, 'name'],
    ['0 days', { scopes: ['books:read'], expiresInDays: 0 }, 'expiresInDays'],
    ['3651 days', { scopes: ['books:read'], expiresInDays: 3651 }, 'expiresInDays'],
    ['an unknown field', { scopes: ['books:read'], admin: true }, 'admin'],
  ])('cannot be created with %s', async (_what, input, path) => {
    expect(await faultsOf(create(input))).toContain(path);
  });

  it('cannot create a token with more scopes than their own', async () => {
    const key = await own.running().newKey({ scopes: ['account:read', 'account:write'] });
    const { code, body } = await refusal(create({ scopes: ['account:read', 'publish:write'] }, key));
    expect([code, body.required_scope, body.granted_scopes]).toEqual([
      'insufficient_scope',
      'publish:write',
      ['account:read', 'account:write'],
    ]);
    expect(await own.face(name, key)('tokens')).toHaveLength(1);
  });

  it('stop working at once when revoked; revocation is idempotent', async () => {
    const { secret, ...record } = await create({ scopes: ['books:read'] });
    expect((await get(`Bearer ${secret}`)).status).toBe(200);
    const revoke = () => own.face(name)('revokeToken', { tokenId: record.id });
    const revoked = await revoke();
    expect(revoked).toMatchObject({ id: record.id, revokedAt: expect.any(String) });
    expect((await get(`Bearer ${secret}`)).json.error.code).toBe('invalid_token');
    expect((await revoke()).revokedAt).toBe(revoked.revokedAt);
  });
});

describe('tokens and time (contract 3)', () => {
  let other: TestService;
  beforeAll(async () => {
    other = await startService();
  });
  afterAll(() => other.close());

  it('a revocation takes effect on every node within a second', async () => {
    const { secret, ...record } = await own.face('REST')('createToken', { input: { scopes: ['books:read'] } });
    const status = async () => (await http(other.url, secret, 'GET', '/v1/books')).status;
    expect(await status()).toBe(200);
    await own.face('REST')('revokeToken', { tokenId: record.id });
    const revoked = performance.now();
    await until(async () => (await status()) === 401);
    // test/domain/revocation.test.ts checks the second with a fake clock.
    expectWithin(1_000, revoked);
  });

  it('a token is cached for at most half a second', async () => {
    let now = 0;
    let found: Caller | undefined = keylessCaller('acc_0', [], 'tok_0');
    const callers = new Callers(
      async () => found,
      () => now,
    );
    const isKnown = () =>
      callers.of(unknown).then(
        () => true,
        () => false,
      );
    expect(await isKnown()).toBe(true);
    found = undefined;
    now = 499;
    expect(await isKnown()).toBe(true);
    now = 500;
    expect(await isKnown()).toBe(false);
  });

  it('the last use is recorded in the background, at most once a minute', async () => {
    const key = await own.running().newKey();
    const { database } = own.running();
    const lastUse = async () => (await read(database.read, key))[0]?.lastUsedAt;
    await get(`Bearer ${key}`);
    await expect.poll(lastUse).toBeInstanceOf(Date);
    const before = await lastUse();
    await get(`Bearer ${key}`);
    const again = await own.running().newKey();
    await get(`Bearer ${again}`);
    await expect.poll(async () => (await read(database.read, again))[0]?.lastUsedAt).toBeInstanceOf(Date);
    expect(await lastUse()).toEqual(before);
  });
});
