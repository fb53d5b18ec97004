import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { exportFormats } from '../src/domain/port/rules.ts';
import { connect } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { cpuMsOf, forgetPeak, type Running, residentMbOf, startService } from './child.ts';
import { editorQuery } from './data.ts';
import { fillAuthor, type Grown, insertOthers } from './growth-data.ts';
import { promptGrowth } from './growth-prompt.ts';
import { median } from './ratios.ts';
import { saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, save: { type: 'boolean', default: false } },
});
const sizes = options.quick
  ? { few: 10_000, many: 100_000, rounds: 3, requests: 40 }
  : { few: 10_000, many: 1_000_000, rounds: 7, requests: 480 };
const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
const root = fileURLToPath(new URL('..', import.meta.url));

/** A service with the author's books, among so many characters of others. */
interface Place {
  service: Running;
  grown: Grown;
}

type Request = [method: string, path: string, body?: object];

async function ask({ service, grown }: Place, [method, path, body]: Request): Promise<Buffer> {
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${grown.key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok || bytes.includes('"errors"')) throw new Error(`${method} ${path}: ${bytes.toString().slice(0, 500)}`);
  return bytes;
}

/** Requests that are under way at a time. */
const lanes = 8;

/** CPU of the service a request, microseconds. The kernel counts hundredths of a second, so there have to be many. */
async function costOf(place: Place, request: Request, requests = sizes.requests): Promise<number> {
  const before = cpuMsOf(place.service.pid);
  const each = Math.ceil(requests / lanes);
  const lane = async () => {
    for (let count = 0; count < each; count += 1) await ask(place, request);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return ((cpuMsOf(place.service.pid) - before) * 1000) / (each * lanes);
}

/** Both costs in turns; the median of the ratios within a round, and its target. */
async function rowOf(what: string, target: number, one: () => Promise<number>, other: () => Promise<number>) {
  await one();
  await other();
  const rounds: { one: number; other: number }[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) rounds.push({ one: await one(), other: await other() });
  const [small, large] = [median(rounds.map((round) => round.one)), median(rounds.map((round) => round.other))];
  const ratio = median(rounds.map((round) => round.other / round.one));
  return `| ${what} | ${whole(small)} | ${whole(large)} | **${ratio.toFixed(2)}** | ${target} |`;
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
const editor = (bookId: string | undefined): Request => [
  'POST',
  '/graphql',
  { query: editorQuery, variables: { bookId } },
];
const listOf = ({ grown }: Place, what: string, count = 50): Request => [
  'GET',
  `/v1/books/${grown.bookIds.get(count)}/${what}`,
];

async function rowsTable(place: Place): Promise<string> {
  const lines = ['| list | 50 rows, CPU µs | 500 rows, CPU µs | ratio | to reach |', '|---|---|---|---|---|'];
  for (const what of ['characters', 'chapters']) {
    const few = () => costOf(place, listOf(place, what));
    lines.push(await rowOf(what, 10.5, few, () => costOf(place, listOf(place, what, 500))));
  }
  return lines.join('\n');
}

async function othersTable(few: Place, many: Place): Promise<string> {
  const requests: [what: string, request: (place: Place) => Request, count?: number][] = [
    ['list of 50 characters', (place) => listOf(place, 'characters')],
    ['editor screen', ({ grown }) => editor(grown.bookIds.get(50))],
    [
      'PATCH of a character',
      (place) => {
        const [, path] = listOf(place, `characters/${place.grown.characterId}`);
        return ['PATCH', path, { want: `To go home ${Math.random()}.` }];
      },
    ],
    // Ten times as dear as the others.
    [
      'search in a book',
      ({ grown }) => ['GET', `/v1/books/${grown.longBookId}/search?q=lighthouse`],
      sizes.requests / 8,
    ],
  ];
  const head = `| request | ${whole(sizes.few)} characters, CPU µs | ${whole(sizes.many)}, CPU µs | ratio | to reach |`;
  const lines = [head, '|---|---|---|---|---|'];
  for (const [what, request, count] of requests)
    lines.push(
      await rowOf(
        what,
        1.1,
        () => costOf(few, request(few), count),
        () => costOf(many, request(many), count),
      ),
    );
  return lines.join('\n');
}

/** How the tables that have grown were read since the counters began: an index names rows, a scan reads all of them. */
async function scansOf(url: string): Promise<string> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql<{ relname: string; tuples: number; scans: number; looked: number }[]>`
    SELECT pg_class.relname, reltuples::int AS tuples, seq_scan::int AS scans, idx_scan::int AS looked
    FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid WHERE reltuples > 1000 ORDER BY pg_class.relname`;
  await sql.end();
  const lines = rows.map(
    ({ relname, tuples, scans, looked }) => `| ${relname} | ${whole(tuples)} | ${scans} | ${whole(looked)} |`,
  );
  return ['| table | rows | sequential scans | index scans |', '|---|---|---|---|', ...lines].join('\n');
}

/** Milliseconds, bytes, most memory, and the longest that another request had to wait meanwhile. */
async function spotOf(what: string, place: Place, request: Request): Promise<string> {
  const { pid, url } = place.service;
  await ask(place, request);
  forgetPeak(pid);
  const before = residentMbOf(pid);
  let isOver = false;
  let longestMs = 0;
  const others = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).arrayBuffer();
      longestMs = Math.max(longestMs, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  const began = performance.now();
  const bytes = await ask(place, request);
  const ms = performance.now() - began;
  isOver = true;
  await others;
  const more = residentMbOf(pid, 'peak') - before;
  return `| ${what} | ${whole(bytes.length)} | ${whole(ms)} | ${whole(Math.max(0, more))} | ${whole(longestMs)} |`;
}

async function longTable(place: Place): Promise<string> {
  const book = `/v1/books/${place.grown.longBookId}`;
  const lines = ['| | bytes | ms | more memory, MB | another request waits at most, ms |', '|---|---|---|---|---|'];
  lines.push(await spotOf('editor screen', place, editor(place.grown.longBookId)));
  lines.push(await spotOf('search for a word', place, ['GET', `${book}/search?q=lighthouse`]));
  for (const format of exportFormats)
    lines.push(await spotOf(`export as ${format}`, place, ['GET', `${book}/export?format=${format}`]));
  return lines.join('\n');
}

const limits = { LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_PLAN_PER_MINUTE: '0' };

async function openPlace(url: string, others: number): Promise<Place> {
  const database = connect({ url, socketPath: undefined, prepare: true });
  await migrate(database.write);
  const grown = await fillAuthor(database.write);
  await insertOthers(database.write, others);
  await database.write`SELECT pg_stat_reset()`;
  await database.close();
  return { service: await startService(root, { ...limits, DATABASE_URL: url }), grown };
}

async function embeddedTable(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'fabula-growth-'));
  const service = await startService(root, { ...limits, DATA_DIR: directory });
  try {
    const socketPath = join(directory, '.s.PGSQL.5432');
    const database = connect({ url: undefined, socketPath, prepare: true });
    const grown = await fillAuthor(database.write);
    await database.close();
    return await longTable({ service, grown });
  } finally {
    await service.stop();
    await rm(directory, { recursive: true });
  }
}

