import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, totalmem } from 'node:os';
import { contestants, embedded } from './contestants.ts';
import type { Outcome, Plan, Sample } from './measure.ts';
import { type Cost, middle, ratioOf, serverAlone, type Verdict, withDatabase } from './ratios.ts';

const titles = new Map([...contestants, embedded].map(({ name, title }) => [name, title]));
const whole = (value: number | undefined) => (value === undefined ? '' : Math.round(value).toLocaleString('en'));
const tenths = (value: number | undefined) => value?.toFixed(1) ?? '';
const megabytes = (bytes: number | undefined) => (bytes === undefined ? '' : whole(bytes / 2 ** 20));

function markdown(head: readonly string[], rows: readonly string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Whose figures are set against everybody else's, by which cost, under which heading. */
export interface View {
  us: string;
  cost: Cost;
  heading: string;
}

export const requestsView: View = { us: 'ours', cost: serverAlone, heading: 'ours / it' };
export const embeddedView: View = { us: 'embedded', cost: withDatabase, heading: 'embedded / both' };

/** A line a contestant, at one number of connections. */
export function rowsOf(outcome: Outcome, { us, cost }: View): string[][] {
  const { scenario, rounds } = outcome;
  return [...(rounds[0]?.keys() ?? [])].map((name, index) => {
    const ratio = name === us ? undefined : ratioOf(outcome, us, name, cost);
    const figure = (pick: (sample: Sample) => number | undefined) => middle(outcome, name, pick);
    return [
      index === 0 ? `${scenario.name}: ${scenario.about}` : '',
      titles.get(name) ?? name,
      whole(figure(serverAlone)),
      whole(figure(({ databaseMicros }) => databaseMicros)),
      ratio ? `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})` : '',
      whole(figure(({ requestsPerSecond }) => requestsPerSecond)),
      tenths(figure(({ p50 }) => p50)),
      tenths(figure(({ p99 }) => p99)),
      megabytes(figure(({ memory }) => memory.rss)),
      megabytes(figure(({ memory }) => memory.peak)),
    ];
  });
}

export function table(outcomes: readonly Outcome[], view: View): string {
  return markdown(
    ['', 'who', 'CPU µs', 'database CPU µs', view.heading, 'req/s', 'p50 ms', 'p99 ms', 'RSS MB', 'peak MB'],
    outcomes.flatMap((outcome) => rowsOf(outcome, view)),
  );
}

/** A line a target: what was to be reached and what was. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ target, connections, over, ratio }) => [
    target.scenario,
    target.over === over ? over : `${target.over}: ${over}`,
    String(connections),
    `≤ ${target.ratio.toFixed(2)}`,
    `**${ratio.median.toFixed(2)}** (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`,
    ratio.median <= target.ratio ? 'met' : 'missed',
  ]);
  return markdown(['', 'over', 'connections', 'to reach', 'CPU ratio (range)', ''], rows);
}

export interface Setting {
  postgres: string;
  plan: Plan;
  /** Load of the machine when the run began. */
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

/** On what all this was measured. */
export function settingOf({ postgres, plan, loadBefore }: Setting): string {
  const [cpu] = cpus();
  return `- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${arch()}; servers, PostgreSQL and load generator on it together
- Load average when it began ${loadBefore.toFixed(1)}, when it ended ${(loadavg()[0] ?? 0).toFixed(1)}. The machine is shared: requests a second and latencies say little above a load of 1, and differences of CPU ratios under 15 % nothing
- Node ${process.version}, ${postgres}; ours: ${versions(ownPackages, '../node_modules')}; peers: ${versions(peerPackages, './peers/node_modules')}
- ${plan.connections.join(', ')} connections, ${plan.rounds} rounds of ${plan.ms / 1000} s each, everybody in turn`;
}
