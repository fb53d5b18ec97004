import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProseEvents } from '../../src/domain/generation/watch.ts';
import { untilRevoked } from '../../src/graphql/until-revoked.ts';
import { Callers } from '../../src/http/caller.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const caller = { accountId: 'acc_0', tokenId: 'tok_0', scopes: [] };

/** A run that says nothing until it is no longer watched. */
async function* silence(signal: AbortSignal): ProseEvents {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

describe('what watches a run with a key that is revoked (contract 3)', () => {
  it.each([0, 1, 150, 399, 400, 401, 650, 799, 801, 2_000, 2_345])(
    'ends with invalid_token within a second, here when the key was revoked after %i ms',
    async (afterMs) => {
      let isValid = true;
      const stillValid = new Callers(async () => caller).validity(async () => isValid);
      // Somebody else watches with the same key, and has just asked.
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

  it('stays ended with invalid_token when an earlier question is answered late', async () => {
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

  it('costs nothing any more once its reader has gone, whether it ever read or not', async () => {
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

/** An answer that takes its time from when it is asked for. */
const later = (ms: number, answer: boolean) => () =>
  new Promise<boolean>((resolve) => setTimeout(() => resolve(answer), ms));

/** A piece, and then its end, which nobody hurries. */
async function* held(ms: number): ProseEvents {
  if (ms > 0) await later(ms + 1_000, true)();
  yield { offset: 3, text: 'one', run: null };
}

async function drained(events: ProseEvents | undefined): Promise<void> {
  for await (const _event of events ?? []);
}
