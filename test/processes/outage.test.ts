import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { accept, callOf } from '../mcp/messages.ts';
import { http } from '../support/faces.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { expectWithin } from '../support/proofs.ts';
import { startService, type TestService } from '../support/service.ts';
import { until, untilReady } from '../support/stream.ts';

let line: FaultyProxy;
let service: TestService;
let key: string;

beforeAll(async () => {
  line = await startFaultyProxy(inject('database'));
  service = await startService({}, line.target);
  key = await service.newKey();
});
afterEach(async () => {
  line.set('open');
  await untilReady(service.url);
});
afterAll(async () => {
  await service.close();
  await line.close();
});

const premise = { premise: 'A lamp that goes out and comes back.' };
/** One request of each kind that must get a response during an outage. */
const requests = (): Promise<{ status: number }>[] => [
  http(service.url, key, 'GET', '/v1/books'),
  http(service.url, key, 'POST', '/v1/books', premise),
  http(service.url, key, 'PATCH', '/v1/books/bk_00000000000000000000000000/plan', { genre: 'sea' }),
  http(service.url, undefined, 'GET', '/readyz'),
];

describe('while the database cannot be reached', () => {
  // Silent: packets are dropped, so only the service's own timeout ends the wait.
  it.each(['closed', 'silent'] as const)(
    '%s: answers every request with 503 within 10 s, and /healthz with 200',
    async (way) => {
      expect((await http(service.url, key, 'GET', '/v1/books')).status).toBe(200);
      line.set(way);
      const began = performance.now();
      const answers = await Promise.all(requests());
      expectWithin(10_000, began);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
      expect((await http(service.url, undefined, 'GET', '/healthz')).status).toBe(200);
    },
  );

  it('answers unavailable with a retry delay on every face, without database details', async () => {
    line.set('closed');
    const { json, headers } = await http(service.url, key, 'GET', '/v1/books');
    expect(json.error).toMatchObject({ code: 'unavailable', retry_after: expect.any(Number) });
    expect(headers.get('retry-after')).toBe(String(json.error.retry_after));
    const viaGraphql = await http(service.url, key, 'POST', '/graphql', { query: '{ books { nodes { id } } }' });
    expect(viaGraphql.json.errors[0].extensions.code).toBe('unavailable');
    const viaMcp = await http(service.url, key, 'POST', '/mcp', callOf(1, 'list_books'), accept);
    expect(viaMcp.text).toContain('unavailable');
    expect(viaMcp.text + viaGraphql.text + JSON.stringify(json)).not.toMatch(/postgres|ECONN|CONNECTION|socket/i);
  });

  it('serves requests again within 5 s of recovery', async () => {
    line.set('closed');
    await http(service.url, key, 'GET', '/v1/books');
    line.set('open');
    const began = performance.now();
    await until(async () => (await http(service.url, key, 'POST', '/v1/books', premise)).status === 201);
    expectWithin(5_000, began);
  });

  it('a latency of 200 ms each way only slows requests down', async () => {
    line.set(200);
    expect((await http(service.url, key, 'POST', '/v1/books', premise)).status).toBe(201);
  });
});
