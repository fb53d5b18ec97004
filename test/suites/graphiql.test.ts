import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lacksChromium, launch, type Visit, visit } from './support/chromium.ts';
import type { Json } from './support/rest.ts';
import { report } from './support/say.ts';

const suite = 'graphiql in chromium';

/** The response to the operation `name`. */
const answerTo = (page: Page, name: string): Promise<Response> =>
  page.waitForResponse((response) => new RegExp(`\\b${name}\\b`).test(response.request().postData() ?? ''));

/** Runs the open operation and returns its data. The button does nothing before all editors are loaded. */
async function execute(page: Page, name: string): Promise<Json> {
  await page.locator('.graphiql-query-editor .view-line').filter({ hasText: name }).first().waitFor();
  for (const editor of ['.graphiql-editor-tool .graphiql-editor.hidden', '.graphiql-editor-tool', '.graphiql-response'])
    await page.locator(`${editor} .monaco-editor`).first().waitFor({ state: 'attached' });
  const answered = answerTo(page, name);
  await page.getByRole('button', { name: /^Execute query/ }).click();
  const { data, errors } = await (await answered).json();
  expect(errors).toBeUndefined();
  return data;
}

describe.skipIf(lacksChromium(suite))(suite, () => {
  let browser: Browser;
  /** Loading GraphiQL takes seconds, so most tests go on with one page. */
  let shared: Visit;
  beforeAll(async () => {
    browser = await launch();
    shared = await visit(browser);
  });
  afterAll(async () => {
    await shared?.leave();
    await browser?.close();
  });

  it('runs sample operations with the session key and shows the schema', async () => {
    const { page } = shared;
    const introspected = page.waitForResponse((response) => new URL(response.url()).pathname === '/schema.json');
    await page.goto(`${inject('url')}/graphql`);
    expect((await introspected).status()).toBe(200);
    await page.getByRole('tab', { name: 'EditorScreen' }).waitFor();
    const { books } = await execute(page, 'ListBooks');
    expect(books.nodes.length).toBeGreaterThan(0);
    await page.locator('.graphiql-response').getByText('"nodes"').waitFor();

    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('All Schema Types').waitFor();
    await page.getByText('ProseEvent', { exact: true }).waitFor();
  });

  it('selects a tab by mouse', async () => {
    const { page } = shared;
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    for (const name of ['ConflictMatrix', 'ListBooks', 'GetPlan']) {
      const { x, y, width, height } = (await page.getByRole('tab', { name }).boundingBox()) ?? expect.fail(name);
      await page.mouse.move(x + width + 40, y + 200);
      await page.mouse.move(x + width / 3, y + height / 2, { steps: 8 });
      await page.mouse.down();
      // Hold the button for two frames, like a person; an earlier rerender would move the tab.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.mouse.up();
      await page.getByRole('tab', { name, selected: true }).waitFor();
    }
  });

  it('lists sample operations in one column and filters them by words', async () => {
    const { page } = shared;
    await page.getByRole('button', { name: 'Example operations' }).click();
    const menu = page.getByRole('navigation', { name: 'Example operations' });
    const { scrollWidth, clientWidth } = await menu.evaluate(({ scrollWidth, clientWidth }) => ({
      scrollWidth,
      clientWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await page.keyboard.type('reader key');
    await menu.getByRole('link', { name: 'ListBooks' }).waitFor({ state: 'hidden' });
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['RotateReaderKey']);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'RotateReaderKey', selected: true }).waitFor();
  });

  // Other suites change books concurrently, so run an operation that reads none.
  it('opens a sample operation with filled variables and restores it after a reload', async () => {
    const { page } = shared;
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Example operations' }).press('Enter');
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
    };
    await choose('ListConflicts');
    await page.locator('.graphiql-editor-tool .view-line').filter({ hasText: '"bookId": "bk_' }).waitFor();
    await choose('GetAccount');
    expect((await execute(page, 'GetAccount')).account.name).toBe('author');
    await page.reload();
    await page.getByRole('tab', { name: 'GetAccount', selected: true }).waitFor();
    expect((await execute(page, 'GetAccount')).account.name).toBe('author');
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain(inject('key'));
  });

  it('shows the schema without a session', async () => {
    const { page, leave } = await visit(browser, { isSignedIn: false });
    await page.goto(`${inject('url')}/graphql`);
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('All Schema Types').waitFor();
    await page.locator('#session').getByRole('button', { name: 'Sign in' }).waitFor();
    await leave();
    report(suite, 'sample operations run, schema shown; no failed request, page error or external request');
  });
});
