import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { cpuMsOf, residentMbOf, startService } from './child.ts';
import { installed, installTable } from './install.ts';
import { median } from './ratios.ts';
import { madeBy, saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: { times: { type: 'string', default: '7' }, save: { type: 'boolean', default: false } },
});
const times = Number(options.times);
const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
const root = new URL('..', import.meta.url);
/** Time without requests before memory is read, so that the garbage of the start is collected. */
const restMs = 10_000;

/** Targets, and what was tried. */
const findings = `Targets: less than 1 s with an existing embedded database, less than 5 s with a new one. With an existing database, the main thread
spends half of its second on loading some 900 modules one after the other, and a fifth on the schema. The engine starts in a thread of its
own and mostly compiles its WebAssembly. Tried, in CPU with an existing database:

- GraphQL and MCP load after the ready line (4.0 → 2.8 s).
- A test checks the documents, not each start (0.15 s).
- The engine's code is optimized later (2.8 → 2.3 s).
- The first files are JavaScript, so the type stripper is not loaded (0.08 s per thread).
- One statement runs all migrations.

Rejected: a young generation of 32 MB saves a seventh more, but only as a command-line flag. A bundle would save much of the module
loading, but needs a build step before the first start.`;

interface Start {
  wallMs: number;
  cpuMs: number;
  residentMb: number;
}

/** Starts the service, optionally waits for `restMs`, and stops it. */
async function startOnce(copy: string, env: Record<string, string>, isResting = false): Promise<Start> {
  const began = performance.now();
  const service = await startService(copy, env);
  const [wallMs, cpuMs] = [performance.now() - began, cpuMsOf(service.pid)];
  if (isResting) await new Promise((resolve) => setTimeout(resolve, restMs));
  const residentMb = residentMbOf(service.pid);
  await service.stop();
  return { wallMs, cpuMs, residentMb };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

function row(what: string, starts: readonly Start[]): string {
  const walls = starts.map(({ wallMs }) => wallMs);
  const cpu = median(starts.map(({ cpuMs }) => cpuMs));
  return `| ${what} | ${seconds(median(walls))} | ${seconds(Math.min(...walls))} | ${seconds(cpu)} |`;
}

/** Copies the service as it is after `npm ci`: no compile cache and no template database. Its packages are links. */
async function freshCopy(copy: string): Promise<void> {
  await mkdir(join(copy, 'node_modules'), { recursive: true });
  for (const name of ['src', 'examples/editor', 'package.json'])
    await cp(new URL(name, root), join(copy, name), { recursive: true });
  const packages = fileURLToPath(new URL('node_modules', root));
  for (const name of (await readdir(packages)).filter((name) => !name.startsWith('.')))
    await symlink(join(packages, name), join(copy, 'node_modules', name));
}

async function main(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'fabula-start-'));
  const name = `fabula_start_${process.pid}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const loadBefore = loadavg()[0] ?? 0;
  await admin.unsafe(`CREATE DATABASE ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    const copy = join(directory, 'service');
    await freshCopy(copy);
    const existing = { DATA_DIR: join(directory, 'existing') };
    const server = { DATABASE_URL: url.href, DATA_DIR: directory };
    const first = [await startOnce(copy, { DATA_DIR: join(directory, 'first') })];
    const fresh: Start[] = [];
    const existingStarts: Start[] = [];
    const onServer: Start[] = [];
    await startOnce(copy, existing);
    await startOnce(copy, server);
    for (let round = 0; round < times; round += 1) {
      fresh.push(await startOnce(copy, { DATA_DIR: join(directory, `new ${round}`) }));
      existingStarts.push(await startOnce(copy, existing));
      onServer.push(await startOnce(copy, server));
    }
    const table = [
      '| | until ready, median | minimum | CPU, median |',
      '|---|---|---|---|',
      row('first start after `npm ci`: compiles and creates a database', first),
      row('a new embedded database, with account, key and sample book', fresh),
      row('an existing embedded database', existingStarts),
      row('an existing database on a PostgreSQL server', onServer),
    ].join('\n');
    const embeddedMb = (await startOnce(copy, existing, true)).residentMb;
    const serverMb = (await startOnce(copy, server, true)).residentMb;
    const rest = `Memory at rest, ${restMs / 1000} s after the start: ${Math.round(embeddedMb)} MB with the embedded engine in the process, ${Math.round(serverMb)} MB on a server.`;
    const { table: packages, summary } = installTable(await installed(root));
    const [cpu] = cpus();
    const section = `# Start time and memory

${madeBy('node bench/start.ts --save')}

${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${times} starts of each kind in turns; load average ${loadBefore.toFixed(1)} when it began, ${(loadavg()[0] ?? 0).toFixed(1)} when it ended, so CPU is more reliable than elapsed time. Ready means the line with the addresses, when \`/readyz\` answers 200.

${table}

${findings}

${rest}

${summary} The larger packages and their purposes: [docs/dependencies.md](../docs/dependencies.md).

${packages}
`;
    console.log(section);
    if (options.save) saveSection(section);
  } finally {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
    await rm(directory, { recursive: true, force: true });
  }
}

await main();
