import { expect, it } from 'vitest';
import { WorkQueue } from '../../src/domain/leaving/port/export/line.ts';

const { signal } = new AbortController();

/** Work that ends on command, and a list of what has started. */
function controlledWork(line: WorkQueue) {
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

it('the work queue starts jobs up to its limit, in order of arrival', async () => {
  const { begun, take } = controlledWork(new WorkQueue({ atOnce: 2, waitingMax: 9, waitingOfOneMax: 9 }));
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => take(name));
  expect(begun).toEqual(['one', 'two']);
  two?.end();
  expect(await two?.result).toBe('two');
  await expect.poll(() => begun).toEqual(['one', 'two', 'three']);
  for (const last of [one, three, four]) last?.end();
  expect(await Promise.all([one?.result, three?.result, four?.result])).toEqual(['one', 'three', 'four']);
});

it('the work queue continues after a failure, which only its own caller receives', async () => {
  const { begun, take } = controlledWork(new WorkQueue({ atOnce: 1, waitingMax: 9, waitingOfOneMax: 9 }));
  const first = take('first');
  const second = take('second');
  first.fail();
  await expect(first.result).rejects.toThrow('first');
  second.end();
  expect(await second.result).toBe('second');
  expect(begun).toEqual(['first', 'second']);
});

it('the work queue drops a job whose caller leaves before it starts', async () => {
  const { begun, take } = controlledWork(new WorkQueue({ atOnce: 1, waitingMax: 1, waitingOfOneMax: 1 }));
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

it('the work queue refuses jobs beyond its limit, with a retry delay', async () => {
  const { begun, take } = controlledWork(new WorkQueue({ atOnce: 1, waitingMax: 1, waitingOfOneMax: 1 }));
  const [first, second] = [take('first'), take('second')];
  await expect(take('third').result).rejects.toMatchObject({ code: 'unavailable', details: { retry_after: 5 } });
  for (const one of [first, second]) one.end();
  await second.result;
  expect(begun).toEqual(['first', 'second']);
});

it('the work queue serves accounts in turn', async () => {
  const { begun, take } = controlledWork(new WorkQueue({ atOnce: 2, waitingMax: 9, waitingOfOneMax: 2 }));
  const many = ['1', '2', '3', '4'].map((name) => take(name, signal, 'many'));
  await expect(take('5', signal, 'many').result).rejects.toMatchObject({ code: 'unavailable' });
  const others = ['other', 'second'].map((name) => take(name, signal, 'other'));
  many[0]?.end();
  await expect.poll(() => begun).toEqual(['1', '2', 'other']);
  // Both accounts have one job running, so the job that has waited longest is next.
  many[1]?.end();
  await expect.poll(() => begun).toEqual(['1', '2', 'other', '3']);
  others[0]?.end();
  await expect.poll(() => begun).toEqual(['1', '2', 'other', '3', 'second']);
  for (const one of [...many, ...others]) one.end();
  await Promise.all([...many, ...others].map(({ result }) => result));
  expect(begun).toEqual(['1', '2', 'other', '3', 'second', '4']);
});
