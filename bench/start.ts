import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { cpuMsOf, residentMbOf, startService } from './child.ts';
import { installed, installTable } from './install.ts';
import { median } from './ratios.ts';
import { saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: { times: { type: 'string', default: '7' }, save: { type: 'boolean', default: false } },
});
const times = Number(options.times);
const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
const root = new URL('..', import.meta.url);
/** After it what a start leaves behind has been collected, and nothing has been asked for. */
const restMs = 10_000;

/** What is to be reached, and what is known of the way there. */
const words = `To reach: an existing embedded database in less than 1 s, a new one in less than 5 s. Of the former, half of the main thread's second is
finding, reading and linking some 900 modules, which Node does one after the other, and a fifth builds the schema; the engine starts in a
thread beside it, where most is compiling its WebAssembly. Tried, in CPU for an existing one: GraphQL and MCP loaded after the line that says
ready (4.0 → 2.8 s), documents checked by a test and not at each start (0.15 s), the engine's code optimized later (2.8 → 2.3 s), JavaScript for
the first files, so that the compiler of types is not loaded (0.08 s a thread), one statement for all migrations. A young generation of 32 MB
saves a seventh more, but only as a flag of the command line; a bundle would save much of the modules, for a build step before the first start.`;

interface Start {
  wallMs: number;
  cpuMs: number;
  residentMb: number;
}

/** Starts the service, lets it rest where asked to, and stops it. */
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

/** The service as `npm ci` leaves it: nothing compiled, no empty database kept. Its packages are links to ours. */
async function freshCopy(copy: string): Promise<void> {
  await mkdir(join(copy, 'node_modules'), { recursive: true });
  await cp(new URL('src', root), join(copy, 'src'), { recursive: true });
  await cp(new URL('package.json', root), join(copy, 'package.json'));
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
    const own = { DATA_DIR: join(directory, 'own') };
    const server = { DATABASE_URL: url.href, DATA_DIR: directory };
    const first = [await startOnce(copy, { DATA_DIR: join(directory, 'first') })];
    const fresh: Start[] = [];
    const again: Start[] = [];
    const onServer: Start[] = [];
    await startOnce(copy, own);
    await startOnce(copy, server);
    for (let round = 0; round < times; round += 1) {
      fresh.push(await startOnce(copy, { DATA_DIR: join(directory, `new ${round}`) }));
      again.push(await startOnce(copy, own));
      onServer.push(await startOnce(copy, server));
    }
    const table = [
      '| | until ready, median | least | CPU, median |',
      '|---|---|---|---|',
      row('the very first start after `npm ci`, which compiles and makes a database', first),
      row('a new embedded database, with account, key and sample book', fresh),
      row('an existing embedded database', again),
      row('an existing database on a PostgreSQL server', onServer),
    ].join('\n');
    const embeddedMb = (await startOnce(copy, own, true)).residentMb;
    const serverMb = (await startOnce(copy, server, true)).residentMb;
    const rest = `Memory at rest, ${restMs / 1000} s after the start: ${Math.round(embeddedMb)} MB with the embedded engine in the process, ${Math.round(serverMb)} MB on a server.`;
    const { table: packages, summary } = installTable(await installed(root));
    const [cpu] = cpus();
    const section = `# What a start takes

Made by \`node bench/start.ts --save\`; edit that file, not this section.

${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${times} starts of each kind in turns; load average ${loadBefore.toFixed(1)} when it began, ${(loadavg()[0] ?? 0).toFixed(1)} when it ended, so that CPU says more than the clock. Ready is the line that names the addresses, when \`/readyz\` answers 200.

${table}

${words}

${rest}

${summary} What each of the larger packages is for: [docs/dependencies.md](../docs/dependencies.md).

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
