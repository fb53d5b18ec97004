import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, untilStored } from './support/editor.ts';
import { agree, content, editorSuite, tab } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';

const suite = 'recaps in the example editor';

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('edits a recap, marks it stale, has a model suggest another and accepts that', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang. Nobody came.');
    const page = await openAt(target.editorUrl);
    await tab(page, 'Recap');
    const panel = page.getByRole('tabpanel', { name: 'Recap' });
    const path = `/books/${target.bookId}/chapters/${target.chapterId}/recap`;
    await panel.getByText('This chapter has no recap.').waitFor();
    await panel.getByLabel('What happened').fill('Emma rings.');
    await panel.getByLabel('Where everybody stands').fill('Emma is alone.');
    await panel.getByRole('button', { name: 'Save recap' }).click();
    await untilStored(() => rest('GET', path), { events: 'Emma rings.', state: 'Emma is alone.', origin: 'person' });
    await panel.getByText('Written by a person.', { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);

    const text = 'The ferry came. Nobody rang, and the water rose.';
    await content(page).fill(text);
    await panel.getByText('From before the last edit.').waitFor();

    await panel.getByRole('button', { name: 'Make it new' }).click();
    await page.getByRole('dialog').getByText('Yours stays').waitFor();
    await agree(page, 'Make');
    await panel.getByRole('heading', { name: 'Suggestion of a model' }).waitFor();
    expect(await panel.getByLabel('What happened').inputValue()).toBe('Emma rings.');
    expect(await barriers(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Accept the suggestion' }).click();
    await expect.poll(() => panel.getByLabel('What happened').inputValue()).toBe(text);
    await untilStored(() => rest('GET', path), { events: text, isStale: false, version: 2 });
  });

  it('has a recap made of the text as it is typed', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    await tab(page, 'Recap');
    const panel = page.getByRole('tabpanel', { name: 'Recap' });
    await panel.getByText('This chapter has no recap.').waitFor();
    const text = 'The ferry came. Nobody rang.';
    await content(page).fill(text);
    await panel.getByRole('button', { name: 'Make it new' }).click();
    await agree(page, 'Make');
    await expect.poll(() => panel.getByLabel('What happened').inputValue()).toBe(text);
  });

  it('keeps a recap that is refused in its fields, with the reason', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    await tab(page, 'Recap');
    const panel = page.getByRole('tabpanel', { name: 'Recap' });
    await panel.getByLabel('What happened').fill('x'.repeat(1201));
    await panel.getByRole('button', { name: 'Save recap' }).click();
    await panel.getByRole('alert').getByText('1200').waitFor();
    expect((await panel.getByLabel('What happened').inputValue()).length).toBe(1201);
  });
});
