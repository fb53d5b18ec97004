import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import {
  barriers,
  holdNextSave,
  newTestChapter,
  storedChapter,
  untilSaved,
  untilShown,
  untilStored,
} from './support/editor.ts';
import { agree, content, editorSuite } from './support/editor-suite.ts';
import { type Json, rest } from './support/rest.ts';
import { textOn } from './support/surface.ts';

const suite = 'writing in the example editor';

const text = 'The bell rang.\n\nNobody came.';

const continueForm = (page: Page) => page.getByRole('group', { name: 'Continue from here' });
const continueButton = (page: Page) => continueForm(page).getByRole('button', { name: 'Continue' });

/** The inputs of the writes that a page asks for. */
function writesOf(page: Page): Json[] {
  const inputs: Json[] = [];
  page.on('request', (request) => {
    const { query = '', variables } = request.postDataJSON() ?? {};
    if (query.includes('mutation WriteChapter')) inputs.push(variables.input);
  });
  return inputs;
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('continues a text of its author, after saving what is not saved yet', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    const writes = writesOf(page);
    await untilShown(content(page), text);
    await content(page).fill(`${text}\n\nThe water rose.`);
    await continueForm(page).getByLabel('Words to add').fill('50');
    await continueForm(page).getByLabel('Instructions').fill('The ferry comes.');
    expect(await barriers(page)).toEqual([]);
    await continueButton(page).click();
    await agree(page, 'Continue');
    await expect.poll(() => continueButton(page).isDisabled()).toBe(true);
    const whole = `${text}\n\nThe water rose. ${inject('written')}`;
    await untilStored(() => storedChapter(target), { status: 'complete', content: whole });
    await untilShown(content(page), whole);
    await untilSaved(page);
    expect(writes).toEqual([{ words: 50, instructions: 'The ferry comes.', continue: true }]);
    await expect.poll(() => continueForm(page).getByLabel('Instructions').inputValue()).toBe('');
    expect(await continueButton(page).isEnabled()).toBe(true);
    const path = `/books/${target.bookId}/chapters/${target.chapterId}/revisions`;
    const former = (await rest('GET', path)).find(({ isCurrent }: Json) => !isCurrent);
    expect((await rest('GET', `${path}/${former.id}`)).content).toBe(`${text}\n\nThe water rose.`);
  });

  it('shows why a text is not continued, keeps the instructions and continues then', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    const [words, instructions] = ['Words to add', 'Instructions'].map((name) => continueForm(page).getByLabel(name));
    await words?.fill('7');
    await instructions?.fill('The ferry comes.');
    await continueButton(page).click();
    await page.getByRole('alert').getByText('50').waitFor();
    expect(await instructions?.inputValue()).toBe('The ferry comes.');
    expect((await storedChapter(target)).content).toBe(text);
    await words?.fill('50');
    await page.keyboard.press('Enter');
    await agree(page, 'Continue');
    await untilStored(() => storedChapter(target), { content: `${text} ${inject('written')}` });
    await expect.poll(() => page.locator('#continue-trouble').textContent()).toBe('');
    await untilSaved(page);
  });

  it('offers nothing to continue in an empty chapter, and continues a partial one by key', async () => {
    const target = await newTestChapter(editor().url, '', inject('unending'));
    const page = await openAt(target.editorUrl);
    const writes = writesOf(page);
    await page.getByRole('button', { name: 'Write this chapter' }).waitFor();
    expect(await continueForm(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await agree(page, 'Write');
    await expect.poll(() => textOn(page)).not.toBe('');
    await page.getByRole('button', { name: 'Stop writing' }).click();
    await continueButton(page).waitFor();
    await content(page).press('Control+Enter');
    await page.getByText('Expected price').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Stop writing' }).waitFor();
    expect(await continueButton(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Stop writing' }).click();
    await untilStored(() => storedChapter(target), { status: 'partial' });
    expect(writes).toEqual([{}, { continue: true }]);
  });

  it('sets the status, keeps it while the author types, and shows why a run refuses it', async () => {
    const target = await newTestChapter(editor().url, text, inject('unending'));
    const page = await openAt(target.editorUrl);
    const status = page.getByLabel('Status');
    await expect.poll(() => status.inputValue()).toBe('complete');
    await status.selectOption('partial');
    await untilStored(() => storedChapter(target), { status: 'partial', content: text });
    await content(page).fill(`${text}\n\nThe water rose.`);
    await untilStored(() => storedChapter(target), { status: 'partial', content: `${text}\n\nThe water rose.` });
    await untilSaved(page);

    await continueButton(page).click();
    await agree(page, 'Continue');
    await page.getByRole('button', { name: 'Stop writing' }).waitFor();
    await status.selectOption('complete');
    await page.locator('#status-trouble').getByText('is being written').waitFor();
    expect(await status.inputValue()).not.toBe('complete');
    await page.getByRole('button', { name: 'Stop writing' }).click();
    await untilSaved(page);
    await status.selectOption('complete');
    await untilStored(() => storedChapter(target), { status: 'complete' });
    await page.getByRole('button', { name: 'Rewrite' }).waitFor();
  });

  it('shows an empty chapter as empty, and a status that another session sets', async () => {
    const target = await newTestChapter(editor().url);
    const page = await openAt(target.editorUrl);
    const status = page.getByLabel('Status');
    await expect.poll(() => status.inputValue()).toBe('empty');
    expect(await status.isDisabled()).toBe(true);
    const path = `/books/${target.bookId}/chapters/${target.chapterId}`;
    await rest('PATCH', path, { content: text, status: 'partial' });
    await expect.poll(() => status.inputValue()).toBe('partial');
    expect(await status.isEnabled()).toBe(true);
  });

  it('shows why the second of two quick changes of a field is refused', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    const facts = page.getByRole('region', { name: 'State of the chapter' });
    const ordered = facts.getByLabel('Words ordered');
    await untilShown(content(page), text);
    const held = await holdNextSave(page);
    for (const words of ['3000', '7']) {
      await ordered.fill(words);
      await ordered.press('Tab');
      await held.asked;
    }
    held.release();
    await facts.getByRole('alert').getByText('50').waitFor();
    await untilStored(() => storedChapter(target), { targetWords: 3000 });
    expect(await ordered.inputValue()).toBe('7');
    await untilSaved(page);
    await facts.getByText('5 of 3,000 words').waitFor();
    expect(await facts.getByRole('alert').getByText('50').isVisible()).toBe(true);
  });

  it('saves the ordered words and shows how many are written', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    const facts = page.getByRole('region', { name: 'State of the chapter' });
    const ordered = facts.getByLabel('Words ordered');
    await facts.getByText('5 words', { exact: true }).waitFor();
    await ordered.fill('3000');
    await ordered.press('Tab');
    await facts.getByText('5 of 3,000 words').waitFor();
    await untilStored(() => storedChapter(target), { targetWords: 3000 });
    await ordered.fill('7');
    await ordered.press('Tab');
    await facts.getByRole('alert').getByText('50').waitFor();
    expect(await storedChapter(target)).toMatchObject({ targetWords: 3000, content: text });
    await ordered.fill('');
    await ordered.press('Tab');
    await untilStored(() => storedChapter(target), { targetWords: null });
  });
});
