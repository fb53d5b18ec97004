import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import {
  newTestChapter,
  newTestChapterWithCast,
  rewriteChapter,
  type TestChapter,
  untilShown,
  untilStored,
} from './support/editor.ts';
import { content, editorSuite, tab } from './support/editor-suite.ts';
import { type Json, rest } from './support/rest.ts';

const suite = 'buttons of the example editor';

const text = 'The bell rang.';

const confirm = (page: Page, answer: string) => page.getByRole('dialog').last().getByRole('button', { name: answer });

async function formerCount({ bookId, chapterId }: TestChapter): Promise<{ count: number }> {
  const revisions = await rest('GET', `/books/${bookId}/chapters/${chapterId}/revisions?limit=100`);
  return { count: revisions.filter(({ isCurrent }: Json) => !isCurrent).length };
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('deletes one former text for good, after asking', async () => {
    const target = await newTestChapter(editor().url, text);
    await rewriteChapter(target);
    await untilStored(() => formerCount(target), { count: 1 });
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), inject('written'));
    await tab(page, 'Revisions');
    const panel = page.getByRole('tabpanel', { name: 'Revisions' });
    await panel.getByRole('listitem').getByRole('button').first().click();
    const shown = page.getByRole('dialog', { name: /^Text of/ });
    await shown.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Cancel').click();
    expect(await formerCount(target)).toEqual({ count: 1 });
    await shown.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete').click();
    await untilStored(() => formerCount(target), { count: 0 });
    await expect.poll(() => panel.getByRole('button').count()).toBe(0);
    await untilShown(content(page), inject('written'));
  });

  it('thins former texts to the newest twenty, after a preview', async () => {
    const target = await newTestChapter(editor().url, text);
    const path = `/books/${target.bookId}/chapters/${target.chapterId}`;
    for (let n = 0; n < 23; n += 1) await rest('PATCH', `${path}?keepRevision=true`, { content: `${text} ${n}` });
    await untilStored(() => formerCount(target), { count: 23 });
    const page = await openAt(target.editorUrl);
    await tab(page, 'Revisions');
    await page.getByRole('button', { name: 'Keep the newest 20' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Delete 3 older texts for good/)
      .waitFor();
    expect(await formerCount(target)).toEqual({ count: 23 });
    await confirm(page, 'Delete').click();
    await untilStored(() => formerCount(target), { count: 20 });
    await expect.poll(() => page.locator('#revisions li button').count()).toBe(20);
  });

  it('removes a conflict, and a character after asking', async () => {
    const target = await newTestChapterWithCast(editor().url);
    const page = await openAt(target.editorUrl);
    await tab(page, 'Conflicts');
    await page.getByRole('button', { name: /^Emma and Jonas: secret/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Emma and Jonas: no conflict' }).waitFor();
    expect(await rest('GET', `/books/${target.bookId}/conflicts`)).toEqual([]);
    await tab(page, 'Cast');
    await page.locator('#cast summary').getByText('Jonas').click();
    await page.locator('#cast details[open]').getByRole('button', { name: 'Remove character' }).click();
    await confirm(page, 'Remove').click();
    await expect.poll(() => page.locator('#cast summary strong').allInnerTexts()).toEqual(['Emma']);
    expect(await rest('GET', `/books/${target.bookId}/characters`)).toMatchObject([{ name: 'Emma' }]);
  });

  it('moves a chapter by its buttons, shows the keys and goes by them', async () => {
    const target = await newTestChapter(editor().url, text);
    await rest('POST', `/books/${target.bookId}/chapters`, { title: 'The crossing' });
    const page = await openAt(target.editorUrl);
    const shown = () => page.locator('#chapters .name').allInnerTexts();
    await expect.poll(shown).toEqual(['The quay', 'The crossing']);
    const quay = page.getByRole('listitem').filter({ hasText: 'The quay' });
    await quay.getByRole('button', { name: 'Move down' }).click();
    await expect.poll(shown).toEqual(['The crossing', 'The quay']);
    await quay.getByRole('button', { name: 'Move up' }).click();
    await expect.poll(shown).toEqual(['The quay', 'The crossing']);

    await page.getByRole('button', { name: 'Keys' }).click();
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByRole('button', { name: 'Close' }).click();
    expect(await help.isVisible()).toBe(false);
    await page.keyboard.press('Alt+PageDown');
    await untilShown(page.getByLabel('Chapter title'), 'The crossing');
    await page.keyboard.press('F2');
    await page.keyboard.type('The far shore');
    await page.keyboard.press('Control+s');
    const titles = () => rest('GET', `/books/${target.bookId}/chapters`);
    await untilStored(titles, [{ title: 'The quay' }, { title: 'The far shore' }]);
    await page.keyboard.press('F6');
    await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('tab');
  });
});
