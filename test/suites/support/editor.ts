import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { expect, inject } from 'vitest';
import { signedIn, waitMsMax } from './chromium.ts';
import { authorized, type Json, rest } from './rest.ts';
import { textOf } from './surface.ts';

/** A TCP proxy to the service that can refuse and drop connections. */
export async function startServiceProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  let isOpen = true;
  const server = net.createServer((incoming) => {
    if (!isOpen) return void incoming.destroy();
    const onward = net.connect(Number(port), hostname);
    for (const [one, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one) && other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    goOffline() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    goOnline() {
      isOpen = true;
    },
    async close() {
      this.goOffline();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ServiceProxy = Awaited<ReturnType<typeof startServiceProxy>>;

/** The editor served through the proxy. */
export async function startEditor() {
  const proxy = await startServiceProxy(inject('url'));
  return { url: `${proxy.url}/desk`, proxy, close: () => proxy.close() };
}

export interface EditorPage {
  page: Page;
  /** Unexpected errors and requests of the page. */
  faults: string[];
}

/** A separate browser page that can reach only the editor. */
export async function openEditorPage(
  browser: Browser,
  url: string,
  options: { mayFail?: boolean; session?: string } = {},
): Promise<EditorPage> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    ...signedIn(new URL(url).origin, options.session),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(waitMsMax);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.stack}`));
  page.on('console', (message) => {
    const isNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isNetwork) faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !options.mayFail) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('dialog', (dialog) => dialog.accept());
  await page.route(
    (asked) => /^(https?|wss?):$/.test(asked.protocol) && asked.origin !== new URL(url).origin,
    (route) => {
      faults.push(`elsewhere: ${route.request().url()}`);
      return route.abort();
    },
  );
  return { page, faults };
}

/** Delays the next save of a page until released; `asked` resolves when the save is sent. */
export async function holdNextSave(page: Page) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isNext = true;
  const hold = async (route: Route) => {
    if (!isNext || !route.request().postData()?.includes('mutation SaveChapter')) return route.fallback();
    isNext = false;
    asked.resolve();
    await released.promise;
    return route.fallback();
  };
  await page.route('**/graphql', hold);
  return { asked: asked.promise, release: released.resolve };
}

/** Answers every save with an error until `end` is called. */
export async function refuseSaves(page: Page, { code, message }: { code: string; message: string }) {
  const refusals = {
    count: 0,
    end: () => page.unroute('**/graphql', refuse),
  };
  const refuse = (route: Route) => {
    if (!route.request().postData()?.includes('mutation SaveChapter')) return route.fallback();
    refusals.count += 1;
    return route.fulfill({ json: { errors: [{ message, extensions: { code } }] } });
  };
  await page.route('**/graphql', refuse);
  return refusals;
}

/** Has everything saved at once, and waits until the page shows that it is. */
export async function untilSaved(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.locator('#save-state[data-state=saved]').waitFor();
}

export interface TestChapter {
  bookId: string;
  chapterId: string;
  editorUrl: string;
}

/** A book with one chapter of the given text. */
export async function newTestChapter(
  url: string,
  content = '',
  premise = 'A ferry that comes an hour late.',
): Promise<TestChapter> {
  const { id: bookId } = await rest('POST', '/books', { premise, title: 'The Late Ferry' });
  const { id: chapterId } = await rest('POST', `/books/${bookId}/chapters`, { title: 'The quay', content });
  return { bookId, chapterId, editorUrl: `${url}#${bookId}/${chapterId}` };
}

/** A book that also has characters, a conflict and a plan. */
export async function newTestChapterWithCast(url: string): Promise<TestChapter> {
  const chapter = await newTestChapter(url, 'The bell rang.');
  const path = `/books/${chapter.bookId}`;
  const [from, to] = [
    await rest('POST', `${path}/characters`, { name: 'Emma' }),
    await rest('POST', `${path}/characters`, { name: 'Jonas' }),
  ];
  const ends = { fromCharacterId: from.id, toCharacterId: to.id };
  await rest('POST', `${path}/conflicts`, { ...ends, kind: 'secret', description: 'He read her letters.' });
  await rest('PATCH', `${path}/plan`, { tenseLock: 'past', beatSheetTemplate: 'three-act' });
  return chapter;
}

export function storedChapter({ bookId, chapterId }: TestChapter): Promise<Json> {
  return rest('GET', `/books/${bookId}/chapters/${chapterId}`);
}

/** Rewrites a chapter from scratch and waits for the end. */
export async function rewriteChapter({ bookId, chapterId }: TestChapter): Promise<void> {
  const response = await fetch(`${inject('url')}/v1/books/${bookId}/chapters/${chapterId}/write`, {
    method: 'POST',
    headers: { ...authorized(), 'content-type': 'application/json' },
    body: JSON.stringify({ restart: true }),
  });
  expect([response.status, await response.text()]).toEqual([200, inject('written')]);
}

/** Waits until the stored record matches. */
export async function untilStored(read: () => Promise<Json>, expected: object): Promise<void> {
  await expect.poll(read).toMatchObject(expected);
}

/** Waits until a control has the given text. */
export async function untilShown(control: Locator, text: string): Promise<void> {
  await expect.poll(() => textOf(control)).toBe(text);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical axe-core violations of the page. */
export async function barriers(page: Page): Promise<string[]> {
  // The debugger bypasses the content security policy.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe);
  // Details of what is well take most of the time.
  const { violations }: Json = await page.evaluate("axe.run({ resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }: Json) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }: Json) => `${id}: ${nodes.map(({ target }: Json) => target).join(', ')}`);
}
