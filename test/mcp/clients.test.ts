import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenCounter } from '../../src/providers/tokenizer.ts';
import { http, type Json, refusal } from '../support/faces.ts';
import { serviceWith } from '../support/service-with.ts';
import { accept, answersOf, callOf } from './messages.ts';

const { own } = serviceWith({ text: true });
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const post = (body: unknown, headers: Record<string, string> = accept) => own.http('POST', '/mcp', body, headers);
const call = async (name: string, args: Record<string, unknown>): Promise<Json> =>
  (await own.tool(name, args)).structuredContent;

describe('the Accept header of a client', () => {
  it.each([
    [{}, 'application/json'],
    [{ accept: '*/*' }, 'application/json'],
    [{ accept: 'application/*' }, 'application/json'],
    [{ accept: 'application/json' }, 'application/json'],
    [{ accept: 'application/json;charset=utf-8' }, 'application/json'],
    [{ accept: 'application/json, text/event-stream;q=0' }, 'application/json'],
    [{ accept: 'Application/JSON, Text/Event-Stream' }, 'text/event-stream'],
    [{ accept: 'text/event-stream' }, 'text/event-stream'],
    [{ accept: 'text/*' }, 'text/event-stream'],
  ])('%j is served with %s', async (headers, type) => {
    const answer = await post(list, headers as Record<string, string>);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
    const data = type === 'application/json' ? answer.text : answer.text.slice(answer.text.indexOf('data: ') + 6);
    expect(JSON.parse(data).result.tools.length).toBeGreaterThan(10);
  });

  it('that wants JSON gets one message for a long call, and a list for a batch', async () => {
    const bookId = await own.newBook();
    const chapterId = await own.newChapter(bookId);
    const write = callOf(7, 'write_chapter', { bookId, chapterId, waitSeconds: 45 });
    const params = { ...write.params, _meta: { progressToken: 1 } };
    const { json } = await post({ ...write, params }, { accept: 'application/json' });
    expect(json).toMatchObject({ id: 7, result: { structuredContent: { data: { state: 'completed' } } } });
    const batch = await post([list, { ...list, id: 2 }], { accept: 'application/json' });
    expect(batch.json.map(({ id }: Json) => id).sort()).toEqual([1, 2]);
    const single = await post([list], { accept: 'application/json' });
    expect(single.json.map(({ id }: Json) => id)).toEqual([1]);
  });

  it.each(['text/html', 'image/png, text/plain', 'application/json;q=0'])(
    '%s is refused in our form, with what to send',
    async (value) => {
      const { status, json } = await post(list, { accept: value });
      expect([status, json.error.code]).toEqual([406, 'not_acceptable']);
      expect(json.error.message).toContain('Accept: application/json, text/event-stream');
    },
  );
});

describe('null in a message', () => {
  it.each([
    ['params', { ...list, params: null }],
    ['cursor', { ...list, params: { cursor: null } }],
    ['_meta', { ...list, params: { _meta: null } }],
    ['progressToken', { ...callOf(1, 'list_books'), params: { name: 'list_books', _meta: { progressToken: null } } }],
    ['arguments', callOf(1, 'list_books', null)],
    ['arguments of an inner call', callOf(1, 'call_read_tool', { name: 'list_books', arguments: null })],
    ['an optional argument', callOf(1, 'list_books', { limit: null, cursor: null })],
    [
      'an optional argument of a new record',
      callOf(1, 'create_book', { premise: 'A storm at sea.', genre: null, targetWords: null }),
    ],
  ])('means that it is absent: %s', async (_what, message) => {
    const [{ result }] = await answersOf(own.url(), own.key(), message);
    expect(result.isError ?? false).toBe(false);
  });

  it('clears a member where the tool changes a record', async () => {
    const bookId = await own.newBook({ genre: 'Gothic' });
    expect((await call('update_book', { bookId, genre: null, detail: 'full' })).data.genre).toBeNull();
    expect((await refusal(own.tool('update_book', { bookId, title: null }))).code).toBe('invalid_request');
  });
});

describe('a message that is not understood', () => {
  const message = { jsonrpc: '2.0', id: 1 };
  it.each<[string, unknown, number, RegExp]>([
    ['a number', 3, -32600, /must be an object/],
    ['an empty object', {}, -32600, /jsonrpc must be "2.0"/],
    ['another version', { ...list, jsonrpc: '1.0' }, -32600, /jsonrpc must be "2.0"/],
    ['no method', message, -32600, /method must be/],
    ['an id that is null', { ...list, id: null }, -32600, /id must be/],
    ['an unknown member', { ...list, extra: 1 }, -32600, /extra is not a member/],
    ['a bad message in a batch', [list, message], -32600, /Message 2 of 2: method must be/],
    ['parameters that are a list', { ...list, params: [] }, -32602, /params must be an object/],
    ['metadata that is text', { ...list, params: { _meta: 'x' } }, -32602, /params\._meta must be an object/],
    ['a cursor that is a number', { ...list, params: { cursor: 3 } }, -32602, /params\.cursor must be a string/],
    ['a call without a name', { ...message, method: 'tools/call' }, -32602, /params\.name must be/],
    ['a call with a list', callOf(1, 'list_books', []), -32602, /params\.arguments must be an object/],
    ['a start without a client', { ...message, method: 'initialize', params: {} }, -32602, /protocolVersion must be/],
  ])('is refused in words: %s', async (_what, body, code, words) => {
    const { json } = await post(body);
    expect(json.error).toEqual({ code, message: expect.stringMatching(words) });
  });
});

