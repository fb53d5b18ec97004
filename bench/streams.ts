import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { connect, type Sql } from '../src/sql/connect.ts';
import { limitsOff } from './limits-off.ts';
import { stop } from './process.ts';
import { saveSection } from './results.ts';
import { type Command, type Latency, type Opened, type ReaderResults, type Way, ways } from './streams-client.ts';
import { newChapters, prepare } from './streams-data.ts';
import type { LoopDelay } from './streams-probe.ts';
import { ask, cpuMs, helper, othersMs, residentKb, startServer } from './streams-processes.ts';
import type { Sent } from './streams-provider.ts';
import { type Row, rowOf, section } from './streams-report.ts';

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '100,500,1000' },
    ways: { type: 'string', default: ways.join(',') },
    seconds: { type: 'string', default: '10' },
    save: { type: 'boolean', default: false },
    'cpu-prof': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(`node bench/streams.ts [--streams 100,500,1000] [--ways ${ways.join(',')}] [--seconds 10] [--save] [--cpu-prof DIRECTORY]

Writes this many chapters in parallel at 20 tokens per second each. Measures the delay of a token until it reaches the client,
the delay of the service's event loop, CPU and memory. --seconds sets the duration of each measurement. --save writes its
section of bench/RESULTS.md. BENCH_DATABASE_URL names the PostgreSQL server; the bench creates a database there and drops it.`);
  process.exit(0);
}
const seconds = Number(options.seconds);
const settleMs = 3000;

interface Bench {
  service: ChildProcess;
  provider: ChildProcess;
  client: ChildProcess;
  port: number;
  sql: Sql;
}

const command = <T>({ client }: Bench, what: Command) => ask<T>(client, what);

/** Opens streams, measures them, ends them, and compares the text that was sent, stored and received. */
async function measure(bench: Bench, way: Way, streams: number): Promise<Row> {
  const { service, provider, client, port, sql } = bench;
  const chapters = await newChapters(sql, streams);
  await ask(provider, 'begin');
  const residentBefore = residentKb(service);
  const { opened, refused, retryAfter } = await command<Opened>(bench, { do: 'open', port, way, chapters });
  await sleep(settleMs);

  await ask(service, 'reset');
  await command(bench, { do: 'measure' });
  const began = performance.now();
  const [cpu, others] = [{ service: cpuMs(service), provider: cpuMs(provider), client: cpuMs(client) }, othersMs()];
  const transactions = await transactionsOf(sql);
  const unsaved = oldestUnsaved(sql, began + seconds * 1000);
  if (way === 'rejoined') await command(bench, { do: 'rejoin' });
  const unsavedMs = await unsaved;
  const latency = await command<Latency>(bench, { do: 'report' });
  const loop = await ask<LoopDelay>(service, 'loop delay');
  const ms = performance.now() - began;
  const after = othersMs();
  const row: Row = {
    ...{ way, streams, opened, refused, retryAfter, latency, loop, unsavedMs },
    cores: {
      service: (cpuMs(service) - cpu.service) / ms,
      provider: (cpuMs(provider) - cpu.provider) / ms,
      client: (cpuMs(client) - cpu.client) / ms,
      postgres: (after.postgres - others.postgres) / ms,
      machine: (after.machine - others.machine) / ms,
    },
    transactionsPerSecond: ((await transactionsOf(sql)) - transactions) / (ms / 1000),
    kbPerStream: (residentKb(service) - residentBefore) / opened,
  };

  await ask(provider, 'end');
  const received = await command<ReaderResults>(bench, { do: 'end' });
  const sent = await ask<Sent>(provider, 'report');
  compareReceived(sent, received);
  if (way !== 'floor') await compareStored(sql, sent, chapters);
  return { ...row, bytes: chapters.reduce((sum, { name }) => sum + (sent[name]?.bytes ?? 0), 0) };
}

