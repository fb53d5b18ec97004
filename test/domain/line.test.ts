import { expect, it, vi } from 'vitest';
import { Line } from '../../src/domain/port/line.ts';

const { signal } = new AbortController();

/** Work that is over when it is told so, and a list of what has begun. */
function workshop(line: Line) {
  const begun: string[] = [];
  const take = (name: string, of = signal, accountId = 'somebody') => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const result = line.take(accountId, of, () => {
      begun.push(name);
      return promise;
    });
    return { end: () => resolve(name), fail: () => reject(new Error(name)), result };
  };
  return { begun, take };
}

it('lets some begin at a time, in the order in which they came', async () => {
  const { begun, take } = workshop(new Line({ atOnce: 2, waitingMax: 9, waitingOfOneMax: 9 }));
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => take(name));
  expect(begun).toEqual(['one', 'two']);
  two?.end();
  expect(await two?.result).toBe('two');
  await vi.waitFor(() => expect(begun).toEqual(['one', 'two', 'three']));
  for (const last of [one, three, four]) last?.end();
  expect(await Promise.all([one?.result, three?.result, four?.result])).toEqual(['one', 'three', 'four']);
});

it('goes on after a failure, which only its own caller hears of', async () => {
  const { begun, take } = workshop(new Line({ atOnce: 1, waitingMax: 9, waitingOfOneMax: 9 }));
  const first = take('first');
  const second = take('second');
  first.fail();
  await expect(first.result).rejects.toThrow('first');
  second.end();
  expect(await second.result).toBe('second');
  expect(begun).toEqual(['first', 'second']);
});

it('is left by whoever goes away, who never begins', async () => {
  const { begun, take } = workshop(new Line({ atOnce: 1, waitingMax: 1, waitingOfOneMax: 1 }));
  const first = take('first');
  const gone = new AbortController();
  const leaving = take('leaving', gone.signal);
  gone.abort();
  await expect(leaving.result).rejects.toMatchObject({ code: 'unavailable' });
  await expect(take('gone before', gone.signal).result).rejects.toMatchObject({ code: 'unavailable' });
  const stays = take('stays');
  for (const one of [first, stays]) one.end();
  expect(await stays.result).toBe('stays');
  expect(begun).toEqual(['first', 'stays']);
});

it('refuses more than may wait, with the time after which to ask again', async () => {
  const { begun, take } = workshop(new Line({ atOnce: 1, waitingMax: 1, waitingOfOneMax: 1 }));
  const [first, second] = [take('first'), take('second')];
  await expect(take('third').result).rejects.toMatchObject({ code: 'unavailable', details: { retry_after: 5 } });
  for (const one of [first, second]) one.end();
  await second.result;
  expect(begun).toEqual(['first', 'second']);
});

it('lets nobody be kept waiting by one who asks for many', async () => {
  const { begun, take } = workshop(new Line({ atOnce: 2, waitingMax: 9, waitingOfOneMax: 2 }));
  const many = ['1', '2', '3', '4'].map((name) => take(name, signal, 'many'));
  await expect(take('5', signal, 'many').result).rejects.toMatchObject({ code: 'unavailable' });
  const others = ['other', 'second'].map((name) => take(name, signal, 'other'));
  many[0]?.end();
  await vi.waitFor(() => expect(begun).toEqual(['1', '2', 'other']));
  // Both have one under way, so who has waited longest goes on.
  many[1]?.end();
  await vi.waitFor(() => expect(begun).toEqual(['1', '2', 'other', '3']));
  others[0]?.end();
  await vi.waitFor(() => expect(begun).toEqual(['1', '2', 'other', '3', 'second']));
  for (const one of [...many, ...others]) one.end();
  await Promise.all([...many, ...others].map(({ result }) => result));
  expect(begun).toEqual(['1', '2', 'other', '3', 'second', '4']);
});
