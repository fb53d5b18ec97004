import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openArena } from './arena.ts';
import { sameAnswers } from './compare.ts';
import { type Contestant, contestants, embedded, isInstalled, takesPart } from './contestants.ts';
import { measure, type Outcome, type Plan } from './measure.ts';
import { failuresOf, verdictsOf } from './ratios.ts';
import { embeddedView, requestsView, rowsOf, type Setting, table, verdictTable } from './report.ts';
import { saveSection } from './results.ts';
import { makeRows } from './rows.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { embeddedSection, requestsSection } from './sections.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    'cpu-prof': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(`npm run bench [-- OPTION…]

Without options: makes the data, measures Fabula against a hand-written floor and against peers at 1, 16 and 64 connections and on
the embedded engine, runs the other scripts of bench/, and writes bench/RESULTS.md. Peers: npm ci --prefix bench/peers.

  --quick          16 connections and short rounds, in two minutes; writes nothing
  --check          ends with 1 when a ratio is beyond twice its target
  --embedded       the embedded engine against the server instead of peers
  --only NAME      this scenario alone; several times for several
  --cpu-prof DIR   a profile of our process

BENCH_DATABASE_URL names the PostgreSQL server; a database is made on it and dropped again.`);
  process.exit(0);
}

const full: Plan = { rounds: 3, ms: 1000, warmRequests: 4000, warmMs: 5000, connections: [1, 16, 64] };
const quick: Plan = { rounds: 5, ms: 500, warmRequests: 400, warmMs: 3000, connections: [16] };
/** The others of bench/, each of which writes its own section. */
const otherScripts = ['streams', 'growth', 'start', 'prompt', 'search', 'import', 'import --server'];

const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Interrupted by ${signal}.`)));
});
interrupted.catch(() => {});

interface Run {
  outcomes: Outcome[];
  setting: Setting;
}

/** Whatever ends it, its servers, its generator and its database go. */
async function run(field: readonly Contestant[], plan: Plan): Promise<Run> {
  await using stack = new AsyncDisposableStack();
  return await Promise.race([measureAll(field, plan, stack), interrupted]);
}

async function measureAll(field: readonly Contestant[], plan: Plan, stack: AsyncDisposableStack): Promise<Run> {
  const loadBefore = loadavg()[0] ?? 0;
  const profile = options['cpu-prof'];
  const nodeArgs = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const rows = makeRows();
  const scenarios = chosen(scenariosOf(rows));
  const needed = field.filter((one) => scenarios.some((scenario) => takesPart(one, scenario)));
  const arena = await openArena({ rows, contestants: needed, nodeArgs }, stack);
  const playersOf = (scenario: Scenario) => arena.players.filter((player) => takesPart(player, scenario));
  // All of them first: what is measured writes, and who writes faster writes more.
  for (const scenario of scenarios) await sameAnswers(scenario, playersOf(scenario));
  const outcomes: Outcome[] = [];
  for (const scenario of scenarios) {
    for (const outcome of await measure(arena, scenario, playersOf(scenario), plan)) {
      outcomes.push(outcome);
      for (const cells of rowsOf(outcome, field.includes(embedded) ? embeddedView : requestsView))
        console.error(`${outcome.connections} | ${cells.join(' | ')}`);
    }
  }
  return { outcomes, setting: { postgres: arena.version, plan, loadBefore } };
}

function chosen(all: readonly Scenario[]): Scenario[] {
  const names = all.map(({ name }) => name);
  if (options.only.some((name) => !names.includes(name))) throw new Error(`--only takes ${names.join(', ')}.`);
  return all.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
}

/** Characters of a failure; a difference between two answers is as long as they are. */
const shownMax = 4_000;
/** Only a whole run is worth keeping. */
const keeps = !options.quick && options.only.length === 0 && !options['cpu-prof'];
const plan = options.quick ? quick : full;

async function requests(): Promise<void> {
  const present = contestants.filter(isInstalled);
  if (present.length < contestants.length) {
    const how = 'bench/peers is not installed; npm ci --prefix bench/peers does it.';
    // Without the best of them a target is easier, or not looked at.
    if (keeps || options.check) throw new Error(how);
    console.error(`${how} Peers are left out.`);
  }
  const { outcomes, setting } = await run(present, plan);
  const verdicts = verdictsOf(outcomes);
  console.log(`${table(outcomes, requestsView)}\n\n${verdictTable(verdicts)}`);
  if (keeps) saveSection(requestsSection(outcomes, verdicts, setting));
  if (!options.check) return;
  const failures = failuresOf(verdicts);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

async function onEngine(): Promise<void> {
  const ours = contestants.filter(({ name }) => name === 'ours');
  const { outcomes, setting } = await run([...ours, embedded], { ...plan, connections: [16] });
  console.log(table(outcomes, embeddedView));
  if (keeps) saveSection(embeddedSection(outcomes, setting));
}

async function others(): Promise<void> {
  for (const script of otherScripts) {
    const [name, ...args] = script.split(' ');
    const file = new URL(`./${name}.ts`, import.meta.url);
    if (!existsSync(file)) continue;
    const child = spawn(process.execPath, [file.pathname, ...args, '--save'], { stdio: 'inherit' });
    interrupted.catch(() => child.kill());
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`bench/${name}.ts ended with ${code}.`);
  }
}

try {
  if (!options.embedded) await requests();
  if (options.embedded || keeps) await onEngine();
  if (keeps && !options.embedded) await others();
} catch (error) {
  console.error(error instanceof Error ? error.message.slice(0, shownMax) : error);
  process.exitCode = 1;
}
// An interrupted run leaves promises behind.
process.exit();
