import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, statusOf } from '../../src/errors.ts';
import { parseRoute } from '../../src/faces/faces.ts';
import { operations } from '../../src/operations.ts';
import { http, ownService, premise, rawHttp } from '../support/faces.ts';
import { until } from '../support/stream.ts';

const own = ownService({ ALLOWED_ORIGINS: 'https://write.example, https://read.example', KEEP_ALIVE_SECONDS: '610' });
const json = 'application/json';
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const mcp = { accept: 'application/json, text/event-stream' };
const book = JSON.stringify({ premise });

/** Sends raw request bytes with the key of this file. */
const raw = (line: string, headers: string[] = [], ...body: (string | Buffer)[]) =>
  rawHttp(
    own.url(),
    [line, 'Host: localhost', 'Connection: close', `Authorization: Bearer ${own.key()}`, ...headers, '', ''].join(
      '\r\n',
    ),
    ...body,
  );
const post = (body: string | Buffer, headers: string[] = [`Content-Type: ${json}`], path = '/v1/books') =>
  raw(`POST ${path} HTTP/1.1`, [...headers, `Content-Length: ${Buffer.byteLength(body)}`], body);

/** Its limit is 10 s, during which the service answers all other requests of this file. */
let unfinished: ReturnType<typeof rawHttp>;
beforeAll(() => {
  unfinished = rawHttp(own.url(), 'GET /v1/books HTTP/1.1\r\nHost: x\r\nA: ');
});

