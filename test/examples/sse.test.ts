import { describe, expect, it } from 'vitest';
import { eventsOf, type ServerEvent } from '../../examples/editor/sse.ts';
import fc from '../support/fast-check.ts';

const settings = { numRuns: 300 };

async function* pieces(texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

async function read(...texts: string[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of eventsOf(pieces(texts))) events.push(event);
  return events;
}

describe('the reader of server-sent events', () => {
  it('yields names and data and ignores comments', async () => {
    expect(await read(':\n\nevent: next\ndata: {"a":1}\n\n:\n\nevent: complete\ndata:\n\n')).toEqual([
      { name: 'next', data: '{"a":1}' },
      { name: 'complete', data: '' },
    ]);
  });

  it('joins data lines and removes one space after the colon', async () => {
    expect(await read('data: one\ndata:  two\ndata\n\n')).toEqual([{ name: 'message', data: 'one\n two\n' }]);
  });

  it('ignores an incomplete final event', async () => {
    expect(await read('data: whole\n\ndata: half\n')).toEqual([{ name: 'message', data: 'whole' }]);
  });

  it('gives the same events for any chunking and line ends', async () => {
    const line = fc.constantFrom('data: x', 'data:', 'event: next', ': ping', 'id: 7', '');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const body = fc.array(fc.tuple(line, end)).map((lines) => lines.flat().join(''));
    await fc.assert(
      fc.asyncProperty(body, fc.array(fc.nat(200)), async (text, cuts) => {
        const whole = `${text}\n\n`;
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const cut = places.slice(1).map((place, index) => whole.slice(places[index], place));
        expect(await read(...cut)).toEqual(await read(whole));
      }),
      settings,
    );
  });
});