/** Checks that every reader received exactly the text of its stream. */
function compareReceived(sent: Sent, received: ReaderResults): void {
  for (const { name, md5, bytes, state } of received) {
    assert.equal(state, 'completed', `stream ${name}`);
    assert.deepEqual({ md5, bytes }, sent[name], `stream ${name}: the received text differs from the sent text`);
  }
}

/** Checks that the database has exactly the sent texts, and none for refused streams. */
async function compareStored(sql: Sql, sent: Sent, chapters: { name: string; chapterId: string }[]): Promise<void> {
  const stored = await sql<{ id: string; md5: string; bytes: number }[]>`
    SELECT t.chapter_id AS id, md5(t.body) AS md5, octet_length(t.body) AS bytes FROM chapter_text t
    WHERE chapter_id = ANY(${chapters.map(({ chapterId }) => chapterId)})`;
  const storedOf = new Map(stored.map(({ id, md5, bytes }) => [id, { md5, bytes }]));
  for (const { name, chapterId } of chapters)
    assert.deepEqual(storedOf.get(chapterId), sent[name], `stream ${name}: the stored text differs from the sent text`);
}

/** Committed transactions of the database. A statement outside a transaction counts as one. */
async function transactionsOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT xact_commit::float8 AS count FROM pg_stat_database WHERE datname = current_database()`;
  return row?.count ?? 0;
}

/** The longest time since the last save of any running write, sampled twice per second. */
async function oldestUnsaved(sql: Sql, until: number): Promise<number> {
  let oldest = 0;
  while (performance.now() < until) {
    // Each save renews the lease for 15 s.
    const [row] = await sql<{ ms: number }[]>`
      SELECT coalesce(extract(epoch FROM max(now() - lease_until)) + 15, 0)::float8 * 1000 AS ms FROM run WHERE state = 'running'`;
    oldest = Math.max(oldest, row?.ms ?? 0);
    await sleep(500);
  }
  return oldest;
}

async function main(): Promise<void> {
  const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
  const name = `fabula_streams_${process.pid}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const loadBefore = loadavg()[0] ?? 0;
  const children: ChildProcess[] = [];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => children.at(-1)?.kill('SIGKILL'));
  await admin.unsafe(`CREATE DATABASE ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    await prepare(url.href);
    const provider = helper('./streams-provider.ts');
    children.push(provider);
    const [providerPort] = await once(provider, 'message');
    const profile = options['cpu-prof'] ? ['--cpu-prof', `--cpu-prof-dir=${options['cpu-prof']}`] : [];
    const from = { OPENAI_BASE_URL: `http://127.0.0.1:${providerPort}/v1` };
    const env = { ...from, DATABASE_URL: url.href, PORT: '0', CHAPTER_RECAPS: 'off', ...limitsOff };
    const { process: service, port } = await startServer(['src/fabula.js', 'start'], env, profile);
    children.push(service);
    const floor = await startServer(['bench/floor/pipe.ts'], from, []);
    children.push(floor.process);
    const client = helper('./streams-client.ts');
    children.push(client);
    const { write: sql, close } = connect({ url: url.href, socketPath: undefined, prepare: true });
    const bench: Bench = { service, provider, client, port, sql };
    const floorBench: Bench = { ...bench, service: floor.process, port: floor.port };
    await measure(floorBench, 'floor', 20);
    await measure(bench, 'rest', 20);
    const rows: Row[] = [];
    for (const streams of options.streams.split(',').map(Number))
      for (const way of ways.filter((one) => options.ways.split(',').includes(one))) {
        const row = await measure(way === 'floor' ? floorBench : bench, way, streams);
        rows.push(row);
        console.error(rowOf(row, seconds));
      }
    await close();
    const text = section(rows, { seconds, loadBefore, loadAfter: loadavg()[0] ?? 0 });
    console.log(text);
    if (options.save) saveSection(text);
  } finally {
    await Promise.all(children.map(stop));
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

await main();
