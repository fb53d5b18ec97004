import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, storedChapter, untilSaved, untilShown, untilStored } from './support/editor.ts';
import { content, editorSuite, tab } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { textOn } from './support/surface.ts';

const suite = 'words and small promises of the example editor';
const view = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('names controls of the page, and ends a notice with its cause', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    await rest('POST', `/books/${target.bookId}/characters`, { name: 'Emma' });
    const page = await openAt(target.editorUrl, { mayFail: true });
    await page.locator('#cast summary').getByText('Emma').click();
    const name = page.locator('#cast details').getByLabel('Name');
    await name.fill('x'.repeat(200));
    await name.press('Tab');
    await page.locator('#cast').getByText('“Name” is 200 characters; the limit is').waitFor();
    await name.fill('Emma Vale');
    await name.press('Tab');
    await expect.poll(() => page.locator('#cast').getByText('the limit is').count()).toBe(0);

    // A trouble ends with the next action that succeeds, and is shown once.
    editor().proxy.goOffline();
    for (let press = 0; press < 2; press += 1) await page.getByRole('button', { name: 'Add chapter' }).click();
    await page.getByText('The service does not respond. Nothing was changed').first().waitFor();
    expect(await page.locator('.notice:not([hidden])').count()).toBe(1);
    editor().proxy.goOnline();
    await page.getByRole('button', { name: 'Add chapter' }).click();
    await expect.poll(() => page.locator('.notice:not([hidden])').count()).toBe(0);

    // The notice of a deletion ends when the chapter is restored from the list.
    await page.getByRole('listitem').filter({ hasText: 'The quay' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“The quay” is deleted.').waitFor();
    await page.getByText('Deleted chapters').click();
    await page.getByRole('button', { name: 'Restore The quay' }).click();
    await untilShown(content(page), 'The bell rang.');
    expect(await page.getByText('“The quay” is deleted.').count()).toBe(0);
  });

  it('shows a price with its currency, and no number twice', async () => {
    const target = await newTestChapter(editor().url);
    const { bookId } = target;
    for (let chapter = 2; chapter <= 10; chapter += 1) await rest('POST', `/books/${bookId}/chapters`, {});
    const page = await openAt(target.editorUrl);
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Expected price: \$0\.\d+, between \$0\.\d+ and \$0\.\d+\./)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const names = await page.locator('#chapters .chapter').allInnerTexts();
    expect(names[0]).toMatch(/^1\.\s+The quay/);
    expect(names.at(-1)).toMatch(/^\s*Chapter 10\s/);
    expect(await page.locator('#title').getAttribute('dir')).toBe('auto');
  });

  it('asks for a manuscript how its paragraphs end, in words of the page', async () => {
    const page = await openAt(editor().url);
    const file = { name: 'tide.txt', mimeType: 'text/plain', buffer: Buffer.from('The tide rose.\nNobody came.\n') };
    await page.getByLabel('File').setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await dialog.getByText('Choose another under “Paragraphs”').waitFor();
    await dialog.getByLabel('Paragraphs').selectOption('line');
    await dialog.getByText('Each line was read as a paragraph.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await untilShown(content(page), 'The tide rose.\n\nNobody came.');
    // It is no longer said that it is being imported.
    expect(await page.getByText('Importing').count()).toBe(0);
  });

  it('offers for a finding what mends it, and pays no model for what it cannot mend', async () => {
    const told =
      'Tobias said no. Tobias said nothing more. "Go," said Tobias. Then Tobias said it again, and Tobias laughed.';
    const target = await newTestChapter(editor().url, `${told}\n\n[Insert the storm here]`);
    await rest('POST', `/books/${target.bookId}/characters`, { name: 'Emma' });
    const page = await openAt(target.editorUrl);
    await tab(page, 'Check');
    const stranger = page.getByRole('listitem').filter({ hasText: 'nobody’s name in the cast' });
    await stranger.waitFor();
    expect(await stranger.getByRole('button').allInnerTexts()).toEqual(['Show', 'Add “Tobias” to the cast', 'Waive']);
    const placeholder = page.getByRole('listitem').filter({ hasText: 'Insert the storm' });
    await placeholder.getByRole('button', { name: 'Rewrite to fix' }).waitFor();
    await stranger.getByRole('button', { name: 'Add “Tobias” to the cast' }).click();
    await untilStored(() => rest('GET', `/books/${target.bookId}/characters`), [{ name: 'Emma' }, { name: 'Tobias' }]);
    await stranger.waitFor({ state: 'detached' });
  });

  it('says which chapters have no text before it exports a book for readers', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    await rest('POST', `/books/${target.bookId}/chapters`, { title: 'The crossing' });
    const page = await openAt(target.editorUrl);
    await view(page, 'Publish');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const question = page.getByRole('dialog').filter({ hasText: 'One chapter has no text: 2. The crossing.' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: 'Export all the same' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.epub$/);
  });

  it('takes back an accepted proposal and a restored text by Ctrl Z', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang. Nobody came.');
    const { bookId, chapterId } = target;
    const edits = [{ chapterId, quote: 'Nobody came.', replacement: 'The pilot came.' }];
    await rest('POST', `/books/${bookId}/proposals`, { edits });
    const page = await openAt(target.editorUrl);
    await tab(page, 'Review');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Accept' }).click();
    await untilShown(content(page), 'The bell rang. The pilot came.');
    await content(page).press('Control+z');
    await untilShown(content(page), 'The bell rang. Nobody came.');
    await untilStored(() => storedChapter(target), { content: 'The bell rang. Nobody came.' });
    await content(page).press('Control+y');
    await untilStored(() => storedChapter(target), { content: 'The bell rang. The pilot came.' });
    await untilSaved(page);
    await tab(page, 'Revisions');
    const listed = page.getByRole('tabpanel', { name: 'Revisions' }).getByRole('listitem');
    const kept = await rest('GET', `/books/${bookId}/chapters/${chapterId}/revisions`);
    await expect.poll(() => listed.count()).toBe(kept.length);
    await listed.getByRole('button').first().click();
    await page.getByRole('button', { name: 'Restore this text' }).click();
    await untilShown(content(page), 'The bell rang. Nobody came.');
    await content(page).press('Control+z');
    await untilShown(content(page), 'The bell rang. The pilot came.');
  });

  it('asks again when the account’s limit of a minute was used up for a moment', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(editor().url);
    let refusals = 0;
    await page.route('**/graphql', (route) => {
      if (refusals === 2 || !route.request().postData()?.includes('query Revisions')) return route.fallback();
      refusals += 1;
      const extensions = { code: 'rate_limited', retry_after: 1 };
      return route.fulfill({ json: { errors: [{ message: 'Wait 1 s and try again.', extensions }] } });
    });
    await page.goto(target.editorUrl);
    await tab(page, 'Revisions');
    await page.getByRole('tabpanel', { name: 'Revisions' }).getByText('Present text').waitFor();
    expect(refusals).toBe(2);
    expect(await page.locator('.notice:not([hidden])').count()).toBe(0);
  });

  it('moves no row of a list while it is being pressed', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const { bookId, chapterId } = target;
    const agree = async (quote: string, replacement: string) => {
      const edits = [{ chapterId, quote, replacement }];
      await rest('POST', `/books/${bookId}/proposals`, { edits });
      const open = await rest('GET', `/books/${bookId}/proposals?state=open`);
      await rest('POST', `/books/${bookId}/proposals/accept`, { ids: open.map(({ id }: { id: string }) => id) });
    };
    await agree('rang.', 'rang twice.');
    const page = await openAt(target.editorUrl);
    await tab(page, 'Revisions');
    const former = page.getByRole('tabpanel', { name: 'Revisions' }).getByRole('listitem').getByRole('button');
    await former.first().hover();
    await page.mouse.down();
    const listed = page.waitForResponse((answer) => answer.request().postData()?.includes('query Revisions') ?? false);
    await agree('rang twice.', 'fell silent that day.');
    await (await listed).finished();
    await untilShown(content(page), 'The bell fell silent that day.');
    expect(await former.count()).toBe(1);
    await page.mouse.up();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore this text' }).waitFor();
    await expect.poll(() => former.count()).toBe(2);
  });

  it('puts nothing into words that an input method composes', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.\n\n');
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), 'The bell rang.\n\n');
    await content(page).click();
    await page.keyboard.press('Control+End');
    const ime = await page.context().newCDPSession(page);
    await ime.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await rest('PATCH', `/books/${target.bookId}/chapters/${target.chapterId}`, {
      content: 'The bell rang twice.\n\n',
    });
    await page.locator('#chapters').getByText('4 words').waitFor();
    await ime.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    expect(await textOn(page)).toBe('The bell rang.\n\nにほん');
    await ime.send('Input.insertText', { text: '日本' });
    await untilShown(content(page), 'The bell rang twice.\n\n日本');
    await untilStored(() => storedChapter(target), { content: 'The bell rang twice.\n\n日本' });
  });

  it('counts no pasted words as written by hand', async () => {
    const target = await newTestChapter(editor().url, 'The ferry came.');
    const page = await openAt(target.editorUrl);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await untilShown(content(page), 'The ferry came.');
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.evaluate('navigator.clipboard.writeText(" Rain fell on the long quay.")');
    await page.keyboard.press('Control+v');
    await page.keyboard.type(' Nobody waited.');
    await untilStored(() => storedChapter(target), {
      content: 'The ferry came. Rain fell on the long quay. Nobody waited.',
    });
    await page.getByText('Today 2 words by hand').waitFor();
  });
});
