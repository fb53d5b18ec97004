import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launch, visit, whyNoChromium } from './support/chromium.ts';
import type { Json } from './support/rest.ts';
import { report, reportSkip } from './support/say.ts';

const suite = 'graphiql in chromium';
if (whyNoChromium) reportSkip(suite, whyNoChromium);

/** The answer to an operation by its name. */
const answerTo = (page: Page, name: string): Promise<Response> =>
  page.waitForResponse((response) => new RegExp(`\\b${name}\\b`).test(response.request().postData() ?? ''));

/** Presses the button that runs what is open, and gives the data of the answer. Before all editors are there it would do nothing. */
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

describe.runIf(!whyNoChromium)(suite, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('opens with the key, runs what is ready, and shows the schema', async () => {
    const { page, leave } = await visit(browser);
    const introspected = answerTo(page, 'IntrospectionQuery');
    await page.goto(`${inject('url')}/graphql`);
    expect((await introspected).status()).toBe(200);
    await page.getByRole('tab', { name: 'EditorScreen' }).waitFor();
    const { books } = await execute(page, 'ListBooks');
    expect(books.nodes.length).toBeGreaterThan(0);
    await page.locator('.graphiql-response').getByText('"nodes"').waitFor();

    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('All Schema Types').waitFor();
    await page.getByText('ProseEvent', { exact: true }).waitFor();
    await leave();
  });

  // Other suites change the books meanwhile: what is run here is about none of them.
  it('opens any ready operation from its list, with the variables filled in, and again after a reload', async () => {
    const { page, leave } = await visit(browser);
    await page.goto(`${inject('url')}/graphql`);
    await page.getByRole('tab', { name: 'EditorScreen' }).waitFor();
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Ready operations' }).press('Enter');
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
    await leave();
  });

  it('has a placeholder for the key where it is reached by another site', async () => {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'cross-site' };
    const text = await (await fetch(`${inject('url')}/graphql`, { headers })).text();
    expect(text).toContain('Bearer YOUR_KEY');
    expect(text).not.toContain(inject('key'));
    report(
      suite,
      'opened, ready operations run, schema shown; no failed request, no page error, nothing from elsewhere',
    );
  });
});
