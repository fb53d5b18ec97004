import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { callLimit } from '../../src/domain/calls/run/call-limit.ts';
import { providerBucket } from '../../src/domain/calls/run/rules.ts';
import { withDbTimeout } from '../../src/sql/attempt.ts';
import { connect, isDatabaseAway, type Sql } from '../../src/sql/connect.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
const sql = database.write;
afterAll(() => database.close());

/** Any row that a test may write. */
const put = (by: Pick<Sql, 'unsafe'>, key: string) => by.unsafe('INSERT INTO bucket VALUES ($1, now())', [key]);
const isThere = async (key: string) => (await sql`SELECT 1 FROM bucket WHERE key = ${key}`).length > 0;

let key: string;
let answer: ReturnType<typeof Promise.withResolvers<void>>;
beforeEach(async () => {
  // Opens the connection of the test while its timers still run.
  await sql`SELECT 1`;
  key = randomUUID();
  answer = Promise.withResolvers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => vi.useRealTimers());

/** Waits beyond the time limit of an attempt. */
async function abandon(attempt: Promise<unknown>): Promise<void> {
  const over = attempt.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isDatabaseAway(await over)).toBe(true);
  vi.useRealTimers();
}

describe('an attempt that its time limit has abandoned', () => {
  it('commits no transaction', async () => {
    let transaction: Promise<unknown> | undefined;
    const written = Promise.withResolvers<void>();
    const attempt = withDbTimeout(() => {
      transaction = sql.begin(async (tx) => {
        await put(tx, key);
        written.resolve();
        await answer.promise;
      });
      return transaction;
    });
    await written.promise;
    await abandon(attempt);
    answer.resolve();
    await expect(transaction).rejects.toThrow('The database did not answer.');
    expect(await isThere(key)).toBe(false);
  });

  it('begins no transaction', async () => {
    let late: Promise<unknown> | undefined;
    await abandon(
      withDbTimeout(() => {
        late = answer.promise.then(() => sql.begin((tx) => put(tx, key)));
        return late;
      }),
    );
    answer.resolve();
    await expect(late).rejects.toThrow('The database did not answer.');
    expect(await isThere(key)).toBe(false);
  });

  it('has its late result undone', async () => {
    const undone: string[] = [];
    await abandon(
      withDbTimeout<string>(
        () => answer.promise.then((): string => 'late'),
        (late: string) => undone.push(late),
      ),
    );
    expect(undone).toEqual([]);
    answer.resolve();
    await turn();
    expect(undone).toEqual(['late']);
  });

  it('gives a provider call back that it drew late', async () => {
    const draws = callLimit(sql, key, 60);
    expect(await draws?.()).toBe(0);
    const levelOf = async () =>
      (await sql`SELECT tat::text FROM bucket WHERE key = ${providerBucket(key)}`)[0]?.tat as string;
    const before = await levelOf();
    const given = Promise.withResolvers<unknown>();
    const slow: Sql = new Proxy(sql, {
      apply(target, self, args) {
        const send = () => Reflect.apply(target as never, self, args) as Promise<unknown>;
        if (String(args[0]).includes('INSERT INTO')) return answer.promise.then(send);
        if (!String(args[0]).includes('UPDATE bucket')) return send();
        given.resolve(send());
        return given.promise;
      },
    });
    const drawing = callLimit(slow, key, 60)?.();
    await vi.advanceTimersByTimeAsync(10_000);
    // The caller tries again.
    expect(await drawing).toBeGreaterThan(0);
    vi.useRealTimers();
    answer.resolve();
    await given.promise;
    expect(await levelOf()).toBe(before);
  });
});

it('keeps the result of an attempt in time', async () => {
  const undo = vi.fn();
  expect(await withDbTimeout(async () => 'in time', undo)).toBe('in time');
  await expect(withDbTimeout(() => Promise.reject(new Error('refused')), undo)).rejects.toThrow('refused');
  expect(undo).not.toHaveBeenCalled();
});
