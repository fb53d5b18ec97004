import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksChromium, launch, visit } from './support/chromium.ts';
import { type Json, rest } from './support/rest.ts';
import { report } from './support/say.ts';

const suite = 'reader in chromium';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const phone = { width: 390, height: 844 };

const paragraph = 'The ferry came in late, and nobody was at the rail. She counted the lamps along the quay. ';
const everything = `“Begin,” she said, *softly*.

# A part

${paragraph.repeat(6)}

---

> ${paragraph}

- one
- two

\`\`\`
${'a line of code that is much wider than any phone could ever be '.repeat(3)}
\`\`\`

${'Averylongword'.repeat(20)}`;

/** Serious axe violations as `rule: element`. */
async function seriousFaults(page: Page): Promise<string[]> {
  // The content security policy blocks scripts, but the debugger can evaluate one.
  await page.evaluate(axe);
  const { violations }: Json = await page.evaluate("axe.run({ resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }: Json) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }: Json) => nodes.map(({ target }: Json) => `${id}: ${target}`));
}

async function published(fields: object, chapters: readonly object[]): Promise<string> {
  const { id } = await rest('POST', '/books', { premise: 'A lighthouse keeper and a storm.', ...fields });
  for (const chapter of chapters) await rest('POST', `/books/${id}/chapters`, chapter);
  return (await rest('POST', `/books/${id}/publish`, { publish: true })).readerUrl;
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  let browser: Browser;
  let novel: string;
  let hebrew: string;
  beforeAll(async () => {
    browser = await launch();
    const chapters = ['The Ferry', 'Fog', 'The Lamp'].map((title) => ({ title, content: everything }));
    const about = {
      subtitle: 'A novel',
      author: 'M. Okonkwo',
      description: paragraph.repeat(3),
      coverColor: '#1f4d4a',
    };
    novel = await published({ title: 'The Lamp That Was One Too Many', ...about }, chapters);
    hebrew = await published({ title: 'המגדלור', language: 'he' }, [
      { title: 'המעבורת', content: 'המעבורת איחרה.' },
      { title: 'הסוף', content: 'גשם.' },
    ]);
  });
  afterAll(() => browser?.close());

  it('a book can be read to its end by keyboard without JavaScript', async () => {
    const { page, leave } = await visit(browser, { javaScriptEnabled: false, viewport: phone });
    await page.goto(novel);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to the text' }).waitFor();
    await page.getByRole('link', { name: 'Begin reading' }).press('Enter');
    for (const title of ['The Ferry', 'Fog', 'The Lamp']) {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const next = page.getByRole('link', { name: /^Next chapter/ });
      if (title !== 'The Lamp') await next.press('Enter');
      else expect(await next.count()).toBe(0);
    }
    await page.getByText('The end').waitFor();
    await page.getByRole('link', { name: 'Contents' }).press('Enter');
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: /^Fog/ }).press('Enter');
    await page.getByText('2 of 3').waitFor();
    await leave();
  });

  it('every link has keyboard access and a visible focus', async () => {
    const { page, leave } = await visit(browser);
    for (const path of ['', '/2']) {
      await page.goto(novel + path);
      const links = await page.locator('a[href]').count();
      const shown = new Set<string>();
      for (let press = 0; press < links; press += 1) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const one = document.activeElement;
          if (!one || one === document.body) return null;
          return getComputedStyle(one).outlineStyle === 'none' ? `no outline: ${one.outerHTML}` : one.outerHTML;
        });
        if (at) shown.add(at);
      }
      expect([...shown].filter((at) => at.startsWith('no outline'))).toEqual([]);
      expect(shown.size).toBe(links);
    }
    await leave();
  });

  it.each(
    (['light', 'dark'] as const).flatMap((colours) =>
      ([phone, { width: 1400, height: 900 }] as const).map((viewport) => [colours, viewport] as const),
    ),
  )('pages have no serious axe violations in %s mode at %o', async (colorScheme, viewport) => {
    const { page, leave } = await visit(browser, { colorScheme, viewport });
    for (const url of [novel, `${novel}/2`, hebrew, `${hebrew}/1`]) {
      await page.goto(url);
      expect(await seriousFaults(page), url).toEqual([]);
    }
    await leave();
  });

  it('the cover loads, lines have a readable length, and Hebrew runs right to left', async () => {
    const { page, leave } = await visit(browser);
    await page.goto(novel);
    const cover = page.locator('img.cover');
    expect(await cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    await page.goto(`${novel}/1`);
    const [width, size] = await page
      .locator('.prose p')
      .nth(1)
      .evaluate(
        (one) => [one.getBoundingClientRect().width, Number.parseFloat(getComputedStyle(one).fontSize)] as const,
      );
    // An average letter is half as wide as the font size.
    expect(width / (size / 2)).toBeGreaterThan(55);
    expect(width / (size / 2)).toBeLessThan(75);
    await page.goto(`${hebrew}/1`);
    const [text, next] = [page.locator('.prose p').first(), page.locator('.turns .next')];
    expect(await text.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
    expect((await next.boundingBox())?.x).toBeLessThan(700);
    await leave();
    report(
      suite,
      'by keyboard without JavaScript, on a phone and a desktop, in both colour schemes; no external request',
    );
  });
});
