import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { moveJobsToNow } from '../../src/sql/queue-clock.ts';
import { http, premise } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let key: string;
let book: string;
const ask = (path: string, body?: unknown) => http(service.url, key, body ? 'POST' : 'GET', path, body);

beforeAll(async () => {
  service = await startService({ LIMIT_PLAN_PER_MINUTE: '2', OPENAI_API_KEY: 'x' });
  key = await service.newKey();
  book = `/v1/books/${(await ask('/v1/books', { premise })).json.data.id}`;
});
afterAll(() => service.close());

describe('stored times after the clock was set back by three hours', () => {
  it('count as now in a used-up rate limit bucket', async () => {
    const plan = async () => (await ask(`${book}/plan`)).status;
    expect([await plan(), await plan(), await plan()]).toEqual([200, 200, 429]);
    await service.database.write`
      UPDATE bucket SET tat = tat + interval '3 hours' WHERE key IN (
        SELECT 'plan:' || t.id FROM token t JOIN book b USING (account_id) WHERE b.id = ${book.slice('/v1/books/'.length)})`;
    expect([await plan(), await plan(), await plan()]).toEqual([200, 200, 429]);
  });

  it('limit the lease of a lost run to one lease from now', async () => {
    const { write } = service.database;
    const runId = newId('run');
    await write`
      INSERT INTO run (account_id, id, book_id, kind, request_hash, model, start_offset, holder, lease_until, deadline_at, manifest, built_from)
      SELECT account_id, ${runId}, id, 'outline', 'hash', 'm', 0, 'gone/1', now() + interval '3 hours', now() + interval '3 hours', '{}', '{}'
      FROM book WHERE id = ${book.slice('/v1/books/'.length)}`;
    await service.service.services.runs.sweep();
    const [run] = await write<{ isNear: boolean }[]>`
      SELECT lease_until < now() + interval '16 seconds' AS is_near FROM run WHERE id = ${runId}`;
    expect(run?.isNear).toBe(true);
    await write`DELETE FROM run WHERE id = ${runId}`;
  });

  it('keep the delay of a waiting job, counted from now', async () => {
    const { narrations } = service.service.services;
    const { write } = service.database;
    const insert = await narrations.ready();
    const group = randomUUID();
    await write.begin((tx) =>
      insert(tx, [{ data: { accountId: 'acc_none', chapterId: 'ch_none', orderId: 'none' }, group, place: 0 }]),
    );
    await write`
      UPDATE pgboss.job SET created_on = created_on + interval '3 hours', start_after = created_on + interval '3 hours 40 seconds'
      WHERE group_id = ${group} AND state < 'active'`;
    await moveJobsToNow(write);
    const rows = await write<{ inTime: boolean }[]>`
      SELECT start_after BETWEEN now() AND now() + interval '41 seconds' AS in_time FROM pgboss.job WHERE group_id = ${group} AND state < 'active'`;
    expect(rows.every(({ inTime }) => inTime)).toBe(true);
  });
});
