import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetPath } from '../../src/faces/explorers/assets.ts';
import { http, premise } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { openStill, type StillReader } from '../support/still-reader.ts';
import { openStream, until } from '../support/stream.ts';

const limits = { addressConnections: 8, waitingBytes: 16 * 1024 ** 2, exportsAtOnce: 2 };

/** The clock of the check of connections. */
let nowMs = 0;
let service: TestService;
let key: string;
let bookId: string;
let open: StillReader[] = [];

/** More than the buffers of a socket hold, in one chapter twelve times. */
const chapterLength = 400_000;
const times = 6;
const answerBytes = 3 * chapterLength * times;

beforeAll(async () => {
  service = await startService({}, undefined, undefined, { now: () => nowMs, checkMs: 10, limits });
  key = await service.newKey();
  bookId = (await http(service.url, key, 'POST', '/v1/books', { premise })).json.data.id;
  await http(service.url, key, 'POST', `/v1/books/${bookId}/chapters`, { content: '燈'.repeat(chapterLength) });
});
afterAll(() => service.close());

async function still(line: string, options: Parameters<typeof openStill>[2] = {}): Promise<StillReader> {
  const reader = await openStill(service.url, line, options);
  open.push(reader);
  return reader;
}

function leave(): void {
  for (const { socket } of open) socket.destroy();
  open = [];
}

const asset = `GET /${assetPath('graphiql.js')}`;
const largeBody = () =>
  JSON.stringify({
    query: `{ chapters(bookId: "${bookId}") { ${Array.from({ length: times }, (_, n) => `c${n}: content`).join(' ')} } }`,
  });
const large = (headers: string[] = []) =>
  still('POST /graphql', { key, headers: ['Connection: close', ...headers], body: largeBody() });

const cuts = () => service.logged.filter((entry) => entry.includes('a connection was cut')).length;

describe('a client that takes no bytes for 30 s', () => {
  it.each([
    ['an asset', () => still(asset)],
    ['an answer as JSON', () => large()],
    ['an answer as an event stream', () => large(['Accept: text/event-stream'])],
  ])('is disconnected from %s', async (_what, ask) => {
    const before = cuts();
    const reader = await ask();
    await until(() => {
      nowMs += 31_000;
      return cuts() > before;
    });
    expect((await reader.rest()).isWhole).toBe(false);
    leave();
  });

  it('keeps a stream in which nothing happens', async () => {
    const feed = openStream(service.url, key, 'POST', '/graphql', {
      body: { query: `subscription { bookChanged(bookId: "${bookId}") { id } }` },
      headers: { accept: 'text/event-stream' },
    });
    await feed.began;
    const before = cuts();
    await still(asset);
    await until(() => {
      nowMs += 31_000;
      return cuts() > before;
    });
    await http(service.url, key, 'PATCH', `/v1/books/${bookId}`, { title: 'Still here' });
    await feed.waitFor('bookChanged');
    feed.disconnect();
    leave();
  });
});

describe('the bytes that wait for one account', () => {
  it('are limited; another account is answered, and so is this one when its clients left', async () => {
    const answer = async () => (await http(service.url, key, 'POST', '/graphql', largeBody())).status;
    for (let bytes = answerBytes; bytes <= limits.waitingBytes; bytes += answerBytes) await (await large()).begun();
    const refused = await http(service.url, key, 'POST', '/graphql', largeBody());
    expect([refused.json.error.code, refused.headers.get('retry-after')]).toEqual(['unavailable', '5']);
    const other = await service.newKey();
    expect((await http(service.url, other, 'GET', '/v1/books')).status).toBe(200);
    leave();
    await until(async () => (await answer()) === 200);
  });
});

describe('an export of more than 1 MB', () => {
  const ask = () =>
    fetch(`${service.url}/v1/books/${bookId}/export?format=text`, { headers: { authorization: `Bearer ${key}` } });

  it('is sent whole from a temporary file that has no name', async () => {
    // The folders of other tests have other names.
    const named = async () => (await readdir(tmpdir())).filter((name) => /^fabula-[\da-f]{8}-[\da-f-]{27}$/.test(name));
    const before = await named();
    const response = await ask();
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(3 * chapterLength);
    expect(response.headers.get('etag')).toBe(`"${hash('sha256', bytes)}"`);
    expect(await named()).toEqual(before);
  });

  it('is refused while an address downloads the maximum', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    const statuses = new Set(answers.map(({ status }) => status));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect([...statuses].sort()).toEqual([200, 429]);
    expect((await ask()).status).toBe(200);
  });
});

describe('a shared asset', () => {
  it('is not copied for 30 clients that do not read it', async () => {
    const whole = await (await fetch(`${service.url}/${assetPath('graphiql.js')}`)).arrayBuffer();
    const before = process.memoryUsage();
    await Promise.all(Array.from({ length: 30 }, async () => (await still(asset)).begun()));
    const after = process.memoryUsage();
    expect(whole.byteLength).toBeGreaterThan(2 ** 20);
    expect(after.external + after.heapUsed - before.external - before.heapUsed).toBeLessThan(8 * whole.byteLength);
    leave();
  });
});

describe('the connections of one address', () => {
  it('are limited without a valid key; a key and the probes are always served', async () => {
    const ask = async (path: string, options = {}) => (await openStill(service.url, `GET ${path}`, options)).rest();
    // Connections of earlier tests may close meanwhile.
    const refused = await until(async () => {
      await (await still('GET /healthz', { headers: [] })).begun();
      const answers = [await ask('/'), await ask('/v1/books')];
      return answers.every(({ status }) => status === 503) ? answers : undefined;
    });
    for (const { head, text } of refused) {
      expect(head).toMatch(/connection: close[\s\S]*retry-after: 5/i);
      expect(JSON.parse(text).error.code).toBe('unavailable');
    }
    expect(open.length).toBeGreaterThan(limits.addressConnections / 2);
    expect((await ask('/v1/books', { key })).status).toBe(200);
    expect((await ask('/healthz')).status).toBe(200);
    leave();
    await until(async () => (await ask('/')).status === 200);
  });
});
