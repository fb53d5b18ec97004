import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, totalmem } from 'node:os';
import { contestants, embedded } from './contestants.ts';
import type { Outcome, Plan, Sample } from './measure.ts';
import { type Cost, medianOf, type Ratio, ratioOf, serverAlone, type Verdict, withDatabase } from './ratios.ts';

const titles = new Map([...contestants, embedded].map(({ name, title }) => [name, title]));
const whole = (value: number | undefined) => (value === undefined ? '' : Math.round(value).toLocaleString('en'));
const tenths = (value: number | undefined) => value?.toFixed(1) ?? '';
const megabytes = (bytes: number | undefined) => (bytes === undefined ? '' : whole(bytes / 2 ** 20));

function markdown(head: readonly string[], rows: readonly string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Whose cost is divided by that of the others, and the heading of the column. */
export interface Comparison {
  us: string;
  cost: Cost;
  heading: string;
}

export const requestsComparison: Comparison = { us: 'ours', cost: serverAlone, heading: 'ours / it' };
export const embeddedComparison: Comparison = { us: 'embedded', cost: withDatabase, heading: 'embedded / both' };

/** The median, in bold with the mark `**`, and the range. */
const ratioText = (ratio: Ratio | undefined, mark = '') =>
  ratio ? `${mark}${ratio.median.toFixed(2)}${mark} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})` : '';

/** One row per contestant, for one number of connections. */
export function rowsOf(outcome: Outcome, { us, cost }: Comparison): string[][] {
  const { scenario, rounds } = outcome;
  return [...(rounds[0]?.keys() ?? [])].map((name, index) => {
    const ratioBy = (by: Cost) => ratioText(name === us ? undefined : ratioOf(outcome, us, name, by));
    const figure = (pick: (sample: Sample) => number | undefined) => medianOf(outcome, name, pick);
    return [
      index === 0 ? `${scenario.name}: ${scenario.about}` : '',
      titles.get(name) ?? name,
      whole(figure(serverAlone)),
      whole(figure(({ databaseMicros }) => databaseMicros)),
      ratioBy(cost),
      ...(cost === withDatabase ? [] : [ratioBy(withDatabase)]),
      whole(figure(({ requestsPerSecond }) => requestsPerSecond)),
      tenths(figure(({ p50 }) => p50)),
      tenths(figure(({ p99 }) => p99)),
      megabytes(figure(({ memory }) => memory.rss)),
      megabytes(figure(({ memory }) => memory.peak)),
    ];
  });
}

export function table(outcomes: readonly Outcome[], view: Comparison): string {
  const headings = view.cost === withDatabase ? [view.heading] : [view.heading, 'with database'];
  return markdown(
    ['', 'who', 'CPU µs', 'database CPU µs', ...headings, 'req/s', 'p50 ms', 'p99 ms', 'RSS MB', 'peak MB'],
    outcomes.flatMap((outcome) => rowsOf(outcome, view)),
  );
}

/** One row per target and number of connections. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ target, connections, over, ratio }) => [
    target.withDatabase ? `${target.scenario}, with database` : target.scenario,
    target.over === over ? over : `${target.over}: ${over}`,
    String(connections),
    `≤ ${target.ratio.toFixed(2)}`,
    ratioText(ratio, '**'),
    ratio.median <= target.ratio ? 'met' : 'missed',
  ]);
  return markdown(['', 'over', 'connections', 'to reach', 'CPU ratio (range)', ''], rows);
}

export interface Setting {
  postgres: string;
  plan: Plan;
  /** Load average when the run began. */
  loadBefore: number;
}

const versionOf = (name: string, modules: string) =>
  JSON.parse(readFileSync(new URL(`${modules}/${name}/package.json`, import.meta.url), 'utf8')).version as string;
const ownPackages = ['postgres', 'graphql', 'graphql-yoga', '@pothos/core', '@modelcontextprotocol/server', 'zod'];
const peerPackages = [
  'postgraphile',
  'mercurius',
  'fastify',
  '@apollo/server',
  'graphql',
  '@modelcontextprotocol/server',
];

function versions(names: readonly string[], modules: string): string {
  return names.map((name) => `${name} ${versionOf(name, modules)}`).join(', ');
}

/** The machine, versions and settings of a run. */
export function settingOf({ postgres, plan, loadBefore }: Setting): string {
  const [cpu] = cpus();
  return `- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${arch()}; servers, PostgreSQL and load generator on it together
- Load average when it began ${loadBefore.toFixed(1)}, when it ended ${(loadavg()[0] ?? 0).toFixed(1)}. The machine is shared: above a load of 1, requests per second and latencies mean little, and CPU ratios that differ by less than 15 % are equal
- Node ${process.version}, ${postgres}; ours: ${versions(ownPackages, '../node_modules')}; peers: ${versions(peerPackages, './peers/node_modules')}
- ${plan.connections.join(', ')} connections, ${plan.rounds} rounds of ${plan.ms / 1000} s each, all contestants in turn`;
}
