import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { once } from '../../once.ts';
import { type Page, staticPage } from './document.ts';
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
  // Pictures and sound that need a key are fetched, and shown from memory.
  const headers = pageHeaders({ 'img-src': "'self' data: blob:", 'media-src': 'blob:' });
  const page = staticPage(() => readFile(new URL('index.html', folder)), htmlType, headers);
  return [['/desk', page], ...files];
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
