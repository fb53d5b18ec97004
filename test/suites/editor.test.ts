import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { launch, whyNoChromium } from './support/chromium.ts';
import {
  barriers,
  type Desk,
  holdNextSave,
  newFurnishedPlace,
  newPlace,
  openDesk,
  refuseSaves,
  startEditor,
  storedChapter,
  untilSaved,
  untilShown,
  untilStored,
  writeAnew,
} from './support/editor.ts';
import { type Json, rest } from './support/rest.ts';
import { report, reportSkip } from './support/say.ts';

const suite = 'example editor in chromium';
if (whyNoChromium) reportSkip(suite, whyNoChromium);

const paragraphs = ['The bell rang.', 'Nobody came.', 'The water stood still.'];
const text = paragraphs.join('\n\n');

const content = (page: Page) => page.getByLabel('Text of the chapter');
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe.runIf(!whyNoChromium)(suite, () => {
  let browser: Browser;
  let editor: Awaited<ReturnType<typeof startEditor>>;
  let desks: Desk[] = [];
  let opened = 0;
  beforeAll(async () => {
    editor = await startEditor();
    browser = await launch();
  });
  afterEach(async () => {
    const faults = desks.flatMap((desk) => desk.faults);
    for (const { page } of desks) await page.context().close();
    desks = [];
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await editor?.close();
    report(suite, `${opened} pages; nothing asked for elsewhere, no page error, no barrier that axe calls serious`);
  });

  async function openAt(address: string, options: { mayFail?: boolean } = {}): Promise<Page> {
    const desk = await openDesk(browser, editor.url, options);
    desks.push(desk);
    opened += 1;
    await desk.page.goto(address);
    return desk.page;
  }

  it('makes a book: a chapter, two people, what stands between them, a locked tense', async () => {
    const page = await openAt(editor.url);
    await page.getByRole('button', { name: 'New book' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('The Lighthouse');
    await page.getByLabel('What is it about?').fill('A keeper finds a message in her own hand.');
    await page.getByRole('button', { name: 'Make it' }).click();
    await expect.poll(() => page.title()).toBe('The Lighthouse · Fabula');
    const bookId = new URL(page.url()).hash.slice(1);

    for (const name of ['Emma Vale', 'Jonas Reed']) {
      await page.getByLabel('Somebody new').fill(name);
      await page.getByRole('button', { name: 'Add to the cast' }).click();
      await page.locator('details[open] summary').getByText(name).waitFor();
    }
    const emma = page.locator('details').first();
    await emma.locator('summary').click();
    await emma.getByLabel('Wants').fill('To be believed.');
    await page.keyboard.press('Tab');
    const cast = () => rest('GET', `/books/${bookId}/characters`);
    await untilStored(cast, [{ name: 'Emma Vale', want: 'To be believed.' }, { name: 'Jonas Reed' }]);

    await tab(page, 'Conflicts');
    await page.getByRole('button', { name: 'Emma Vale and Jonas Reed: nothing yet' }).click();
    await page.getByLabel('What stands between them').fill('He read her letters.');
    await page.getByLabel('What it is about').selectOption('secret');
    await page.getByLabel('How strong').fill('5');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Emma Vale and Jonas Reed: secret, 5 of 5, open' }).waitFor();
    await page.getByRole('button', { name: 'Jonas Reed and Emma Vale: secret, 5 of 5, open' }).click();
    await page.getByLabel('How far it has come').first().selectOption('escalating');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Emma Vale and Jonas Reed: secret, 5 of 5, escalating' }).waitFor();
    const conflicts = await rest('GET', `/books/${bookId}/conflicts`);
    expect(conflicts).toMatchObject([{ kind: 'secret', intensity: 5, status: 'escalating' }]);

    await tab(page, 'Plan');
    await page.getByLabel('Tense').fill('past');
    await page.keyboard.press('Tab');
    await page.getByLabel('Beat sheet').selectOption('three-act');
    const plan = () => rest('GET', `/books/${bookId}/plan`);
    await untilStored(plan, { tenseLock: 'past', beatSheet: { id: 'three-act' } });

    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByLabel('Title of the chapter').fill('The message');
    await content(page).fill('It was her own hand.');
    await untilSaved(page);
    const [chapter] = await rest('GET', `/books/${bookId}/chapters`);
    expect(await rest('GET', `/books/${bookId}/chapters/${chapter.id}`)).toMatchObject({
      title: 'The message',
      content: 'It was her own hand.',
    });
  });

  it('takes over what another page writes, and puts both together where they do not overlap', async () => {
    const place = await newPlace(editor.url, text);
    const [mine, theirs] = [await openAt(place.address), await openAt(place.address)];
    await untilShown(content(mine), text);
    await untilShown(content(theirs), text);
    await content(theirs).fill(text.replace('Nobody', 'Hardly anybody'));
    await untilShown(content(mine), text.replace('Nobody', 'Hardly anybody'));

    const save = await holdNextSave(mine);
    await content(mine).fill((await content(mine).inputValue()).replace('The bell', 'A bell'));
    await save.asked;
    await content(theirs).fill((await content(theirs).inputValue()).replace('still', 'black'));
    await untilStored(() => storedChapter(place), {
      content: text.replace('Nobody', 'Hardly anybody').replace('still', 'black'),
    });
    save.release();
    const both = 'A bell rang.\n\nHardly anybody came.\n\nThe water stood black.';
    await untilStored(() => storedChapter(place), { content: both });
    await untilShown(content(mine), both);
    await untilShown(content(theirs), both);
    await untilSaved(mine);
  });

  it.each([
    ['Keep mine', ['Mine came.']],
    ['Take theirs', ['Theirs came.']],
    ['Keep both', ['Mine came.', 'Theirs came.']],
  ])('asks where both wrote in one place: %s, and what was not chosen stays readable', async (choice, kept) => {
    const place = await newPlace(editor.url, text);
    const page = await openAt(place.address);
    await untilShown(content(page), text);
    const save = await holdNextSave(page);
    await content(page).fill(text.replace('Nobody', 'Mine'));
    await save.asked;
    const elsewhere = text.replace('Nobody', 'Theirs').replace('still', 'black');
    await rest('PATCH', `/books/${place.bookId}/chapters/${place.chapterId}`, { content: elsewhere });
    save.release();
    const dialog = page.getByRole('dialog', { name: /changed elsewhere/ });
    await dialog.getByText('Mine came.').waitFor();
    await dialog.getByText('Theirs came.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: choice }).click();
    await untilStored(() => storedChapter(place), {
      content: ['The bell rang.', ...kept, 'The water stood black.'].join('\n\n'),
    });
    await untilSaved(page);
    const path = `/books/${place.bookId}/chapters/${place.chapterId}/revisions`;
    const revisions = await rest('GET', path);
    const texts = await Promise.all(revisions.map(({ id }: Json) => rest('GET', `${path}/${id}`)));
    for (const line of ['Mine came.', 'Theirs came.'])
      expect(texts.some((revision: Json) => revision.content.includes(line))).toBe(true);
  });

  it('has a chapter written while one watches, over a lost connection and a reload', async () => {
    const place = await newPlace(editor.url);
    const page = await openAt(place.address, { mayFail: true });
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await expect.poll(() => content(page).inputValue()).not.toBe('');
    editor.door.shut();
    editor.door.open();
    await page.reload();
    await untilShown(content(page), inject('written'));
    await untilStored(() => storedChapter(place), { status: 'complete', content: inject('written') });
    await page.getByRole('button', { name: 'Write anew' }).waitFor();
    expect(await content(page).isEditable()).toBe(true);
  });

  it('stops a writing, keeps what came and offers to go on', async () => {
    const place = await newPlace(editor.url, '', inject('unending'));
    const page = await openAt(place.address);
    await page.getByRole('button', { name: 'Write this chapter' }).click();
    await expect.poll(() => content(page).inputValue()).not.toBe('');
    await page.getByRole('button', { name: 'Stop writing' }).click();
    await page.getByRole('button', { name: 'Go on writing' }).waitFor();
    await untilSaved(page);
    const { status, content: kept } = await storedChapter(place);
    expect(status).toBe('partial');
    expect(kept).not.toBe('');
    await untilShown(content(page), kept);
  });

  it('keeps what is typed while the service is away, and saves it when it is back', async () => {
    const place = await newPlace(editor.url, text);
    const page = await openAt(place.address, { mayFail: true });
    await untilShown(content(page), text);
    editor.door.shut();
    await content(page).fill(`${text}\n\nWritten in the dark.`);
    await page.locator('#save-state[data-state=away]').waitFor();
    expect((await storedChapter(place)).content).toBe(text);
    editor.door.open();
    await untilStored(() => storedChapter(place), { content: `${text}\n\nWritten in the dark.` });
    await untilSaved(page);
  });

  it('says why a text is refused, asks no second time by itself, and saves what is typed next', async () => {
    const place = await newPlace(editor.url, text);
    const page = await openAt(place.address);
    await untilShown(content(page), text);
    const refusals = await refuseSaves(page, { code: 'invalid_state', message: 'This book is being bound.' });
    await content(page).fill(`${text}\n\nToo late.`);
    await page.locator('#save-state[data-state=refused]').getByText('being bound').waitFor();
    expect(refusals.count).toBe(1);
    await refusals.end();
    await content(page).fill(`${text}\n\nNot too late.`);
    await untilStored(() => storedChapter(place), { content: `${text}\n\nNot too late.` });
    await untilSaved(page);
  });

  it('puts back what was not saved before a reload', async () => {
    const place = await newPlace(editor.url, text);
    const page = await openAt(place.address);
    await untilShown(content(page), text);
    const save = await holdNextSave(page);
    await content(page).fill(`${text}\n\nNever sent.`);
    await save.asked;
    await page.reload();
    await page.getByText('has been put back').waitFor();
    await untilShown(content(page), `${text}\n\nNever sent.`);
    await untilStored(() => storedChapter(place), { content: `${text}\n\nNever sent.` });
  });

  it('moves a chapter by keys, deletes it and takes that back', async () => {
    const place = await newPlace(editor.url, text);
    await rest('POST', `/books/${place.bookId}/chapters`, { title: 'The crossing' });
    const page = await openAt(place.address);
    const titles = async () =>
      (await rest('GET', `/books/${place.bookId}/chapters`)).map(({ title }: Json) => ({ title }));
    await page.getByRole('button', { name: 'The quay' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await untilStored(titles, [{ title: 'The crossing' }, { title: 'The quay' }]);
    // What is about to move is not there to be pressed.
    const shown = () => page.locator('#chapters .name').allInnerTexts();
    await expect.poll(shown).toEqual(['The crossing', 'The quay']);
    const crossing = page.getByRole('listitem').filter({ hasText: 'The crossing' });
    await crossing.getByRole('button', { name: 'Delete' }).click();
    await untilStored(titles, [{ title: 'The quay' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilStored(titles, [{ title: 'The crossing' }, { title: 'The quay' }]);
  });

  it('shows a former text beside the present one and brings it back', async () => {
    const place = await newPlace(editor.url, text);
    await writeAnew(place);
    await untilStored(() => storedChapter(place), { status: 'complete', content: inject('written') });
    const page = await openAt(place.address);
    await untilShown(content(page), inject('written'));
    await tab(page, 'Revisions');
    await page.getByRole('tabpanel').getByRole('button').first().click();
    await page.locator('dialog ins').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Bring this text back' }).click();
    await untilShown(content(page), text);
  });

  it.each([
    ['light', 1400],
    ['dark', 1400],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no barriers, %s and %i pixels wide', async (colorScheme, width) => {
    const place = await newFurnishedPlace(editor.url);
    const page = await openAt(place.address);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await untilShown(content(page), 'The bell rang.');
    expect(await barriers(page)).toEqual([]);
    const parts = page.getByRole('navigation', { name: 'Parts of the page' });
    if (width < 1000) await parts.getByRole('button', { name: 'Chapters' }).click();
    expect(await barriers(page)).toEqual([]);
    if (width < 1000) await parts.getByRole('button', { name: 'Book' }).click();
    for (const name of ['Cast', 'Conflicts', 'Plan', 'Revisions']) {
      await tab(page, name);
      expect(await barriers(page), name).toEqual([]);
    }
    const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(overflow).toBe(false);
  });
});
