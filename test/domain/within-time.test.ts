import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Patience } from '../../src/graphql/context.ts';
import { withinTime } from '../../src/graphql/execute.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([0, 50])('says how long was waited for, with %i s that were asked for', async (seconds) => {
  const patience = new Patience();
  const late = withinTime(new Promise(() => {}), patience).catch((error: unknown) => error);
  patience.allow(seconds);
  await vi.advanceTimersByTimeAsync((10 + seconds) * 1000);
  expect(await late).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(`No answer within ${10 + seconds} s.`),
  });
});
