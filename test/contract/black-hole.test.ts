import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts';
import { http } from '../support/faces.ts';
import { expectWithin, proof } from '../support/proofs.ts';
import { startService, type TestService } from '../support/service.ts';

const isServer = inject('database').url !== undefined;
/** On a unix socket connections do not go silent, so only the proofs run this test there. */
const skipped = !isServer && !proof(false, true);
const rounds = proof(1, 5);
const recoveryMsMax = 15_000;

let cuts: CuttingProxy;
let service: TestService;
let key: string;
beforeAll(async () => {
  if (skipped) return;
  cuts = await startCuttingProxy(inject('database'));
  service = await startService({ LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_PLAN_PER_MINUTE: '0' }, cuts.target);
  key = await service.newKey();
});
afterAll(async () => {
  await service?.close();
  await cuts?.close();
});

/** Repeats a request until it succeeds. Returns the statuses, the total time and the slowest answer. */
async function retryUntilOk(work: () => ReturnType<typeof http>) {
  const statuses = new Set<number>();
  let slowestMs = 0;
  for (const began = performance.now(); ; ) {
    const sentAt = performance.now();
    const { status } = await work();
    slowestMs = Math.max(slowestMs, performance.now() - sentAt);
    statuses.add(status);
    if (status < 300) return { ms: performance.now() - began, statuses: [...statuses], slowestMs };
  }
}

describe.skipIf(skipped)('connections that go silent without being closed', () => {
  it(`are replaced: reads, writes and /readyz recover within ${recoveryMsMax / 1000} s`, async () => {
    const premise = { premise: 'A book that waits for its database.' };
    const book = (await http(service.url, key, 'POST', '/v1/books', premise)).json.data.id;
    const payloads: (string | undefined)[] = [];
    await service.database.listen('fabula_test_silence', (payload) => payloads.push(payload));
    const get = (path: string) => http(service.url, key, 'GET', path);
    const patch = (n: number) =>
      http(service.url, key, 'PATCH', `/v1/books/${book}/plan`, { themeStatement: `line ${n}` });
    for (let round = 0; round < rounds; round++) {
      // All connections are busy or open when the silence begins.
      await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? get('/v1/books') : patch(n))));
      const underWay = Array.from({ length: 8 }, (_, n) => (n % 2 ? get(`/v1/books/${book}`) : patch(n)));
      expect(cuts.blackHole()).toBeGreaterThan(8);
      const [read, write, ready] = await Promise.all([
        retryUntilOk(() => get('/v1/books')),
        retryUntilOk(() => patch(100 + round)),
        retryUntilOk(() => http(service.url, undefined, 'GET', '/readyz')),
      ]);
      for (const { ms, statuses } of [read, write, ready]) {
        expectWithin(recoveryMsMax, performance.now() - ms);
        expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      }
      // One second, plus the overhead of the test's own process.
      expectWithin(1_500, performance.now() - ready.slowestMs);
      for (const { status } of await Promise.all(underWay)) expect([200, 503]).toContain(status);
      if (!isServer) continue;
      const payload = `round ${round}`;
      await expect
        .poll(async () => {
          await service.database.write`SELECT pg_notify('fabula_test_silence', ${payload})`;
          return payloads.includes(payload);
        })
        .toBe(true);
      process.env.FABULA_PROOFS && console.log(JSON.stringify({ read, write, ready }));
    }
  });
});
