import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { migrate } from '../src/commands/migrate-records.ts';
import { exportFormats } from '../src/domain/leaving/port/rules.ts';
import { connect } from '../src/sql/connect.ts';
import { cpuMsOf, forgetPeak, type Running, residentMbOf, startService } from './child.ts';
import { editorQuery } from './data.ts';
import { fillAuthor, type GrowthData, insertOthers } from './growth-data.ts';
import { promptGrowth } from './growth-prompt.ts';
import { limitsOff } from './limits-off.ts';
import { median } from './ratios.ts';
import { madeBy, saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, save: { type: 'boolean', default: false } },
});
const sizes = options.quick
  ? { few: 10_000, many: 100_000, rounds: 3, requests: 40 }
  : { few: 10_000, many: 1_000_000, rounds: 7, requests: 480 };
const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
const root = fileURLToPath(new URL('..', import.meta.url));

/** A service with one author's books, and a number of characters of other accounts. */
interface Instance {
  service: Running;
  data: GrowthData;
}

type Request = [method: string, path: string, body?: object];

async function send({ service, data }: Instance, [method, path, body]: Request): Promise<Buffer> {
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${data.key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok || bytes.includes('"errors"')) throw new Error(`${method} ${path}: ${bytes.toString().slice(0, 500)}`);
  return bytes;
}

/** Number of parallel requests. */
const concurrency = 8;

/** CPU time of the service per request, in microseconds. Many requests are needed, because the kernel counts 1/100 s. */
async function costOf(instance: Instance, request: Request, requests = sizes.requests): Promise<number> {
  const before = cpuMsOf(instance.service.pid);
  const each = Math.ceil(requests / concurrency);
  const worker = async () => {
    for (let count = 0; count < each; count += 1) await send(instance, request);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return ((cpuMsOf(instance.service.pid) - before) * 1000) / (each * concurrency);
}

/** Measures two costs in alternation. The row has their medians, the median ratio within rounds, and the target. */
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
const listOf = ({ data }: Instance, what: string, count = 50): Request => [
  'GET',
  `/v1/books/${data.bookIds.get(count)}/${what}`,
];

async function rowsTable(instance: Instance): Promise<string> {
  const lines = ['| list | 50 rows, CPU µs | 500 rows, CPU µs | ratio | target |', '|---|---|---|---|---|'];
  for (const what of ['characters', 'chapters']) {
    const few = () => costOf(instance, listOf(instance, what));
    lines.push(await rowOf(what, 10.5, few, () => costOf(instance, listOf(instance, what, 500))));
  }
  return lines.join('\n');
}

async function othersTable(few: Instance, many: Instance): Promise<string> {
  const requests: [what: string, request: (instance: Instance) => Request, count?: number][] = [
    ['list of 50 characters', (instance) => listOf(instance, 'characters')],
    ['editor screen', ({ data }) => editor(data.bookIds.get(50))],
    [
      'PATCH of a character',
      (instance) => {
        const [, path] = listOf(instance, `characters/${instance.data.characterId}`);
        return ['PATCH', path, { want: `To go home ${Math.random()}.` }];
      },
    ],
    // Costs ten times as much as the others, so fewer requests suffice.
    ['search in a book', ({ data }) => ['GET', `/v1/books/${data.longBookId}/search?q=lighthouse`], sizes.requests / 8],
  ];
  const head = `| request | ${whole(sizes.few)} characters, CPU µs | ${whole(sizes.many)}, CPU µs | ratio | target |`;
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

/** Sequential and index scans of the larger tables since the statistics were reset. */
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

/** Size and duration of one request, its peak memory, and the longest delay of other requests meanwhile. */
async function largeRequestRow(what: string, instance: Instance, request: Request): Promise<string> {
  const { pid, url } = instance.service;
  await send(instance, request);
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
  const bytes = await send(instance, request);
  const ms = performance.now() - began;
  isOver = true;
  await others;
  const addedMb = residentMbOf(pid, 'peak') - before;
  return `| ${what} | ${whole(bytes.length)} | ${whole(ms)} | ${whole(Math.max(0, addedMb))} | ${whole(longestMs)} |`;
}

async function longTable(instance: Instance): Promise<string> {
  const book = `/v1/books/${instance.data.longBookId}`;
  const lines = ['| | bytes | ms | added memory, MB | longest delay of another request, ms |', '|---|---|---|---|---|'];
  lines.push(await largeRequestRow('editor screen', instance, editor(instance.data.longBookId)));
  lines.push(await largeRequestRow('search for a word', instance, ['GET', `${book}/search?q=lighthouse`]));
  for (const format of exportFormats)
    lines.push(await largeRequestRow(`export as ${format}`, instance, ['GET', `${book}/export?format=${format}`]));
  return lines.join('\n');
}

async function openInstance(url: string, others: number): Promise<Instance> {
  const database = connect({ url, socketPath: undefined, prepare: true });
  await migrate(database.write);
  const data = await fillAuthor(database.write);
  await insertOthers(database.write, others);
  await database.write`SELECT pg_stat_reset()`;
  await database.close();
  return { service: await startService(root, { ...limitsOff, DATABASE_URL: url }), data };
}

async function embeddedTable(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'fabula-growth-'));
  const service = await startService(root, { ...limitsOff, DATA_DIR: directory });
  try {
    const socketPath = join(directory, '.s.PGSQL.5432');
    const database = connect({ url: undefined, socketPath, prepare: true });
    const data = await fillAuthor(database.write);
    await database.close();
    return await longTable({ service, data });
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
  const instances: Instance[] = [];
  try {
    for (const name of names) await admin.unsafe(`CREATE DATABASE ${name}`);
    const few = await openInstance(urls[0] ?? '', sizes.few);
    instances.push(few);
    const many = await openInstance(urls[1] ?? '', sizes.many);
    instances.push(many);
    const section = `# Cost of growth

${madeBy('node bench/growth.ts --save')}

${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}; load average ${loadBefore.toFixed(1)} at the start. CPU is the time of the service, in microseconds per request with eight in parallel. Sizes alternate, and a ratio is the median of the ratios within ${sizes.rounds} rounds.

Longer lists:

${await rowsTable(few)}

More data of other accounts in the same database:

${await othersTable(few, many)}

Ratios slightly above 1.10 are noise here: two runs of the same code within an hour gave 1.15, 1.12, 1.12 and 0.89, and 1.09, 1.07, 0.96 and 0.96.
Each table is read by index, as shown below.

Index and table scans in the larger database:

${await scansOf(urls[1] ?? '')}

More chapters before the one to write (all chapters: \`bench/prompt.ts\`):

${promptGrowth()}

A book of 300,000 words in 100 chapters, on PostgreSQL:

${await longTable(few)}

The same on the embedded engine:

${await embeddedTable()}
`;
    console.log(section);
    if (options.save) saveSection(section);
  } finally {
    for (const { service } of instances) await service.stop();
    for (const name of names) await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

await main();
