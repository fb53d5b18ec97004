import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lacksChromium, launch, visit } from './support/chromium.ts';
import { untilShown } from './support/editor.ts';
import { content } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { report } from './support/say.ts';
import { sideways } from './support/sideways.ts';

const suite = 'layout in chromium';

const widths = [360, 390, 768, 1024, 1400, 1920];
/** One word of the length that a title may have, and words that are shorter. */
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, 200);
const longLine = 'The Lighthouse Keeper’s Extraordinarily Circumstantial Account of the Ferry '
  .repeat(3)
  .slice(0, 200)
  .trim();
const longName = longWord.slice(0, 120);
const text = `${longWord}\n\n${longLine}`;

/** Waits until a page has not changed for a while. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const end = () => resolve(watch.disconnect());
        let timer = setTimeout(end, 300);
        const watch = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, 300);
        });
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );

/** The faults at each width, in the state that `at` shows. */
async function faultsOf(page: Page, at: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    // Editors of third parties follow a new width late.
    if ((await sideways(page)).length > 0) await settled(page);
    faults.push(...(await sideways(page)).map((fault) => `${at} at ${width}: ${fault}`));
  }
  return faults;
}

/** A published book with titles and names as long as they may be. */
async function longBook(): Promise<{ bookId: string; chapterId: string; readerUrl: string }> {
  const premise = `A ferry. ${longWord}`;
  const { id: bookId } = await rest('POST', '/books', {
    premise,
    title: longWord,
    subtitle: longLine,
    author: longName,
  });
  const [one, other] = await Promise.all(
    [longName, longLine.slice(0, 120)].map((name) =>
      rest('POST', `/books/${bookId}/characters`, { name, want: longWord }),
    ),
  );
  const [fromCharacterId, toCharacterId] = [one.id, other.id];
  const description = longWord;
  await rest('POST', `/books/${bookId}/conflicts`, { fromCharacterId, toCharacterId, kind: 'secret', description });
  const body = { title: longWord, summary: longWord, content: text };
  const { id: chapterId } = await rest('POST', `/books/${bookId}/chapters`, body);
  await rest('POST', `/books/${bookId}/chapters`, { ...body, title: longLine });
  const { readerUrl } = await rest('POST', `/books/${bookId}/publish`, { publish: true });
  return { bookId, chapterId, readerUrl };
}

/** Addresses of all pages that links lead to, each with one parameter at most. Its values give pages of one layout. */
async function* pagesFrom(page: Page, starts: readonly string[]): AsyncGenerator<string> {
  const kindOf = ({ pathname, searchParams }: URL) => `${pathname}?${[...searchParams.keys()]}`;
  const [waiting, seen] = [starts.map((start) => new URL(start, inject('url'))), new Set<string>()];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.searchParams.size > 1 || seen.has(kindOf(next))) continue;
    seen.add(kindOf(next));
    const response = await page.goto(next.href);
    if (!response?.headers()['content-type']?.startsWith('text/html')) continue;
    yield next.href;
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((one) => new URL(one.getAttribute('href') ?? '', document.baseURI).href));
    waiting.push(...links.map((link) => new URL(link)).filter(({ origin }) => origin === inject('url')));
  }
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  let browser: Browser;
  let book: Awaited<ReturnType<typeof longBook>>;
  beforeAll(async () => {
    browser = await launch();
    book = await longBook();
  });
  afterAll(() => browser?.close());

  it('pages do not scroll sideways', async () => {
    const { page, leave } = await visit(browser, { mayAnswer: [401, 404] });
    const [faults, seen]: [string[], string[]] = [[], []];
    for await (const url of pagesFrom(page, ['/', book.readerUrl, '/read/none'])) {
      seen.push(url);
      await settled(page);
      faults.push(...(await faultsOf(page, url)));
    }
    expect(faults).toEqual([]);
    for (const path of ['/', '/graphql', '/docs', '/mcp', '/schema', '/desk', `${new URL(book.readerUrl).pathname}/1`])
      expect(seen).toContain(inject('url') + path);
    await leave();
    report(suite, `${seen.length} pages at ${widths.join(', ')} pixels`);
  });

  it('the desk does not scroll sideways in any panel', async () => {
    const { page, leave } = await visit(browser);
    await page.goto(`${inject('url')}/desk#${book.bookId}/${book.chapterId}`);
    await untilShown(content(page), text);
    const faults = await faultsOf(page, 'text');
    for (const name of await page.getByRole('tab').allInnerTexts()) {
      await page.setViewportSize({ width: 1400, height: 844 });
      await page.getByRole('tab', { name }).click();
      await settled(page);
      faults.push(...(await faultsOf(page, name)));
    }
    for (const name of ['Chapters', 'Book']) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name }).click();
      faults.push(...(await faultsOf(page, name)));
    }
    await page.goto(`${inject('url')}/desk#${book.bookId}/outline`);
    await page.getByRole('listitem', { name: 'In the book' }).waitFor();
    faults.push(...(await faultsOf(page, 'outline')));
    await page.goto(`${inject('url')}/desk#${book.bookId}/find`);
    await page.getByLabel('Find', { exact: true }).fill(longWord);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: longWord }).first().waitFor();
    faults.push(...(await faultsOf(page, 'find')));
    await page.goto(`${inject('url')}/desk#${book.bookId}/publish`);
    await page.getByRole('link', { name: book.readerUrl }).waitFor();
    faults.push(...(await faultsOf(page, 'publish')));
    expect(faults).toEqual([]);
    await leave();
  });
});
