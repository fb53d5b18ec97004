import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch } from './chromium.ts';
import { type EditorPage, openEditorPage, startEditor } from './editor.ts';
import { report } from './say.ts';

/** The browser and the pages of a file of tests. Any fault of a page fails its test. */
export function editorSuite(suite: string) {
  let browser: Browser | undefined;
  let editor: Awaited<ReturnType<typeof startEditor>> | undefined;
  let editorPages: EditorPage[] = [];
  let openedCount = 0;

  beforeAll(async () => {
    editor = await startEditor();
    browser = await launch();
  });
  afterEach(async () => {
    const faults = editorPages.flatMap((editorPage) => editorPage.faults);
    for (const { page } of editorPages) await page.context().close();
    editorPages = [];
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await editor?.close();
    report(suite, `${openedCount} pages; no external request, no page error, no serious accessibility violation`);
  });

  const running = () => {
    if (!editor || !browser) throw new Error('Editor and browser run only while tests run.');
    return { editor, browser };
  };
  const openAt = async (address: string, options: { mayFail?: boolean } = {}): Promise<Page> => {
    const editorPage = await openEditorPage(running().browser, running().editor.url, options);
    editorPages.push(editorPage);
    openedCount += 1;
    await editorPage.page.goto(address);
    return editorPage.page;
  };
  return { editor: () => running().editor, openAt };
}

/** Agrees to the price of a paid call, which the page shows before it makes the call. */
export const agree = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

export const content = (page: Page) => page.getByLabel('Chapter text');
export const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
