import { afterEach, describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/threads/fair-queue.ts';
import type { Job } from '../../src/threads/job.ts';
import { WorkPool, type WorkPoolOptions } from '../../src/threads/pool.ts';

const pools: WorkPool[] = [];
function newPool(options: Partial<WorkPoolOptions> = {}): WorkPool {
  const pool = new WorkPool({ threads: 2, ...options });
  pools.push(pool);
  return pool;
}
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

const jobNamed = <Input, Output>(name: string): Job<Input, Output> => ({
  module: new URL('./work-pool.fixture.ts', import.meta.url),
  name,
});
const measuring = jobNamed<{ text: string }, number>('lengthOf');
const endless = jobNamed<{ text: string }, number>('forever');
const orderOf = (text: string, accountId = 'acc_one') => ({ accountId, input: { text }, characters: text.length });
const long = 'x'.repeat(10_000);

describe('the worker pool', () => {
  it('runs jobs on short texts inline and on long texts in a thread', async () => {
    const pool = newPool();
    expect(await pool.run(measuring, orderOf('short'))).toBe(5);
    expect(pool.performed).toBe(0);
    expect(await pool.run(measuring, orderOf(long))).toBe(10_000);
    expect(pool.performed).toBe(1);
  });

  it('runs equal jobs on equal texts once per account', async () => {
    const pool = newPool();
    const twice = [orderOf(long), orderOf(long)].map((order) => pool.run(measuring, order));
    expect(await Promise.all(twice)).toEqual([10_000, 10_000]);
    expect(await pool.run(measuring, orderOf(long))).toBe(10_000);
    expect(pool.performed).toBe(1);
    await pool.run(measuring, orderOf(long, 'acc_other'));
    expect(pool.performed).toBe(2);
  });

  it('terminates a job after its time limit, and continues with the next job', async () => {
    const pool = newPool({ msMax: 1_000 });
    await expect(pool.run(endless, orderOf(long))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('longer than 1 s'),
    });
    const nextPool = newPool();
    expect(await nextPool.run(measuring, orderOf(long))).toBe(10_000);
  });

  it('keeps a thread for other accounts while one account has many long jobs', async () => {
    const pool = newPool({ msMax: 60_000 });
    const hostile = Array.from({ length: 10 }, (_, n) => pool.run(endless, orderOf(`${long}${n}`, 'acc_hostile')));
    const ended = Promise.allSettled(hostile);
    expect(await pool.run(measuring, orderOf(long))).toBe(10_000);
    expect(pool.performed).toBe(2);
    pool.close();
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('refuses an account with too many waiting jobs, but no other account', async () => {
    const pool = newPool({ msMax: 60_000 });
    const many = Array.from({ length: 25 }, (_, n) => pool.run(endless, orderOf(`${long}${n}`, 'acc_hostile')));
    const ended = Promise.allSettled(many);
    const [refused] = await Promise.allSettled(many.slice(-1));
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect(String((refused as PromiseRejectedResult).reason.message)).toContain('20 queued analyses');
    await expect(pool.run(measuring, orderOf(long))).resolves.toBe(10_000);
    pool.close();
    await ended;
  });

  it('runs a job on each input in one thread, in order, and ends it with its caller', async () => {
    const pool = newPool({ msMax: 60_000 });
    const inputs = Array.from({ length: 300 }, (_, n) => ({ text: 'x'.repeat(10_000 + n) }));
    const order = { accountId: 'acc_one', inputs, lengthOf: ({ text }: { text: string }) => text.length };
    const { signal } = new AbortController();
    const lengths = await pool.each(measuring, { ...order, signal });
    expect(lengths).toEqual(inputs.map(({ text }) => text.length));
    expect(pool.performed).toBe(1);
    const caller = new AbortController();
    const left = pool.each(endless, { ...order, signal: caller.signal });
    caller.abort();
    await expect(left).rejects.toMatchObject({ code: 'unavailable' });
    expect(await pool.run(measuring, orderOf(long))).toBe(10_000);
  });

  it('passes on the error of a job, and keeps its thread', async () => {
    const pool = newPool();
    const failing = jobNamed<{ text: string }, number>('failing');
    await expect(pool.run(failing, orderOf(long))).rejects.toThrow('This job fails.');
    expect(await pool.run(measuring, orderOf(long))).toBe(10_000);
  });

  it('terminates a job that exceeds its memory limit', async () => {
    const pool = newPool({ msMax: 60_000, heapMbMax: 32 });
    const greedy = jobNamed<{ text: string }, number>('greedy');
    await expect(pool.run(greedy, orderOf(long))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('memory'),
    });
    expect(await pool.run(measuring, orderOf(long))).toBe(10_000);
  });
});

describe('the fair queue', () => {
  it('serves accounts in turn, and skips accounts at their limit', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.charAt(0), item);
    const all = () => true;
    expect([queue.shift(all), queue.shift(all), queue.shift(all), queue.shift(all)]).toEqual(['a1', 'b1', 'c1', 'a2']);
    expect(queue.shift((account) => account !== 'b')).toBe('a3');
    expect([queue.shift(all), queue.shift(all)]).toEqual(['b2', undefined]);
  });
});
