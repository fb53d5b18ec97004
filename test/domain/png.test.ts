import { describe, expect, it } from 'vitest';
import { pngOf } from '../../src/drawing/png.ts';

const square = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${colour}"/></svg>`;
const widthOf = (png: Uint8Array) => Buffer.from(png).readUInt32BE(16);

describe('the PNG of a drawing', () => {
  it('is rendered once for concurrent and later requests', async () => {
    const [one, other] = await Promise.all([pngOf(square('red'), 16), pngOf(square('red'), 16)]);
    expect(other).toBe(one);
    expect(await pngOf(square('red'), 16)).toBe(one);
    expect([widthOf(one), widthOf(await pngOf(square('red'), 32))]).toEqual([16, 32]);
  });

  it('can fail without affecting other drawings', async () => {
    const drawings = await Promise.allSettled(['<svg', square('blue'), '<svg'].map((svg) => pngOf(svg, 16)));
    expect(drawings.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(widthOf(await pngOf(square('green'), 16))).toBe(16);
  });

  it('is refused when the queue is full, until the queue is empty again', async () => {
    const many = Array.from({ length: 60 }, (_, at) => pngOf(square(`#0000${10 + at}`), 1));
    const drawn = await Promise.allSettled(many);
    expect(drawn.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(drawn.at(-1)).toMatchObject({ reason: { code: 'unavailable', details: { retry_after: 1 } } });
    expect(widthOf(await pngOf(square('white'), 16))).toBe(16);
  });
});