describe('hostile request bodies', () => {
  const withPremise = (member: string) => `{"premise": "${premise}", ${member}}`;

  it.each([
    ['200,000 nested arrays', nested(200_000), 400],
    ['200,000 nested arrays in a field', withPremise(`"title": ${nested(200_000)}`), 400],
    ['null', 'null', 400],
    ['an array', '[]', 400],
    ['a number', '1', 400],
    ['a string', '"premise"', 400],
    ['__proto__', withPremise('"__proto__": {"title": "x"}'), 400],
    ['constructor', withPremise('"constructor": {"prototype": {}}'), 400],
    ['1e400', withPremise('"targetWords": 1e400'), 400],
    ['-0.0', withPremise('"targetWords": -0.0'), 400],
    ['a duplicate key, whose last value wins', withPremise('"title": 1, "title": "Storm"'), 201],
    ['a byte order mark', `\ufeff${book}`, 201],
    ['two byte order marks', `\ufeff\ufeff${book}`, 400],
    ['bad UTF-8', Buffer.from([...Buffer.from('{"premise": "'), 0xff, 0xfe, ...Buffer.from('0123456789"}')]), 400],
    ['UTF-16', Buffer.from(book, 'utf16le'), 400],
    ['half a document', book.slice(0, -1), 400],
    ['two documents', book + book, 400],
    ['a comment', `/* */${book}`, 400],
    ['NaN', withPremise('"targetWords": NaN'), 400],
  ])('with %s get the status %i', async (_what, body, status) => {
    const answer = await post(body as string);
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.json.error).toMatchObject({ code: 'invalid_request', issues: [expect.anything()] });
    expect(Object.prototype).not.toHaveProperty('title');
  });

  it.each([
    ['gzip', gzipSync(book), [`Content-Type: ${json}`, 'Content-Encoding: gzip']],
    ['no content type', book, []],
    ['plain text', book, ['Content-Type: plain text/plain']],
    ['a form', book, ['Content-Type: application/x-www-form-urlencoded']],
    ['a JSON-like type', book, ['Content-Type: application/jsonp']],
  ])('of %s get unsupported_media_type', async (_what, body, headers) => {
    const answer = await post(body, headers);
    expect([answer.status, answer.json.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([`${json}; charset=utf-8`, 'Application/JSON'])('are accepted as %s', async (type) => {
    expect((await post(book, [`Content-Type: ${type}`])).status).toBe(201);
  });

  it.each(['/v1/books', '/graphql', '/mcp'])(
    'over 4 MB get payload_too_large at %s, declared or chunked',
    async (path) => {
      const headers = [`Content-Type: ${json}`, `Accept: ${mcp.accept}`];
      const declared = await raw(
        `POST ${path} HTTP/1.1`,
        [...headers, `Content-Length: ${1024 ** 3}`],
        '{"premise": "',
      );
      expect([declared.status, declared.json.error.code]).toEqual([413, 'payload_too_large']);
      const chunk = `100000\r\n${' '.repeat(1024 ** 2)}\r\n`;
      const chunked = await raw(
        `POST ${path} HTTP/1.1`,
        [...headers, 'Transfer-Encoding: chunked'],
        ...Array(5).fill(chunk),
      );
      expect([chunked.status, chunked.json.error.code]).toEqual([413, 'payload_too_large']);
    },
  );

  it('of exactly 4 MB are read', async () => {
    const answer = await post(book.padEnd(4 * 1024 ** 2, ' '));
    expect(answer.status).toBe(201);
  });

  it.each([
    ['/graphql', '200,000 nested arrays', nested(200_000)],
    ['/graphql', 'null', 'null'],
    ['/graphql', 'an array', '[]'],
    ['/graphql', 'a query that is not text', '{"query": 1}'],
    ['/graphql', 'variables that are not an object', '{"query": "{ __typename }", "variables": []}'],
    [
      '/graphql',
      'variables nested 100,000 deep',
      `{"query": "{ __typename }", "variables": {"a": ${nested(100_000)}}}`,
    ],
    ['/graphql', 'extensions that are not an object', '{"query": "{ __typename }", "extensions": 1}'],
    ['/graphql', 'a byte order mark', '\ufeff{}'],
    ['/mcp', '200,000 nested arrays', nested(200_000)],
    ['/mcp', 'null', 'null'],
    ['/mcp', 'an empty batch', '[]'],
    ['/mcp', 'an empty message', '{}'],
    ['/mcp', 'a batch of 101', `[${Array(101).fill('{"jsonrpc": "2.0", "id": 1, "method": "ping"}')}]`],
    [
      '/mcp',
      'parameters nested 100,000 deep',
      `{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"a": ${nested(100_000)}}}`,
    ],
    [
      '/mcp',
      'arguments nested 100,000 deep',
      `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create_book", "arguments": {"premise": ${nested(100_000)}}}}`,
    ],
  ])('leave %s alive: %s', async (path, _what, body) => {
    const defects = () => own.running().logged.filter((line) => line.includes('"defect"')).length;
    const before = defects();
    const answer = await post(body, [`Content-Type: ${json}`, `Accept: ${mcp.accept}`], path);
    expect(answer.status).toBeLessThan(500);
    expect(defects()).toBe(before);
    expect((await own.http('GET', '/healthz')).status).toBe(200);
  });
});

describe('the request log', () => {
  const requests = (path: string) =>
    own
      .running()
      .logged.map((line) => JSON.parse(line))
      .filter((entry) => entry.msg === 'request' && entry.path === path)
      .map(({ operation }) => operation);

  it('names the GraphQL operation, but no other input', async () => {
    const before = requests('/graphql').length;
    const named = [
      { query: 'query Mine { account { id } }' },
      { query: '{ account { id } }', operationName: 'Mine { secret }' },
    ];
    for (const body of named) await post(JSON.stringify(body), undefined, '/graphql');
    await expect.poll(() => requests('/graphql').slice(before)).toEqual(['Mine', undefined]);
  });

  it('masks keys in every string', async () => {
    const secret = (await own.running().newKey()).slice('fab_live_'.length);
    const logged = () => own.running().logged.join('');
    for (const path of [`/v1/books/fab_live_${secret}`, `/fab%5flive_${secret}/x`]) await own.http('GET', path);
    await expect.poll(() => requests('/v1/books/fab_live_…').length).toBe(1);
    await expect.poll(() => requests('/fab%5flive_…/x').length).toBe(1);
    expect(logged()).not.toContain(secret);
  });

  it('names the MCP tool or method', async () => {
    const before = requests('/mcp').length;
    for (const [method, params] of [
      ['tools/call', { name: 'list_books', arguments: {} }],
      ['tools/list', {}],
      ['tools/call', { name: 'a secret', arguments: {} }],
    ]) {
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      await post(message, [`Content-Type: ${json}`, `Accept: ${mcp.accept}`], '/mcp');
    }
    await expect.poll(() => requests('/mcp').slice(before)).toEqual(['list_books', 'tools/list', undefined]);
  });
});

describe('HTTP edge cases', () => {
  it('keep an idle connection for KEEP_ALIVE_SECONDS', async () => {
    const agent = new Agent({ keepAlive: true });
    const [answer] = await once(get(`${own.url()}/healthz`, { agent }), 'response');
    expect(answer.headers['keep-alive']).toBe('timeout=610');
    agent.destroy();
  });

  const gets = operations
    .map(({ rest = '' }) => rest)
    .filter((rest) => rest.startsWith('GET ') && !rest.endsWith('/stream'));

  it.each(gets)('HEAD has the headers of %s without a body', async (line) => {
    const ids = { bookId: await own.newBook() };
    const path = parseRoute(line).path.replace('{bookId}', ids.bookId);
    const [get, head] = [await own.http('GET', path), await own.http('HEAD', path)];
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  it.each([
    ['DELETE', '/v1/books', 'GET, HEAD, POST'],
    ['PUT', '/v1/books/x/plan', 'GET, HEAD, PATCH'],
    ['POST', '/v1/books/x/chapters/x', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/v1/books/x/restore', 'POST'],
    ['POST', '/v1', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/readyz', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['OPTIONS', '/v1/books', 'GET, HEAD, POST'],
  ])('%s %s gets method_not_allowed with Allow: %s', async (method, path, allow) => {
    const { status, headers, json } = await own.http(method, path);
    expect([status, json?.error.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });

  it.each(['/v1/nowhere', '/v1/books//', '/v1/Books', '/v1//books', '/v2', '/v1/books/%', '/nothing', '/v1/books%2F'])(
    'GET %s gets not_found',
    async (path) => {
      const { status, json } = await raw(`GET ${path} HTTP/1.1`);
      expect([status, json.error.code]).toEqual([404, 'not_found']);
    },
  );

  it.each(['/v1/books', '/healthz', '/mcp', '/graphql', '/'])('two lines of Host are refused: %s', async (path) => {
    const { status, json } = await raw(`GET ${path} HTTP/1.1`, ['Host: elsewhere.example']);
    expect([status, json.error.message]).toEqual([400, expect.stringContaining('host: is sent twice')]);
  });

  it('an absolute target gives the path but not the host', async () => {
    const { status, json } = await raw('GET http://elsewhere.example/v1/books?limit=1 HTTP/1.1');
    expect([status, json.data]).toEqual([200, expect.any(Array)]);
  });

  it.each<[string, string, ErrorCode?]>([
    ['a line that is not HTTP', 'nonsense\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
    ['headers of 100 KB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`, 'headers_too_large'],
    ['two content lengths', 'POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'both a content length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ])('%s gets an error in the common format', async (_what, bytes, code = 'invalid_request') => {
    const { status, headers, json } = await rawHttp(own.url(), bytes);
    expect([status, json.error.code]).toEqual([statusOf[code], code]);
    expect(json.error.request_id).toBe(headers.get('x-request-id'));
    expect(json.error.request_id).toMatch(/^req_/);
  });

  it('/v1 lists every route (contract 10)', async () => {
    const { json } = await own.http('GET', '/v1');
    const lines = operations.flatMap(({ rest }) => (rest ? [rest.split(' ').slice(0, 2).join(' ')] : []));
    expect(json.data.sort()).toEqual(lines.sort());
  });

  it.each([
    ['/', /Fabula/],
    ['/healthz', /ok/],
    ['/readyz', /ready/],
    ['/schema.graphql', /type Query/],
    ['/openapi.json', /"openapi":"3\.1/],
  ])('%s needs no token, for HEAD too', async (path, content) => {
    const whenReady = (method: string) =>
      until(async () => {
        const answer = await http(own.url(), undefined, method, path);
        const isBusy = path === '/readyz' && answer.status === 503;
        return isBusy ? undefined : answer;
      });
    const { status, text, headers } = await whenReady('GET');
    expect([status, text]).toEqual([200, expect.stringMatching(content)]);
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    const head = await whenReady('HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it.each([
    ['GET', '/v1/books', undefined],
    ['POST', '/v1/books', '{'],
    ['GET', '/v1/books/x', undefined],
    ['GET', '/nowhere', undefined],
    ['POST', '/graphql', '{'],
    ['POST', '/graphql', '{"query": "{ nothing }"}'],
    ['POST', '/mcp', '{'],
  ])('x-request-id is in the headers and in errors: %s %s', async (method, path, body) => {
    const { headers, json } = await own.http(method, path, body);
    const id = headers.get('x-request-id');
    expect(id).toMatch(/^req_[0-9a-f]{32}$/);
    const found = json.error?.request_id ?? json.errors?.[0].extensions.request_id ?? id;
    expect(found).toBe(id);
  });
});

describe('browsers (contract 10)', () => {
  const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' };
  const cors = (headers: Headers) => [...headers].filter(([name]) => name.startsWith('access-control'));

  it.each(['/v1/books', '/graphql', '/mcp'])(
    'may call %s from an allowed origin, without credentials',
    async (path) => {
      for (const origin of ['https://write.example', 'https://read.example']) {
        const preflightAnswer = await http(own.url(), undefined, 'OPTIONS', path, undefined, { origin, ...preflight });
        expect([preflightAnswer.status, preflightAnswer.headers.get('access-control-allow-origin')]).toEqual([
          204,
          origin,
        ]);
        expect(preflightAnswer.headers.get('access-control-allow-methods')).toContain('PATCH');
        expect(preflightAnswer.headers.get('access-control-allow-headers')).toContain('authorization');
        const { headers } = await own.http('GET', path, undefined, { origin });
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-expose-headers')).toContain('retry-after');
        expect(headers.get('vary')).toMatch(/origin/i);
        expect(
          headers.has('access-control-allow-credentials') ||
            preflightAnswer.headers.has('access-control-allow-credentials'),
        ).toBe(false);
      }
    },
  );

  it.each(['https://evil.example', 'https://write.example.evil', 'http://write.example', 'null'])(
    'may not call from %s',
    async (origin) => {
      for (const path of ['/v1/books', '/graphql']) {
        expect(
          cors((await http(own.url(), undefined, 'OPTIONS', path, undefined, { origin, ...preflight })).headers),
        ).toEqual([]);
        expect(cors((await own.http('GET', path, undefined, { origin })).headers)).toEqual([]);
      }
    },
  );

  it.each([
    ['a foreign origin', ['Host: localhost', 'Origin: https://evil.example'], 403],
    ['a null origin', ['Host: localhost', 'Origin: null'], 403],
    ['a foreign host', ['Host: evil.example'], 403],
    ['a host that looks like ours', ['Host: localhost.evil.example'], 403],
    ['an allowed origin', ['Host: localhost', 'Origin: https://write.example'], 200],
    ['a loopback origin', ['Host: 127.0.0.1:80', 'Origin: http://localhost:5173'], 200],
    ['no origin', ['Host: [::1]:4000'], 200],
  ])('get from /mcp with %s the status %i', async (_what, headers, status) => {
    const body = '{"jsonrpc": "2.0", "id": 1, "method": "ping"}';
    const lines = [
      'POST /mcp HTTP/1.1',
      'Connection: close',
      `Authorization: Bearer ${own.key()}`,
      `Accept: ${mcp.accept}`,
    ];
    const head = [...lines, `Content-Type: ${json}`, `Content-Length: ${body.length}`, ...headers, '', ''];
    const answer = await rawHttp(own.url(), head.join('\r\n'), body);
    expect([answer.status, answer.json?.error?.code]).toEqual([
      status,
      status === 403 ? 'forbidden_origin' : undefined,
    ]);
  });
});

it('unfinished headers time out with an error', async () => {
  expect((await unfinished).json.error.code).toBe('invalid_request');
});
