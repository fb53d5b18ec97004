import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, storedChapter, untilStored } from './support/editor.ts';
import { editorSuite, tab } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';

const suite = 'style in the example editor';

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('saves guide, sample, words to avoid, person and the check, and shows a change of another session', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    await tab(page, 'Style');
    const panel = page.getByRole('tabpanel', { name: 'Style' });
    const path = `/books/${target.bookId}/style`;
    await panel.getByLabel('Style guide').fill('Plain words.');
    await panel.getByLabel('Sample of the voice').fill('It had rained.');
    await panel.getByLabel('Words to avoid').fill('suddenly\n\n a testament to ');
    await panel.getByLabel('Person').selectOption('third');
    await panel.getByLabel('Check for worn phrases').uncheck();
    await untilStored(() => rest('GET', path), {
      styleGuide: 'Plain words.',
      styleSample: 'It had rained.',
      avoid: ['suddenly', 'a testament to'],
      personLock: 'third',
      prosePatterns: false,
    });
    expect(await barriers(page)).toEqual([]);
    await rest('PATCH', path, { avoid: ['very'], personLock: null });
    await expect.poll(() => panel.getByLabel('Words to avoid').inputValue()).toBe('very');
    await expect.poll(() => panel.getByLabel('Person').inputValue()).toBe('');
  });

  it('keeps a guide that is too long in its field, with the reason', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    await tab(page, 'Style');
    const guide = page.getByRole('tabpanel', { name: 'Style' }).getByLabel('Style guide');
    await guide.fill('x'.repeat(4001));
    await guide.press('Tab');
    await page.getByRole('alert').getByText('4000').waitFor();
    expect((await guide.inputValue()).length).toBe(4001);
    await guide.fill('Short.');
    await guide.press('Tab');
    await untilStored(() => rest('GET', `/books/${target.bookId}/style`), { styleGuide: 'Short.' });
  });

  it('saves person and tense of the chapter', async () => {
    const target = await newTestChapter(editor().url, 'The bell rang.');
    const page = await openAt(target.editorUrl);
    const facts = page.getByRole('region', { name: 'State of the chapter' });
    await facts.getByLabel('Person').selectOption('first');
    await untilStored(() => storedChapter(target), { person: 'first', tense: null });
    await facts.getByLabel('Tense').fill('present');
    await facts.getByLabel('Tense').press('Tab');
    await untilStored(() => storedChapter(target), { person: 'first', tense: 'present', content: 'The bell rang.' });
    await facts.getByLabel('Person').selectOption('');
    await untilStored(() => storedChapter(target), { person: null, tense: 'present' });
  });
});
