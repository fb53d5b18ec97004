import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { migrate } from '../src/commands/migrate-records.ts';
import { readConfig } from '../src/config.ts';
import { makeKeyAsOwner } from '../src/domain/story/account/keys.ts';
import { ensureAccount } from '../src/domain/story/account/store.ts';
import { newId } from '../src/ids/id.ts';
import { newLog } from '../src/log/log.ts';
import { HttpServer } from '../src/server.ts';
import { openService } from '../src/service.ts';
import { connect, type Database } from '../src/sql/connect.ts';
import { openEmbedded } from '../src/sql/embedded/embedded.ts';
import type { Target } from '../src/sql/target.ts';
import { limitsOff } from './limits-off.ts';
import { madeBy, saveSection } from './results.ts';
import { longText, proseOf } from './search-prose.ts';

const { values: options } = parseArgs({
  options: { save: { type: 'boolean', default: false }, times: { type: 'string', default: '200' } },
});
const times = Number(options.times);
const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

const searches: [what: string, q: string][] = [
  ['a common word', 'the'],
  ['a word of every chapter', 'lighthouse'],
  ['a rare word', 'astrolabe'],
  ['a phrase', '"the old lighthouse"'],
  ['three words and an excluded one', 'harbour storm letter -astrolabe'],
  ['the beginning of a word', 'light*'],
  ['nothing', 'xylophone'],
];

interface Library {
  accountId: string;
  key: string;
  bookId: string;
  chapterId: string;
}

async function fill({ write: sql }: Database): Promise<Library> {
  const { id: accountId } = await ensureAccount(sql, `bench ${randomUUID()}`);
  const [, key] = await makeKeyAsOwner(sql, accountId, { name: 'bench', scopes: ['books:read', 'books:write'] });
  const big = await addBook(accountId, [longText(400_000), ...Array.from({ length: 60 }, (_, n) => proseOf(3_900, n))]);
  for (let n = 0; n < 49; n += 1)
    await addBook(
      accountId,
      Array.from({ length: 5 }, (_, chapter) => proseOf(2_000, 1_000 + n * 5 + chapter)),
    );
  await sql`ANALYZE`;
  return { accountId, key, ...big };

  async function addBook(accountId: string, texts: readonly string[]) {
    const bookId = newId('bk');
    await sql`
      INSERT INTO book (account_id, id, title, premise, author, language, model_tier)
      VALUES (${accountId}, ${bookId}, 'The Lamp Room', 'A keeper and a storm.', 'Ada Author', 'en', 'standard')`;
    let chapterId = '';
    for (const [index, body] of texts.entries()) {
      chapterId = newId('ch');
      const place = { rank: index + 1, title: `Chapter ${index + 1}`, textStatus: 'complete' };
      const chapter = { ...place, accountId, bookId, id: chapterId };
      await sql`INSERT INTO chapter ${sql({ ...chapter, summary: proseOf(60, index), notes: '', beatKeys: [], participantIds: [] })}`;
      await sql`INSERT INTO chapter_text ${sql({ accountId, chapterId, revisionId: newId('rev'), head: body, origin: 'human' })}`;
    }
    return { bookId, chapterId };
  }
}

interface Sample {
  p50: number;
  p99: number;
}

async function sampleOf(work: (round: number) => Promise<void>): Promise<Sample> {
  const ms: number[] = [];
  // The first ten rounds are a warm-up.
  for (let round = -10; round < times; round += 1) {
    const began = performance.now();
    await work(round);
    if (round >= 0) ms.push(performance.now() - began);
  }
  ms.sort((one, other) => one - other);
  return { p50: ms[Math.floor(times * 0.5)] ?? 0, p99: ms[Math.floor(times * 0.99)] ?? 0 };
}

type SendRequest = (method: string, path: string, body?: object) => Promise<void>;

async function withService<T>(
  target: Target,
  work: (database: Database, sendAs: (key: string) => SendRequest) => Promise<T>,
) {
  const database = connect(target);
  await migrate(database.write);
  const log = newLog('silent', { write: () => {} });
  const config = readConfig({ ...limitsOff, PORT: '0' });
  const service = await openService({ config, database, log, node: randomUUID(), publicUrl: () => '' });
  const server = new HttpServer(service, config, log);
  const url = `http://127.0.0.1:${await server.listen(0)}`;
  const sendAs =
    (key: string): SendRequest =>
    async (method, path, body) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
    };
  try {
    return await work(database, sendAs);
  } finally {
    await server.close(() => service.close());
    await database.close();
  }
}

/** Measures the searches, then saves of a chapter of 30,000 characters with and without the index. */
async function measure(target: Target): Promise<Map<string, Sample>> {
  return withService(target, async (database, sendAs) => {
    const library = await fill(database);
    const send = sendAs(library.key);
    const samples = new Map<string, Sample>();
    for (const [what, q] of searches) {
      const query = `?q=${encodeURIComponent(q)}`;
      samples.set(
        `${what} in the book`,
        await sampleOf(() => send('GET', `/v1/books/${library.bookId}/search${query}`)),
      );
      samples.set(`${what} in all 50 books`, await sampleOf(() => send('GET', `/v1/search${query}`)));
    }
    const path = `/v1/books/${library.bookId}/chapters/${library.chapterId}`;
    const text = longText(30_000);
    const changed = (round: number) =>
      send('PATCH', path, { content: `${text.slice(0, 15_000)} ${round} ${text.slice(15_000, 29_990)}` });
    const newText = (round: number) => send('PATCH', path, { content: proseOf(5_400, 5_000 + round).slice(0, 30_000) });
    for (const name of ['with', 'without']) {
      if (name === 'without') await database.write`ALTER TABLE chapter_text DISABLE TRIGGER USER`;
      samples.set(`saving a change of a word ${name} the index`, await sampleOf(changed));
      samples.set(`saving a new text ${name} the index`, await sampleOf(newText));
    }
    return samples;
  });
}

async function onServer(): Promise<Map<string, Sample>> {
  const name = `search_bench_${process.pid}`;
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server.unsafe(`CREATE DATABASE ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await measure({ url: url.href, socketPath: undefined, prepare: true });
  } finally {
    await server.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  }
}

async function onEngine(): Promise<Map<string, Sample>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'search-bench-'));
  const engine = await openEmbedded(dataDir);
  try {
    return await measure({ url: undefined, socketPath: engine.socketPath, prepare: true });
  } finally {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const cells = ({ p50, p99 }: Sample = { p50: Number.NaN, p99: Number.NaN }) => `${p50.toFixed(1)} | ${p99.toFixed(1)}`;
const loadBefore = loadavg()[0] ?? 0;
const server = await onServer();
const embedded = await onEngine();
const rows = [...server].map(([what, sample]) => `| ${what} | ${cells(sample)} | ${cells(embedded.get(what))} |`);
const table = ['| | server, p50 | p99 | embedded, p50 | p99 |', '|---|---|---|---|---|', ...rows].join('\n');
console.log(table);

if (options.save)
  saveSection(`# Cost of a search

${madeBy('node bench/search.ts --save')}

Milliseconds from request to answer over REST, at most 20 hits, one request after the other, ${times} of each. The book has 300,000
words in 61 chapters, one of them of 400,000 characters; the other 49 books have 10,000 words each (\`bench/search-prose.ts\`). The
saved chapter has 30,000 characters. Load average ${loadBefore.toFixed(1)} on ${cpus().length} processors when it began, ${(loadavg()[0] ?? 0).toFixed(1)} when it ended: the machine is shared.

${table}
`);
