import type { Page, Route } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import {
  barriers,
  newTestChapter,
  storedChapter,
  type TestChapter,
  untilSaved,
  untilShown,
  untilStored,
} from './support/editor.ts';
import { content, editorSuite, tab } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';

const suite = 'what is typed in the example editor stays';

const chapterPath = ({ bookId, chapterId }: TestChapter) => `/books/${bookId}/chapters/${chapterId}`;
const addChapter = (target: TestChapter, title: string, text = '') =>
  rest('POST', `/books/${target.bookId}/chapters`, { title, content: text });
const openChapter = async (page: Page, title: string) => {
  await page.getByRole('listitem').getByRole('button', { name: title }).first().click();
  await expect.poll(() => page.getByLabel('Chapter title').inputValue()).toBe(title);
};

/** Questions on leaving the page. */
function questionsOf(page: Page) {
  const asked = { count: 0 };
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'beforeunload') asked.count += 1;
  });
  return asked;
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  const bookWithCast = async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const { id } = await rest('POST', `/books/${target.bookId}/characters`, { name: 'Emma' });
    return { ...target, character: () => rest('GET', `/books/${target.bookId}/characters/${id}`), characterId: id };
  };
  const openCard = async (page: Page) => {
    await page.locator('#cast summary').getByText('Emma').click();
    return page.locator('#cast details').getByLabel('Biography');
  };

  it('asks once before a typed field is left, restores it after a reload, and sends it', async () => {
    const target = await bookWithCast();
    const page = await openAt(target.editorUrl);
    const questions = questionsOf(page);
    const bio = await openCard(page);
    await bio.pressSequentially('Kept the light alone.');
    await page.reload();
    expect(questions.count).toBe(1);
    await page.getByText('was restored').waitFor();
    await untilStored(target.character, { bio: 'Kept the light alone.' });
    const again = await openCard(page);
    await untilShown(again, 'Kept the light alone.');
    await expect.poll(() => again.getAttribute('aria-busy')).toBe(null);
    // Nothing is left to ask about.
    await page.reload();
    await content(page).waitFor();
    expect(questions.count).toBe(1);
  });

  it('sends fields that were left while the service was away', async () => {
    const target = await bookWithCast();
    const page = await openAt(target.editorUrl, { mayFail: true });
    const bio = await openCard(page);
    await page.getByText('Notes, people and beats').click();
    const notes = page.locator('#chapter-fields').getByLabel('Notes');
    editor().proxy.goOffline();
    await bio.fill('Kept the light alone.');
    await notes.fill('Fog all day.');
    await notes.press('Tab');
    await page.locator('#chapter-fields').getByText('sent when it responds again').waitFor();
    await page.locator('#cast').getByText('sent when it responds again').waitFor();
    expect(await target.character()).toMatchObject({ bio: '' });
    editor().proxy.goOnline();
    await untilStored(target.character, { bio: 'Kept the light alone.' });
    await untilStored(() => storedChapter(target), { notes: 'Fog all day.' });
    await expect.poll(() => page.getByText('sent when it responds again').count()).toBe(0);
  });

  it('replaces no field that somebody else has changed meanwhile, unless it is edited again', async () => {
    const target = await bookWithCast();
    const page = await openAt(target.editorUrl);
    const bio = await openCard(page);
    await bio.pressSequentially('Mine.');
    const path = `/books/${target.bookId}/characters/${target.characterId}`;
    await rest('PATCH', path, { bio: 'By an agent.', fear: 'Fog.' });
    await untilShown(page.locator('#cast details').getByLabel('Fears'), 'Fog.');
    await bio.press('Tab');
    await page.getByText('Another session changed it to “By an agent.”').waitFor();
    expect(await target.character()).toMatchObject({ bio: 'By an agent.' });
    await untilShown(bio, 'Mine.');
    await bio.pressSequentially(' Now.');
    await bio.press('Tab');
    await untilStored(target.character, { bio: 'Mine. Now.' });
  });

  it('keeps recap, instructions, directive and note through a change of chapter and a reload', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    await addChapter(target, 'The crossing', 'Fog lay on the water.');
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), 'The bell rang.');
    const questions = questionsOf(page);
    const typed = [
      ['Recap', page.getByRole('textbox', { name: 'What happened' }), 'She heard the bell.'],
      ['Review', page.getByRole('textbox', { name: 'Instead, or a note' }), 'Too short?'],
      ['Review', page.getByRole('textbox', { name: 'Instructions' }), 'The bell falls silent.'],
      ['Review', page.getByRole('textbox', { name: 'Directive' }), 'Slower.'],
    ] as const;
    for (const [panel, control, words] of typed) {
      await tab(page, panel);
      await control.fill(words);
    }
    await openChapter(page, 'The crossing');
    for (const [panel, control] of typed) {
      await tab(page, panel);
      await untilShown(control, '');
    }
    // Seen, though in no field of the page.
    const list = page.locator('#left-drafts');
    await list.getByText('Directive · The quay').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(4);
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    expect(questions.count).toBe(1);
    await list.getByRole('button', { name: 'Open Directive · The quay' }).click();
    await untilShown(content(page), 'The bell rang.');
    for (const [panel, control, words] of typed) {
      await tab(page, panel);
      await untilShown(control, words);
    }
    await list.waitFor({ state: 'hidden' });
    await tab(page, 'Recap');
    await page.getByRole('button', { name: 'Save recap' }).click();
    await untilStored(() => rest('GET', `${chapterPath(target)}/recap`), { events: 'She heard the bell.' });
  });

  it('lists deleted chapters and restores them; what comes next keeps the focus', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), 'The bell rang.');
    await content(page).fill('The bell rang twice.');
    const quay = page.getByRole('listitem').filter({ hasText: 'The quay' });
    await quay.hover();
    await quay.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'This book has no chapters yet' }).waitFor();
    await page.reload();
    // A change of the book keeps the focus on what comes next.
    const cast = page.getByRole('region', { name: 'Next steps' }).getByRole('button', { name: 'Cast' });
    await cast.focus();
    await rest('POST', `/books/${target.bookId}/characters`, { name: 'Emma Vale' });
    await page.getByText('✓ Say who the people are').waitFor();
    expect(await cast.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByText('Deleted chapters').click();
    await page.getByRole('button', { name: 'Restore The quay' }).click();
    await untilShown(content(page), 'The bell rang twice.');
    await page.getByText('Deleted chapters').waitFor({ state: 'hidden' });
  });

  it('offers to restore or copy a chapter that is deleted elsewhere, and loses nothing typed into it', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    await addChapter(target, 'The crossing', 'Fog lay on the water.');
    const page = await openAt(target.editorUrl, { mayFail: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await untilShown(content(page), 'The bell rang.');
    await content(page).click();
    await page.keyboard.press('Control+End');
    await rest('DELETE', chapterPath(target));
    await page.locator('#save-state[data-state=deleted]').waitFor();
    await page.keyboard.type(' Nobody came.');
    await page.getByRole('button', { name: 'Copy the text' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('The bell rang. Nobody came.');
    // It is seen also when it has been left.
    await openChapter(page, 'The crossing');
    await page.locator('#left-drafts').getByText('The bell rang. Nobody came.').waitFor();
    await page.getByText('Deleted chapters').click();
    await page.getByRole('button', { name: 'Restore The quay' }).click();
    await untilShown(content(page), 'The bell rang. Nobody came.');
    await untilStored(() => storedChapter(target), { content: 'The bell rang. Nobody came.' });
    await page.locator('#left-drafts details').waitFor({ state: 'hidden' });
    await rest('DELETE', chapterPath(target));
    await content(page).press('Control+End');
    await content(page).pressSequentially(' Then a horn.');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await untilStored(() => storedChapter(target), { content: 'The bell rang. Nobody came. Then a horn.' });
  });

  it('tells the end of a session by a bar, and keeps what is typed on', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl, { mayFail: true });
    await untilShown(content(page), 'The bell rang.');
    const refused = { errors: [{ message: 'Signed out.', extensions: { code: 'invalid_token' } }] };
    const refuse = (route: Route) => route.fulfill({ status: 401, json: refused });
    await page.route('**/graphql', refuse);
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Nobody', { delay: 10 });
    const bar = page.locator('#session-ended');
    await bar.getByText('Your session has ended').waitFor();
    await page.keyboard.type(' came.');
    await untilShown(content(page), 'The bell rang. Nobody came.');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('#save-state').getByText('Signed out. Your text is kept here').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.unroute('**/graphql', refuse);
    await bar.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Or use a key').fill(inject('key'));
    await page.getByRole('dialog').getByRole('button', { name: 'Use it' }).click();
    await untilStored(() => storedChapter(target), { content: 'The bell rang. Nobody came.' });
    await bar.waitFor({ state: 'hidden' });
    await untilSaved(page);
  });
});
