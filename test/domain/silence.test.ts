import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PoolSql } from '../../src/sql/pool/open.ts';
import { SilenceWatch } from '../../src/sql/silence.ts';

let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('silence counts from the moment at which a blocked process can read again', async () => {
  const { promise: destroyed, resolve: destroy } = Promise.withResolvers<unknown>();
  const waiting = { name: 'one', isOpen: true, isAwaitingReply: true, silentSince: 0, destroy };
  // No session is active.
  const probe = vi.fn(() => Object.assign(async () => [], { end: async () => {} }) as unknown as PoolSql);
  const pools = () => [{ connections: [waiting] } as unknown as PoolSql];
  const watch = new SilenceWatch({ kind: 'server', pools, probe });
  const look = (afterMs: number) => {
    now += afterMs;
    vi.advanceTimersByTime(500);
  };
  look(20_000);
  for (let looks = 0; looks < 9; looks++) look(500);
  expect(probe).not.toHaveBeenCalled();
  look(500);
  expect(probe).toHaveBeenCalledTimes(1);
  watch.close();
  expect(await destroyed).toMatchObject({ code: 'CONNECTION_SILENT' });
});
