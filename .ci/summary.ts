/**
 * Prints the end of .ci/run: the ten slowest files of tests, the sum of the files of each section, and the failures once more.
 * A reader of the last lines does not see them otherwise. Reads what .ci/run kept: lines `== section ==`, and the output of
 * vitest. Run as `node .ci/summary.ts FILE…`.
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

/** With more lines, a reader of the end would not see the slowest files. */
const failureLinesMax = 100;

/** The failures of all runs of vitest, with their first lines. */
function failuresIn(output: string): string[] {
  const lists = stripVTControlCharacters(output).matchAll(/⎯ (?:Failed|Unhandled) [^\n]*⎯\n(.*?)\n *Test Files /gs);
  const lines = [...lists].flatMap(([, list = '']) => list.split('\n')).filter((line) => line.trim() !== '');
  const more = lines.length - failureLinesMax;
  const rest = more > 0 ? [`${more} more lines stand above, after "Failed".`] : [];
  return lines.length > 0 ? ['== failed ==', ...lines.slice(0, failureLinesMax), ...rest] : [];
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`.padStart(7);

export function summaryOf(output: string): string {
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

const kept = argv.slice(2).map((file) => readFileSync(file, 'utf8'));
if (kept.length > 0) console.log(summaryOf(kept.join('\n')));