describe('a client that tries to sign in', () => {
  it('learns that only keys are taken', async () => {
    const { headers } = await http(own.url(), undefined, 'POST', '/mcp', list, accept);
    const challenge = headers.get('www-authenticate') ?? '';
    const [, address = ''] = /^Bearer resource_metadata="([^"]+)"$/.exec(challenge) ?? [];
    expect(await (await fetch(address)).json()).toEqual({
      resource: `${own.url()}/mcp`,
      resource_name: 'Fabula',
      bearer_methods_supported: ['header'],
      resource_documentation: `${own.url()}/#key`,
    });
    const page = await (await fetch(own.url(), { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('id="key"');
    const wrong = await http(own.url(), `fab_live_${'x'.repeat(43)}`, 'POST', '/mcp', list, accept);
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="http/);
    expect((await http(own.url(), undefined, 'GET', '/v1/books')).headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([
    ['POST', '/register'],
    ['GET', '/authorize?response_type=code'],
    ['POST', '/token'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/oauth-authorization-server/mcp'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/mcp/.well-known/openid-configuration'],
  ])('finds no %s %s, in the form that it understands', async (method, path) => {
    const body = method === 'POST' ? { redirect_uris: ['http://localhost/'] } : undefined;
    const { status, json } = await http(own.url(), undefined, method, path, body);
    expect([status, json]).toEqual([
      404,
      { error: 'invalid_request', error_description: expect.stringMatching(/^Fabula takes keys: .+#key says how/) },
    ]);
  });
});

describe('the schemas in tools/list', () => {
  it('have one type for each argument, and null only where it clears a field', async () => {
    const { tools } = (await own.http('POST', '/mcp?tools=all', list, { accept: 'application/json' })).json.result;
    const nullable = tools.flatMap(({ name, inputSchema }: Json) =>
      Object.entries<Json>(inputSchema.properties).flatMap(([argument, { type, anyOf }]) => {
        expect([name, argument, anyOf]).toEqual([name, argument, undefined]);
        return Array.isArray(type) ? [[name, argument, type]] : [];
      }),
    );
    expect(nullable.length).toBeGreaterThan(20);
    for (const [name, , type] of nullable) {
      expect(name).toMatch(/^(update|set)_/);
      expect(type).toEqual([expect.any(String), 'null']);
    }
  });
});

describe('find_tool', () => {
  const searches = [
    'narrate a chapter as mp3',
    'bring a deleted chapter back',
    'cover picture for the book',
    'publish',
    'export as epub',
    'change the order of chapters',
    'make an api key token',
    'beat sheets',
    'search all books',
  ];

  it('costs at most 2,500 tokens for nine searches', async () => {
    const count = await tokenCounter();
    const texts = await Promise.all(searches.map(async (query) => (await own.tool('find_tool', { query })).content));
    expect(texts.flat().reduce((sum, { text }) => sum + count(text), 0)).toBeLessThanOrEqual(2_500);
  });

  it('answers the schema of the best match, and one line about each other one', async () => {
    const { data } = await call('find_tool', { query: 'bring a deleted chapter back' });
    expect(data[0]).toMatchObject({ name: 'restore_chapter', inputSchema: { type: 'object' }, callWith: 'call_tool' });
    for (const other of data.slice(1)) {
      expect(Object.keys(other)).toEqual(['name', 'description', 'callWith']);
      expect(other.description).toMatch(/^[^.]+\.$/);
    }
    const full = await call('find_tool', { query: 'bring a deleted chapter back', detail: 'full' });
    expect(full.data.map(({ name }: Json) => name)).toEqual(data.map(({ name }: Json) => name));
    for (const one of full.data) expect(one.inputSchema.type).toBe('object');
  });

  it.each([
    ['compare two versions', 'get_revision_diff'],
    ['summary of the previous chapter', 'get_recap'],
    ['change the order of chapters', 'reorder_chapters'],
    ['what does it cost', 'get_usage'],
    ['share the book with a friend', 'publish_book'],
  ])('knows other words: %s', async (query, name) => {
    expect((await call('find_tool', { query })).data[0].name).toBe(name);
  });

  it.each(['weather in Paris', 'send an email', 'translate the book into French', 'set an alarm', 'read my mail'])(
    'says that no tool does this: %s',
    async (query) => {
      expect(await call('find_tool', { query })).toEqual({
        data: [],
        hint: expect.stringContaining('No tool does this'),
      });
    },
  );
});

describe('one word of a name', () => {
  let bookId: string;
  beforeAll(async () => {
    bookId = await own.newBook();
    await own.newCharacter(bookId, 'Mara Vënn');
  });
  afterAll(() => own.face('REST')('deleteBook', { bookId }));

  it.each(['Mara', 'mara', 'VENN', 'venn'])('is accepted where the whole name is: %s', async (characterId) => {
    const { data } = await call('get_character', { bookId, characterId });
    expect(data.name).toBe('Mara Vënn');
  });

  it('deletes nobody, and the error has the whole name', async () => {
    const { code, message } = await refusal(own.tool('delete_character', { bookId, characterId: 'Mara' }));
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining('"Mara Vënn"')]);
    expect((await call('delete_character', { bookId, characterId: 'mara venn' })).data.ok).toBe(true);
  });
});
