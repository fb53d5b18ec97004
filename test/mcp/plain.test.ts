import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http, type Json } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { accept, callOf } from './messages.ts';

let service: TestService;
let key: string;
/** A key without scopes for book tools. */
let keyWithoutBookScopes: string;
let bookId: string;

beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_PLAN_PER_MINUTE: '0' });
  key = await service.newKey();
  keyWithoutBookScopes = await service.newKey({ scopes: ['admin:read'] });
  bookId = (await http(service.url, key, 'POST', '/v1/books', { premise: 'A storm at sea.' })).json.data.id;
  await http(service.url, key, 'POST', `/v1/books/${bookId}/characters`, { name: 'Émilie ’️' });
});
afterAll(() => service.close());

interface Answer {
  status: number;
  type: string | null;
  message: Json;
}

interface Sent {
  headers?: Record<string, string>;
  withKey?: string;
  query?: string;
}

/** The time of last use, which is recorded in the background; plain or within JSON text. */
const lastUse = /(\\?"lastUsedAt\\?":)(?:null|\\?"[^"\\]*\\?")/g;

/** The response to a body, streamed or not, with request ids and times of last use masked. */
async function answer(body: unknown, { headers = {}, withKey = key, query = '' }: Sent = {}): Promise<Answer> {
  const sent = await http(service.url, withKey, 'POST', `/mcp${query}`, body, { ...accept, ...headers });
  const type = sent.headers.get('content-type');
  const text = type === 'text/event-stream' ? sent.text.slice(sent.text.indexOf('data: ') + 6) : sent.text;
  return {
    status: sent.status,
    type,
    message: JSON.parse(text.replace(/req_[0-9a-f]{32}/g, 'req_').replace(lastUse, '$1null')),
  };
}

/** A call in the second protocol generation, with its headers. */
function modern(call: Json, meta: object = {}): [message: Json, headers: Record<string, string>] {
  const { params, ...rest } = call;
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
    [CLIENT_INFO_META_KEY]: { name: 'test', version: '1' },
    [CLIENT_CAPABILITIES_META_KEY]: { elicitation: {} },
    ...params._meta,
    ...meta,
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': params.name };
  return [{ ...rest, params: { ...params, _meta } }, headers];
}

/** Per generation, a call on the plain path and one on the SDK path: in a batch, or with a log level. */
const generations = {
  first: {
    plain: (call: Json, sent?: Sent) => answer(call, sent),
    sdk: (call: Json, sent?: Sent) => answer([call], sent),
    type: 'text/event-stream',
  },
  second: {
    plain: (call: Json, sent?: Sent) => answerModern(modern(call), sent),
    sdk: (call: Json, sent?: Sent) => answerModern(modern(call, { [LOG_LEVEL_META_KEY]: 'error' }), sent),
    type: 'application/json',
  },
};
const answerModern = ([message, headers]: ReturnType<typeof modern>, sent: Sent = {}) =>
  answer(message, { ...sent, headers });

const ours = 'application/json; charset=utf-8';

/** Sends the same call on both paths and expects equal responses. */
async function sameOn(generation: keyof typeof generations, call: Json, sent?: Sent): Promise<Answer> {
  const { plain: plainWay, sdk: sdkWay, type } = generations[generation];
  const [plain, sdk] = [await plainWay(call, sent), await sdkWay(call, sent)];
  expect([plain.type, sdk.type]).toEqual([ours, type]);
  expect([plain.status, plain.message]).toEqual([sdk.status, sdk.message]);
  return plain;
}
const sameOnBothWays = (call: Json, sent?: Sent) => sameOn('first', call, sent);

const tools = () => service.service.catalogue.reachable({});
const prompt = () => tools().filter(({ isPrompt }) => isPrompt);
const isRead = ({ prepared }: { prepared: { kind: string } }) => prepared.kind === 'query';

