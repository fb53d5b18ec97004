import { describe, expect, it } from 'vitest';
import { LiveRun } from '../../src/domain/generation/live.ts';
import type { Run } from '../../src/domain/generation/store.ts';
import { watchLive } from '../../src/domain/generation/watch.ts';

const newRun = () => new LiveRun({ id: 'run_0' } as Run, 0);

describe('a run that is being written', () => {
  it('tells each watcher every piece once, wherever it begins, and then its end', async () => {
    const live = newRun();
    live.add('one ');
    const told = (fromOffset: number) => textOf(watchLive(live, fromOffset, new AbortController().signal));
    const watchers = [told(0), told(2), told(4), told(9)];
    await Promise.resolve();
    live.add('two ');
    live.add('thrée');
    await new Promise(setImmediate);
    live.end(live.run);
    expect(await Promise.all(watchers)).toEqual(['one two thrée', 'e two thrée', 'two thrée', 'hrée']);
    expect(live.watchers).toBe(0);
  });

  it('forgets who goes away, waiting or with a piece in hand', async () => {
    const live = newRun();
    const gone = new AbortController();
    const [waiting, holding] = [watchLive(live, 0, gone.signal), watchLive(live, 0, gone.signal)];
    const pieces = [waiting.next(), holding.next()];
    live.add('one');
    await Promise.all(pieces);
    const next = waiting.next();
    expect(live.watchers).toBe(2);
    gone.abort();
    expect(live.watchers).toBe(0);
    expect((await next).done).toBe(true);
  });
});

async function textOf(events: ReturnType<typeof watchLive>): Promise<string> {
  let text = '';
  for await (const event of events) text += event.text;
  return text;
}
