import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doneEvent, finishEvent, textEvent } from '../../src/providers/completions.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { readReply, streamFrom } from '../support/text.ts';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(() => provider.script());
afterAll(() => provider.close());

describe('text split at arbitrary places', () => {
  const pieces = ['雪の ', '👩‍👩‍👧', ' é\u2028', '\ud83d', '\ude00'];

  it('arrives unchanged from a body split at any byte', async () => {
    const { length } = Buffer.from(pieces.map((piece) => textEvent('fake', piece)).join('') + doneEvent);
    for (let offset = 0; offset <= length; offset += 1) {
      expect((await readReply(provider, reply.splitAt(pieces, offset))).text).toBe(pieces.join(''));
    }
    expect((await readReply(provider, reply.slowDrip(pieces))).text).toBe(pieces.join(''));
  });

  it('arrives unchanged for any text, pieces, network chunks and line ends', async () => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    const units = fc.constantFrom<('grapheme' | 'binary' | 'binary-ascii')[]>('grapheme', 'binary', 'binary-ascii');
    const texts = units.chain((unit) => fc.string({ unit, maxLength: 40 }));
    const lineEnds = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(texts, cuts, cuts, lineEnds, async (text, pieceCuts, chunkCuts, lineEnd) => {
        const events = cutAt(text, pieceCuts).map((piece) => textEvent('m', piece));
        const body = `${events.join(': ping\n')}${finishEvent('m', 'stop')}`.replaceAll('\n', lineEnd);
        const result = await readReply(provider, reply.raw(cutAt(Buffer.from(body), chunkCuts)));
        expect(result).toMatchObject({ text: text.replaceAll('\0', '').toWellFormed(), end: { reason: 'stop' } });
      }),
      { numRuns: proof(50, 1_000) },
    );
  });

  it.each([
    ['in the middle', ['a\ud83d', 'b'], 'a\ufffdb'],
    ['at the end', ['a', '\ud83d'], 'a\ufffd'],
    ['at the start', ['\ude00a'], '\ufffda'],
    ['around a NUL', ['\ud83d\0', '\0\ude00'], '😀'],
  ])('never yields half of a surrogate pair %s', async (_where, halves, text) => {
    provider.script(reply.text(halves));
    const pieces: string[] = [];
    for await (const piece of streamFrom(provider.url)) pieces.push(piece);
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece !== '' && piece.isWellFormed())).toBe(true);
  });

  it('drops a trailing half of a surrogate pair if more text will follow', async () => {
    expect((await readReply(provider, reply.length(['a', '\ud83d']))).text).toBe('a');
    expect((await readReply(provider, reply.cutSocket(['a', '\ud83d']))).text).toBe('a');
  });

  function cutAt<T extends { length: number; slice(start: number, end: number): T }>(whole: T, places: number[]): T[] {
    const marks = [0, ...places.map((place) => Math.round(place * whole.length)).sort((a, b) => a - b), whole.length];
    return marks.slice(1).map((mark, index) => whole.slice(marks[index] ?? 0, mark));
  }
});
