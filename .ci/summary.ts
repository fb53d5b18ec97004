/**
 * Lists where the time of tests went, and which failed: the ten slowest files, the sum of the files of each section, and the
 * failures, which stand far above where sections run beside each other. Reads what .ci/run kept: lines `== section ==`, and the
 * output of vitest. Run as `node .ci/summary.ts FILE`.
 */

import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { stripVTControlCharacters } from 'node:util';

const ofFile = /^\s*[✓❯×]\s+(?:(\S+)\s+)?(\S+\.test\.ts) \(.*?\)\s+(\d+)ms/;

interface FileTime {
  project: string;
  file: string;
  ms: number;
}

/** Files with their milliseconds, and the sum of each section. */
function timesIn(output: string): { files: FileTime[]; sums: Map<string, number> } {
  const files: FileTime[] = [];
  const sums = new Map<string, number>();
  let section = '';
  for (const line of stripVTControlCharacters(output).split('\n')) {
    section = /^== (.+) ==$/.exec(line)?.[1] ?? section;
    const [, project = 'suites', file, ms] = ofFile.exec(line) ?? [];
    if (file === undefined) continue;
    files.push({ project, file, ms: Number(ms) });
    sums.set(section, (sums.get(section) ?? 0) + Number(ms));
  }
  return { files, sums };
}

/** More lines would push the durations out of what a reader of the end sees. */
const failureLinesMax = 100;

/** The failures of all runs of vitest, with their first lines. */
function failuresIn(output: string): string[] {
  const lists = stripVTControlCharacters(output).matchAll(/⎯ (?:Failed|Unhandled) [^\n]*⎯\n(.*?)\n *Test Files /gs);
  const lines = [...lists].flatMap(([, list = '']) => list.split('\n')).filter((line) => line.trim() !== '');
  return lines.length > 0 ? ['== failed ==', ...lines.slice(0, failureLinesMax)] : [];
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`.padStart(7);

/** What .ci/run prints. */
export function listOf(output: string): string {
  const { files, sums } = timesIn(output);
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  return [
    '== the ten slowest files of tests ==',
    ...slowest.map(({ project, file, ms }) => `${seconds(ms)}  ${project} ${file}`),
    '== files of tests, summed up ==',
    ...[...sums].map(([section, ms]) => `${seconds(ms)}  ${section}`),
    ...failuresIn(output),
  ].join('\n');
}

if (argv[2]) console.log(listOf(readFileSync(argv[2], 'utf8')));
