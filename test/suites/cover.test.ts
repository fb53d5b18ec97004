import { describe, expect, it } from 'vitest';
import { coverSize, drawCover } from '../../src/domain/making/cover/draw.ts';
import { lacksChromium, launch } from './support/chromium.ts';

const suite = 'drawn covers in chromium';

/** The bounding box of a text, from `getBBox`. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

const titles = [
  'Ω',
  'MMMM WWWW',
  'The several voyages of Captain Hargreave '.repeat(5).slice(0, 200),
  'W'.repeat(200),
  'ЖЩШЮЫ'.repeat(40),
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'ليالي البحر البعيد',
  '海上的灯塔与沉默的守望者，'.repeat(16).slice(0, 200),
];

describe.skipIf(lacksChromium(suite))(suite, () => {
  it('keep every line of title, subtitle and author inside the cover and apart', async () => {
    const browser = await launch();
    const page = await browser.newPage();
    for (const title of titles) {
      await page.setContent(drawCover({ title, subtitle: title, author: title.slice(0, 120), coverColor: null }));
      const places: Place[] = await page.evaluate(
        "Array.from(document.querySelectorAll('text'), (one) => one.getBBox()).map(({ x, y, width, height }) => ({ x, y, width, height }))",
      );
      expect(places.length).toBeGreaterThan(2);
      for (const [at, { x, y, width, height }] of places.entries()) {
        expect(x).toBeGreaterThan(0);
        expect(x + width).toBeLessThan(coverSize.width);
        expect(y + height).toBeLessThan(coverSize.height);
        expect(y).toBeGreaterThan(places[at - 1]?.y ?? 0);
      }
    }
    await browser.close();
  });
});
