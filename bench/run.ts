import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { assertSameAnswers } from './compare.ts';
import { type Contestant, contestants, embedded, isInstalled, takesPart } from './contestants.ts';
import { openEnvironment } from './environment.ts';
import { measure, type Outcome, type Plan } from './measure.ts';
import { failuresOf, verdictsOf } from './ratios.ts';
import { embeddedComparison, requestsComparison, rowsOf, type Setting, table, verdictTable } from './report.ts';
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

Without options: measures Fabula against a hand-written floor and against peers at 1, 16 and 64 connections and on the embedded
engine, runs the other scripts of bench/, and writes bench/RESULTS.md. To install the peers: npm ci --prefix bench/peers.

  --quick          16 connections and short rounds, in a minute and a half; writes nothing
  --check          exits with 1 if a ratio exceeds twice its target, or the gate delays plain prose
  --embedded       compares the embedded engine with the server; no peers
  --only NAME      runs one scenario; can be repeated
  --cpu-prof DIR   writes CPU profiles of Fabula's process

BENCH_DATABASE_URL names the PostgreSQL server. The bench creates a database there and drops it at the end.`);
  process.exit(0);
}

const full: Plan = { rounds: 3, ms: 1000, warmRequests: 4000, warmMs: 5000, connections: [1, 16, 64] };
const quick: Plan = { rounds: 5, ms: 250, warmRequests: 400, warmMs: 3000, connections: [16] };
/** The other scripts of bench/. Each writes its own section of RESULTS.md. */
const otherScripts = [
  'save',
  'write-parts',
  'gate',
  'streams',
  'growth',
  'start',
  'prompt',
  'search',
  'import',
  'import --server',
  'hostile-requests',
];

const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Interrupted by ${signal}.`)));
});
interrupted.catch(() => {});

interface Run {
  outcomes: Outcome[];
  setting: Setting;
}

/** Removes servers, load generator and databases at the end, even after an error or a signal. */
async function run(field: readonly Contestant[], plan: Plan): Promise<Run> {
  await using stack = new AsyncDisposableStack();
  return await Promise.race([measureAll(field, plan, stack), interrupted]);
}

async function measureAll(field: readonly Contestant[], plan: Plan, stack: AsyncDisposableStack): Promise<Run> {
  const loadBefore = loadavg()[0] ?? 0;
  const profile = options['cpu-prof'];
  const nodeArgs = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const rows = makeRows();
  const scenarios = selectedScenarios(scenariosOf(rows));
  const needed = field.filter((contestant) => scenarios.some((scenario) => takesPart(contestant, scenario)));
  const environment = await openEnvironment({ rows, contestants: needed, nodeArgs }, stack);
  const participantsOf = (scenario: Scenario) =>
    environment.participants.filter((participant) => takesPart(participant, scenario));
  // Compare all answers first: the measurements write, and a faster contestant writes more.
  // Reads come before writes: several contestants write into one database, and the floor alone into another.
  const writesLast = scenarios.toSorted((one, other) => Number('writesInto' in one) - Number('writesInto' in other));
  for (const scenario of writesLast) await assertSameAnswers(scenario, participantsOf(scenario));
  const outcomes: Outcome[] = [];
  for (const scenario of scenarios) {
    for (const outcome of await measure(environment, scenario, participantsOf(scenario), plan)) {
      outcomes.push(outcome);
      for (const cells of rowsOf(outcome, field.includes(embedded) ? embeddedComparison : requestsComparison))
        console.error(`${outcome.connections} | ${cells.join(' | ')}`);
    }
  }
  return { outcomes, setting: { postgres: environment.version, plan, loadBefore } };
}

function selectedScenarios(all: readonly Scenario[]): Scenario[] {
  const names = all.map(({ name }) => name);
  if (options.only.some((name) => !names.includes(name))) throw new Error(`--only takes ${names.join(', ')}.`);
  return all.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
}

/** Characters of an error message; the difference between two answers can be long. */
const messageMax = 4_000;
/** Only a complete run is saved. */
const isSaved = !options.quick && options.only.length === 0 && !options['cpu-prof'];
const plan = options.quick ? quick : full;

async function requests(): Promise<void> {
  const present = contestants.filter(isInstalled);
  if (present.length < contestants.length) {
    const hint = 'The peers are not installed. Run: npm ci --prefix bench/peers.';
    // Without the best peer a target is easier to meet, or is skipped.
    if (isSaved || options.check) throw new Error(hint);
    console.error(`${hint} They are left out.`);
  }
  const { outcomes, setting } = await run(present, plan);
  const verdicts = verdictsOf(outcomes);
  console.log(`${table(outcomes, requestsComparison)}\n\n${verdictTable(verdicts)}`);
  if (isSaved) saveSection(requestsSection(outcomes, verdicts, setting));
  if (!options.check) return;
  const failures = failuresOf(verdicts);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

async function onEngine(): Promise<void> {
  const ours = contestants.filter(({ name }) => name === 'ours');
  const { outcomes, setting } = await run([...ours, embedded], { ...plan, connections: [16] });
  console.log(table(outcomes, embeddedComparison));
  if (isSaved) saveSection(embeddedSection(outcomes, setting));
}

async function others(): Promise<void> {
  for (const script of otherScripts) {
    const [name, ...args] = script.split(' ');
    const file = new URL(`./${name}.ts`, import.meta.url);
    if (!existsSync(file)) continue;
    await runScript(file, [...args, '--save']);
  }
}

async function runScript(file: URL, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [file.pathname, ...args], { stdio: 'inherit' });
  interrupted.catch(() => child.kill());
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`bench/${file.pathname.split('/').at(-1)} ended with ${code}.`);
}

try {
  if (!options.embedded) await requests();
  if (options.embedded || isSaved) await onEngine();
  if (options.check) await runScript(new URL('./gate.ts', import.meta.url), ['--check']);
  if (isSaved && !options.embedded) await others();
} catch (error) {
  console.error(error instanceof Error ? error.message.slice(0, messageMax) : error);
  process.exitCode = 1;
}
// After an interruption, pending promises would keep the process alive.
process.exit();
