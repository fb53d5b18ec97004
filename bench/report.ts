import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, totalmem } from 'node:os';

/** One round of one server. */
export interface Sample {
  /** Microseconds of the server process a request, its own and the kernel's on its behalf. */
  cpuMicros: number;
  requestsPerSecond: number;
}

export interface Round {
  floor: Sample;
  ours: Sample;
}

export interface Outcome {
  name: string;
  about: string;
  /** CPU ratio to reach, where one is set. */
  target: number | undefined;
  answerBytes: number;
  rounds: Round[];
}

export interface Setting {
  postgres: string;
  connections: number;
  seconds: number;
  /** Load of the machine when the run began. */
  loadBefore: number;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

const of = (rounds: readonly Round[], pick: (round: Round) => number) => median(rounds.map(pick));
const whole = (value: number) => Math.round(value).toLocaleString('en');

/** Ratios are medians of ratios within a round: the machine is the same for both halves of one, not for all rounds. */
export function row({ name, about, target, answerBytes, rounds }: Outcome): string {
  const ratios = rounds.map(({ floor, ours }) => ours.cpuMicros / floor.cpuMicros);
  const cells = [
    `${name}: ${about}`,
    whole(answerBytes),
    whole(of(rounds, ({ floor }) => floor.cpuMicros)),
    whole(of(rounds, ({ ours }) => ours.cpuMicros)),
    `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    target === undefined ? '' : target.toFixed(2),
    whole(of(rounds, ({ floor }) => floor.requestsPerSecond)),
    whole(of(rounds, ({ ours }) => ours.requestsPerSecond)),
    of(rounds, ({ floor, ours }) => ours.requestsPerSecond / floor.requestsPerSecond).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

const head = [
  '| | answer, bytes | floor, CPU µs | ours, CPU µs | CPU ratio (range) | to reach | floor, req/s | ours, req/s | ratio |',
  '|---|---|---|---|---|---|---|---|---|',
];

export function table(outcomes: readonly Outcome[]): string {
  return [...head, ...outcomes.map(row)].join('\n');
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
}

export function results(outcomes: readonly Outcome[], setting: Setting): string {
  const [cpu] = cpus();
  const packages = ['postgres', 'graphql', 'graphql-yoga', '@pothos/core', '@modelcontextprotocol/server', 'zod'];
  const rounds = Math.max(...outcomes.map((outcome) => outcome.rounds.length));
  return `# What a request costs

Made by \`npm run bench -- --save\`; edit \`bench/report.ts\`, not this file.

Each scenario is measured against a floor (\`bench/floor.ts\`): node:http and postgres.js by hand, which does the same work in
one statement (Bearer → SHA-256 → token → ownership → data → the same JSON) and nothing else. Both servers answer alike before
anything is measured. CPU is the server process's own (utime and stime of /proc/<pid>/stat), microseconds a request. Floor and
service take turns; a ratio is the median of the ratios within a round. Limits are off, the log is at \`info\` as in production.

- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${arch()}; service, PostgreSQL and load generator on it together
- Load average when it began ${setting.loadBefore.toFixed(1)}, when it ended ${(loadavg()[0] ?? 0).toFixed(1)}. The machine is shared: requests a second say little above a load of 1, and differences of CPU ratios under 15 % nothing
- Node ${process.version}, ${setting.postgres}, ${packages.map((name) => `${name} ${versionOf(name)}`).join(', ')}
- ${setting.connections} connections, ${rounds} rounds of ${setting.seconds} s each way

${table(outcomes)}
`;
}
