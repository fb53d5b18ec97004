import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { migrate } from '../src/commands/migrate-records.ts';
import { readConfig } from '../src/config.ts';
import { makeKeyAsOwner } from '../src/domain/story/account/keys.ts';
import { allScopes } from '../src/domain/story/account/rules.ts';
import { ensureAccount } from '../src/domain/story/account/store.ts';
import { newLog } from '../src/log/log.ts';
import { HttpServer } from '../src/server.ts';
import { openService } from '../src/service.ts';
import { connect } from '../src/sql/connect.ts';
import { openEmbedded } from '../src/sql/embedded/embedded.ts';
import { newDatabase } from './database.ts';
import { madeBy, saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: {
    server: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(`node bench/import.ts [--server] [--save]

Imports a novel of 300,000 words over REST as Markdown, plain text and JSON with revisions, and exports it again. Another
account reads and writes during an import of 20 MB, and its longest wait is reported. Uses the embedded engine, or with --server on a new database of BENCH_DATABASE_URL. --save writes its section of bench/RESULTS.md.`);
  process.exit(0);
}

const words =
  'the lamp burned low while she counted ships that would not come and the keeper said nothing of his brother'.split(
    ' ',
  );
let seed = 7;
const randomBelow = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % below;
};
const sentence = () => `${Array.from({ length: 10 }, () => words[randomBelow(words.length)]).join(' ')}.`;
const paragraph = () => Array.from({ length: 5 }, sentence).join(' ');
const chapterCount = 60;
const contents = Array.from({ length: chapterCount }, () => Array.from({ length: 100 }, paragraph).join('\n\n'));

const documents = {
  markdown: ['text/markdown', contents.map((text, at) => `# Chapter ${at + 1}\n\n${text}\n`).join('\n')],
  text: ['text/plain', contents.map((text, at) => `CHAPTER ${at + 1}\n\n${text}\n\n`).join('\n')],
  json: [
    'application/json',
    JSON.stringify({
      format: 'fabula-book',
      version: 1,
      book: { premise: 'A novel of 300,000 words.' },
      chapters: contents.map((content, at) => ({
        id: `c${at}`,
        text: { content },
        revisions: [{ content }, { content }],
      })),
    }),
  ],
} as const;

const stack = new AsyncDisposableStack();
const url = options.server ? await newDatabase(stack) : undefined;
const dataDir = await mkdtemp(join(tmpdir(), 'fabula-bench-'));
const engine = url ? undefined : await openEmbedded(dataDir);
const database = connect({ url, socketPath: engine?.socketPath, prepare: true });
await migrate(database.write);
const config = readConfig({
  PORT: '0',
  CHAPTER_RECAPS: 'off',
  LIMIT_REQUESTS_PER_MINUTE: '0',
  LIMIT_PLAN_PER_MINUTE: '0',
});
const log = newLog('silent', { write: () => {} });
const service = await openService({ config, database, log, node: 'bench', publicUrl: () => 'http://127.0.0.1' });
const server = new HttpServer(service, config, log);
const base = `http://127.0.0.1:${await server.listen(0)}`;
const { id } = await ensureAccount(database.write, 'bench of imports');
const [, key] = await makeKeyAsOwner(database.write, id, { name: 'bench', scopes: allScopes });
const authorization = `Bearer ${key}`;

interface Measurement {
  seconds: number;
  delayMs: number;
  bytes: number;
  answer: Response;
  text: string;
}

async function measured(work: () => Promise<Response>, size?: number): Promise<Measurement> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const began = performance.now();
  const answer = await work();
  const text = await answer.text();
  const seconds = (performance.now() - began) / 1000;
  delays.disable();
  if (!answer.ok) throw new Error(text.slice(0, 500));
  return { seconds, delayMs: delays.max / 1e6, bytes: size ?? Buffer.byteLength(text), answer, text };
}

const rows: string[][] = [];
for (const [format, [type, body]] of Object.entries(documents)) {
  const sent = await measured(
    () => fetch(`${base}/v1/books/import`, { method: 'POST', headers: { authorization, 'content-type': type }, body }),
    Buffer.byteLength(body),
  );
  const { data } = JSON.parse(sent.text) as { data: { id: string; wordCount: number } };
  const got = await measured(() =>
    fetch(`${base}/v1/books/${data.id}/export?format=${format}`, { headers: { authorization } }),
  );
  for (const [what, one] of [
    ['import', sent],
    ['export', got],
  ] as const)
    rows.push([
      `${what} ${format}`,
      (one.bytes / 1e6).toFixed(1),
      String(data.wordCount),
      one.seconds.toFixed(2),
      (one.bytes / 1e6 / one.seconds).toFixed(1),
      one.delayMs.toFixed(0),
    ]);
}

/** The longest answers to another account while a text of 20 MB is imported, milliseconds. */
async function waitsDuringImport(): Promise<{ seconds: number; read: number; write: number; requests: number }> {
  const { id: otherId } = await ensureAccount(database.write, 'bench beside an import');
  const [, otherKey] = await makeKeyAsOwner(database.write, otherId, { name: 'bench', scopes: allScopes });
  const headers = { authorization: `Bearer ${otherKey}`, 'content-type': 'application/json' };
  const timed = async (method: string, path: string, body?: object) => {
    const began = performance.now();
    const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text.slice(0, 500));
    return { ms: performance.now() - began, text };
  };
  const made = await timed('POST', '/v1/books', { premise: 'A lighthouse keeper and a storm.' });
  const { data } = JSON.parse(made.text) as { data: { id: string } };
  const waits = { read: 0, write: 0, requests: 0 };
  const began = performance.now();
  let isOver = false;
  const [type, text] = documents.text;
  const body = text.repeat(Math.floor((20 * 1024 * 1024) / Buffer.byteLength(text)));
  const importing = fetch(`${base}/v1/books/import`, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body,
  }).then(async (answer) => {
    isOver = true;
    if (!answer.ok) throw new Error((await answer.text()).slice(0, 500));
  });
  while (!isOver) {
    waits.read = Math.max(waits.read, (await timed('GET', '/v1/books?limit=1')).ms);
    const patch = { title: `Storm ${waits.requests}` };
    waits.write = Math.max(waits.write, (await timed('PATCH', `/v1/books/${data.id}`, patch)).ms);
    waits.requests += 2;
  }
  const seconds = (performance.now() - began) / 1000;
  await importing;
  return { seconds, ...waits };
}

const beside = await waitsDuringImport();

await server.close(() => service.close());
await database.close();
await engine?.close();
await rm(dataDir, { recursive: true, force: true });
await stack.disposeAsync();

const engineName = url ? 'PostgreSQL' : 'the embedded engine';
const section = `# Import and export of a novel on ${engineName}

${madeBy(`node bench/import.ts${url ? ' --server' : ''} --save`)}

${chapterCount} chapters; as JSON with two earlier revisions each. Over REST, on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}. The delay is the longest block of the event loop, which the client shares.

| what | MB | words | seconds | MB/s | peak delay, ms |
|---|---|---|---|---|---|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

While another account imports 20 MB of text in ${beside.seconds.toFixed(0)} s, the longest of ${beside.requests} answers takes ${beside.read.toFixed(0)} ms to a read and ${beside.write.toFixed(0)} ms to a write.`;
console.log(section);
if (options.save) saveSection(section);
