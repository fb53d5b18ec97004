import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { RunEngine } from '../../src/domain/calls/run/engine.ts';
import type { LiveRun } from '../../src/domain/calls/run/live.ts';
import { heartbeatMs, leaseSeconds } from '../../src/domain/calls/run/rules.ts';
import { writingKinds } from '../../src/domain/making/writing/kinds.ts';
import { Providers } from '../../src/providers/providers.ts';
import { connect } from '../../src/sql/connect.ts';
import { newRun } from '../support/new-run.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());
afterEach(() => void vi.useRealTimers());

const engineOf = (holder: string, sql = database.write) =>
  new RunEngine({
    sql,
    kinds: writingKinds,
    providers: new Providers({ text: undefined, speech: undefined, image: undefined }),
    holder,
    idleSecondsMax: 60,
    runsMax: 10,
    providerPerMinute: 0,
    prices: new Map(),
    log: pino({ level: 'silent' }),
  });

describe('the search for lost runs', () => {
  it('finds a lease that is over when it is asked for, also while an earlier search is in progress', async () => {
    const run = await newRun(database.write, { holder: `lost/${randomUUID()}`, deadlineSeconds: 60 });
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let searches = 0;
    const sql = new Proxy(database.write, {
      apply(target, self, args) {
        searches += 1;
        if (searches > 1) return Reflect.apply(target, self, args);
        asked.resolve();
        return held.promise.then(() => []);
      },
    });
    const engine = engineOf(`node/${randomUUID()}`, sql);
    const earlier = engine.sweep();
    await asked.promise;
    await database.write`UPDATE run SET lease_until = now() - interval '1 second' WHERE id = ${run.id}`;
    const later = engine.sweep();
    held.resolve();
    await Promise.all([earlier, later]);
    const [after] = await database.write`SELECT state FROM run WHERE id = ${run.id}`;
    expect(after?.state).not.toBe('running');
    await engine.close();
  });
});

describe('the limits of a run', () => {
  it('stop it at its deadline, to the second', async () => {
    const holder = `node/${randomUUID()}`;
    const run = await newRun(database.write, { holder, deadlineSeconds: 60 });
    const engine = engineOf(holder);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const signals: AbortSignal[] = [];
    engine.begin(run, {
      perform: (_providers, { stop }: LiveRun) =>
        new Promise((_resolve, reject) => {
          signals.push(stop.signal);
          stop.signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
    });
    vi.advanceTimersByTime(59_999);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    vi.advanceTimersByTime(1);
    expect(signals.map(({ aborted, reason }) => [aborted, reason])).toEqual([[true, 'time']]);
    vi.useRealTimers();
    await engine.close();
  });

  it('are not longer than permitted', () => {
    expect(readConfig({ GENERATION_SECONDS_MAX: '300' }).generationSecondsMax).toBe(300);
    for (const value of ['301', '0', '3000'])
      expect(() => readConfig({ GENERATION_SECONDS_MAX: value })).toThrow('GENERATION_SECONDS_MAX');
  });

  it('leave a node three heartbeats in each lease', () => {
    expect(3 * heartbeatMs).toBeLessThan(leaseSeconds * 1_000);
  });
});

describe('the setting of automatic recaps', () => {
  it.each([
    [{}, true],
    [{ CHAPTER_RECAPS: 'off' }, false],
    [{ CHAPTER_SUMMARIES: 'off' }, false],
    [{ CHAPTER_SUMMARIES: 'off', CHAPTER_RECAPS: 'on' }, true],
  ])('is %j: %s, by its former name, too', (env, isOn) => {
    expect(readConfig(env).chapterRecaps).toBe(isOn);
  });
});
