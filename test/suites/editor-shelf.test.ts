import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapterWithCast, untilStored } from './support/editor.ts';
import { agree, editorSuite, tab } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { textOn } from './support/surface.ts';

const suite = 'shelf, premise and outline in the example editor';
const shelf = (page: Page) => page.getByRole('region', { name: 'Your books' });
const outline = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Outline', exact: true }).getByRole('listitem', { name });
const manuscript = '# The quay\n\nThe ferry came late.\n\n# The bell\n\nIt rang twice.';

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('imports a manuscript after a preview, and renames, deletes and restores a book', async () => {
    const page = await openAt(editor().url);
    const title = `Ferry ${crypto.randomUUID().slice(0, 8)}`;
    const bring = () =>
      page.getByLabel('File').setInputFiles({
        name: `${title}.md`,
        mimeType: 'text/markdown',
        buffer: Buffer.from(manuscript),
      });
    await shelf(page).getByRole('link').first().waitFor();
    // Other suites make books meanwhile.
    const named = async () =>
      (await rest('GET', '/books?limit=100')).filter((book: { title: string }) => book.title === title);
    await bring();
    await page.getByRole('dialog').getByText('2 chapters, 7 words').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await named()).toEqual([]);
    await bring();
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await expect.poll(() => textOn(page)).toBe('The ferry came late.');
    const bookId = new URL(page.url()).hash.slice(1).split('/')[0];
    expect(await rest('GET', `/books/${bookId}`)).toMatchObject({ title });

    await page.getByRole('link', { name: 'Fabula' }).click();
    const card = (name: string) => shelf(page).getByRole('listitem').filter({ hasText: name });
    await card(title).getByText('7 words · ready').waitFor();
    await expect.poll(() => card(title).locator('img').getAttribute('src')).toMatch(/^blob:/);
    await card(title).getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill(`${title} again`);
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await card(`${title} again`).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(`${title} again`).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted books').click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: `Restore ${title} again` }).click();
    await card(`${title} again`).getByRole('link').click();
    await expect.poll(() => textOn(page)).toBe('The ferry came late.');
  });

  it('says what to drop, and why a file is no manuscript', async () => {
    const page = await openAt(editor().url, { mayFail: true });
    const buffer = Buffer.from('{"format": "other"}');
    await page.getByLabel('File').setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer });
    await page.locator('.notice').getByText('format').waitFor();
    await page.getByLabel('File').setInputFiles({ name: 'novel.docx', mimeType: 'application/zip', buffer });
    await page.locator('.notice').getByText('Save it as Markdown').waitFor();
    const long = Buffer.alloc(4_000_000, 'a ');
    await page.getByLabel('File').setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: long });
    await page.locator('.notice').getByText('has more than 4 MB').waitFor();
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffCHAPTER 1\n\nIt was late – für Åsa.', 'utf16le')],
    ['Windows-1252', Buffer.from('CHAPTER 1\n\nIt was late \x96 f\xfcr \xc5sa.', 'latin1')],
  ])('reads a file in %s', async (_encoding, buffer) => {
    const page = await openAt(editor().url);
    await page.getByLabel('File').setInputFiles({ name: 'late.txt', mimeType: 'text/plain', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await expect.poll(() => textOn(page)).toBe('It was late – für Åsa.');
  });

  it('saves the premise and all decisions of the plan', async () => {
    const target = await newTestChapterWithCast(editor().url);
    const page = await openAt(target.editorUrl);
    await tab(page, 'Plan');
    const panel = page.getByRole('tabpanel', { name: 'Plan' });
    const path = `/books/${target.bookId}`;
    const values = {
      Subtitle: 'A crossing',
      'Premise of the book': 'A ferry that never comes back.',
      'Words of the book': '60000',
      'Comparable authors': 'Tove Jansson',
      Sources: 'Tides https://example.com/tides',
      'Certainty of the genre': '70',
    };
    for (const [label, value] of Object.entries(values)) {
      await panel.getByLabel(label).fill(value);
      await page.keyboard.press('Tab');
    }
    await untilStored(() => rest('GET', path), {
      subtitle: 'A crossing',
      premise: 'A ferry that never comes back.',
      targetWords: 60_000,
    });
    await untilStored(() => rest('GET', `${path}/plan`), {
      compAuthors: 'Tove Jansson',
      genreConfidence: 70,
      researchCitations: [{ title: 'Tides', url: 'https://example.com/tides' }],
    });
    await panel.getByLabel('Premise of the book').fill('Short');
    await page.keyboard.press('Tab');
    await panel.getByRole('alert').getByText('at least 10').waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('compares outlines with their grades, and adopts one', async () => {
    const target = await newTestChapterWithCast(editor().url);
    const page = await openAt(target.editorUrl);
    await page.getByRole('link', { name: 'Outline' }).click();
    await page.getByLabel('Outlines').fill('2');
    await page.getByLabel('Chapters', { exact: true }).and(page.locator('input')).fill('3');
    await page.getByRole('button', { name: 'Make outlines' }).click();
    await agree(page, 'Make');
    await outline(page, 'Variant 2').waitFor();
    expect(await outline(page, 'Variant 1').locator('ol > li').count()).toBe(3);
    // Nothing is known of the only chapter yet.
    await outline(page, 'In the book').getByRole('button', { name: 'Check' }).click();
    await page.getByText('there is nothing to grade').first().waitFor();
    await rest('PATCH', `/books/${target.bookId}/chapters/${target.chapterId}`, { summary: 'The bell rings twice.' });
    for (const name of ['In the book', 'Variant 1']) {
      await outline(page, name).getByRole('button', { name: 'Check' }).click();
      await outline(page, name).getByText('without a model').click();
    }
    await outline(page, 'Variant 1').getByText('Conflict use').waitFor();
    await outline(page, 'In the book').getByRole('button', { name: 'Grade' }).click();
    await agree(page, 'Grade');
    await outline(page, 'In the book').getByText('without a model').waitFor({ state: 'detached' });
    await outline(page, 'In the book').getByText(' of 100').waitFor();
    expect(await barriers(page)).toEqual([]);
    await outline(page, 'Variant 2').getByRole('button', { name: 'Delete this outline' }).click();
    await outline(page, 'Variant 2').waitFor({ state: 'detached' });
    await outline(page, 'Variant 1').getByRole('button', { name: 'Adopt' }).click();
    await page.getByRole('dialog').getByText('One chapter has text.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await expect.poll(() => page.locator('#chapters > li').count()).toBe(3);
    await page.getByRole('button', { name: 'Write this chapter' }).waitFor();
  });
});
