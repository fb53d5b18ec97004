import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lacksChromium, launch, visit } from './support/chromium.ts';
import { barriers } from './support/editor.ts';
import { root } from './support/paths.ts';
import { rest } from './support/rest.ts';
import { report } from './support/say.ts';

const suite = 'sign-in in chromium';

const pages = ['/', '/graphql', '/docs', '/mcp', '/schema', '/desk'];

/** A new sign-in link from the command. */
async function newLink(path = '/'): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: inject('dataDir'), FABULA_URL: inject('url') };
  const { stdout } = await promisify(execFile)(process.execPath, ['src/fabula.js', 'login'], { cwd: root, env });
  const { hash } = new URL(stdout.trim());
  return `${inject('url')}${path}${hash}`;
}

const inHeader = (page: Page, name: string) => page.locator('#session').getByRole('button', { name });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
const storedKey = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('fabula:session') ?? '{}').key);
const statusOf = async (key = '') =>
  (await fetch(`${inject('url')}/v1/books`, { headers: { authorization: `Bearer ${key}` } })).status;

describe.skipIf(lacksChromium(suite))(suite, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('a sign-in link works once, for every page, until sign-out', async () => {
    const { page, context, leave } = await visit(browser, { isSignedIn: false, mayAnswer: [401] });
    const link = await newLink();
    await page.goto(link);
    await page.getByRole('dialog', { name: 'Sign in to Fabula' }).waitFor();
    expect(page.url()).toBe(`${inject('url')}/`);
    expect(await barriers(page)).toEqual([]);
    expect(await page.getByText('Sign in to fill in the ids').isVisible()).toBe(true);
    // The code outlives a reload.
    await page.reload();
    await inDialog(page, 'Sign in').click();
    await page.locator('#session').getByText('author').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(await page.getByText('Sign in to fill in the ids').isVisible()).toBe(false);
    // The start page inserts ids of the newest book.
    await page.locator('#write').getByText('/v1/books/bk_').waitFor();
    const key = await storedKey(page);
    expect(await statusOf(key)).toBe(200);
    for (const path of pages) {
      await page.goto(inject('url') + path);
      await page.locator('#session').getByText('author').waitFor();
    }
    await page.locator('#books option').first().waitFor({ state: 'attached' });
    expect(await context.cookies()).toEqual([]);

    await page.goto(`${inject('url')}/schema`);
    const other = await context.newPage();
    await other.goto(`${inject('url')}/mcp`);
    await inHeader(page, 'Sign out').click();
    await inHeader(page, 'Sign in').waitFor();
    await inHeader(other, 'Sign in').waitFor();
    expect(await storedKey(page)).toBeUndefined();
    expect(await statusOf(key)).toBe(401);

    // Load a new document; a changed fragment alone would not reload the page.
    await page.goto('about:blank');
    await page.goto(link);
    await inDialog(page, 'Sign in').click();
    await page.getByRole('alert').getByText('has been used or has expired').waitFor();
    await leave();
  });

  it('a sign-in link works in a page that is already open', async () => {
    const { page, leave } = await visit(browser, { isSignedIn: false });
    await page.goto(`${inject('url')}/mcp`);
    await page.goto(await newLink('/mcp'));
    await inDialog(page, 'Sign in').click();
    await inHeader(page, 'Sign out').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await inHeader(page, 'Sign out').click();
    await inHeader(page, 'Sign in').waitFor();
    await leave();
  });

  it.each(pages)('%s works without a session and accepts a key without storing it', async (path) => {
    const { page, leave } = await visit(browser, { isSignedIn: false });
    await page.goto(inject('url') + path);
    // The reference shows its operations to everybody.
    if (path === '/docs') {
      await page.locator('#operations-Books-listBooks').waitFor();
      await page.getByRole('button', { name: 'Authorize' }).first().waitFor();
    }
    // The desk shows the dialog itself, because it has nothing else to show.
    if (path !== '/desk') await inHeader(page, 'Sign in').click();
    await page.getByLabel('Or use a key').fill(inject('key'));
    expect(await barriers(page)).toEqual([]);
    await inDialog(page, 'Use it').click();
    await inHeader(page, 'Forget the key').waitFor();
    if (path === '/desk') await page.locator('#books option').first().waitFor({ state: 'attached' });
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(inject('key'));
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).or(page.getByLabel('Or use a key')).first().waitFor();
    await leave();
  });

  it('a revoked session is dropped on the next 401, and an expired one at once', async () => {
    const { page, leave } = await visit(browser, { isSignedIn: false, mayAnswer: [401] });
    await page.goto(await newLink('/schema'));
    await inDialog(page, 'Sign in').click();
    await inHeader(page, 'Sign out').waitFor();
    const session = await page.evaluate(() => JSON.parse(localStorage.getItem('fabula:session') ?? '{}'));
    const headers = { authorization: `Bearer ${session.key}` };
    await fetch(`${inject('url')}/v1/account/tokens/${session.tokenId}`, { method: 'DELETE', headers });
    await page.goto(inject('url'));
    await inHeader(page, 'Sign in').waitFor();
    expect(await storedKey(page)).toBeUndefined();

    const past = JSON.stringify({ ...session, expiresAt: '2020-01-01T00:00:00.000Z' });
    await page.evaluate((value) => localStorage.setItem('fabula:session', value), past);
    await page.reload();
    await inHeader(page, 'Sign in').waitFor();
    await leave();
  });

  it('the desk requests a new sign-in when the session ends and keeps unsaved text', async () => {
    const { page, leave } = await visit(browser, { isSignedIn: false, mayAnswer: [401] });
    // The newest book may be one of another file, without chapters.
    const title = 'Signed out';
    const { id } = await rest('POST', '/books', { title, premise: 'A ferry that nobody signs for.' });
    await rest('POST', `/books/${id}/chapters`, { content: 'The ferry came late.' });
    const link = await newLink('/desk');
    await page.goto(link);
    await inDialog(page, 'Sign in').click();
    await page.getByRole('region', { name: 'Your books' }).getByRole('link', { name: title }).click();
    await page.getByLabel('Chapter text').waitFor();
    const session = await page.evaluate(() => JSON.parse(localStorage.getItem('fabula:session') ?? '{}'));
    const headers = { authorization: `Bearer ${session.key}` };
    await fetch(`${inject('url')}/v1/account/tokens/${session.tokenId}`, { method: 'DELETE', headers });
    await page.getByText('Your session has ended.').waitFor();
    await page.locator('#session-ended').getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Or use a key').fill(inject('key'));
    await inDialog(page, 'Use it').click();
    await inHeader(page, 'Forget the key').waitFor();
    await page.locator('#save-state[data-state=saved]').waitFor();
    await inHeader(page, 'Forget the key').click();
    await page.getByLabel('Or use a key').waitFor();
    expect(await page.getByLabel('Chapter text').isVisible()).toBe(false);
    await leave();
    report(suite, 'sign-in by link and key, sign-out and session end on every page, without cookies');
  });
});
