import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, storedChapter, untilSaved, untilShown, untilStored } from './support/editor.ts';
import { agree, content, editorSuite, tab } from './support/editor-suite.ts';
import { type Json, rest } from './support/rest.ts';

const suite = 'runs and storage in the example editor';

const text = 'The bell rang.\n\nNobody came.';

/** Answers the space in use with another limit. */
async function limitStorage(page: Page, limitOf: (total: number) => number): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query Storage')) return route.fallback();
    const json = await (await route.fetch()).json();
    const { storage } = json.data.usage;
    storage.limit = limitOf(storage.total);
    return route.fulfill({ json });
  });
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('shows what was removed from a reply, closed and as plain text, and copies it', async () => {
    const target = await newTestChapter(editor().url, '', inject('chatty'));
    const page = await openAt(target.editorUrl);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await agree(page, 'Write');
    await untilStored(() => storedChapter(target), { status: 'complete', content: inject('written') });
    await untilSaved(page);
    await tab(page, 'Runs');
    const [start, end] = [page.getByText('Removed before the text'), page.getByText('Removed after the text')];
    await start.waitFor();
    expect(await page.getByText(inject('remarks').start).isVisible()).toBe(false);
    await start.click();
    await page.getByText(inject('remarks').start).waitFor();
    expect(await page.locator('#runs b').count()).toBe(0);
    await end.click();
    await page.getByText(inject('remarks').end).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy' }).last().click();
    await page.getByText('Copied.').waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied.trim()).toBe(inject('remarks').end);
  });

  it('makes a refused reply the chapter’s text on request, and keeps the former one', async () => {
    const target = await newTestChapter(editor().url, text, inject('refused'));
    const page = await openAt(target.editorUrl);
    await page.getByRole('button', { name: 'Rewrite' }).click();
    await agree(page, 'Rewrite');
    await page.locator('.notice').getByText('declined').waitFor();
    expect((await storedChapter(target)).content).toBe(text);
    await tab(page, 'Runs');
    const runs = page.getByRole('tabpanel', { name: 'Runs' });
    await runs.getByText('failed').waitFor();
    await runs.getByText('Reply that was not used').click();
    await runs.getByText(inject('refusal')).waitFor();
    // An edit that is not saved yet is not lost either.
    await content(page).fill(`${text}\n\nThe water rose.`);
    await runs.getByRole('button', { name: 'Use as the chapter’s text' }).click();
    await untilShown(content(page), inject('refusal'));
    await untilStored(() => storedChapter(target), { content: inject('refusal') });
    const path = `/books/${target.bookId}/chapters/${target.chapterId}/revisions`;
    const revisions = await rest('GET', path);
    const former = await Promise.all(revisions.map(({ id }: Json) => rest('GET', `${path}/${id}`)));
    expect(former.map((revision: Json) => revision.content)).toContain(`${text}\n\nThe water rose.`);
  });

  it('shows the space in use, and what frees space when it is nearly full', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    const storage = page.locator('#storage');
    await storage.getByText(/^Storage: [\d.,]+ [kM]?B$/).waitFor();
    expect(await storage.getByRole('button').count()).toBe(0);
    expect(await storage.locator('.meter').count()).toBe(0);
    await storage.locator('summary').focus();
    await page.keyboard.press('Enter');
    await storage.getByRole('row', { name: /Former texts/ }).waitFor();
    expect(await barriers(page)).toEqual([]);

    await limitStorage(page, (total) => total / 0.79);
    await page.reload();
    await storage.getByText(/ of /).waitFor();
    expect(await storage.locator('.meter [data-part=books]').isVisible()).toBe(true);
    expect(await storage.getByText('frees space').count()).toBe(0);
    await page.unrouteAll();
    await limitStorage(page, (total) => total / 0.8);
    await page.reload();
    await storage.getByText(/80 % of your storage is used.*former texts frees space/).waitFor();
    expect(await barriers(page)).toEqual([]);
    await storage.getByRole('button', { name: 'Show revisions' }).click();
    await page.getByRole('tabpanel', { name: 'Revisions' }).getByText('Present text').waitFor();
    await page.unrouteAll();
    await limitStorage(page, (total) => total);
    await page.reload();
    await storage.getByText('Your storage is full').waitFor();
  });
});
