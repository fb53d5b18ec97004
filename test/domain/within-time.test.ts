import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
