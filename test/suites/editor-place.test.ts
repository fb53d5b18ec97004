import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import {
  newTestChapter,
  storedChapter,
  type TestChapter,
  untilSaved,
  untilShown,
  untilStored,
} from './support/editor.ts';
import { agree, content, editorSuite } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { placeOfSelection, selectionOn, textOn, topOf } from './support/surface.ts';

const suite = 'carets and places in the example editor';

const paragraphs = Array.from(
  { length: 80 },
  (_, index) => `Paragraph ${index} of the crossing, as she told it later.`,
);
const long = paragraphs.join('\n\n');

/** Selection of a control. */
const selectionIn = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((element) => {
    const { selectionStart, selectionEnd } = element as unknown as { selectionStart: number; selectionEnd: number };
    return [selectionStart, selectionEnd];
  });
const scrolled = (page: Page): Promise<number> => page.evaluate('document.querySelector("main").scrollTop');
const chapterPath = ({ bookId, chapterId }: TestChapter) => `/books/${bookId}/chapters/${chapterId}`;
const addChapter = (target: TestChapter, title: string, text: string) =>
  rest('POST', `/books/${target.bookId}/chapters`, { title, content: text });
const untilOpen = (page: Page, title: string) =>
  expect.poll(() => page.getByLabel('Chapter title').inputValue()).toBe(title);

