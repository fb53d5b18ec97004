import { afterEach, describe, expect, it, vi } from 'vitest';
import { tagOf, unmarked } from '../../src/http/conditional.ts';
import { heartbeatMs } from '../../src/http/event-stream.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { openStream, type StreamedResponse, until } from '../support/stream.ts';

const { own, fakes } = serviceWith({ text: true });
const events = { accept: 'text/event-stream' };
const prose = 'subscription ($runId: ID!) { proseStream(runId: $runId) { offset text run { id } } }';

/** A client of a chapter whose run writes one sentence and then waits for the gate. */
async function writing() {
  const gate = hold();
  fakes.text.script(reply.text(['Rain. ', gate.released]));
  const client = await ChapterClient.create(own.url(), await own.running().newKey());
  return { client, gate };
}

/** Opens a stream of each face on one run. */
const streams: [name: string, open: (client: ChapterClient) => Promise<StreamedResponse>][] = [
  ['REST', async (client) => client.write(undefined, events)],
  [
    'GraphQL',
    async ({ url, key, path }) => {
      const first = openStream(url, key, 'POST', `${path}/write`, { headers: events });
      const runId = (await first.began).headers['x-run-id'];
      const body = { query: prose, variables: { runId } };
      return openStream(url, key, 'POST', '/graphql', { body, headers: events });
    },
  ],
  [
    'MCP',
    async ({ url, key, bookId, chapterId }) => {
      const params = { name: 'write_chapter', arguments: { bookId, chapterId, waitSeconds: 45 } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: { progressToken: 7 } } };
      return openStream(url, key, 'POST', '/mcp', { body, headers: { accept: 'application/json, text/event-stream' } });
    },
  ],
];

describe.each(streams)('an event stream over %s', (_name, open) => {
  afterEach(() => void vi.useRealTimers());

  it('begins at once, tells proxies to pass it on, and sends comments while nothing happens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { client, gate } = await writing();
    const stream = await open(client);
    const { status, headers } = await stream.began;
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    for (let beats = 1; beats <= 2; beats += 1) {
      vi.advanceTimersByTime(heartbeatMs);
      await until(() => stream.text.split(': still here\n\n').length > beats);
    }
    gate.release();
    expect(await stream.ended).toMatchObject({ isWhole: true, text: expect.stringMatching(/Rain|completed/) });
  });
});

it('a stream of plain text has the same headers, and no comments', async () => {
  const { client, gate } = await writing();
  const stream = client.write();
  expect((await stream.began).headers).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  gate.release();
  expect((await stream.ended).text).toBe('Rain. ');
});

describe('a path that a client has joined', () => {
  const book = JSON.stringify({ premise: 'A ferry that never lands twice.' });
  const query = { query: '{ account { name } }' };
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const mcp = { accept: 'application/json, text/event-stream' };

  it.each<[string, string, number, unknown?, Record<string, string>?]>([
    ['GET', '/v1/books/', 200],
    ['GET', '/v1/books/?limit=1', 200],
    ['HEAD', '/v1/books/', 200],
    ['GET', '/v1/', 200],
    ['POST', '/v1/books/', 201, book],
    ['GET', '//v1/books', 200],
    ['GET', '///v1/books/', 200],
    ['DELETE', '//v1/books/none', 404],
    ['POST', '/graphql/', 200, query],
    ['POST', '//graphql', 200, query],
    ['POST', '/mcp/', 200, list, mcp],
    ['POST', '//mcp', 200, list, mcp],
    ['GET', '/healthz/', 200],
    ['GET', '/openapi.json/', 200],
    ['GET', '/v1//books', 404],
    ['GET', '/v1/books//', 404],
    ['GET', '/v1/books//chapters', 404],
    ['GET', '//docs', 404],
    ['POST', '/graphql//', 404, query],
    ['GET', '/v1/books/%2f', 404],
  ])('%s %s is answered with %i', async (method, path, status, body, headers) => {
    expect((await own.http(method, path, body, headers)).status).toBe(status);
  });

  it('may not end in a slash if it names a record to delete', async () => {
    const bookId = await own.newBook();
    const refused = await own.http('DELETE', `/v1/books/${bookId}/`);
    expect([refused.status, refused.json.error.code]).toEqual([404, 'not_found']);
    expect((await own.http('PATCH', `/v1/books/${bookId}/`, { title: 'Storm' })).status).toBe(200);
  });

  it.each([
    ['/docs/', '../docs'],
    ['/desk/', '../desk'],
    ['/graphql/?ready=Editor', '../graphql?ready=Editor'],
    ['/read/low-water/', '../low-water'],
    ['/read/low-water/1/', '../1'],
  ])('leads a browser from %s to %s, whose links are relative', async (path, target) => {
    const answer = await fetch(own.url() + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, target]);
  });
});

describe('an ETag that a proxy has marked', () => {
  const markings: [string, (tag: string) => string][] = [
    ['nginx', (tag) => `W/${tag}`],
    ['Apache', (tag) => tag.replace(/"$/, '-gzip"')],
    ['Apache, formerly', (tag) => `${tag}-gzip`],
    ['Jetty', (tag) => tag.replace(/"$/, '--gzip"')],
    ['others', (tag) => `W/${tag.replace(/"$/, ';gzip"')}`],
    ['Brotli', (tag) => tag.replace(/"$/, '-br"')],
  ];

  it.each(markings)('still matches: %s', async (_who, marked) => {
    const client = await ChapterClient.create(own.url(), own.key());
    const read = await own.http('GET', client.path);
    const tag = marked(read.headers.get('etag') ?? '');
    for (const path of [client.path, `${client.book}/export`, '/openapi.json']) {
      const known = marked((await own.http('GET', path)).headers.get('etag') ?? '');
      expect((await own.http('GET', path, undefined, { 'if-none-match': known })).status).toBe(304);
    }
    const patch = (title: string) => own.http('PATCH', client.path, { title }, { 'if-match': tag });
    expect((await patch('Fog')).status).toBe(200);
    expect((await patch('Rain')).status).toBe(409);
    expect((await own.http('GET', client.path, undefined, { 'if-none-match': tag })).status).toBe(200);
  });

  it.each(markings)('still matches, whatever text it is of: %s', (_who, marked) => {
    const tags = Array.from({ length: 500 }, (_, at) => tagOf(`text ${at}`));
    expect(tags.filter((tag) => unmarked(marked(tag)) !== tag)).toEqual([]);
  });

  it.each(['1', 'W/1', '"1", "1"', '1-gzip', 'version 1'])('is refused with a tag that works: %s', async (tag) => {
    const path = `/v1/books/${await own.newBook()}`;
    const { json } = await own.http('PATCH', path, { title: 'X' }, { 'if-match': tag });
    const [, advised = ''] = /such as ("\d+")/.exec(json.error.issues[0].message) ?? [];
    expect((await own.http('PATCH', path, { title: 'X' }, { 'if-match': advised })).status).toBe(200);
  });
});
