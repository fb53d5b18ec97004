import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doneEvent, finishEvent, textEvent } from '../../src/providers/completions.ts';
import fc from '../support/fast-check.ts';
import { type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { streamFrom, writeFrom } from '../support/text.ts';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(() => provider.script());
afterAll(() => provider.close());

describe('text cut anywhere', () => {
  const pieces = ['雪の ', '👩‍👩‍👧', ' é\u2028', '\ud83d', '\ude00'];

  it('arrives identical from a body cut at every byte', async () => {
    const { length } = Buffer.from(pieces.map((piece) => textEvent('fake', piece)).join('') + doneEvent);
    for (let offset = 0; offset <= length; offset += 1) {
      expect((await writeFrom(provider, reply.splitAt(pieces, offset))).text).toBe(pieces.join(''));
    }
    expect((await writeFrom(provider, reply.slowDrip(pieces))).text).toBe(pieces.join(''));
  });

  it('arrives identical whatever the text, the pieces, the network chunks and the line ends', async () => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    const units = fc.constantFrom<('grapheme' | 'binary' | 'binary-ascii')[]>('grapheme', 'binary', 'binary-ascii');
    const texts = units.chain((unit) => fc.string({ unit, maxLength: 40 }));
    const lineEnds = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(texts, cuts, cuts, lineEnds, async (text, pieceCuts, chunkCuts, lineEnd) => {
        const events = cutAt(text, pieceCuts).map((piece) => textEvent('m', piece));
        const body = `${events.join(': ping\n')}${finishEvent('m', 'stop')}`.replaceAll('\n', lineEnd);
        const result = await writeFrom(provider, reply.raw(cutAt(Buffer.from(body), chunkCuts)));
        expect(result).toMatchObject({ text: text.replaceAll('\0', '').toWellFormed(), end: { reason: 'stop' } });
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['in the middle', ['a\ud83d', 'b'], 'a\ufffdb'],
    ['at the end', ['a', '\ud83d'], 'a\ufffd'],
    ['at the start', ['\ude00a'], '\ufffda'],
    ['around a NUL', ['\ud83d\0', '\0\ude00'], '😀'],
  ])('never yields half a character %s', async (_where, halves, text) => {
    provider.script(reply.text(halves));
    const pieces: string[] = [];
    for await (const piece of streamFrom(provider.url)) pieces.push(piece);
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece !== '' && piece.isWellFormed())).toBe(true);
  });

  it('loses half a character where more is to come, for what follows to write it whole', async () => {
    expect((await writeFrom(provider, reply.length(['a', '\ud83d']))).text).toBe('a');
    expect((await writeFrom(provider, reply.cutSocket(['a', '\ud83d']))).text).toBe('a');
  });

  function cutAt<T extends { length: number; slice(start: number, end: number): T }>(whole: T, places: number[]): T[] {
    const marks = [0, ...places.map((place) => Math.round(place * whole.length)).sort((a, b) => a - b), whole.length];
    return marks.slice(1).map((mark, index) => whole.slice(marks[index] ?? 0, mark));
  }
});
