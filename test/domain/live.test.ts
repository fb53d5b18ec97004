import { describe, expect, it } from 'vitest';
import { LiveRun } from '../../src/domain/calls/run/live.ts';
import type { Run } from '../../src/domain/calls/run/store.ts';
import { watchLive } from '../../src/domain/calls/run/watch.ts';

const newRun = () => new LiveRun({ id: 'run_0' } as Run, 0);

describe('a live run', () => {
  it('sends each watcher every piece from its offset once, and then ends', async () => {
    const live = newRun();
    live.add('one ');
    const textFrom = (fromOffset: number) => textOf(watchLive(live, fromOffset, new AbortController().signal));
    const watchers = [textFrom(0), textFrom(2), textFrom(4), textFrom(9)];
    await Promise.resolve();
    live.add('two ');
    live.add('thrée');
    await new Promise(setImmediate);
    live.end(live.run);
    expect(await Promise.all(watchers)).toEqual(['one two thrée', 'e two thrée', 'two thrée', 'hrée']);
    expect(live.watchers).toBe(0);
  });

  it('removes a watcher that leaves, whether it waits or holds a piece', async () => {
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
