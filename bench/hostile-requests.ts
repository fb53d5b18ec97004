import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
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
import { hostileDocuments, hostileTexts } from '../test/support/hostile.ts';
import { newDatabase } from './database.ts';
import { limitsOff } from './limits-off.ts';
import { madeBy, saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});

/** Hostile requests at the same time. */
const hostileCount = 50;
const seconds = options.quick ? 2 : 10;
const characters = options.quick ? 30_000 : 395_000;
/** The p95 of the other account, milliseconds. CI tolerates more, because its machine is shared. */
const p95Max = options.quick ? 5_000 : 500;

interface Row {
  name: string;
  aloneMs: number;
  besideMs: number;
  requests: number;
  refused: number;
  delayMs: number;
}

async function measureOn(name: string, isServer: boolean): Promise<Row> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'fabula-bench-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const url = isServer ? await newDatabase(stack) : undefined;
  const engine = url ? undefined : await openEmbedded(dataDir);
  if (engine) stack.defer(() => engine.close());
  const database = connect({ url, socketPath: engine?.socketPath, prepare: true });
  stack.defer(() => database.close());
  await migrate(database.write);
  const config = readConfig({ PORT: '0', CHAPTER_RECAPS: 'off', ...limitsOff });
  const log = newLog('silent', { write: () => {} });
  const service = await openService({ config, database, log, node: 'bench', publicUrl: () => 'http://127.0.0.1' });
  const server = new HttpServer(service, config, log);
  const base = `http://127.0.0.1:${await server.listen(0)}`;
  stack.defer(() => server.close(() => service.close()));

  const callerOf = async () => {
    const { id } = await ensureAccount(database.write, randomUUID());
    const [, key] = await makeKeyAsOwner(database.write, id, { name: 'bench', scopes: allScopes });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return async (method: string, path: string, body?: object) => {
      const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: answer.status, text: await answer.text() };
    };
  };
  const idIn = ({ text }: { text: string }) => (JSON.parse(text) as { data: { id: string } }).data.id;
  const [hostile, other] = [await callerOf(), await callerOf()];
  const premise = 'A lighthouse keeper and a storm.';
  const bookId = idIn(await hostile('POST', '/v1/books', { premise }));
  const chapters: string[] = [];
  for (const textOf of Object.values(hostileTexts)) {
    const chapter = { title: 'Hostile', content: textOf(characters) };
    chapters.push(idIn(await hostile('POST', `/v1/books/${bookId}/chapters`, chapter)));
  }
  const otherBook = idIn(await other('POST', '/v1/books', { premise }));

  /** The other account reads and writes in turns. The p95 of its answers. */
  async function p95Of(isOver: () => boolean): Promise<number> {
    const times: number[] = [];
    while (!isOver()) {
      const began = performance.now();
      const title = `Storm ${times.length}`;
      const { status } = await (times.length % 2
        ? other('PATCH', `/v1/books/${otherBook}`, { title })
        : other('GET', '/v1/books?limit=1'));
      if (status !== 200) throw new Error(`The other account was answered ${status}.`);
      times.push(performance.now() - began);
    }
    return times.sort((one, two) => one - two)[Math.floor(times.length * 0.95)] ?? 0;
  }

  const requests = [
    ...Object.values(hostileDocuments).map(
      (query) => () => hostile('POST', '/graphql', { query, variables: { bookId } }),
    ),
    ...chapters.flatMap((chapterId) => [
      () => hostile('GET', `/v1/books/${bookId}/chapters/${chapterId}/lint`),
      () => hostile('GET', `/v1/books/${bookId}/chapters/${chapterId}/prompt`),
    ]),
    () => hostile('GET', `/v1/books/${bookId}/statistics`),
    () => hostile('GET', `/v1/books/${bookId}/export?format=epub`),
    () => hostile('PATCH', `/v1/books/${bookId}`, JSON.parse(`{"title":${'['.repeat(60)}1${']'.repeat(60)}}`)),
  ];
  const until = (ms: number) => {
    const end = performance.now() + ms;
    return () => performance.now() > end;
  };
  const aloneMs = await p95Of(until(1_000));
  const isOver = until(seconds * 1_000);
  let [sent, refused] = [0, 0];
  const flood = Array.from({ length: hostileCount }, async (_, offset) => {
    for (let at = offset; !isOver(); at++) {
      const answer = await requests[at % requests.length]?.();
      sent += 1;
      if ((answer?.status ?? 0) >= 400) refused += 1;
    }
  });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const besideMs = await p95Of(isOver);
  delays.disable();
  await Promise.all(flood);
  return { name, aloneMs, besideMs, requests: sent, refused, delayMs: delays.max / 1e6 };
}

const rows = [await measureOn('embedded engine', false), await measureOn('PostgreSQL', true)];
const lines = rows.map(
  ({ name, aloneMs, besideMs, requests, refused, delayMs }) =>
    `| ${name} | ${aloneMs.toFixed(1)} | ${besideMs.toFixed(0)} | ${(besideMs / aloneMs).toFixed(0)} | ${requests} | ${refused} | ${delayMs.toFixed(0)} |`,
);
const section = `# A quiet account beside a hostile one

${madeBy('npm run -s bench:hostile -- --save')}

One account sends ${hostileCount} hostile requests at a time for ${seconds} s: documents, checks, prompts, statistics and an EPUB of a book whose ${Object.keys(hostileTexts).length} chapters are hostile texts of ${characters} characters. The corpus is \`test/support/hostile.ts\`; limits of rate are off. The other account reads and writes one request at a time. The clients share the process and its event loop, whose longest delay is in the last column. On ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${(loadavg()[0] ?? 0).toFixed(1)} after the run.

| database | p95 alone, ms | p95 beside it, ms | ratio | hostile requests | refused | longest delay, ms |
|---|---|---|---|---|---|---|
${lines.join('\n')}`;
console.log(section);
if (options.save) saveSection(section);
const slow = rows.filter(({ besideMs }) => besideMs > p95Max);
for (const { name, besideMs } of slow) console.error(`${name}: p95 ${besideMs.toFixed(0)} ms is over ${p95Max} ms.`);
if (options.check && slow.length > 0) process.exitCode = 1;
process.exit();
