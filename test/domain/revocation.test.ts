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
});
