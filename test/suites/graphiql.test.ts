import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Json, sampleBookId } from './support/rest.ts';
import { report, reportSkip } from './support/say.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
const suite = 'graphiql in chromium';
if (!hasChromium) reportSkip(suite, `there is no ${executablePath}; CHROMIUM names another one`);

/** Where in `Bearer YOUR_KEY` a double click selects the key, in pixels. */
const onTheKey = { x: 110, y: 10 };

/** What a page did that it should not have done. */
interface Watched {
  page: Page;
  faults: string[];
}

describe.runIf(hasChromium)(suite, () => {
  let browser: Browser;
  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
    browser = await chromium.launch({ executablePath, headless: true, args });
  });
  afterAll(() => browser?.close());

  /** A page that reaches the service and nothing else. */
  async function open(): Promise<Watched> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('requestfailed', (request) => faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
    page.on('response', (response) => {
      const { status, withKey } = { status: response.status(), withKey: response.request().headers().authorization };
      // Until it has the key, GraphiQL asks for the schema in vain.
      if (status >= 400 && (status !== 401 || withKey?.includes(inject('key'))))
        faults.push(`${status} ${response.url()}`);
    });
    await page.route(
      (url) => /^(https?|wss?):$/.test(url.protocol) && url.origin !== inject('url'),
      (route) => route.abort(),
    );
    return { page, faults };
  }

  it('opens, takes a key, runs a query and shows the schema', async () => {
    const { page, faults } = await open();
    await page.goto(`${inject('url')}/graphql`);
    const placeholder = page.getByText('Bearer YOUR_KEY');
    await placeholder.waitFor();
    await page.getByText('invalid_token').first().waitFor();

    await placeholder.dblclick({ position: onTheKey });
    await page.keyboard.insertText(inject('key'));
    await page.getByText('YOUR_KEY').waitFor({ state: 'hidden' });
    const answered = page.waitForResponse(
      (response) => response.request().postData()?.includes('query Books') ?? false,
    );
    await page.getByRole('button', { name: /^Execute query/ }).click();
    const { data } = await (await answered).json();
    expect(data.books.nodes.map(({ id }: Json) => id)).toContain(await sampleBookId());
    await page.locator('.graphiql-response').getByText('"nodes"').waitFor();

    // GraphiQL takes a while to notice that the headers are others.
    for (let has = false; !has; ) {
      const fetched = page.waitForResponse((response) => response.request().postData()?.includes('__schema') ?? false);
      await page.getByRole('button', { name: /^Re-fetch GraphQL schema/ }).click();
      has = (await fetched).ok();
    }
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('All Schema Types').waitFor();
    await page.getByText('ProseEvent', { exact: true }).waitFor();
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
    expect(faults).toEqual([]);
    report(suite, 'opened, query run, schema shown; no failed request, no page error, nothing from elsewhere');
  });
});
