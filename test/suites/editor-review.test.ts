import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, untilSaved, untilStored } from './support/editor.ts';
import { content, editorSuite, tab } from './support/editor-suite.ts';
import { rest } from './support/rest.ts';
import { marked, selectedOn, select as selectOn, textOn } from './support/surface.ts';

const suite = 'proposals and notes in the example editor';
const text = 'The ferry came late. Nobody was on the quay.\n\nRain fell over the harbour.';

const review = (page: Page) => page.getByRole('tabpanel', { name: 'Review' });
const item = (page: Page, name: string) => review(page).getByRole('listitem').filter({ hasText: name });

/** Selects words in the text, as an author does. */
async function select(page: Page, words: string): Promise<void> {
  await expect.poll(() => textOn(page)).toContain(words);
  const start = (await textOn(page)).indexOf(words);
  await selectOn(page, start, start + words.length);
}

/** How far below its words an item of the list begins. */
const below = async (page: Page, name: string, kind: string): Promise<number> => {
  const top = (await item(page, name).boundingBox())?.y ?? 0;
  const words = (await page.locator(`.mark-${kind}`).first().boundingBox())?.y ?? 0;
  return Math.round(top - words);
};

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('shows in two tabs what an agent proposes, accepts and declines it, and keeps what both type', async () => {
    const target = await newTestChapter(editor().url, text);
    const [one, two] = [await openAt(target.editorUrl), await openAt(target.editorUrl)];
    for (const page of [one, two]) await tab(page, 'Review');
    await review(one).getByText('Nothing is open in this chapter.').waitFor();

    const { bookId, chapterId } = target;
    const edit = {
      chapterId,
      quote: 'came late',
      replacement: 'never came',
      alternatives: ['came early'],
      reason: 'It sank.',
    };
    const others = [
      { chapterId, quote: 'Rain fell', replacement: 'Snow fell' },
      { chapterId, quote: 'on the quay', replacement: 'at the rail' },
    ];
    await rest('POST', `/books/${bookId}/proposals`, { edits: [edit, ...others] });
    for (const page of [one, two]) await expect.poll(() => review(page).getByRole('listitem').count()).toBe(3);
    expect(await item(one, 'It sank.').locator('del').innerText()).toBe('came late');
    expect(await barriers(one)).toEqual([]);

    // Both type while they decide.
    await content(one).press('Control+End');
    await content(one).pressSequentially(' The bell rang.');
    await item(one, 'It sank.').getByLabel('came early').check();
    await item(one, 'It sank.').getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => review(two).getByRole('listitem').count()).toBe(2);
    await content(two).press('Control+Home');
    await content(two).pressSequentially('At last. ');
    await item(two, 'Snow').getByRole('button', { name: 'Decline' }).click();
    const path = `/books/${bookId}/chapters/${chapterId}`;
    await untilStored(() => rest('GET', path), {
      content: 'At last. The ferry came early. Nobody was on the quay.\n\nRain fell over the harbour. The bell rang.',
    });

    // By keyboard: the last one has the focus, A accepts it.
    await expect.poll(() => review(one).getByRole('listitem').count()).toBe(1);
    await review(one).getByRole('listitem').first().focus();
    await one.keyboard.press('a');
    await review(one).getByText('Nothing is open in this chapter.').waitFor();
    for (const page of [one, two]) await expect.poll(() => textOn(page)).toContain('Nobody was at the rail.');
  });

  it('merges by words what two tabs change in one paragraph, without a question', async () => {
    const target = await newTestChapter(editor().url, text);
    const [one, two] = [await openAt(target.editorUrl), await openAt(target.editorUrl)];
    for (const [page, words, instead] of [
      [one, 'late', 'early'],
      [two, 'quay', 'pier'],
    ] as const) {
      await select(page, words);
      await page.keyboard.type(instead);
    }
    await untilStored(() => rest('GET', `/books/${target.bookId}/chapters/${target.chapterId}`), {
      content: text.replace('late', 'early').replace('quay', 'pier'),
    });
    for (const page of [one, two]) {
      await expect.poll(() => textOn(page)).toBe(text.replace('late', 'early').replace('quay', 'pier'));
      expect(await page.getByRole('button', { name: 'Choose a version' }).isVisible()).toBe(false);
    }
  });

  it('proposes what is typed with a key that may not save', async () => {
    const target = await newTestChapter(editor().url, text);
    const scopes = ['books:read', 'proposals:write'];
    const { secret } = await rest('POST', '/account/tokens', { name: 'suggests', scopes });
    const page = await openAt(target.editorUrl, { mayFail: true });
    await content(page).waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByRole('dialog').getByRole('textbox').fill(secret);
    await page.getByRole('button', { name: 'Use it' }).click();
    await expect.poll(() => textOn(page)).toBe(text);
    await content(page).fill(`${text.replace('late', 'early')}\n\nThe bell rang.`);
    for (const name of ['New book', 'Add chapter', 'Add character', 'Rewrite', 'Delete', 'Accept'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    await page.getByText('Your key proposes changes.').first().waitFor();
    await page.getByRole('button', { name: 'Propose my changes' }).click();
    await item(page, 'The bell rang.').waitFor();
    expect(await item(page, 'early').locator('del').innerText()).toBe('late');
    expect(await textOn(page)).toBe(text);
    const { bookId, chapterId } = target;
    expect(await rest('GET', `/books/${bookId}/chapters/${chapterId}`)).toMatchObject({ content: text });
    expect(await barriers(page)).toEqual([]);
    const ids = (await rest('GET', `/books/${bookId}/proposals?state=open`)).map(({ id }: { id: string }) => id);
    await rest('POST', `/books/${bookId}/proposals/accept`, { ids });
    await expect.poll(() => textOn(page)).toBe(`${text.replace('late', 'early')}\n\nThe bell rang.`);
  });

  it('proposes words in place of a selection, and notes something about it', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    await tab(page, 'Review');
    const words = review(page).getByLabel('Instead, or a note');
    await words.fill('the old harbour');
    await review(page).getByRole('button', { name: 'Propose' }).click();
    await review(page).getByRole('alert').getByText('Select the words').waitFor();
    await select(page, 'the harbour');
    await review(page).getByText('Selected: “the harbour”').waitFor();
    await review(page).getByRole('button', { name: 'Propose' }).click();
    await expect.poll(() => item(page, 'Proposed by').locator('ins').innerText()).toBe('old ');
    expect(await textOn(page)).toBe(text);

    await select(page, 'Nobody');
    await words.fill('Who is it?');
    await review(page).getByRole('button', { name: 'Add a note' }).click();
    const note = item(page, 'Who is it?');
    await note.getByLabel('Reply').fill('The keeper.');
    await note.getByLabel('Reply').press('Enter');
    await note.getByText('The keeper.').waitFor();
    await note.getByRole('button', { name: 'Show' }).click();
    expect(await selectedOn(page)).toBe('Nobody');
    expect(await barriers(page)).toEqual([]);
    await note.getByRole('button', { name: 'Resolve' }).click();
    await expect.poll(() => note.count()).toBe(0);
  });

  it('notes nothing about words that are not saved', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl, { mayFail: true });
    await tab(page, 'Review');
    await content(page).fill(`Rain. ${text} ${'x'.repeat(400_000)}`);
    await select(page, 'Nobody');
    await review(page).getByLabel('Instead, or a note').fill('Who is it?');
    await review(page).getByRole('button', { name: 'Add a note' }).click();
    await review(page).getByText('Your text is not saved yet.').waitFor();
    expect(await rest('GET', `/books/${target.bookId}/notes`)).toEqual([]);
  });

  it('says that words have changed, and lets such a proposal only be declined', async () => {
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    await tab(page, 'Review');
    const { bookId, chapterId } = target;
    await rest('POST', `/books/${bookId}/proposals`, { edits: [{ chapterId, quote: 'ferry', replacement: 'boat' }] });
    await item(page, 'boat').waitFor();
    await content(page).fill(text.replace('ferry', 'ship'));
    await item(page, 'boat').getByText('Its words have changed.').waitFor();
    expect(await item(page, 'boat').getByRole('button', { name: 'Accept' }).count()).toBe(0);
    await item(page, 'boat').focus();
    await page.keyboard.press('d');
    await review(page).getByText('Nothing is open in this chapter.').waitFor();
  });

  it('marks words in the text, which move as it is typed, with each item at their height', async () => {
    const pages = Array.from({ length: 30 }, (_, n) => `The ferry ${n} came late.`).join('\n\n');
    const target = await newTestChapter(editor().url, `An \\*escaped\\* word. ${pages}`);
    const page = await openAt(target.editorUrl);
    await expect.poll(() => textOn(page)).toContain('escaped');
    const { bookId, chapterId } = target;
    const edits = [2, 25].map((n) => ({ chapterId, quote: `ferry ${n} came`, replacement: `boat ${n} came` }));
    await rest('POST', `/books/${bookId}/proposals`, { edits });
    await rest('POST', `/books/${bookId}/notes`, { chapterId, quote: 'The ferry 9', body: 'Which one?' });
    // Though the panel shows something else.
    await expect.poll(() => marked(page, 'proposal')).toEqual(['ferry 2 came', 'ferry 25 came']);
    await expect.poll(() => marked(page, 'note')).toEqual(['The ferry 9']);

    await tab(page, 'Review');
    await expect.poll(async () => Math.abs(await below(page, 'Which one?', 'note'))).toBeLessThan(2);
    await content(page).press('Control+Home');
    await content(page).pressSequentially('Typed before. ');
    expect(await marked(page, 'proposal')).toEqual(['ferry 2 came', 'ferry 25 came']);
    await item(page, '25').focus();
    await expect.poll(() => marked(page, 'active')).toEqual(['ferry 25 came']);
    await expect.poll(async () => Math.abs(await below(page, '25', 'active'))).toBeLessThan(2);
    await expect
      .poll(() => item(page, '25').evaluate((row) => row.getBoundingClientRect().bottom < innerHeight))
      .toBe(true);

    await select(page, 'ferry 9');
    await expect.poll(() => item(page, 'Which one?').getAttribute('aria-current')).toBe('true');
    await item(page, '25').getByRole('button', { name: 'Show' }).click();
    expect(await selectedOn(page)).toBe('ferry 25 came');

    const path = `/books/${bookId}/chapters/${chapterId}`;
    await untilSaved(page);
    const { content: stored } = await rest('GET', path);
    await rest('PATCH', path, { content: stored.replace('ferry 2 came', 'ferry 2 went') });
    await expect.poll(() => marked(page, 'stale')).toEqual(['ferry 2 went']);
    expect(await barriers(page)).toEqual([]);
  });
});
