import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lacksChromium, launch, visit } from './support/chromium.ts';
import { authorized, type Json, rest } from './support/rest.ts';
import { report } from './support/say.ts';

const suite = 'pictures in chromium';

const pictures = ['conflicts', 'relationships', 'beats'];
const colours = ['light', 'dark'] as const;
const screens = { desk: { width: 1400, height: 900 }, phone: { width: 390, height: 844 } };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const names = [
  '& < > " \' ]]>',
  'ليلى الحسن',
  'שרה לוי',
  '李明',
  '🌊 Wave',
  'A name that goes on and on and on',
  'Ed',
  'Д. К.',
];
const kinds = ['goal', 'value', 'loyalty', 'secret', 'power', 'rivalry', 'love', 'debt', 'ideology', 'other'];
const statuses = ['latent', 'open', 'escalating', 'resolved'];

/** A book with many characters, conflicts and unusual names. */
function bookOf(people: number): Json {
  const ends = (at: number) => ({ fromCharacterId: `c${at}`, toCharacterId: `c${(at * 3 + 1) % people}` });
  return {
    format: 'fabula-book',
    version: 1,
    book: { title: 'Names & <numbers>', premise: 'A story of people with all kinds of names.' },
    plan: { beatSheetTemplate: 'save-the-cat' },
    characters: Array.from({ length: people }, (_, at) => ({ id: `c${at}`, name: names[at] ?? `Person ${at}` })),
    conflicts: Array.from({ length: people - 2 }, (_, at) => ({
      ...ends(at),
      kind: kinds[at % kinds.length],
      status: statuses[at % statuses.length],
      intensity: 1 + (at % 5),
      mutual: at % 2 === 0,
      description: 'Who gets the light.',
    })).filter(({ fromCharacterId, toCharacterId }) => fromCharacterId !== toCharacterId),
    chapters: Array.from({ length: people }, (_, at) => ({
      id: `h${at}`,
      title: names[at] ?? `Night ${at}`,
      beatKeys: at === 0 ? ['finale'] : at === 3 ? ['debate', 'midpoint'] : [],
    })),
  };
}

/** The faults of the displayed picture: clipped, overlapping or low-contrast text. */
function faultsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const picture = document.documentElement.getBoundingClientRect();
    const luminance = (colour: string) => {
      const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
      const [r = 0, g = 0, b = 0] = parts.map((part) =>
        part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const fill = (selector: string) => luminance(getComputedStyle(document.querySelector(selector) as Element).fill);
    const paper = fill('rect.paper');
    const faults: string[] = [];
    const lines: { words: string; box: DOMRect }[] = [];
    for (const element of document.querySelectorAll('text')) {
      const words = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map((node) => node.nodeValue)
        .join('');
      const box = element.getBoundingClientRect();
      if (box.left < 0 || box.top < 0 || box.right > picture.width || box.bottom > picture.height)
        faults.push(`clipped: ${words}`);
      const own = luminance(getComputedStyle(element).fill);
      const contrast = (Math.max(own, paper) + 0.05) / (Math.min(own, paper) + 0.05);
      if (!element.classList.contains('paper') && contrast < 4.5) faults.push(`low contrast: ${words} ${contrast}`);
      if (!element.hasAttribute('transform')) lines.push({ words, box });
    }
    lines.forEach(({ words, box }, at) => {
      for (const other of lines.slice(at + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Line boxes include space above and below the letters.
        if (wide > 1 && high > 5) faults.push(`overlapping: ${words} / ${other.words}`);
      }
    });
    return faults;
  });
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  let browser: Browser;
  let inspected = 0;
  const books: { name: string; id: string }[] = [];
  beforeAll(async () => {
    books.push({ name: 'sample', id: inject('sampleBookId') });
    for (const people of [2, 12, 60]) {
      const content = JSON.stringify(bookOf(people));
      books.push({ name: String(people), id: (await rest('POST', '/books/import', { format: 'json', content })).id });
    }
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    for (const { name, id } of books) if (name !== 'sample') await rest('DELETE', `/books/${id}`);
    report(suite, `${inspected} pictures; no clipped, overlapping or low-contrast text, no external request`);
  });

  it.each(Object.entries(screens))(
    'are complete and legible on a %s in both colour schemes',
    async (screen, viewport) => {
      for (const colorScheme of colours) {
        const { page, leave } = await visit(browser, { viewport, colorScheme, extraHTTPHeaders: authorized() });
        for (const { name, id } of books)
          for (const picture of pictures) {
            const answer = await page.goto(`${inject('url')}/v1/books/${id}/${picture}.svg`);
            expect(answer?.headers()['content-type']).toBe('image/svg+xml');
            expect([await faultsIn(page), name, picture, colorScheme, screen]).toEqual([
              [],
              name,
              picture,
              colorScheme,
              screen,
            ]);
            const paper = await page.evaluate(() => getComputedStyle(document.querySelector('rect') as Element).fill);
            expect(paper).toBe(colorScheme === 'dark' ? 'rgb(22, 24, 28)' : 'rgb(251, 250, 247)');
            if (process.env.SCREENSHOTS)
              await page.screenshot({
                path: `${process.env.SCREENSHOTS}/${name}-${picture}-${colorScheme}-${screen}.png`,
              });
            inspected += 1;
          }
        await leave();
      }
    },
  );

  it('are accessible images in strict XML with names as written', async () => {
    const { page, leave } = await visit(browser);
    for (const { id } of books)
      for (const picture of pictures) {
        const url = `${inject('url')}/v1/books/${id}/${picture}.svg`;
        const svg = await (await fetch(url, { headers: authorized() })).text();
        const read = await page.evaluate((text) => {
          const root = new DOMParser().parseFromString(text, 'application/xml').documentElement;
          const told = (name: string) => root.querySelector(`:scope > ${name}`)?.textContent ?? '';
          return { tag: root.tagName, role: root.getAttribute('role'), title: told('title'), words: told('desc') };
        }, svg);
        expect(read).toMatchObject({ tag: 'svg', role: 'img', title: expect.stringMatching(/: /) });
        if (read.title.startsWith('Names')) expect(read.title).toMatch(/^Names & <numbers>: /);
        expect(read.words.length).toBeGreaterThan(40);
        await page.setContent(
          `<!doctype html><html lang="en"><title>Picture</title><main><h1>Picture</h1>${svg}</main>`,
        );
        await page.evaluate(axe);
        const { violations }: Json = await page.evaluate("axe.run({ resultTypes: ['violations'] })");
        expect(violations.map(({ id: rule }: Json) => rule)).toEqual([]);
      }
    await leave();
  });
});
