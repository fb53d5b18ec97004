import { OperationTypeNode } from 'graphql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Context, endOf } from '../../src/graphql/context.ts';
import { inTime } from '../../src/graphql/execute.ts';
import { TimeAllowance, withTimeout } from '../../src/limits/operation-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([0, 50])('a timeout error reports the total wait with %i s of additional allowance', async (seconds) => {
  const allowance = new TimeAllowance();
  const late = withTimeout(new Promise(() => {}), allowance).catch((error: unknown) => error);
  allowance.allow(seconds);
  await vi.advanceTimersByTimeAsync((10 + seconds) * 1000);
  expect(await late).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(`No answer within ${10 + seconds} s.`),
  });
});

/** Work that ends with its operation, and never by itself. */
function endless(kind: OperationTypeNode) {
  const caller = new AbortController();
  // Nothing else of a context is read.
  const context = { signal: caller.signal, timeAllowance: new TimeAllowance() } as Context;
  let end: AbortSignal | undefined;
  const ended = inTime(kind, context, () => {
    end = endOf(context);
    return new Promise(() => {});
  }).catch((error: unknown) => error);
  return { caller, ended, isEnded: () => end?.aborted };
}

it('the threads of a query end at its time limit', async () => {
  const { ended, isEnded } = endless(OperationTypeNode.QUERY);
  expect(isEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toMatchObject({ code: 'unavailable' });
  expect(isEnded()).toBe(true);
});

it.each([OperationTypeNode.QUERY, OperationTypeNode.MUTATION])('the threads of a %s end with its caller', (kind) => {
  const { caller, isEnded } = endless(kind);
  expect(isEnded()).toBe(false);
  caller.abort();
  expect(isEnded()).toBe(true);
});
