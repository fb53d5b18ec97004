import { describe, expect, inject, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapterWithCast, storedChapter, untilStored } from './support/editor.ts';
import { agree, editorSuite } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { textOn } from './support/surface.ts';

const suite = 'the sheet of a chapter in the example editor';

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('saves notes, viewpoint, people and beats, and says who is in the prompt', async () => {
    const target = await newTestChapterWithCast(editor().url);
    const page = await openAt(target.editorUrl);
    const sheet = page.locator('#chapter-sheet');
    await page.getByText('Notes, people and beats').click();
    await sheet.getByText('The prompt has nobody in this chapter.').waitFor();
    await sheet.getByLabel('Notes').fill('Rain all day.');
    await page.keyboard.press('Tab');
    const people = sheet.getByRole('group', { name: 'People' });
    await people.getByLabel('Emma').selectOption('takes part');
    await people.getByLabel('Jonas').selectOption('only mentioned');
    await sheet.getByText('In the prompt: Emma.').waitFor();
    await sheet.getByLabel('Viewpoint').selectOption('Emma');
    await sheet.getByRole('group', { name: 'Beats' }).getByLabel('Hook').check();
    const [emma, jonas] = await rest('GET', `/books/${target.bookId}/characters`);
    await untilStored(() => storedChapter(target), {
      notes: 'Rain all day.',
      participantIds: [emma.id],
      mentionedIds: [jonas.id],
      povCharacterId: emma.id,
      beatKeys: ['hook'],
    });
    await sheet.getByText('This chapter has no recap.').waitFor();
    expect(await barriers(page)).toEqual([]);
    // Another session.
    await rest('PATCH', `/books/${target.bookId}/chapters/${target.chapterId}`, { notes: 'Snow.' });
    await expect.poll(() => sheet.getByLabel('Notes').inputValue()).toBe('Snow.');
  });

  it('has a chapter rewritten by a directive, and keeps the former text', async () => {
    const target = await newTestChapterWithCast(editor().url);
    const page = await openAt(target.editorUrl);
    await page.getByLabel('Directive').fill('Make it rain.');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('dialog').getByText('“Make it rain.”').waitFor();
    await agree(page, 'Rewrite');
    await expect.poll(() => textOn(page)).toBe(inject('written'));
    await expect.poll(() => page.getByLabel('Directive').inputValue()).toBe('');
    const revisions = await rest('GET', `/books/${target.bookId}/chapters/${target.chapterId}/revisions`);
    expect(revisions.length).toBeGreaterThan(1);
  });

  it('has the rest of a book written, each chapter after the one before', async () => {
    const target = await newTestChapterWithCast(editor().url);
    const path = `/books/${target.bookId}/chapters`;
    const made = [
      await rest('POST', path, { title: 'The bell', summary: 'It rings.' }),
      await rest('POST', path, { title: 'The fog', summary: 'It comes.' }),
    ];
    const page = await openAt(target.editorUrl);
    await page.getByRole('button', { name: 'Write the rest of the book' }).click();
    await page.getByRole('dialog').getByText('Expected price of 2 such chapters').waitFor();
    await agree(page, 'Write');
    await page.getByText('Writing “The bell”, 1 of 2.').waitFor();
    await page.getByText('The book is written to its end.').waitFor();
    for (const { id } of made) {
      const { status, content: text } = await rest('GET', `${path}/${id}`);
      expect([status, text]).toEqual(['complete', inject('written')]);
    }
    await page.getByRole('button', { name: 'Write the rest of the book' }).waitFor({ state: 'hidden' });
    expect((await storedChapter(target)).content).toBe('The bell rang.');
  });
});
