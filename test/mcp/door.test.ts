import { type OutgoingHttpHeaders, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http, type Json, rawHttp } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { overHttp, refusedIn } from './agents.ts';
import { accept, answersOf, callOf, callsOf, postTo } from './messages.ts';

let service: TestService;
let key: string;
let bookId: string;

beforeAll(async () => {
  service = await startService({
    LIMIT_PLAN_PER_MINUTE: '0',
    PUBLIC_URL: 'https://books.example',
    ALLOWED_HOSTS: 'fabula, host.docker.internal',
    ALLOWED_ORIGINS: 'https://editor.example',
  });
  key = await service.newKey();
  bookId = (await http(service.url, key, 'POST', '/v1/books', { premise: 'A storm at sea.' })).json.data.id;
});
afterAll(() => service.close());

const post = (body: unknown, withKey = key) => postTo(service.url, withKey, body);
const answers = (body: unknown) => answersOf(service.url, key, body);

/** Sends headers that fetch would not send. */
async function raw(headers: OutgoingHttpHeaders): Promise<{ status: number; body: Json }> {
  const sent = request(`${service.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...accept, ...headers },
  });
  sent.end(JSON.stringify(callOf(1, 'list_books')));
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const isJson = response.headers['content-type']?.includes('json');
      resolve({ status: response.statusCode ?? 0, body: isJson ? await json(response) : response.resume() });
    });
  });
}

describe('access to /mcp', () => {
  it('requires a key', async () => {
    const { status, headers, json } = await http(
      service.url,
      undefined,
      'POST',
      '/mcp',
      callOf(1, 'list_books'),
      accept,
    );
    expect([status, json.error.code]).toEqual([401, 'unauthenticated']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
    const unknown = await post(callOf(1, 'list_books'), `fab_live_${'x'.repeat(43)}`);
    expect([unknown.status, unknown.json.error.code]).toEqual([401, 'invalid_token']);
    expect(unknown.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  });

  it.each<[string, { host?: string; origin?: string }]>([
    ['Origin null', { origin: 'null' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a malformed Origin', { origin: 'evil' }],
    ['a foreign Host', { host: 'evil.example' }],
    ['a Host that resembles ours', { host: '127.0.0.1.evil.example' }],
    ['an Origin on another port of an address', { host: '192.168.1.7:4000', origin: 'http://192.168.1.7:81' }],
    ['an Origin beside an allowed one', { origin: 'http://editor.example' }],
  ])('is refused for %s', async (_what, headers) => {
    const { status, body } = await raw(headers);
    expect([status, body.error.code]).toEqual([403, 'forbidden_origin']);
    const [header, setting] = headers.origin ? ['Origin', 'ALLOWED_ORIGINS'] : ['Host', 'ALLOWED_HOSTS'];
    expect(body.error.message).toMatch(new RegExp(`^The header ${header} .* to ${setting}\\.$`));
    const sent = headers.origin ?? headers.host;
    if (sent) expect(body.error.message).toContain(JSON.stringify(sent));
  });

  it.each([
    ['Host localhost', { host: 'localhost:4000' }],
    ['a localhost Origin', { origin: 'http://localhost:6274' }],
    ['an IPv6 Host', { host: '[::1]:4000' }],
    ['a private address', { host: '192.168.1.7:4000' }],
    ['a page at a private address', { host: '10.0.0.7:4000', origin: 'http://10.0.0.7:4000' }],
    ['a private IPv6 address', { host: '[fd00::7]:4000' }],
    ['a name of ALLOWED_HOSTS', { host: 'fabula:4000' }],
    ['another one, in other letters, with a final dot', { host: 'Host.Docker.Internal.' }],
    ['a page at such a name', { host: 'fabula:4000', origin: 'http://fabula:4000' }],
    ['the public name', { host: 'books.example' }],
    ['the public name with a final dot', { host: 'books.example.:443', origin: 'https://books.example.' }],
    ['the internal name with the public Origin', { host: 'fabula', origin: 'https://books.example' }],
    ['the host of an allowed origin', { host: 'editor.example', origin: 'https://editor.example' }],
    ['localhost with a final dot', { host: 'localhost.:4000' }],
  ])('is allowed for %s', async (_what, headers) => {
    expect((await raw(headers)).status).toBe(200);
  });

  it('is refused within a second of key revocation', async () => {
    const other = await service.newKey();
    const agent = await overHttp('new client, pinned', `${service.url}/mcp`, other);
    expect((await agent.callTool({ name: 'list_books' })).isError).not.toBe(true);
    const [token] = (await http(service.url, other, 'GET', '/v1/account/tokens')).json.data;
    await http(service.url, other, 'DELETE', `/v1/account/tokens/${token.id}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await expect(agent.callTool({ name: 'list_books' })).rejects.toThrow();
    expect((await post(callOf(1, 'list_books'), other)).status).toBe(401);
  });
});

