import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keylessCaller } from '../../src/caller.ts';
import type { ProseEvents } from '../../src/domain/calls/run/watch.ts';
import { untilRevoked } from '../../src/graphql/until-revoked.ts';
import { Callers } from '../../src/http/caller.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const caller = keylessCaller('acc_0', [], 'tok_0');

/** A run that sends nothing until its watcher stops. */
async function* silence(signal: AbortSignal): ProseEvents {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

describe('a watcher of a run whose key is revoked (contract 3)', () => {
  it.each([0, 1, 150, 399, 400, 401, 650, 799, 801, 2_000, 2_345])(
    'ends with invalid_token within a second of a revocation after %i ms',
    async (afterMs) => {
      let isValid = true;
      const callers = new Callers(async () => (isValid ? caller : undefined));
      const stillValid = callers.stillValid.bind(callers);
      // Another watcher with the same key has just checked it.
      await stillValid(caller);
      const { signal } = new AbortController();
      const events = await untilRevoked({ caller, signal, stillValid }, async (until) => silence(until));
      const ended = events?.next().then(
        () => 'in order',
        (error) => error.code,
      );
      let outcome: unknown;
      void ended?.then((how) => {
        outcome = how;
      });
      await vi.advanceTimersByTimeAsync(afterMs);
      expect(outcome).toBeUndefined();
      isValid = false;
      await vi.advanceTimersByTimeAsync(999);
      expect(outcome).toBe('invalid_token');
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('stays ended when an earlier validity check returns late', async () => {
    const answers = [later(700, true), later(50, false)];
    const events = await untilRevoked(
      { caller, signal: new AbortController().signal, stillValid: async () => answers.shift()?.() ?? true },
      async () => held(600),
    );
    const outcome = drained(events).then(
      () => 'in order',
      (error) => error.code,
    );
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await outcome).toBe('invalid_token');
  });

  it('releases its timer when the reader leaves, whether it has read or not', async () => {
    const gone = new AbortController();
    const isOf = { caller, signal: gone.signal, stillValid: async () => true };
    const unread = await untilRevoked(isOf, async (until) => silence(until));
    await unread?.return();
    expect(vi.getTimerCount()).toBe(0);
    const holding = await untilRevoked(isOf, async () => held(0));
    const first = holding?.next();
    await vi.advanceTimersByTimeAsync(1);
    expect((await first)?.value).toMatchObject({ text: 'one' });
    expect(vi.getTimerCount()).toBe(1);
    gone.abort();
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** An answer that arrives after a delay. */
const later = (ms: number, answer: boolean) => () =>
  new Promise<boolean>((resolve) => setTimeout(() => resolve(answer), ms));

/** Yields one piece and then ends, both after a delay. */
async function* held(ms: number): ProseEvents {
  if (ms > 0) await later(ms + 1_000, true)();
  yield { offset: 3, text: 'one', run: null };
}

async function drained(events: ProseEvents | undefined): Promise<void> {
  for await (const _event of events ?? []);
}