/** Where the words or the line at the caret stand between the bar and the end of the window: from 0 to 1. */
const heightOfSelection = async (page: Page): Promise<number> => {
  const { top, bottom } = await placeOfSelection(page);
  const [end, below] = await page.evaluate(() =>
    ['main', '.bar'].map((part) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0),
  );
  return (top < (below ?? 0) ? -1 : 1) * ((bottom - (below ?? 0)) / ((end ?? 0) - (below ?? 0)));
};
const untilReadable = (page: Page) => expect.poll(async () => isReadable(await heightOfSelection(page))).toBe(true);
const isReadable = (height: number) => height > 0 && height < 0.96;

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('keeps a caret a caret when the chapter, or its paragraph, is replaced', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.\n\nNobody came.');
    await addChapter(target, 'The crossing', 'Fog lay on the water.');
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), 'The bell rang.\n\nNobody came.');
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Alt+PageDown');
    await untilOpen(page, 'The crossing');
    expect(await selectionOn(page)).toEqual([0, 0]);
    await page.keyboard.type('x');
    await untilSaved(page);
    await expect.poll(() => textOn(page)).toBe('xFog lay on the water.');
    // Back where the former one was left.
    await page.keyboard.press('Alt+PageUp');
    await untilOpen(page, 'The quay');
    expect(await selectionOn(page)).toEqual([28, 28]);
    await page.keyboard.type('!');
    await untilSaved(page);
    await rest('PATCH', chapterPath(target), { content: 'The bell rang.\n\nAt last the pilot came, alone.' });
    await untilShown(content(page), 'The bell rang.\n\nAt last the pilot came, alone.');
    const [from, to] = await selectionOn(page);
    expect(from).toBe(to);
    await page.keyboard.type('y');
    await untilSaved(page);
    const { content: stored } = await storedChapter(target);
    expect(stored.replace('y', '')).toBe('The bell rang.\n\nAt last the pilot came, alone.');
    // Words that were selected are others now: the next key replaces none of them.
    await content(page).selectText();
    await rest('PATCH', chapterPath(target), { content: 'The bell was still.' });
    await untilShown(content(page), 'The bell was still.');
    const [start, end] = await selectionOn(page);
    expect(start).toBe(end);
  });

  it('keeps a caret a caret when a model rewrites the text', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.\n\nNobody came.');
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), 'The bell rang.\n\nNobody came.');
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.getByRole('button', { name: 'Rewrite', exact: true }).click();
    await agree(page, 'Rewrite');
    await untilStored(() => storedChapter(target), { status: 'complete', content: inject('written') });
    await untilShown(content(page), inject('written'));
    await expect.poll(() => content(page).isEditable()).toBe(true);
    const [from, to] = await selectionOn(page);
    expect(from).toBe(to);
    await content(page).press('x');
    await untilSaved(page);
    // One key has added one character.
    expect((await storedChapter(target)).content).toHaveLength(inject('written').length + 1);
  });

  it('keeps the carets of title and summary when they change elsewhere', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    for (const [label, field] of [
      ['Chapter title', 'title'],
      ['Chapter summary', 'summary'],
    ] as const) {
      await page.getByLabel(label).click();
      await rest('PATCH', chapterPath(target), { [field]: 'Nobody waits at night' });
      await untilShown(page.getByLabel(label), 'Nobody waits at night');
      const [from, to] = await selectionIn(page, label);
      expect(from).toBe(to);
    }
  });

  it('opens each chapter where it was left, also after a reload and Back', async () => {
    const target = await newTestChapter(editor().url, long);
    const other = await addChapter(target, 'The crossing', long);
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), long);
    await page.evaluate('document.querySelector("main").scrollTop = 2000');
    const seen = long.indexOf('Paragraph 42');
    await expect.poll(() => topOf(page, seen)).toBeGreaterThan(0);
    const left = await topOf(page, seen);
    // Within a fifth of a line: of a paragraph that is not drawn, the height is estimated.
    const untilAsLeft = () => expect.poll(async () => Math.abs((await topOf(page, seen)) - left)).toBeLessThan(6);
    await page.getByRole('button', { name: 'The crossing' }).click();
    await untilOpen(page, 'The crossing');
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await untilOpen(page, 'The quay');
    await untilAsLeft();
    await page.goForward();
    await untilOpen(page, 'The crossing');
    await page.getByRole('link', { name: 'Outline' }).click();
    await page.getByRole('heading', { name: 'Outline' }).first().waitFor();
    await page.goto(`${editor().url}#${target.bookId}/${target.chapterId}`);
    await untilOpen(page, 'The quay');
    await untilAsLeft();
    await page.reload();
    await untilOpen(page, 'The quay');
    await untilAsLeft();
    expect(other.id).not.toBe(target.chapterId);
  });

  it('shows hits, findings and undone words below the bar, with room to read', async () => {
    const text = long.replace('Paragraph 41 of', 'Paragraph 41 of [Insert a name here]');
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), text);
    await page.keyboard.press('Control+Shift+f');
    await page.getByLabel('Find', { exact: true }).fill('Paragraph 60');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Paragraph 60/ }).click();
    await untilReadable(page);
    const at = text.indexOf('Paragraph 60');
    expect(await selectionOn(page)).toEqual([at, at + 'Paragraph 60'.length]);

    await page.getByRole('tab', { name: 'Check' }).click();
    const finding = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Insert a name' });
    await finding.getByRole('button', { name: 'Show' }).first().click();
    await untilReadable(page);

    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Amen.');
    await page.evaluate('document.querySelector("main").scrollTop = 0');
    await page.keyboard.press('Control+z');
    await untilShown(content(page), text);
    await untilReadable(page);
    // Nor do the arrows lead below the bar, or to the last line.
    for (let line = 0; line < 30; line += 1) await page.keyboard.press('ArrowUp');
    for (const key of ['ArrowUp', 'ArrowDown'])
      for (let line = 0; line < 35; line += 1) {
        await page.keyboard.press(key);
        expect(isReadable(await heightOfSelection(page)), `${key} ${line}`).toBe(true);
      }
  });

  it('shows the pressed word of a text as it reads, also behind lists and quotes', async () => {
    const text =
      'The list:\n\n- one lamp\n- two *lamps*\n\n> She quoted\n> the log.\n\n1. first\n\n   second\n\nThen the lamp of the *keeper* failed.';
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    await content(page).waitFor();
    for (const words of ['lamps', 'log', 'second', 'keeper']) {
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await page.getByRole('article', { name: 'The chapter as it reads' }).getByText(words).last().waitFor();
      const spot: { x: number; y: number } = await page.evaluate((wanted) => {
        const walker = document.createTreeWalker(document.querySelector('#as-read') as Node, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (walker.nextNode()) {
          const at = (walker.currentNode as Text).data.indexOf(wanted);
          if (at < 0) continue;
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + wanted.length);
        }
        const { left, top, height } = range.getBoundingClientRect();
        return { x: left + 1, y: top + height / 2 };
      }, words);
      await page.mouse.click(spot.x, spot.y);
      const at = text.indexOf(words);
      await expect.poll(() => selectionOn(page)).toEqual([at, at]);
    }
  });

  it('shows a hit in the pane of the text on a phone', async () => {
    const target = await newTestChapter(editor().url, long);
    const page = await openAt(target.editorUrl);
    await page.setViewportSize({ width: 390, height: 780 });
    await untilShown(content(page), long);
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByRole('link', { name: 'Find' }).click();
    await page.getByLabel('Find', { exact: true }).fill('Paragraph 60');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Paragraph 60/ }).click();
    await untilReadable(page);
  });

  it('keeps the focus and all keys when the chapter changes while it is typed in', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    await addChapter(target, 'The crossing', 'Fog lay on the water.');
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), 'The bell rang.');
    // From the start of the page.
    await page.addInitScript(`
      window.seen = 0;
      new MutationObserver(() => {
        if (document.querySelector('#no-page')?.hidden === false) window.seen += 1;
      }).observe(document, { subtree: true, childList: true, attributes: true });`);
    await page.reload();
    await untilShown(content(page), 'The bell rang.');
    await content(page).click();
    const titles = ['The crossing', 'The quay'];
    for (let turn = 0; turn < 6; turn += 1) {
      await page.keyboard.type(`${turn}`);
      await page.keyboard.press(turn % 2 === 0 ? 'Alt+PageDown' : 'Alt+PageUp');
      await untilOpen(page, titles[turn % 2] ?? '');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
    }
    expect(await page.evaluate('window.seen')).toBe(0);
    await untilSaved(page);
    const texts = await rest('GET', `/books/${target.bookId}?include=content`);
    expect(texts.chapters.map(({ content: text }: { content: string }) => text.replace(/\D/g, ''))).toEqual([
      '024',
      '135',
    ]);
  });

  it('says what it waits for, and keeps the former chapter while the service is away', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    await addChapter(target, 'The crossing', 'Fog lay on the water.');
    const page = await openAt(target.editorUrl, { mayFail: true });
    await untilShown(content(page), 'The bell rang.');
    const released = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query OpenChapter')) await released.promise;
      return route.fallback();
    });
    await content(page).click();
    await page.keyboard.press('Alt+PageDown');
    await page.getByText('Opening “The crossing” …').waitFor();
    await page.keyboard.type('nowhere');
    released.resolve();
    await untilOpen(page, 'The crossing');
    await page.getByText('Opening “The crossing” …').waitFor({ state: 'detached' });
    expect(await textOn(page)).toBe('Fog lay on the water.');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Thick ');
    await untilSaved(page);
    editor().proxy.goOffline();
    const failed = page.waitForEvent('requestfailed', (one) => !!one.postData()?.includes('query OpenChapter'));
    await page.keyboard.press('Alt+PageUp');
    await failed;
    await page.getByText('The service does not respond.').waitFor();
    await expect.poll(() => content(page).isEditable()).toBe(true);
    await page.keyboard.type('white ');
    await untilShown(content(page), 'Thick white Fog lay on the water.');
    editor().proxy.goOnline();
    await untilStored(async () => (await rest('GET', `/books/${target.bookId}?include=content`)).chapters[1], {
      content: 'Thick white Fog lay on the water.',
    });
  });
});
