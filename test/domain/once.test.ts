import { expect, it, vi } from 'vitest';
import { once } from '../../src/once.ts';

it('once() creates the value on first use, and only once', async () => {
  const make = vi.fn(async () => ({}));
  const get = once(make);
  expect(make).not.toHaveBeenCalled();
  const [one, other] = [get(), get()];
  expect(await one).toBe(await other);
  expect(await get()).toBe(await one);
  expect(make).toHaveBeenCalledTimes(1);
});

it('once() retries after a failure, which all waiting callers receive', async () => {
  const make = vi.fn(async () => 'made').mockRejectedValueOnce(new Error('too many open files'));
  const get = once(make);
  const waiting = [get(), get()];
  for (const one of waiting) await expect(one).rejects.toThrow('too many open files');
  expect(await get()).toBe('made');
  expect(await get()).toBe('made');
  expect(make).toHaveBeenCalledTimes(2);
});
