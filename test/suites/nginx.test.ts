import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lacksNginx, type Nginx, startNginx } from './support/nginx.ts';
import { authorized, type Json, rest } from './support/rest.ts';
import { report } from './support/say.ts';

const suite = 'nginx';

describe.skipIf(lacksNginx(suite))(suite, () => {
  let nginx: Nginx;
  let book: { id: string };
  const done: string[] = [];
  beforeAll(async () => {
    nginx = await startNginx(inject('url'));
    book = await rest('POST', '/books', { premise: inject('unending') });
  });
  afterAll(async () => {
    await nginx?.stop();
    report(suite, `${done.join(', ')} arrived while the run went on`);
  });

  const post = (path: string, body: Json, accept: string, signal: AbortSignal) =>
    fetch(`${nginx.plain}${path}`, {
      method: 'POST',
      headers: { ...authorized(), accept, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });

  /** A new chapter whose run never ends by itself. */
  async function running() {
    const { id: chapterId } = await rest('POST', `/books/${book.id}/chapters`, { title: 'Fog' });
    return { chapterId, path: `/books/${book.id}/chapters/${chapterId}/write` };
  }

  it.each<[string, string, (at: { chapterId: string; path: string }) => Promise<[path: string, body: Json]>]>([
    ['plain text', '*/*', async ({ path }) => [`/v1${path}`, {}]],
    ['events of REST', 'text/event-stream', async ({ path }) => [`/v1${path}`, {}]],
    [
      'a GraphQL subscription',
      'text/event-stream',
      async ({ chapterId }) => {
        const query = `mutation { writeChapter(bookId: "${book.id}", chapterId: "${chapterId}") { id } }`;
        const started = await fetch(`${inject('url')}/graphql`, {
          method: 'POST',
          headers: { ...authorized(), 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        });
        const { data }: Json = await started.json();
        return [
          '/graphql',
          { query: `subscription { proseStream(runId: "${data.writeChapter.id}") { offset text } }` },
        ];
      },
    ],
    [
      'progress of MCP',
      'application/json, text/event-stream',
      async ({ chapterId }) => {
        const params = {
          name: 'write_chapter',
          arguments: { bookId: book.id, chapterId, waitSeconds: 45 },
          _meta: { progressToken: 1 },
        };
        return ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }];
      },
    ],
  ])('passes %s on while it is written, with proxy_pass alone', async (name, accept, request) => {
    const at = await running();
    const over = new AbortController();
    const [path, body] = await request(at);
    const beganAt = performance.now();
    const answer = await post(path, body, accept, over.signal);
    expect(answer.status).toBe(200);
    await textIn(answer, /ferry|characters written/i);
    done.push(`${name} after ${Math.round(performance.now() - beganAt)} ms`);
    over.abort();
    const [run] = await rest('GET', `/books/${book.id}/runs`);
    expect(run.state).toBe('running');
    await rest('POST', `/runs/${run.id}/cancel`);
  });

  it('lets a tag that it has weakened match, to read and to change', async () => {
    const path = `/v1/books/${book.id}/plan`;
    const send = (init: RequestInit) => fetch(nginx.zipping + path, init);
    const headers = { ...authorized(), 'accept-encoding': 'gzip', 'content-type': 'application/json' };
    const tag = (await send({ headers })).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\//);
    expect((await send({ headers: { ...headers, 'if-none-match': tag } })).status).toBe(304);
    const patch = { method: 'PATCH', headers: { ...headers, 'if-match': tag }, body: '{"povLock": "first"}' };
    expect([(await send(patch)).status, (await send(patch)).status]).toEqual([200, 409]);
  });
});

/** Resolves when the body so far contains the text. */
async function textIn(answer: Response, text: RegExp): Promise<void> {
  let body = '';
  const decoder = new TextDecoder();
  for await (const piece of answer.body ?? []) {
    body += decoder.decode(piece, { stream: true });
    if (text.test(body)) return;
  }
  throw new Error(`The answer ended without ${text}: ${body}`);
}
