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

describe('reading server-sent events', () => {
  it('tells name and data, and passes comments over', async () => {
    expect(await read(':\n\nevent: next\ndata: {"a":1}\n\n:\n\nevent: complete\ndata:\n\n')).toEqual([
      { name: 'next', data: '{"a":1}' },
      { name: 'complete', data: '' },
    ]);
  });

  it('joins the lines of one event and takes one blank after the colon away', async () => {
    expect(await read('data: one\ndata:  two\ndata\n\n')).toEqual([{ name: 'message', data: 'one\n two\n' }]);
  });

  it('does not tell an event that breaks off', async () => {
    expect(await read('data: whole\n\ndata: half\n')).toEqual([{ name: 'message', data: 'whole' }]);
  });

  it('reads the same wherever the network cuts it, with any line end', async () => {
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
