import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lacksChromium, launch, visit } from './support/chromium.ts';
import { barriers } from './support/editor.ts';
import { rest } from './support/rest.ts';
import { report } from './support/say.ts';

const suite = 'explorers in chromium';

const ownPages = ['/', '/mcp', '/schema', '/schema?type=Chapter', '/schema?topic=Books'];

describe.skipIf(lacksChromium(suite))(suite, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    report(suite, 'by keyboard, in both colour schemes; no external request');
  });

  it('start page: a command is copied by keyboard, and the colour scheme persists', async () => {
    const { page, context, leave } = await visit(browser, { colorScheme: 'light' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: inject('url') });
    await page.goto(inject('url'));
    await page.getByRole('button', { name: 'Copy', description: 'Your books' }).press('Enter');
    await page.getByRole('status').getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`curl -s ${inject('url')}/v1/books -H "Authorization: Bearer $FABULA_API_KEY"`);
    await page.getByRole('button', { name: 'Use dark colours' }).click();
    await page.getByRole('button', { name: 'Use light colours' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Use light colours' }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await leave();
  });

  it('start page: a command is selected if the clipboard is unavailable', async () => {
    const { page, leave } = await visit(browser);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.goto(inject('url'));
    await page.getByRole('button', { name: 'Copy', description: 'Your books' }).click();
    await page.getByRole('status').getByText('Selected').waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toMatch(/^curl -s /);
    await leave();
  });

  it('reference: operations run with the session key; a sample change sets one field; a chapter streams', async () => {
    const { page, leave } = await visit(browser);
    const chosen = await rest('POST', '/books', { premise: 'A lighthouse keeper finds a message in her own hand.' });
    const chapter = await rest('POST', `/books/${chosen.id}/chapters`, {});
    // This page takes a second or two to load, so it is loaded once.
    await page.goto(`${inject('url')}/docs`);
    const open = async (name: string) => {
      const operation = page.locator(`#operations-${name}`);
      await operation.getByRole('button').first().click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      return { operation, execute: () => operation.getByRole('button', { name: 'Execute' }).click() };
    };

    const list = await open('Books-listBooks');
    const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/books');
    await list.execute();
    const answer = await listed;
    expect(answer.status()).toBe(200);
    expect(answer.request().headers().authorization).toBe(`Bearer ${JSON.parse(inject('session')).key}`);
    const shown = list.operation.locator('.live-responses-table');
    await shown.getByText('200', { exact: true }).waitFor();
    const [first] = (await answer.json()).data;
    await shown.getByText(first.id).first().waitFor();

    const update = await open('Books-updateBook');
    // This answer stands elsewhere in the document.
    await update.operation.getByText('There is no such record, or it belongs to another account.').waitFor();
    const updated = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await update.execute();
    const change = await updated;
    expect(change.status()).toBe(200);
    expect(Object.keys(JSON.parse(change.request().postData() ?? ''))).toEqual(['subtitle']);
    expect((await change.json()).data).toMatchObject({ subtitle: 'A novel of the river' });

    const write = await open('Chapters-writeChapter');
    await write.operation.getByPlaceholder('bookId').fill(chosen.id);
    await write.operation.getByPlaceholder('chapterId').fill(chapter.id);
    await write.execute();
    const [begin = ''] = inject('written').split('\n');
    await write.operation.locator('.live-responses-table').getByText(begin.slice(0, 40)).waitFor();
    await leave();
  });

  it('schema: search suggests results while typing; results link to types and GraphiQL', async () => {
    const { page, leave } = await visit(browser);
    await page.goto(`${inject('url')}/schema`);
    const box = page.getByRole('searchbox', { name: 'Find a type, a field or an operation' });
    await box.pressSequentially('conflictk');
    const results = page.locator('#results').getByRole('link');
    await results.first().filter({ hasText: 'ConflictKind' }).waitFor();
    await box.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'ConflictKind' }).waitFor();
    await page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: 'Conflict', exact: true }).click();
    await page
      .getByRole('region', { name: 'Uses', exact: true })
      .getByRole('link', { name: 'Character' })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Character' }).waitFor();
    await page.getByRole('link', { name: 'Schema', exact: true }).last().click();
    await page.locator('#map').getByRole('link', { name: 'Conflicts' }).click();
    await page.getByRole('link', { name: 'Try ListConflicts' }).click();
    await page.getByRole('tab', { name: 'ListConflicts', selected: true }).waitFor();
    await leave();
  });

  it('schema: search and links work without JavaScript', async () => {
    const { page, leave } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${inject('url')}/schema`);
    await page.getByRole('searchbox').fill('recap');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: /^Recap type/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Recap' }).waitFor();
    await leave();
  });

  it('tools: links narrow the list and its token cost', async () => {
    const { page, leave } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${inject('url')}/mcp`);
    const cost = async () => Number((await page.locator('#cost').innerText()).replaceAll(',', ''));
    const all = await cost();
    await page.getByRole('link', { name: 'features=plan' }).click();
    await page.getByRole('link', { name: 'Reset to the default list' }).waitFor();
    expect(new URL(page.url()).search).toBe('?features=plan');
    expect(await page.locator('#set_plan').count()).toBe(1);
    expect(await page.locator('#list_books').count()).toBe(0);
    expect(await cost()).toBeLessThan(all);
    await page.getByRole('link', { name: 'read_only=true' }).click();
    await page.locator('#set_plan').waitFor({ state: 'detached' });
    await leave();
  });

  it.each(ownPages)('%s: every control has keyboard access and a visible focus', async (path) => {
    const { page, leave } = await visit(browser);
    await page.goto(inject('url') + path);
    await page.getByRole('button', { name: /^Use (light|dark) colours$/ }).waitFor();
    const controls = await page.locator('a[href], button, input').evaluateAll((all) => {
      for (const [at, one] of all.entries()) one.setAttribute('data-control', String(at));
      return all.filter((one) => one.getClientRects().length > 0).length;
    });
    // On long pages the first 60 controls suffice; the others are alike.
    const asked = Math.min(controls, 60);
    const reached = new Set<string>();
    for (let press = 0; press < asked + 10 && reached.size < asked; press += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const one = document.activeElement;
        if (!one?.hasAttribute('data-control')) return null;
        const shown = [one, ...one.querySelectorAll('path')].some((part) => {
          const { outlineStyle, strokeWidth } = getComputedStyle(part);
          return outlineStyle !== 'none' || Number.parseFloat(strokeWidth) >= 4;
        });
        return `${one.getAttribute('data-control')} ${shown ? 'shown' : one.outerHTML}`;
      });
      if (at) reached.add(at);
    }
    expect([...reached].filter((at) => !at.endsWith(' shown'))).toEqual([]);
    expect(reached.size).toBe(asked);
    await leave();
  });

  it.each(ownPages)('%s: has no serious axe violations in either colour scheme', async (path) => {
    const { page, leave } = await visit(browser, { colorScheme: 'light' });
    await page.goto(inject('url') + path);
    expect(await barriers(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriers(page)).toEqual([]);
    await leave();
  });
});
