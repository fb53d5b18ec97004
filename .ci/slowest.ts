/**
 * Lists where the time of tests went: the ten slowest files, and the sum of the files of each section. Reads what .ci/run
 * kept: lines `== section ==`, and the output of vitest. Run as `node .ci/slowest.ts FILE`.
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
  ].join('\n');
}

if (argv[2]) console.log(listOf(readFileSync(argv[2], 'utf8')));
