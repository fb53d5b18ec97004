import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveEditor } from '../../examples/editor/serve.ts';

const key = 'fab_live_secret';

let service: ReturnType<typeof createServer>;
let editor: Awaited<ReturnType<typeof serveEditor>>;
let heard: IncomingMessage[];
let answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;

beforeAll(async () => {
  service = createServer((incoming, outgoing) => {
    heard.push(incoming);
    answer(incoming, outgoing);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  editor = await serveEditor({ port: 0, fabulaUrl: `http://127.0.0.1:${port}`, keyFor: async () => key });
});
beforeEach(() => {
  heard = [];
  answer = (_incoming, outgoing) => outgoing.setHeader('content-type', 'application/json').end('{"data":{}}');
});
afterAll(async () => {
  await editor.close();
  await new Promise((resolve) => service.close(resolve));
});

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(`${editor.url}${path}`, { method, headers, agent: false }, resolve).on('error', reject).end(body);
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const post = (headers: Record<string, string>) =>
  ask('POST', '/graphql', { 'content-type': 'application/json', ...headers }, '{"query":"{ a }"}');

describe('the server of the example editor', () => {
  it('adds the key to what its own page asks', async () => {
    const { status, body } = await post({ origin: editor.url });
    expect([status, body]).toEqual([200, '{"data":{}}']);
    expect(heard[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it('leaves a key of the page’s own', async () => {
    await post({ origin: editor.url, authorization: 'Bearer other' });
    expect(heard[0]?.headers.authorization).toBe('Bearer other');
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a frame without an origin', { origin: 'null' }],
    ['nobody', {}],
    ['a name that was made to point here', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('lends its key to nobody else: %s', async (_who, headers) => {
    expect((await post({ ...headers })).status).toBe(403);
    expect(heard).toEqual([]);
  });

  it('shows no page under another name', async () => {
    expect((await ask('GET', '/', { host: 'evil.example' })).status).toBe(403);
  });

  it('serves modules without their types, under a policy that lets nothing else in', async () => {
    const { status, headers, body } = await ask('GET', '/merge.ts');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('javascript');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).not.toContain(': string');
  });

  it.each(['/serve.ts', '/../../package.json', '/%2e%2e/package.json', '/tsconfig.json', '/README.md', '/none.ts'])(
    'has no page %s',
    async (path) => {
      expect((await ask('GET', path)).status).toBe(404);
    },
  );

  it('never shows the key', async () => {
    const pages = await Promise.all(['/', '/main.ts', '/client.ts'].map((path) => ask('GET', path)));
    for (const page of pages) expect(JSON.stringify(page)).not.toContain(key);
  });

  it('passes a stream on as it comes, and hangs up when its reader does', async () => {
    const hungUp = Promise.withResolvers<void>();
    answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write('data: first\n\n');
      outgoing.on('close', () => hungUp.resolve());
    };
    const reader = new AbortController();
    const response = await fetch(`${editor.url}/graphql`, {
      method: 'POST',
      headers: { origin: editor.url, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: '{}',
      signal: reader.signal,
    });
    const piece = await response.body?.getReader().read();
    expect(new TextDecoder().decode(piece?.value)).toBe('data: first\n\n');
    reader.abort();
    await hungUp.promise;
  });

  it('says so when nobody answers', async () => {
    answer = (incoming) => incoming.socket.destroy();
    expect((await post({ origin: editor.url })).status).toBe(502);
  });
});
