import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { accept, callOf } from '../mcp/messages.ts';
import { http } from '../support/faces.ts';
import { disturbable, type Line } from '../support/outage.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';

let line: Line;
let service: TestService;
let key: string;

beforeAll(async () => {
  line = await disturbable(inject('database'));
  service = await startService({}, line.target);
  key = await service.newKey();
});
afterEach(async () => {
  line.set('open');
  await until(async () => (await http(service.url, undefined, 'GET', '/readyz')).status === 200);
});
afterAll(async () => {
  await service.close();
  await line.close();
});

const premise = { premise: 'A lamp that goes out and comes back.' };
/** Every request that the service must answer while its database does not. */
const requests = (): Promise<{ status: number }>[] => [
  http(service.url, key, 'GET', '/v1/books'),
  http(service.url, key, 'POST', '/v1/books', premise),
  http(service.url, key, 'PATCH', '/v1/books/bk_00000000000000000000000000/plan', { genre: 'sea' }),
  http(service.url, undefined, 'GET', '/readyz'),
];

describe('while the database cannot be reached', () => {
  // Black-holed: the bytes go and nothing comes back, so that only the service's own limit ends the wait.
  it.each(['closed', 'silent'] as const)(
    '%s: every request is answered with 503 within 10 s, and health stays 200',
    async (way) => {
      expect((await http(service.url, key, 'GET', '/v1/books')).status).toBe(200);
      line.set(way);
      const answers = await Promise.all(requests().map((request) => Promise.race([request, tooLate()])));
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
      expect((await http(service.url, undefined, 'GET', '/healthz')).status).toBe(200);
    },
  );

  it('says so on every face, with the time to wait, and nothing of the database in it', async () => {
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

  it('is asked again once it is back: the next requests succeed within 5 s', async () => {
    line.set('closed');
    await http(service.url, key, 'GET', '/v1/books');
    line.set('open');
    const began = performance.now();
    await until(async () => (await http(service.url, key, 'POST', '/v1/books', premise)).status === 201);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('slow by 200 ms each way, it only takes longer', async () => {
    line.set(200);
    expect((await http(service.url, key, 'POST', '/v1/books', premise)).status).toBe(201);
  });
});

function tooLate(): Promise<{ status: number }> {
  return new Promise((resolve) => setTimeout(() => resolve({ status: 0 }), 10_000).unref());
}
