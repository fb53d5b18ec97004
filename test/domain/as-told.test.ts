import { describe, expect, it } from 'vitest';
import { asTold } from '../../src/domain/calls/run/as-told.ts';
import { LiveRun } from '../../src/domain/calls/run/live.ts';
import type { Run } from '../../src/domain/calls/run/store.ts';
import { ProviderFailure } from '../../src/providers/failure.ts';

const wait = (seconds?: number, isUnanswered = true) =>
  new ProviderFailure('rate_limited', { retryAfterSeconds: seconds, isUnanswered });

/** A run of 300 seconds, with what happens in it: attempts, which fail as listed and then answer, and drawn calls. */
function newRun(...failures: Error[]) {
  const run = { startedAt: new Date(0), deadlineAt: new Date(300_000) } as Run;
  const told: string[] = [];
  const live = new LiveRun(run, performance.now(), async () => {
    told.push('draw');
    return 0;
  });
  const attempt = async () => {
    told.push('attempt');
    const failure = failures.shift();
    if (failure) throw failure;
    return 'text';
  };
  return { live, told, attempt };
}

describe('a call that the provider puts off', () => {
  it('is made again after each wait that fits into the run, and draws on the limit of the account', async () => {
    const { live, told, attempt } = newRun(wait(0.04), wait(0.06));
    const start = performance.now();
    expect(await asTold(live, attempt)).toBe('text');
    expect(told).toEqual(['attempt', 'draw', 'attempt', 'draw', 'attempt']);
    // Timers may be a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(98);
  });

  it.each([
    ['a wait that ends after the run', [wait(0.01), wait(300)], 2],
    ['a failure without a wait', [wait(undefined)], 1],
    ['a failure of another kind', [new Error('A defect.')], 1],
  ])('fails at %s', async (_what, failures, count) => {
    const { live, told, attempt } = newRun(...failures);
    await expect(asTold(live, attempt)).rejects.toBe(failures.at(-1));
    expect(told.filter((what) => what === 'attempt')).toHaveLength(count);
  });

  it('is another call after a part of an answer, up to the limit of the run', async () => {
    const { live, attempt } = newRun(...Array.from({ length: 30 }, () => wait(0.001, false)));
    await live.calls.next(live.stop.signal);
    await expect(asTold(live, attempt)).rejects.toThrow('20 times');
  });

  it('is not counted, unless a part of an answer came', async () => {
    const { live } = newRun();
    const failing = (error: Error, text: string) =>
      expect(
        live.counting(async () => {
          live.add(text);
          throw error;
        }),
      ).rejects.toBe(error);
    await failing(wait(1), '');
    expect(live.isCounted).toBe(true);
    await failing(wait(1, false), 'Text.');
    expect([live.isCounted, live.uncounted]).toEqual([false, 'Text.']);
  });
});
