import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Exchange } from '../../http/exchange.ts';
import { once } from '../../once.ts';
import { deskPackages } from './desk-packages.ts';
import { type Page, sendFresh, staticPage } from './document.ts';
import { htmlType, pageHeaders } from './layout.ts';

const folder = new URL('../../../examples/editor/', import.meta.url);

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ts: 'text/javascript; charset=utf-8',
};

/** The example editor at /desk. Types are stripped from its modules. Files are read on first use. */
export function deskPages(): [path: string, page: Page][] {
  const names = readdirSync(folder).filter((name) => /^[a-z][a-z.-]*\.(css|svg|ts)$/.test(name));
  const modules = once(() => withoutTypes(names.filter((name) => name.endsWith('.ts'))));
  const files = names.map((name): [string, Page] => {
    const load = name.endsWith('.ts')
      ? async () => (await modules()).get(name) ?? ''
      : () => readFile(new URL(name, folder));
    return [`/desk/${name}`, staticPage(load, types[name.split('.').at(-1) ?? ''] ?? 'text/plain')];
  });
  const packages = deskPackages();
  const preloads = packages.paths.map((path) => `<link rel="modulepreload" href="${path}" />`).join('');
  const text = once(async () =>
    (await readFile(new URL('index.html', folder), 'utf8')).replace(
      '<script type="importmap"></script>',
      () => `<script type="importmap">${packages.imports}</script>${preloads}`,
    ),
  );
  const page: Page = async (exchange) => sendDesk(exchange, await text());
  return [['/desk', page], ...files, ...packages.pages];
}

/**
 * Sends the page with its map of imports. CodeMirror makes style sheets: a nonce, another one each time, allows those and the
 * map. A page with a nonce is never compared with a former one.
 */
async function sendDesk(exchange: Exchange, text: string): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
  const headers = pageHeaders({
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    // Pictures and sound that need a key are fetched, and shown from memory.
    'img-src': "'self' data: blob:",
    'media-src': 'blob:',
  });
  const filled = text.replace('<script type="importmap"', `$& nonce="${nonce}"`);
  await sendFresh(exchange, filled, { type: htmlType, headers });
}

/** Strips the types of modules. Uses a worker thread, because this takes 250 ms. */
function withoutTypes(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
  const files = names.map((name) => [name, new URL(name, folder).href]);
  // `stderr: true` hides Node's warning that the function is experimental.
  const worker = new Worker(new URL('./desk-worker.ts', import.meta.url), { workerData: files, stderr: true });
  worker.once('message', resolve).once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The worker that strips types exited with code ${code}.`)));
  return promise;
}
