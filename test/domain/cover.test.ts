import { describe, expect, it } from 'vitest';
import { contrastMin, contrastOf, inkOn } from '../../src/domain/making/cover/colour.ts';
import { coverSize, drawCover } from '../../src/domain/making/cover/draw.ts';
import { leading, typeset, widthOf } from '../../src/domain/making/cover/typeset.ts';
import { pngOf } from '../../src/drawing/png.ts';

const cover = (title: string, fields: object = {}) =>
  drawCover({ title, subtitle: null, author: 'Ada Marlowe', coverColor: null, ...fields });

const titles: [what: string, title: string][] = [
  ['one letter', 'Ω'],
  ['two words', 'Night Ferry'],
  ['200 characters of words', 'The several voyages of Captain Hargreave '.repeat(5).slice(0, 200)],
  ['200 wide letters without a blank', 'W'.repeat(200)],
  ['200 characters of Chinese', '海上的灯塔与沉默的守望者，'.repeat(16).slice(0, 200)],
  ['a long German word', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'],
  ['emoji', '🚢'.repeat(100)],
  ['Hebrew', 'שירים מן המדבר הגדול והנורא'],
  ['Arabic', 'ليالي البحر البعيد'],
  ['Thai', 'ประภาคารกลางทะเลที่ไม่มีใครรู้จัก'],
  ['markup and characters invalid in XML', '</text><script>alert("&")</script>\u0001'],
  ['runs of white space', 'a   b\t\nc'],
];

describe('a drawn cover (covers.md)', () => {
  it('is deterministic and depends on the author', () => {
    expect(cover('Fog')).toBe(cover('Fog'));
    expect(cover('Fog', { author: 'Bea Marlowe' })).not.toBe(cover('Fog'));
  });

  it.each(titles)('is well-formed with %s', async (_what, title) => {
    const svg = cover(title, { subtitle: title, author: title });
    // The renderer is a strict XML parser.
    expect((await pngOf(svg, 16)).length).toBeGreaterThan(0);
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="cover-title cover-description"><title /);
    expect(svg).not.toContain('<script');
  });

  it.each(titles)('fits %s into its box without losing characters', (_what, title) => {
    const box = { width: 1280, height: 540, sizeMax: 300, sizeMin: 40 };
    const { sizePixels, lines } = typeset(title, box);
    expect(sizePixels).toBeGreaterThanOrEqual(box.sizeMin);
    expect(lines.length * sizePixels * leading).toBeLessThanOrEqual(box.height);
    for (const line of lines) expect(widthOf(line) * sizePixels).toBeLessThanOrEqual(box.width);
    expect(lines.join('').replaceAll(/\s/g, '')).toBe(title.replaceAll(/\s/g, ''));
  });

  it('keeps words whole and balances the lines', () => {
    const { lines } = typeset('The Lighthouse Keeper’s Second Hand', {
      width: 1280,
      height: 540,
      sizeMax: 300,
      sizeMin: 40,
    });
    expect(lines).toEqual(['The Lighthouse', 'Keeper’s', 'Second Hand']);
  });

  it('ends with an ellipsis if the text does not fit at any size', () => {
    const { lines } = typeset('W'.repeat(300), { width: 1180, height: 210, sizeMax: 72, sizeMin: 30 });
    expect(lines.at(-1)).toMatch(/W…$/);
  });

  it('sets right-to-left text with direction="rtl"', () => {
    expect(cover('ליל', { author: 'Ada' }).match(/direction="rtl"/g)).toHaveLength(1);
  });

  it('has AA contrast on every background', () => {
    const levels = [0, 51, 102, 119, 128, 153, 204, 255].map((level) => level.toString(16).padStart(2, '0'));
    const grounds = levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => `#${r}${g}${b}`)));
    const unclear = grounds.filter((ground) => contrastOf(inkOn(ground), ground) < contrastMin);
    expect([grounds.length, unclear]).toEqual([512, []]);
    expect(cover('Fog', { coverColor: '#ffffff' })).toContain('<g fill="#1d1a17"');
    expect(cover('Fog', { coverColor: '#000000' })).toContain('<g fill="#faf5e9"');
  });

  it('shows a picture in place of the ornament', () => {
    const text = { title: 'Fog', subtitle: null, author: 'Ada', coverColor: null };
    const svg = drawCover(text, { mediaType: 'image/png', bytes: Buffer.from('x') });
    expect(svg).toContain(
      `<image width="${coverSize.width}" height="1480" preserveAspectRatio="xMidYMid slice" href="data:image/png;base64,eA=="/>`,
    );
  });
});
