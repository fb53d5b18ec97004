import { describe, expect, inject, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import {
  barriers,
  holdNextSave,
  newTestChapter,
  refuseSaves,
  rewriteChapter,
  storedChapter,
  untilSaved,
  untilShown,
  untilStored,
} from './support/editor.ts';
import { agree, content, editorSuite, tab } from './support/editor-suite.ts';
import { type Json, rest } from './support/rest.ts';
import { textOn } from './support/surface.ts';

const suite = 'example editor in chromium';

const paragraphs = ['The bell rang.', 'Nobody came.', 'The water stood still.'];
const text = paragraphs.join('\n\n');

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('creates a book with a chapter, characters, a conflict and a plan', async () => {
    const page = await openAt(editor().url);
    await page.getByRole('button', { name: 'New book' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('The Lighthouse');
    await page.getByLabel('Premise').fill('A keeper finds a message in her own hand.');
    await page.getByRole('button', { name: 'Create book' }).click();
    await expect.poll(() => page.title()).toBe('The Lighthouse · Fabula');
    const bookId = new URL(page.url()).hash.slice(1);

    for (const name of ['Emma Vale', 'Jonas Reed']) {
      await page.getByLabel('New character').fill(name);
      await page.getByRole('button', { name: 'Add character' }).click();
      await page.locator('#cast details[open] summary').getByText(name).waitFor();
    }
    const emma = page.locator('#cast details').first();
    await emma.locator('summary').click();
    await emma.getByLabel('Wants').fill('To be believed.');
    await page.keyboard.press('Tab');
    const cast = () => rest('GET', `/books/${bookId}/characters`);
    await untilStored(cast, [{ name: 'Emma Vale', want: 'To be believed.' }, { name: 'Jonas Reed' }]);

    await tab(page, 'Conflicts');
    await page.getByRole('button', { name: 'Emma Vale and Jonas Reed: no conflict' }).click();
    await page.getByLabel('Description').fill('He read her letters.');
    await page.getByLabel('Kind').selectOption('secret');
    await page.getByLabel('Intensity').fill('5');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Emma Vale and Jonas Reed: secret, 5 of 5, open' }).waitFor();
    await page.getByRole('button', { name: 'Jonas Reed and Emma Vale: secret, 5 of 5, open' }).click();
    await page.getByRole('dialog').getByLabel('Status').first().selectOption('escalating');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Emma Vale and Jonas Reed: secret, 5 of 5, escalating' }).waitFor();
    const conflicts = await rest('GET', `/books/${bookId}/conflicts`);
    expect(conflicts).toMatchObject([{ kind: 'secret', intensity: 5, status: 'escalating' }]);

    await tab(page, 'Plan');
    await page.getByRole('tabpanel', { name: 'Plan' }).getByLabel('Tense').fill('past');
    await page.keyboard.press('Tab');
    await page.getByLabel('Beat sheet').selectOption('three-act');
    const plan = () => rest('GET', `/books/${bookId}/plan`);
    await untilStored(plan, { tenseLock: 'past', beatSheet: { id: 'three-act' } });

    await page.getByRole('button', { name: 'Add chapter' }).click();
    await page.getByLabel('Chapter title').fill('The message');
    await content(page).fill('It was her own hand.');
    await untilSaved(page);
    const [chapter] = await rest('GET', `/books/${bookId}/chapters`);
    expect(await rest('GET', `/books/${bookId}/chapters/${chapter.id}`)).toMatchObject({
      title: 'The message',
      content: 'It was her own hand.',
    });
  });

  it('shows remote edits and merges edits that do not overlap', async () => {
    const target = await newTestChapter(editor().url, text);
    const [mine, theirs] = [await openAt(target.editorUrl), await openAt(target.editorUrl)];
    await untilShown(content(mine), text);
    await untilShown(content(theirs), text);
    await content(theirs).fill(text.replace('Nobody', 'Hardly anybody'));
    await untilShown(content(mine), text.replace('Nobody', 'Hardly anybody'));

    const save = await holdNextSave(mine);
    await content(mine).fill((await textOn(mine)).replace('The bell', 'A bell'));
    await save.asked;
    await content(theirs).fill((await textOn(theirs)).replace('still', 'black'));
    await untilStored(() => storedChapter(target), {
      content: text.replace('Nobody', 'Hardly anybody').replace('still', 'black'),
    });
    save.release();
    const both = 'A bell rang.\n\nHardly anybody came.\n\nThe water stood black.';
    await untilStored(() => storedChapter(target), { content: both });
    await untilShown(content(mine), both);
    await untilShown(content(theirs), both);
    await untilSaved(mine);
  });

  it.each([
    ['Keep mine', ['Mine came.']],
    ['Take theirs', ['Theirs came.']],
    ['Keep both', ['Mine came.', 'Theirs came.']],
  ])('resolves overlapping edits by choice: %s, and keeps both as revisions', async (choice, kept) => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), text);
    const save = await holdNextSave(page);
    await content(page).fill(text.replace('Nobody', 'Mine'));
    await save.asked;
    const elsewhere = text.replace('Nobody', 'Theirs').replace('still', 'black');
    await rest('PATCH', `/books/${target.bookId}/chapters/${target.chapterId}`, { content: elsewhere });
    save.release();
    // Nothing opens while the author types.
    await page.getByRole('button', { name: 'Choose a version' }).click();
    const dialog = page.getByRole('dialog', { name: /Conflicting changes/ });
    await dialog.getByText('Mine came.').waitFor();
    await dialog.getByText('Theirs came.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: choice }).click();
    await untilStored(() => storedChapter(target), {
      content: ['The bell rang.', ...kept, 'The water stood black.'].join('\n\n'),
    });
    await untilSaved(page);
    const path = `/books/${target.bookId}/chapters/${target.chapterId}/revisions`;
    const revisions = await rest('GET', path);
    const texts = await Promise.all(revisions.map(({ id }: Json) => rest('GET', `${path}/${id}`)));
    for (const line of ['Mine came.', 'Theirs came.'])
      expect(texts.some((revision: Json) => revision.content.includes(line))).toBe(true);
  });

  it('streams a run across a lost connection and a reload', async () => {
    const target = await newTestChapter(editor().url);
    const page = await openAt(target.editorUrl, { mayFail: true });
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await agree(page, 'Write');
    await expect.poll(() => textOn(page)).not.toBe('');
    editor().proxy.goOffline();
    editor().proxy.goOnline();
    await page.reload();
    await untilShown(content(page), inject('written'));
    await untilStored(() => storedChapter(target), { status: 'complete', content: inject('written') });
    await page.getByRole('button', { name: 'Rewrite' }).waitFor();
    expect(await content(page).isEditable()).toBe(true);
  });

  it('stops a run, keeps its text and offers to continue', async () => {
    const target = await newTestChapter(editor().url, '', inject('unending'));
    const page = await openAt(target.editorUrl);
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await agree(page, 'Write');
    await expect.poll(() => textOn(page)).not.toBe('');
    await page.getByRole('button', { name: 'Stop writing' }).click();
    await page.getByRole('button', { name: 'Continue writing' }).waitFor();
    await untilSaved(page);
    const { status, content: kept } = await storedChapter(target);
    expect(status).toBe('partial');
    expect(kept).not.toBe('');
    await untilShown(content(page), kept);
  });

  it('keeps edits while the service is unreachable and saves them afterwards', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl, { mayFail: true });
    await untilShown(content(page), text);
    editor().proxy.goOffline();
    await content(page).fill(`${text}\n\nWritten in the dark.`);
    await page.locator('#save-state[data-state=away]').waitFor();
    expect((await storedChapter(target)).content).toBe(text);
    editor().proxy.goOnline();
    await untilStored(() => storedChapter(target), { content: `${text}\n\nWritten in the dark.` });
    await untilSaved(page);
  });

  it('shows a refused save once and saves the next edit', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), text);
    const refusals = await refuseSaves(page, { code: 'invalid_state', message: 'This book is being bound.' });
    await content(page).fill(`${text}\n\nToo late.`);
    await page.locator('#save-state[data-state=refused]').getByText('being bound').waitFor();
    expect(refusals.count).toBe(1);
    await refusals.end();
    await content(page).fill(`${text}\n\nNot too late.`);
    await untilStored(() => storedChapter(target), { content: `${text}\n\nNot too late.` });
    await untilSaved(page);
  });

  it('restores unsaved text after a reload', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), text);
    const save = await holdNextSave(page);
    await content(page).fill(`${text}\n\nNever sent.`);
    await save.asked;
    await page.reload();
    await page.getByText('was restored').waitFor();
    await untilShown(content(page), `${text}\n\nNever sent.`);
    await untilStored(() => storedChapter(target), { content: `${text}\n\nNever sent.` });
  });

  it('moves a chapter by keyboard, deletes it and undoes the deletion', async () => {
    const target = await newTestChapter(editor().url, text);
    await rest('POST', `/books/${target.bookId}/chapters`, { title: 'The crossing' });
    const page = await openAt(target.editorUrl);
    const titles = async () =>
      (await rest('GET', `/books/${target.bookId}/chapters`)).map(({ title }: Json) => ({ title }));
    await page.getByRole('button', { name: 'The quay' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await untilStored(titles, [{ title: 'The crossing' }, { title: 'The quay' }]);
    // Wait until the list shows the new order; buttons of the old one disappear.
    const shown = () => page.locator('#chapters .name').allInnerTexts();
    await expect.poll(shown).toEqual(['The crossing', 'The quay']);
    const crossing = page.getByRole('listitem').filter({ hasText: 'The crossing' });
    await crossing.getByRole('button', { name: 'Delete' }).click();
    await untilStored(titles, [{ title: 'The quay' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilStored(titles, [{ title: 'The crossing' }, { title: 'The quay' }]);
  });

  it('compares a revision with the present text and restores it', async () => {
    const target = await newTestChapter(editor().url, text);
    await rewriteChapter(target);
    await untilStored(() => storedChapter(target), { status: 'complete', content: inject('written') });
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), inject('written'));
    await tab(page, 'Revisions');
    await page.getByRole('tabpanel').getByRole('listitem').getByRole('button').first().click();
    await page.locator('dialog ins').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore this text' }).click();
    await untilShown(content(page), text);
  });
});
