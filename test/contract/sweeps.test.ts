import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { newLog } from '../../src/log/log.ts';
import { partSize, Sweeper } from '../../src/sql/sweep.ts';
import { hold } from '../support/provider.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/stream.ts';

/** More rows than one statement deletes. */
const backlog = 2 * partSize + 1;

it('a backlog larger than one batch is deleted soon after the start', async () => {
  const prefix = `sweeps ${randomUUID()}`;
  const service = await startService({}, undefined, { firstMs: { min: 0, max: 0 }, pauseMs: 0 });
  const { write } = service.database;
  // The other half is ahead, as after a clock step backward.
  await write`
    INSERT INTO bucket (key, tat)
    SELECT ${prefix} || n, clock_timestamp() + CASE n % 2 WHEN 0 THEN interval '-1 hour' ELSE interval '1 hour' END
    FROM generate_series(1, ${backlog}::int) n`;
  const other = await startService({}, undefined, { firstMs: { min: 0, max: 0 }, pauseMs: 0 });
  await until(async () => (await write`SELECT 1 FROM bucket WHERE starts_with(key, ${prefix}) LIMIT 1`).length === 0);
  await other.close();
  await service.close();
});

it('a sweep waits, deletes in batches until one is empty, and stops on close', async () => {
  const service = await startService();
  const { write: sql } = service.database;
  const log = newLog('silent', { write: () => {} });
  const lines: string[] = [];
  const swept = hold();
  const many = (what: string, parts: number, done: () => void) => ({
    what,
    everyMs: 3_600_000,
    deletePart: async () => {
      lines.push(what);
      if (parts === 0) done();
      return { count: parts-- };
    },
  });
  const late = new Sweeper({ sql, log, sweeps: [many('late', 1, () => {})] });
  const soon = new Sweeper({ sql, log, sweeps: [many('soon', 3, swept.release)], firstMs: { min: 0, max: 0 } });
  await swept.released;
  const endless = many('endless', Number.POSITIVE_INFINITY, () => {});
  const closed = new Sweeper({ sql, log, sweeps: [endless], firstMs: { min: 0, max: 0 }, pauseMs: 0 });
  await until(async () => lines.includes('endless'));
  closed.close();
  const { length } = lines;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lines.slice(0, 4)).toEqual(['soon', 'soon', 'soon', 'soon']);
  expect(lines.length - length).toBeLessThanOrEqual(1);
  expect(lines).not.toContain('late');
  for (const sweeper of [late, soon]) sweeper.close();
  await service.close();
});
