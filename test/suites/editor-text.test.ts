import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, storedChapter, untilSaved, untilShown, untilStored } from './support/editor.ts';
import { content, editorSuite } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { selectionOn } from './support/surface.ts';

const suite = 'text, view and goals in the example editor';
const asRead = (page: Page) => page.getByRole('article', { name: 'The chapter as it reads' });

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('takes back one’s own edits only, also after a change from elsewhere', async () => {
    const target = await newTestChapter(editor().url, 'The ferry came late.\n\nRain fell.');
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), 'The ferry came late.\n\nRain fell.');
    await content(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('At noon. ');
    await untilSaved(page);
    const path = `/books/${target.bookId}/chapters/${target.chapterId}`;
    await rest('PATCH', path, { content: 'At noon. The ferry came late.\n\nRain fell, then snow.' });
    await untilShown(content(page), 'At noon. The ferry came late.\n\nRain fell, then snow.');
    await page.keyboard.press('Control+z');
    await untilShown(content(page), 'The ferry came late.\n\nRain fell, then snow.');
    await page.keyboard.press('Control+Shift+z');
    await untilShown(content(page), 'At noon. The ferry came late.\n\nRain fell, then snow.');
    await page.keyboard.press('Control+z');
    await untilStored(() => storedChapter(target), { content: 'The ferry came late.\n\nRain fell, then snow.' });
  });

  it('shows a text as it reads, and its marks where it is edited', async () => {
    const target = await newTestChapter(editor().url, 'The *ferry* came.\n\n***\n\nShe was **late**.');
    const page = await openAt(target.editorUrl);
    await content(page).waitFor();
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await asRead(page).waitFor();
    expect(await asRead(page).locator('em, strong').allInnerTexts()).toEqual(['ferry', 'late']);
    expect(await content(page).isVisible()).toBe(false);
    expect(await barriers(page)).toEqual([]);
    // As it was left.
    await page.reload();
    await asRead(page)
      .getByText('She was')
      .click({ position: { x: 1, y: 12 } });
    await expect.poll(() => selectionOn(page).then(([from]) => from)).toBe('The *ferry* came.\n\n***\n\n'.length);
    await page.keyboard.type('Then ');
    await page.keyboard.press('Escape');
    await asRead(page).getByText('Then She was').waitFor();
    await rest('PATCH', `/books/${target.bookId}/chapters/${target.chapterId}`, { content: 'Nobody *came*.' });
    await asRead(page).getByText('Nobody').waitFor();
    await page.keyboard.press('Enter');
    await untilShown(content(page), 'Nobody *came*.');
  });

  it('keeps size, colours and goals in the browser, and shows nothing but the text on request', async () => {
    const target = await newTestChapter(editor().url, 'The ferry came.');
    await rest('PATCH', `/books/${target.bookId}/chapters/${target.chapterId}`, { targetWords: 100 });
    const page = await openAt(target.editorUrl);
    await content(page).waitFor();
    await page.getByRole('button', { name: 'View' }).click();
    const dialog = page.getByRole('dialog', { name: 'View' });
    await dialog.getByLabel('Size of the text').fill('150');
    await dialog.getByLabel('Colours').selectOption('dark');
    await dialog.getByLabel('Words a day').fill('500');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await content(page).fill('The ferry came late, very late.');
    await page.getByText('Today 3 of 500 words by hand').waitFor();
    expect(await page.getByLabel('Words of the chapter').getAttribute('max')).toBe('100');
    await page.reload();
    await untilShown(content(page), 'The ferry came late, very late.');
    const style = (name: string) =>
      content(page).evaluate((area, key) => getComputedStyle(area).getPropertyValue(key), name);
    expect([await style('font-size'), await style('color-scheme')]).toEqual(['26.1px', 'dark']);
    await page.getByText('Today 3 of 500 words by hand').waitFor();
    await content(page).press('F9');
    await page.getByRole('banner').waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Rewrite' }).isVisible()).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leave focus' }).click();
    await page.getByRole('banner').waitFor();
  });
});
