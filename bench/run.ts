import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { type BenchData, editorQuery, fill, shelfQuery } from './data.ts';
import type { Done, Load } from './load.ts';
import { type Outcome, results, row, type Sample, table } from './report.ts';
import { saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    save: { type: 'boolean', default: false },
    'cpu-prof': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(`npm run bench [-- --quick] [--only NAME]… [--save] [--cpu-prof DIRECTORY]

Measures Fabula against a hand-written floor on one PostgreSQL database and prints ratios. --quick takes two minutes,
--save writes bench/RESULTS.md. BENCH_DATABASE_URL names the server; a database is made on it and dropped again.`);
  process.exit(0);
}
const plan = options.quick ? { rounds: 3, ms: 1500, warmMs: 1000 } : { rounds: 7, ms: 4000, warmMs: 3000 };
const connections = 16;

interface Scenario {
  name: string;
  about: string;
  /** CPU ratio to the floor. */
  target?: number;
  method: string;
  paths: string[];
  bodies?: string[];
  status?: number;
  headers?: Record<string, string>;
  key?: string;
}

function scenariosOf({ shelfKey, bookId, characterIds, roomyIds }: BenchData): Scenario[] {
  const book = `/v1/books/${bookId}`;
  const changes = Array.from({ length: 64 }, (_, index) =>
    JSON.stringify({ want: `To go home before dawn ${index}.` }),
  );
  const made = {
    name: 'A New Face',
    aliases: ['Newcomer'],
    role: 'mentor',
    bio: 'Came with the ferry.',
    want: 'To stay.',
  };
  const call = { name: 'list_characters', arguments: { bookId } };
  return [
    { name: 'list', about: 'REST list of 50 characters', target: 1.25, method: 'GET', paths: [`${book}/characters`] },
    { name: 'plan', about: 'REST plan', target: 1.3, method: 'GET', paths: [`${book}/plan`] },
    {
      name: 'patch',
      about: 'REST change of one field of a character',
      target: 1.5,
      method: 'PATCH',
      paths: characterIds.map((id) => `${book}/characters/${id}`),
      bodies: changes,
    },
    {
      name: 'post',
      about: 'REST new character',
      target: 1.35,
      method: 'POST',
      paths: roomyIds.map((id) => `/v1/books/${id}/characters`),
      bodies: [JSON.stringify(made)],
      status: 201,
    },
    {
      name: 'editor',
      about: 'GraphQL screen: book, 24 chapters, 50 characters, 60 conflicts with both ends, plan',
      target: 2.2,
      method: 'POST',
      paths: ['/graphql'],
      bodies: [JSON.stringify({ query: editorQuery, variables: { bookId } })],
    },
    {
      name: 'shelf',
      about: 'GraphQL 50 books × 3 characters',
      target: 2.3,
      method: 'POST',
      paths: ['/graphql'],
      bodies: [JSON.stringify({ query: shelfQuery })],
      key: shelfKey,
    },
    {
      name: 'mcp',
      about: 'MCP list_characters of 50',
      target: 1.5,
      method: 'POST',
      paths: ['/mcp'],
      bodies: [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })],
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    },
  ];
}

interface Server {
  process: ChildProcess;
  port: number;
}

