import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql, http, refusal, tool } from '../support/faces.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { Desk } from '../support/writing.ts';

let provider: FakeProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({
    OPENAI_BASE_URL: provider.url,
    LIMIT_REQUESTS_PER_MINUTE: '1000',
    LIMIT_PLAN_PER_MINUTE: '4',
    LIMIT_PROVIDER_PER_MINUTE: '3',
    LIMIT_PROVIDER_CONCURRENT: '2',
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const newDesk = async () => Desk.at(service.url, await service.newKey());
const get = ({ key }: Desk, path: string) => http(service.url, key, 'GET', path);

/** Structured fields of the draft (RFC 9651 lists of strings with whole or quoted parameters), by name. */
function parsed(header: string | null): Record<string, Record<string, number | string>> {
  const items = (header ?? '').split(', ').map((item) => {
    const [, name = '', parameters = ''] = /^"([a-z-]+)"((?:;[a-z]+=(?:\d+|"[a-z-]+"))+)$/.exec(item) ?? [];
    const pairs = parameters
      .slice(1)
      .split(';')
      .map((pair) => pair.split('='));
    return [name, Object.fromEntries(pairs.map(([key, value]) => [key, JSON.parse(value ?? 'null')]))];
  });
  return Object.fromEntries(items);
}

/** What an answer says of the limits that it drew on. */
function limitsOf({ headers }: { headers: Headers }) {
  return { policy: parsed(headers.get('ratelimit-policy')), now: parsed(headers.get('ratelimit')) };
}

describe('RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-11)', () => {
  it('say on every answer how the general limit stands', async () => {
    const desk = await newDesk();
    for (const path of ['/v1/books', '/v1', '/v1/books/bk_none', '/v1/nowhere']) {
      const { policy, now } = limitsOf(await get(desk, path));
      expect(policy).toEqual({ requests: { q: 1000, w: 60 } });
      expect(now.requests?.r).toBeGreaterThan(900);
      expect(now.requests?.t).toBeLessThanOrEqual(60);
    }
    const graph = await http(service.url, desk.key, 'POST', '/graphql', { query: '{ beatSheets { id } }' });
    expect(limitsOf(graph).policy).toEqual({ requests: { q: 1000, w: 60 } });
    const mcp = await http(service.url, desk.key, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(limitsOf(mcp).policy).toEqual({ requests: { q: 1000, w: 60 } });
  });

  it('count down the plan bucket, one bucket for REST, GraphQL and MCP, and name it on the refusal', async () => {
    const desk = await newDesk();
    const accept = { accept: 'application/json, text/event-stream' };
    const query = `{ plan(bookId: "${desk.bookId}") { themeStatement } }`;
    const params = { name: 'get_plan', arguments: { bookId: desk.bookId } };
    const ask = [
      () => get(desk, `${desk.book}/plan`),
      () => http(service.url, desk.key, 'POST', '/graphql', { query }),
      () =>
        http(service.url, desk.key, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, accept),
      () => http(service.url, desk.key, 'PATCH', `${desk.book}/plan`, { povDepth: 3 }),
    ];
    for (const [index, one] of ask.entries()) {
      const { policy, now } = limitsOf(await one());
      expect(policy).toMatchObject({ requests: { q: 1000, w: 60 }, plan: { q: 4, w: 60 } });
      expect(now.plan?.r).toBe(3 - index);
    }
    const refused = await get(desk, `${desk.book}/plan`);
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited']);
    expect(limitsOf(refused).now.plan).toEqual({ r: 0, t: Number(refused.headers.get('retry-after')) });
    expect((await refusal(graphql(service.url, desk.key, query))).code).toBe('rate_limited');
    expect((await refusal(tool(service.url, desk.key, 'get_plan', { bookId: desk.bookId }))).code).toBe('rate_limited');
  });

  it('say on a write how runs, runs at a time, chapters and tokens of the day stand', async () => {
    provider.script();
    const desk = await newDesk();
    const answer = await http(service.url, desk.key, 'POST', `${desk.path}/write`);
    const { policy, now } = limitsOf(answer);
    expect(policy).toEqual({
      requests: { q: 1000, w: 60 },
      'concurrent-runs': { q: 2, qu: 'concurrent-requests' },
      runs: { q: 3, w: 60 },
      chapters: { q: 200, w: 86_400 },
      'output-tokens': { q: 2_000_000, qu: 'tokens', w: 86_400 },
    });
    expect(now).toMatchObject({ 'concurrent-runs': { r: 1 }, runs: { r: 2 }, chapters: { r: 199 } });
    expect(now['output-tokens']).toMatchObject({ r: 2_000_000, t: now.chapters?.t });
  });

  it('say so over GraphQL and MCP as well', async () => {
    provider.script();
    const desk = await newDesk();
    const query = `mutation { writeChapter(bookId: "${desk.bookId}", chapterId: "${desk.chapterId}", waitSeconds: 20) { state } }`;
    const graph = await http(service.url, desk.key, 'POST', '/graphql', { query });
    expect(limitsOf(graph).now).toMatchObject({ runs: { r: 2 }, chapters: { r: 199 } });
    const params = {
      name: 'write_chapter',
      arguments: { bookId: desk.bookId, chapterId: desk.chapterId, restart: true },
    };
    const accept = { accept: 'application/json, text/event-stream' };
    const mcp = await http(
      service.url,
      desk.key,
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      accept,
    );
    expect(limitsOf(mcp).now).toMatchObject({ runs: { r: 1 }, chapters: { r: 198 } });
  });

  it('name the limit that refused a run: too many at a time, or too often', async () => {
    const gate = hold();
    provider.script(reply.text(['Rain. ', gate.released]));
    const desk = await newDesk();
    const chapters = [desk.chapterId];
    for (let n = 0; n < 3; n++) chapters.push((await desk.ask('POST', `${desk.book}/chapters`, {})).id);
    const [first, second, third] = chapters.map((chapterId) =>
      Object.assign(new Desk(service.url, desk.key), { bookId: desk.bookId, chapterId }),
    );
    const running = [first?.write(), second?.write()];
    await Promise.all(running.map((reading) => reading?.has('Rain.')));
    const full = await http(service.url, desk.key, 'POST', `${third?.path}/write`);
    expect([full.status, full.json.error.code]).toEqual([429, 'rate_limited']);
    expect(limitsOf(full).now['concurrent-runs']).toEqual({ r: 0, t: Number(full.headers.get('retry-after')) });
    gate.release();
    await Promise.all(running.map((reading) => reading?.ended));
    await http(service.url, desk.key, 'POST', `${third?.path}/write`);
    const often = await http(service.url, desk.key, 'POST', `${third?.path}/write`, { restart: true });
    expect([often.status, often.json.error.code]).toEqual([429, 'rate_limited']);
    expect(limitsOf(often).now.runs).toEqual({ r: 0, t: Number(often.headers.get('retry-after')) });
  });

  it('leave out a limit that is switched off', async () => {
    const open = await startService({ LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_PLAN_PER_MINUTE: '0' });
    try {
      const desk = await Desk.at(open.url, await open.newKey());
      const { headers } = await http(open.url, desk.key, 'GET', `${desk.book}/plan`);
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    } finally {
      await open.close();
    }
  });
});
