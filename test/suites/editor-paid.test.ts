import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, storedChapter, untilSaved, untilStored } from './support/editor.ts';
import { agree, content, editorSuite, tab } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { append } from './support/surface.ts';

const suite = 'paid calls in the example editor';

/** The paid mutations that a page sends. */
function paidBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { query = '' } = request.postDataJSON() ?? {};
    const [, name] = /mutation (WriteChapter|GenerateRecap|ReadManuscript)\b/.exec(query) ?? [];
    if (name) sent.push(name);
  });
  return sent;
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('shows prompt and price first, and makes no call that is declined', async () => {
    const target = await newTestChapter(editor().url);
    const page = await openAt(target.editorUrl);
    const sent = paidBy(page);
    const dialog = page.getByRole('dialog', { name: 'Write “The quay”?' });
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await dialog
      .getByText(
        /reads about [\d,.]+ tokens and writes about [\d,.]+\. Expected price: \$0\.0\d+, between \$0\.\d+ and \$0\.\d+\./,
      )
      .waitFor();
    await dialog.getByText('What the model reads').click();
    await dialog.getByRole('row', { name: /^plan/ }).waitFor();
    await dialog.getByRole('group', { name: 'Material' }).getByText('A ferry that comes an hour late.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    expect((await storedChapter(target)).status).toBe('empty');

    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await agree(page, 'Write');
    await untilStored(() => storedChapter(target), { status: 'complete' });
    await untilSaved(page);
    expect(sent).toEqual(['WriteChapter']);
    await tab(page, 'Runs');
    const runs = page.getByRole('tabpanel', { name: 'Runs' });
    await runs.getByRole('button', { name: 'Show its prompt' }).last().click();
    await runs.getByRole('group', { name: 'Material' }).getByText('A ferry that comes an hour late.').waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('reads a manuscript with progress, and stops', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const path = `/books/${target.bookId}`;
    const { id: letter } = await rest('POST', `${path}/chapters`, { title: 'The letter', content: inject('unread') });
    await rest('POST', `${path}/chapters`, { title: 'The other shore', content: 'It was long.' });
    const page = await openAt(target.editorUrl);
    const sent = paidBy(page);
    await tab(page, 'Recap');
    const part = page.getByRole('region', { name: 'Recaps of the whole book' });
    await part.getByText('0 of 3 chapters with text have a recap of it.').waitFor();
    await part.getByRole('button', { name: 'Read the manuscript' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^3 calls of .+ read about/)
      .waitFor();
    await agree(page, 'Read');
    await part.getByText('1 of 3 chapters with text have a recap of it. Reading chapter 2, The letter.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await part.getByRole('button', { name: 'Stop reading' }).click();
    await part.getByRole('button', { name: 'Read the manuscript' }).waitFor();
    await rest('PATCH', `${path}/chapters/${letter}`, { content: 'The ferry came.' });
    await part.getByRole('button', { name: 'Read the manuscript' }).click();
    await agree(page, 'Read');
    await part.getByText('3 of 3 chapters with text have a recap of it.').waitFor();
    await expect.poll(() => page.getByLabel('What happened').inputValue()).not.toBe('');
    expect(await part.getByRole('button').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    expect(sent).toEqual(['ReadManuscript', 'ReadManuscript']);
    expect((await rest('GET', `${path}/reading`)).ready).toBe(3);
  });

  it('is not agreed to by typing on or by a key held down, and saves what was typed before', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    const sent = paidBy(page);
    await content(page).press('End');
    await content(page).press('Control+Enter');
    await page.keyboard.type(' And then  it rained.', { delay: 20 });
    const dialog = page.getByRole('dialog', { name: 'Rewrite “The quay”?' });
    if (await dialog.isVisible()) await page.keyboard.press('Escape');
    for (let at = 0; at < 20; at += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(sent).toEqual([]);
    await untilSaved(page);
    expect((await storedChapter(target)).content).toContain('The bell rang.');
  });

  it('saves what is typed while the price is asked for', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    await page.getByRole('button', { name: 'Rewrite' }).waitFor();
    await page.getByRole('button', { name: 'Rewrite' }).click();
    await page.getByText('Expected price').waitFor();
    // As another device would.
    await append(page, ' Emma wept.');
    await agree(page, 'Rewrite');
    await untilStored(() => storedChapter(target), { status: 'complete', content: inject('written') });
    await untilSaved(page);
    const path = `/books/${target.bookId}/chapters/${target.chapterId}/revisions`;
    const former = await Promise.all(
      (await rest('GET', path)).map(({ id }: { id: string }) => rest('GET', `${path}/${id}`)),
    );
    expect(former.some((one) => one.content.includes('Emma wept.'))).toBe(true);
  });

  it('shows why a call would be refused, in place of its price', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl, { mayFail: true });
    await content(page).waitFor();
    await rest('PATCH', `/books/${target.bookId}/plan`, { povLock: 'multi' });
    await page.getByRole('button', { name: 'Rewrite' }).click();
    await page.locator('.notice').getByText('viewpoint').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await storedChapter(target)).content).toBe('The bell rang.');
  });
});