/** Starts a server and waits until it has said where it listens. */
async function start(args: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, args, {
    cwd: new URL('..', import.meta.url),
    env: { PATH: process.env.PATH ?? '', ...env },
    // The service logs as in production, to where nobody reads.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece;
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code} before it listened.`)));
  });
  return { process: child, port };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const tickMicros = 10_000;

/** CPU that a process has used so far, microseconds, in user mode and in the kernel, all its threads. */
function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMicros;
}

async function main(): Promise<void> {
  const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
  const name = `fabula_bench_${process.pid}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const loadBefore = loadavg()[0] ?? 0;
  const children: ChildProcess[] = [];
  // Interrupted, it loses its load generator, which ends the measuring and comes to the cleaning up below.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => children.at(-1)?.kill('SIGKILL'));
  await admin.unsafe(`CREATE DATABASE ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    const data = await fill(url.href);
    const floor = await start(['bench/floor.ts'], { DATABASE_URL: url.href });
    children.push(floor.process);
    const profile = options['cpu-prof'] ? ['--cpu-prof', `--cpu-prof-dir=${options['cpu-prof']}`] : [];
    const ours = await start([...profile, 'src/main.ts', 'start'], {
      DATABASE_URL: url.href,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      LIMIT_REQUESTS_PER_MINUTE: '0',
      LIMIT_PLAN_PER_MINUTE: '0',
      LIMIT_PROVIDER_PER_MINUTE: '0',
      LIMIT_PROVIDER_CONCURRENT: '0',
    });
    children.push(ours.process);
    const generator = fork(new URL('./load.ts', import.meta.url));
    children.push(generator);
    const database = postgres(url.href, { max: 1, onnotice: () => {} });

    /** What a round has written goes, so that every round finds the same tables. */
    async function tidy(): Promise<void> {
      await database`DELETE FROM character WHERE book_id = ANY(${data.roomyIds})`;
      await database`VACUUM ANALYZE character`;
    }

    const chosen = scenariosOf(data).filter(
      (scenario) => options.only.length === 0 || options.only.includes(scenario.name),
    );
    if (chosen.length === 0)
      throw new Error(
        `--only takes ${scenariosOf(data)
          .map((one) => one.name)
          .join(', ')}.`,
      );
    const outcomes: Outcome[] = [];
    for (const scenario of chosen) {
      const answerBytes = await sameAnswers(scenario, data, floor, ours);
      const writes = scenario.method === 'PATCH' || scenario.method === 'POST';
      const measure = async (server: Server, ms: number): Promise<Sample> => {
        const load = loadOf(scenario, data, server.port, ms);
        const before = cpuMicros(server.process.pid ?? 0);
        const done = await generate(generator, load);
        const used = cpuMicros(server.process.pid ?? 0) - before;
        if (done.failed > 0) throw new Error(`${scenario.name}: ${done.failed} of ${done.requests} requests failed.`);
        if (writes) await tidy();
        return { cpuMicros: used / done.requests, requestsPerSecond: (done.requests / done.ms) * 1000 };
      };
      await measure(floor, plan.warmMs);
      await measure(ours, plan.warmMs);
      const outcome: Outcome = {
        name: scenario.name,
        about: scenario.about,
        target: scenario.target,
        answerBytes,
        rounds: [],
      };
      for (let round = 0; round < plan.rounds; round += 1)
        outcome.rounds.push({ floor: await measure(floor, plan.ms), ours: await measure(ours, plan.ms) });
      outcomes.push(outcome);
      console.error(row(outcome));
    }
    await database.end();
    const [{ version } = { version: '' }] = await admin<
      { version: string }[]
    >`SELECT split_part(version(), ' (', 1) AS version`;
    const setting = { postgres: version, connections, seconds: plan.ms / 1000, loadBefore };
    console.log(table(outcomes));
    if (options.save) saveSection(results(outcomes, setting));
  } finally {
    await Promise.all(children.map(stop));
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

function generate(generator: ChildProcess, load: Load): Promise<Done> {
  return new Promise((resolve, reject) => {
    const died = () => reject(new Error('The load generator died; there is nothing to measure without it.'));
    generator.once('exit', died);
    generator.once('message', (done) => {
      generator.off('exit', died);
      resolve(done as Done);
    });
    generator.send(load, (error) => error && reject(error));
  });
}

function headersOf({ method, headers = {}, key }: Scenario, data: BenchData): Record<string, string> {
  return {
    authorization: `Bearer ${key ?? data.key}`,
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}

function loadOf(scenario: Scenario, data: BenchData, port: number, ms: number): Load {
  const { method, paths, bodies = [undefined], status = 200 } = scenario;
  return { port, method, paths, bodies, status, ms, connections, headers: headersOf(scenario, data) };
}

/** Asks both once and compares; the length of our answer. Only ids that were made just now may differ. */
async function sameAnswers(scenario: Scenario, data: BenchData, floor: Server, ours: Server): Promise<number> {
  const [path] = scenario.paths;
  const ask = async ({ port }: Server) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: scenario.method,
      headers: headersOf(scenario, data),
      ...(scenario.bodies?.[0] ? { body: scenario.bodies[0] } : {}),
    });
    const text = await response.text();
    const isNew = scenario.name === 'post';
    return { status: response.status, text, json: jsonOf(isNew ? text.replaceAll(/chr_\w{26}/g, 'chr_') : text) };
  };
  const [theirs, answer] = [await ask(floor), await ask(ours)];
  assert.equal(answer.status, scenario.status ?? 200, `${scenario.name}: ${answer.text.slice(0, 500)}`);
  assert.equal(theirs.status, answer.status, scenario.name);
  assert.deepEqual(theirs.json, answer.json, scenario.name);
  return Buffer.byteLength(answer.text);
}

/** A JSON body, or the one message of an event stream. */
function jsonOf(text: string): unknown {
  return JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 6));
}

await main();
