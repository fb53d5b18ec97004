import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { expect, inject } from 'vitest';
import { serveEditor } from '../../../examples/editor/serve.ts';
import { waitMsMax } from './chromium.ts';
import { authorized, type Json, rest } from './rest.ts';

/** A door to the service that can be shut: whoever knocks then is sent away. */
export async function startDoor(target: string) {
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
    shut() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isOpen = true;
    },
    async close() {
      this.shut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Door = Awaited<ReturnType<typeof startDoor>>;

/** The editor before the service, behind a door. */
export async function startEditor() {
  const door = await startDoor(inject('url'));
  const editor = await serveEditor({ port: 0, fabulaUrl: door.url, keyFor: async () => inject('key') });
  return {
    url: editor.url,
    door,
    async close() {
      await editor.close();
      await door.close();
    },
  };
}

export interface Desk {
  page: Page;
  /** What the page did that it should not have done. */
  faults: string[];
}

/** A browser page of its own that reaches the editor and nothing else. */
export async function openDesk(browser: Browser, url: string, options: { mayFail?: boolean } = {}): Promise<Desk> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
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
    (asked) => /^(https?|wss?):$/.test(asked.protocol) && asked.origin !== url,
    (route) => {
      faults.push(`elsewhere: ${route.request().url()}`);
      return route.abort();
    },
  );
  return { page, faults };
}

/** Holds back the next text that a page wants to save until it is let go; `asked` is fulfilled when it wants to. */
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

/** Answers every save of a text with an error in place of the service, until the end. */
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

/** Waits until the page says that all is saved. */
export async function untilSaved(page: Page): Promise<void> {
  await page.locator('#save-state[data-state=saved]').waitFor();
}

export interface Place {
  bookId: string;
  chapterId: string;
  address: string;
}

/** A book with one chapter of this text. */
export async function newPlace(
  url: string,
  content = '',
  premise = 'A ferry that comes an hour late.',
): Promise<Place> {
  const { id: bookId } = await rest('POST', '/books', { premise, title: 'The Late Ferry' });
  const { id: chapterId } = await rest('POST', `/books/${bookId}/chapters`, { title: 'The quay', content });
  return { bookId, chapterId, address: `${url}/#${bookId}/${chapterId}` };
}

/** The same with a cast, a conflict and a plan. */
export async function newFurnishedPlace(url: string): Promise<Place> {
  const place = await newPlace(url, 'The bell rang.');
  const path = `/books/${place.bookId}`;
  const [from, to] = [
    await rest('POST', `${path}/characters`, { name: 'Emma' }),
    await rest('POST', `${path}/characters`, { name: 'Jonas' }),
  ];
  const ends = { fromCharacterId: from.id, toCharacterId: to.id };
  await rest('POST', `${path}/conflicts`, { ...ends, kind: 'secret', description: 'He read her letters.' });
  await rest('PATCH', `${path}/plan`, { tenseLock: 'past', beatSheetTemplate: 'three-act' });
  return place;
}

export function storedChapter({ bookId, chapterId }: Place): Promise<Json> {
  return rest('GET', `/books/${bookId}/chapters/${chapterId}`);
}

/** Has a chapter written in place of its text, to the end. */
export async function writeAnew({ bookId, chapterId }: Place): Promise<void> {
  const response = await fetch(`${inject('url')}/v1/books/${bookId}/chapters/${chapterId}/write`, {
    method: 'POST',
    headers: { ...authorized(), 'content-type': 'application/json' },
    body: JSON.stringify({ restart: true }),
  });
  expect([response.status, await response.text()]).toEqual([200, inject('written')]);
}

/** Waits until the service has what is expected of a record. */
export async function untilStored(read: () => Promise<Json>, expected: object): Promise<void> {
  await expect.poll(read).toMatchObject(expected);
}

/** Waits until a control has this text. */
export async function untilShown(control: Locator, text: string): Promise<void> {
  await expect.poll(() => control.inputValue()).toBe(text);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds serious or critical on the page as it stands. */
export async function barriers(page: Page): Promise<string[]> {
  // By the debugger, past the policy that lets the page run nothing but its own scripts.
  await page.evaluate(axe);
  const { violations }: Json = await page.evaluate('axe.run()');
  return violations
    .filter(({ impact }: Json) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }: Json) => `${id}: ${nodes.map(({ target }: Json) => target).join(', ')}`);
}