describe('an MCP request', () => {
  it('may be a batch of up to 100 messages', async () => {
    const messages = await answers(callsOf(100, 'get_plan', { bookId }));
    expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    for (const { result } of messages) expect(result.structuredContent.data).toHaveProperty('themeStatement');
  });

  it('may not be a batch of 101 messages', async () => {
    const { status, json } = await post(callsOf(101, 'list_books'));
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    expect(json.error.issues).toEqual([{ path: '', message: 'is 101 messages; the limit is 100.' }]);
  });

  it.each([
    ['an empty batch', []],
    ['null', null],
    ['a number', 1],
    ['a batch with invalid messages', [1, 'two']],
    ['a message without a method', { jsonrpc: '2.0', id: 1 }],
  ])('may not be %s', async (_what, body) => {
    const { status, json } = await post(JSON.stringify(body));
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { message: expect.any(String) } });
  });

  it('may be up to 4 MB of JSON', async () => {
    const long = callOf(1, 'create_book', { premise: 'x'.repeat(4 * 1024 * 1024 - 1000) });
    expect(refusedIn((await answers(long))[0].result)).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'premise', message: expect.stringContaining('the limit is 4000') }],
    });
    const { status, json } = await post(callOf(1, 'create_book', { premise: 'x'.repeat(4 * 1024 * 1024) }));
    expect([status, json.error.code]).toEqual([413, 'payload_too_large']);
    expect((await post('{')).json.error.code).toBe('invalid_request');
    const text = await http(service.url, key, 'POST', '/mcp', '{}', { ...accept, 'content-type': 'text/plain' });
    expect([text.status, text.json.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('must name an existing tool', async () => {
    const [{ error }] = await answers(callOf(1, `no_such_${'x'.repeat(5000)}`));
    expect(error.code).toBe(-32602);
    expect(error.message).toMatch(/^There is no tool no_such_x{92} here\. find_tool shows/);
  });

  it('may omit arguments that a tool does not require', async () => {
    const [{ result }] = await answers(callOf(1, 'list_books'));
    expect(result.structuredContent.data).toHaveLength(1);
  });

  it.each([
    ['a list', []],
    ['a string', 'bookId'],
    ['a number', 1],
  ])('must have an object as arguments, not %s', async (_what, args) => {
    const [message] = await answers(callOf(1, 'list_books', args));
    expect(message.error.code).toBe(-32602);
  });

  it.each(['constructor', 'toString', 'bio'])('cannot have an argument named %s', async (name) => {
    const body = JSON.stringify(callOf(1, 'list_books', { NAME: { a: 1 } })).replace('NAME', name);
    const { text } = await post(body);
    const message = JSON.parse(text.slice(text.indexOf('{')));
    expect(refusedIn(message.result).issues).toEqual([
      { path: name, message: expect.stringContaining('Leave it out') },
    ]);
  });

  it('closes the connection on request', async () => {
    const { headers } = await rawHttp(
      service.url,
      [
        'POST /mcp HTTP/1.1',
        'Host: localhost',
        'Connection: close',
        `Authorization: Bearer ${key}`,
        `Accept: ${accept.accept}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        '',
      ].join('\r\n'),
      ((body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)(JSON.stringify(callOf(1, 'list_books'))),
    );
    expect(headers.get('connection')).toBe('close');
  });

  it('cannot be GET or DELETE, because there are no sessions', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await http(service.url, key, method, '/mcp', undefined, accept)).status).toBe(405);
  });
});