async function main(): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const names = ['few', 'many'].map((size) => `fabula_growth_${process.pid}_${size}`);
  const urls = names.map((name) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href);
  const places: Place[] = [];
  try {
    for (const name of names) await admin.unsafe(`CREATE DATABASE ${name}`);
    const few = await openPlace(urls[0] ?? '', sizes.few);
    places.push(few);
    const many = await openPlace(urls[1] ?? '', sizes.many);
    places.push(many);
    const section = `# What growth costs

Made by \`node bench/growth.ts --save\`; edit that file, not this section.

${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}; load average ${loadBefore.toFixed(1)} when it began. CPU is the service's own, microseconds a request with eight under way; sizes take turns, and a ratio is the median of the ratios within ${sizes.rounds} rounds.

Longer lists:

${await rowsTable(few)}

More of what belongs to others, in the same database:

${await othersTable(few, many)}

Above 1.10 is noise here: two runs of the same code within the hour gave 1.15, 1.12, 1.12 and 0.89, and 1.09, 1.07, 0.96 and 0.96. Each
table is read by index, as below, and the service runs the same code over the same rows.

How the tables of the larger one were read meanwhile:

${await scansOf(urls[1] ?? '')}

More chapters before the one to write (\`bench/prompt.ts\` has every chapter):

${promptGrowth()}

A book of 300,000 words in 100 chapters, on PostgreSQL:

${await longTable(few)}

The same on the embedded engine:

${await embeddedTable()}
`;
    console.log(section);
    if (options.save) saveSection(section);
  } finally {
    for (const { service } of places) await service.stop();
    for (const name of names) await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

await main();
