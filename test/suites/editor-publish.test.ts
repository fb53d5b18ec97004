import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, storedChapter, untilSaved, untilStored } from './support/editor.ts';
import { content, editorSuite, tab } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { marked, selectedOn, selectionOn, textOn } from './support/surface.ts';

const suite = 'from a finished text to readers in the example editor';

const view = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const part = (page: Page, name: string) => page.getByRole('form', { name });

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('marks what the service finds in the text; a finding is waived, taken back, and mended', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.\n\n[Insert the storm here]');
    const page = await openAt(target.editorUrl);
    await expect.poll(() => marked(page, 'lint-error')).toEqual(['[Insert the storm here]']);
    await tab(page, 'Check');
    const check = page.getByRole('tabpanel', { name: 'Check' });
    await check.getByText('1 finding.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await check.getByRole('button', { name: 'Show' }).click();
    expect(await selectedOn(page)).toBe('[Insert the storm here]');
    await check.getByLabel('Why it is meant').fill('A sign on the quay.');
    await check.getByRole('button', { name: 'Waive' }).click();
    await check.getByText('Nothing to mend; 1 waived.').waitFor();
    await expect.poll(() => marked(page, 'lint-error')).toEqual([]);
    await check.getByRole('button', { name: 'Take back' }).click();
    await check.getByText('1 finding.').waitFor();
    await check.getByRole('button', { name: 'Rewrite to fix' }).click();
    await page.getByRole('dialog').getByText('[Insert the storm here]').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    // Seen without the list, too.
    await tab(page, 'Cast');
    await content(page).fill('The bell rang.\n\nThe storm came.');
    await untilSaved(page);
    await expect.poll(() => marked(page, 'lint-error')).toEqual([]);
  });

  it('finds words in all texts of a book, replaces them, and takes that back', async () => {
    const target = await newTestChapter(editor().url, 'The *ferry* came. A Ferryman waited for the Ferry.');
    const { bookId } = target;
    // What is not finished stays so.
    await rest('PATCH', `/books/${bookId}/chapters/${target.chapterId}`, { status: 'partial' });
    const other = { title: 'On the ferry', summary: 'Nothing.', content: 'It was “late”.' };
    const { id: chapterId } = await rest('POST', `/books/${bookId}/chapters`, other);
    const page = await openAt(target.editorUrl);
    await view(page, 'Find');
    const find = page.getByRole('region', { name: 'Find and replace' });
    await find.getByLabel('Find').fill('ferry');
    await find.getByLabel('Whole words').check();
    await page.keyboard.press('Enter');
    await find.getByText('3 places in 2 chapters.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await find.getByRole('region', { name: 'The quay' }).getByLabel('Replace here').nth(1).uncheck();
    await find.getByLabel('Replace by').fill('boat');
    await find.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('2 places in 2 chapters replaced.').waitFor();
    expect(await storedChapter(target)).toMatchObject({
      content: 'The *boat* came. A Ferryman waited for the Ferry.',
      status: 'partial',
    });
    expect(await storedChapter({ ...target, chapterId })).toMatchObject({ ...other, title: 'On the boat' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilStored(() => storedChapter({ ...target, chapterId }), other);
    await untilStored(() => storedChapter(target), { content: 'The *ferry* came. A Ferryman waited for the Ferry.' });

    // Straight marks find curved ones; a place opens with its words selected.
    await find.getByLabel('Find').fill('"late"');
    await page.keyboard.press('Enter');
    await find.getByRole('button', { name: '“late”' }).click();
    await expect.poll(() => textOn(page)).toBe(other.content);
    await expect.poll(() => selectionOn(page).then(([from]) => from)).toBe('It was '.length);
  });

  it('publishes, narrates and exports a book', async () => {
    const target = await newTestChapter(editor().url, 'The ferry came late. [TODO: rain]');
    const page = await openAt(target.editorUrl);
    await content(page).waitFor();
    await view(page, 'Publish');
    const publication = part(page, 'Publication');
    await publication.getByText('1. The quay').waitFor();
    await publication.getByLabel('Who can read it').selectOption('public');
    await publication.getByRole('button', { name: 'Publish' }).click();
    await publication.getByText('Readers see the book as it is now.').waitFor();
    const { readerUrl } = await rest('GET', `/books/${target.bookId}`);
    expect(await publication.getByRole('link').first().getAttribute('href')).toBe(readerUrl);

    const narration = part(page, 'Narration');
    await narration.getByRole('button', { name: 'Narrate the book' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Narrate' }).click();
    await narration.getByText('1 of 1 chapters can be heard.').waitFor();
    await narration.getByRole('button', { name: 'Listen' }).click();
    expect(await narration.locator('audio').getAttribute('src')).toMatch(/^blob:/);
    expect(await barriers(page)).toEqual([]);

    for (const [format, name, begin] of [
      ['epub', '.epub', 'PK'],
      ['markdown', '.md', '--'],
    ] as const) {
      await part(page, 'Export').getByLabel('Format').selectOption(format);
      const saved = page.waitForEvent('download');
      await part(page, 'Export').getByRole('button', { name: 'Export' }).click();
      const download = await saved;
      expect(download.suggestedFilename().endsWith(name)).toBe(true);
      expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe(begin);
    }
    await publication.getByRole('button', { name: 'Unpublish' }).click();
    await publication.getByText('Readers have nothing of this book yet.').waitFor();
    expect((await fetch(readerUrl)).status).toBe(404);
  });

  it('has no button without a name while what it is about is read', async () => {
    const target = await newTestChapter(editor().url, 'The ferry came late.');
    const page = await openAt(target.editorUrl);
    await content(page).waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (!/query (Publication|Narration)/.test(route.request().postData() ?? '')) return route.fallback();
      ask();
      await released;
      return route.fallback();
    });
    await view(page, 'Publish');
    await asked;
    const buttons = () =>
      page.getByRole('button').evaluateAll((all) => all.map((one) => (one as { innerText?: string }).innerText));
    const publication = part(page, 'Publication');
    await publication.waitFor();
    expect([await barriers(page), await publication.getByRole('button').count()]).toEqual([[], 0]);
    expect(await buttons()).not.toContain('');
    release();
    await publication.getByRole('button', { name: 'Publish' }).waitFor();
  });

  it('says why a feature is off, and sends nothing that needs it', async () => {
    const target = await newTestChapter(editor().url, '', 'A ferry without a pilot.');
    const page = await openAt(target.editorUrl);
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Rights')) return route.fallback();
      const answer = await (await route.fetch()).json();
      answer.data.instance.features = [
        { name: 'generation', reason: 'No text provider.' },
        { name: 'narration', reason: 'No speech provider.' },
      ];
      return route.fulfill({ json: answer });
    });
    await page.reload();
    await page.locator('#page').getByText('No text provider.').waitFor();
    const write = page.getByRole('button', { name: 'Write this chapter' });
    expect(await write.getAttribute('aria-disabled')).toBe('true');
    await write.click({ force: true });
    await page.locator('.notice').getByText('No text provider.').waitFor();
    await page.getByRole('button', { name: 'Close this notice' }).click();
    await content(page).press('Control+Enter');
    await page.locator('.notice').getByText('No text provider.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await view(page, 'Publish');
    await part(page, 'Narration').getByText('No speech provider.').waitFor();
    expect(await barriers(page)).toEqual([]);
  });
});
