import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { headersMsMax } from '../../src/faces/mcp/http.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { graphql, http, refusal, tool } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';

const { own, fakes } = serviceWith(
  { text: true },
  {
    LIMIT_REQUESTS_PER_MINUTE: '1000',
    LIMIT_PLAN_PER_MINUTE: '4',
    LIMIT_PROVIDER_PER_MINUTE: '3',
    LIMIT_PROVIDER_CONCURRENT: '2',
  },
);

const newClient = async () => ChapterClient.create(own.url(), await own.running().newKey());
const get = ({ key }: ChapterClient, path: string) => http(own.url(), key, 'GET', path);

/** Structured fields of the draft (RFC 9651 lists of strings with integer or string parameters), by name. */
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

/** On a busy machine a run may take longer than the second for which the headers of a stream are held. */
function withoutEndOfHold(): void {
  const { setTimeout: original } = globalThis;
  const spy = vi.spyOn(globalThis, 'setTimeout');
  spy.mockImplementation(((work: () => void, ms?: number, ...args: []) =>
    original(work, ms === headersMsMax ? 3_600_000 : ms, ...args)) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
}

/** The limits in the headers of a response. */
function limitsOf({ headers }: { headers: Headers }) {
  return { policy: parsed(headers.get('ratelimit-policy')), now: parsed(headers.get('ratelimit')) };
}

describe('RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-11)', () => {
  it('report the general limit on every response', async () => {
    const client = await newClient();
    for (const path of ['/v1/books', '/v1', '/v1/books/bk_none', '/v1/nowhere']) {
      const { policy, now } = limitsOf(await get(client, path));
      expect(policy).toEqual({ requests: { q: 1000, w: 60 } });
      expect(now.requests?.r).toBeGreaterThan(900);
      expect(now.requests?.t).toBeLessThanOrEqual(60);
    }
    const graph = await http(own.url(), client.key, 'POST', '/graphql', { query: '{ beatSheets { id } }' });
    const { policy, now } = limitsOf(graph);
    expect(policy).toEqual({ requests: { q: 1000, w: 60 }, 'graphql-cost': { q: 10_000_000, qu: 'cost', w: 60 } });
    expect(now['graphql-cost']).toEqual({ r: 10_000_000 - graph.json.extensions.cost.requested, t: 1 });
    const mcp = await http(own.url(), client.key, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(limitsOf(mcp).policy).toEqual({ requests: { q: 1000, w: 60 } });
  });

  it('count down one plan bucket for REST, GraphQL and MCP, and name it when exhausted', async () => {
    const client = await newClient();
    const accept = { accept: 'application/json, text/event-stream' };
    const query = `{ plan(bookId: "${client.bookId}") { themeStatement } }`;
    const params = { name: 'get_plan', arguments: { bookId: client.bookId } };
    const ask = [
      () => get(client, `${client.book}/plan`),
      () => http(own.url(), client.key, 'POST', '/graphql', { query }),
      () =>
        http(own.url(), client.key, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, accept),
      () => http(own.url(), client.key, 'PATCH', `${client.book}/plan`, { povDepth: 3 }),
    ];
    for (const [index, one] of ask.entries()) {
      const { policy, now } = limitsOf(await one());
      expect(policy).toMatchObject({ requests: { q: 1000, w: 60 }, plan: { q: 4, w: 60 } });
      expect(now.plan?.r).toBe(3 - index);
    }
    const refused = await get(client, `${client.book}/plan`);
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited']);
    expect(limitsOf(refused).now.plan).toEqual({ r: 0, t: Number(refused.headers.get('retry-after')) });
    expect((await refusal(graphql(own.url(), client.key, query))).code).toBe('rate_limited');
    expect((await refusal(tool(own.url(), client.key, 'get_plan', { bookId: client.bookId }))).code).toBe(
      'rate_limited',
    );
  });

  it('report runs, concurrent runs, chapters and tokens on a write', async () => {
    fakes.text.script();
    const client = await newClient();
    const answer = await http(own.url(), client.key, 'POST', `${client.path}/write`);
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

  it('report the same over GraphQL and MCP', async () => {
    fakes.text.script();
    const client = await newClient();
    const query = `mutation { writeChapter(bookId: "${client.bookId}", chapterId: "${client.chapterId}", waitSeconds: 20) { state } }`;
    const graph = await http(own.url(), client.key, 'POST', '/graphql', { query });
    expect(limitsOf(graph).now).toMatchObject({ runs: { r: 2 }, chapters: { r: 199 } });
    const params = {
      name: 'write_chapter',
      arguments: { bookId: client.bookId, chapterId: client.chapterId, restart: true },
    };
    const accept = { accept: 'application/json, text/event-stream' };
    withoutEndOfHold();
    const mcp = await http(
      own.url(),
      client.key,
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      accept,
    );
    expect(limitsOf(mcp).now).toMatchObject({ runs: { r: 1 }, chapters: { r: 198 } });
  });

  it('name the exhausted limit: concurrent runs or runs per minute', async () => {
    const gate = hold();
    fakes.text.script(reply.text(['Rain. ', gate.released]));
    const client = await newClient();
    const chapters = [client.chapterId];
    for (let n = 0; n < 3; n++) chapters.push((await client.ask('POST', `${client.book}/chapters`, {})).id);
    const [first, second, third] = chapters.map((chapterId) =>
      Object.assign(new ChapterClient(own.url(), client.key), { bookId: client.bookId, chapterId }),
    );
    const running = [first?.write(), second?.write()];
    await Promise.all(running.map((reading) => reading?.waitFor('Rain.')));
    const full = await http(own.url(), client.key, 'POST', `${third?.path}/write`);
    expect([full.status, full.json.error.code]).toEqual([429, 'rate_limited']);
    expect(limitsOf(full).now['concurrent-runs']).toEqual({ r: 0, t: Number(full.headers.get('retry-after')) });
    gate.release();
    await Promise.all(running.map((reading) => reading?.ended));
    await http(own.url(), client.key, 'POST', `${third?.path}/write`);
    const often = await http(own.url(), client.key, 'POST', `${third?.path}/write`, { restart: true });
    expect([often.status, often.json.error.code]).toEqual([429, 'rate_limited']);
    expect(limitsOf(often).now.runs).toEqual({ r: 0, t: Number(often.headers.get('retry-after')) });
  });

  it('omit disabled limits', async () => {
    const open = await startService({ LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_PLAN_PER_MINUTE: '0' });
    try {
      const client = await ChapterClient.create(open.url, await open.newKey());
      const { headers } = await http(open.url, client.key, 'GET', `${client.book}/plan`);
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    } finally {
      await open.close();
    }
  });
});