describe('a single call on the plain path has the same JSON response as from the SDK', () => {
  it('for every tool except long-running and file tools', () => {
    const others = tools().filter(({ isPrompt }) => !isPrompt);
    expect(others.map(({ listing }) => listing.name).sort()).toEqual([
      'generate_covers',
      'generate_outline',
      'generate_outline_variants',
      'generate_profile',
      'generate_recap',
      'get_book_cover',
      'get_book_export',
      'get_book_picture',
      'get_chapter_audio',
      'get_cover_picture',
      'get_generation',
      'grade_outline',
      'import_book',
      'narrate_chapter',
      'rewrite_chapter',
      'write_chapter',
    ]);
  });

  it.each(['first', 'second'] as const)('with a result, in the %s generation', async (generation) => {
    const found = await Promise.all(
      prompt()
        .filter(isRead)
        .map(({ listing }) => sameOn(generation, callOf(1, listing.name, { bookId }))),
    );
    const results = found.filter(({ message }) => !message.result.isError);
    expect(results.length).toBeGreaterThan(5);
    for (const { message } of results) {
      const json = message.result.content.find(({ text = '' }: Json) => text.startsWith('{'));
      expect(JSON.parse(json.text)).toEqual(message.result.structuredContent);
    }
  });

  it.each([
    ['no arguments', undefined],
    ['an unknown argument', { nothing: 1 }],
    ['unknown ids', { bookId: 'bk_none', chapterId: 'ch_none', characterId: 'chr_none' }],
    ['arguments of wrong types', { bookId: 1, chapterId: [], name: { length: { toString: 0 } } }],
  ])('with an error for %s', async (_what, args) => {
    for (const generation of ['first', 'second'] as const) {
      const calls = prompt().map(({ listing }) => sameOn(generation, callOf(1, listing.name, args)));
      const refused = (await Promise.all(calls)).filter(({ message }) => message.result.isError);
      expect(refused.length).toBeGreaterThan(20);
    }
  });

  it('with an error for missing scopes', async () => {
    for (const { listing } of prompt()) {
      const { message } = await sameOnBothWays(callOf(1, listing.name, { bookId }), { withKey: keyWithoutBookScopes });
      expect(message.result.content[0].text, listing.name).toContain('insufficient_scope');
    }
  });

  it('with a URL that is bound to one book', async () => {
    const query = `?book=${bookId}&features=characters`;
    const { message } = await sameOnBothWays(callOf(1, 'list_characters'), { query });
    expect(message.result.structuredContent.data).toHaveLength(1);
    await sameOnBothWays(callOf(1, 'list_characters', { bookId: 'bk_other' }), { query });
  });

  it.each(['', 'a', '"\\ ’', 0, -1, 2 ** 40])('with the id %j', async (id) => {
    const { message } = await sameOnBothWays({ ...callOf(1, 'get_book', { bookId }), id });
    expect(message.id).toBe(id);
  });

  it.each([undefined, ...SUPPORTED_PROTOCOL_VERSIONS])('with the protocol version %s', async (version) => {
    const headers: Record<string, string> = version ? { 'mcp-protocol-version': version } : {};
    await sameOnBothWays(callOf(1, 'get_book', { bookId }), { headers });
  });

  it.each([{}, { progressToken: 1 }, { progressToken: 'a' }, { 'host/toolUse': { id: 1 } }])(
    'with _meta %j',
    async (_meta) => {
      const { params, ...rest } = callOf(1, 'get_book', { bookId });
      await sameOnBothWays({ ...rest, params: { ...params, _meta } });
    },
  );

  it.each(['__proto__', 'constructor', 'toString'])('with an argument named %s', async (name) => {
    const text = JSON.stringify(callOf(1, 'get_book', { bookId, NAME: { a: 1 } })).replace('NAME', name);
    const [plain, sdk] = [await answer(text), await answer(`[${text}]`)];
    expect([plain.status, plain.message]).toEqual([sdk.status, sdk.message]);
  });

  it('with rate limiting and its headers', async () => {
    const limited = await startService({ LIMIT_REQUESTS_PER_MINUTE: '1' });
    try {
      const own = await limited.newKey();
      const call = () => http(limited.url, own, 'POST', '/mcp', callOf(1, 'list_books'), accept);
      const [first, second] = [await call(), await call()];
      expect(first.json.result.isError).toBeUndefined();
      expect(first.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=/);
      expect(JSON.parse(second.json.result.content[0].text).error).toMatchObject({ code: 'rate_limited' });
    } finally {
      await limited.close();
    }
  });
});

describe('the SDK handles all other requests', () => {
  it('such as long-running tools, with a stream', async () => {
    const { type, message } = await answer(callOf(1, 'get_book_export', { bookId, format: 'text' }));
    expect([type, message.result.structuredContent.data.fileName]).toEqual(['text/event-stream', expect.any(String)]);
  });

  it('such as requests that prefer a stream', async () => {
    for (const weight of ['0', '0.5']) {
      const headers = { accept: `application/json;q=${weight}, text/event-stream` };
      expect((await answer(callOf(1, 'list_books'), { headers })).type).toBe('text/event-stream');
    }
  });

  it.each([
    ['an unknown tool', callOf(1, 'no_such_tool'), {}, 200, -32602],
    ['an invalid id', { ...callOf(1, 'list_books'), id: 1.5 }, {}, 400, -32600],
    ['an extra member', { ...callOf(1, 'list_books'), extra: 1 }, {}, 400, -32600],
    ['invalid arguments', callOf(1, 'list_books', 'all'), {}, 200, -32602],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/none' }, {}, 200, -32601],
    ['an unknown version', callOf(1, 'list_books'), { 'mcp-protocol-version': '2020-01-01' }, 400, -32000],
    [
      'the second generation without its envelope',
      callOf(1, 'list_books'),
      { 'mcp-protocol-version': '2026-07-28' },
      400,
      -32602,
    ],
  ])('such as %s', async (_what, message, headers, status, code) => {
    const refused = await answer(message, { headers });
    expect([refused.status, refused.message.error.code]).toEqual([status, code]);
  });

  it.each([
    ['names another version', { 'mcp-protocol-version': '2025-06-18' }],
    ['names another method', { 'mcp-method': 'tools/list' }],
    ['names another tool', { 'mcp-name': 'get_plan' }],
    ['names no tool', { 'mcp-name': '' }],
  ])('such as second-generation calls with a header that %s', async (_what, others) => {
    const [message, headers] = modern(callOf(1, 'get_book', { bookId }));
    const refused = await answer(message, { headers: { ...headers, ...others } });
    expect([refused.status, refused.message.error.code]).toEqual([400, -32020]);
  });

  it('such as second-generation calls with invalid capabilities', async () => {
    const call = modern(callOf(1, 'get_book', { bookId }), { [CLIENT_CAPABILITIES_META_KEY]: 'all' });
    const refused = await answerModern(call);
    expect([refused.status, refused.message.error.code]).toEqual([400, -32602]);
  });
});
