/**
 * `npm test`: checks, guards and the tests of the service, one after the other. A step that fails is the last one. Ends with
 * a line that says how many tests ran and how long it took. Arguments go to the tests of the service.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';

const steps = [
  { script: 'check' },
  { script: 'test:guards', args: [] },
  { script: 'test:service', args: argv.slice(2) },
];
const folder = mkdtempSync(join(tmpdir(), 'fabula-totals-'));

/** Runs a script of package.json; returns whether it succeeded. `args`: those of its tests. */
function succeeds({ script, args }: (typeof steps)[number]): boolean {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${join(folder, script)}`];
  const given = args ? ['--', ...reporters, ...args] : [];
  return spawnSync('npm', ['run', '-s', script, ...given], { stdio: 'inherit' }).status === 0;
}

/** Sums up a count of the reports. A step that did not come to its end has none. */
function total(count: 'numPassedTests' | 'numFailedTests' | 'numPendingTests'): number {
  const reports = steps.map(({ script }) => join(folder, script)).filter((file) => existsSync(file));
  return reports.reduce((sum, file) => sum + JSON.parse(readFileSync(file, 'utf8'))[count], 0);
}

const minutes = (ms: number) => `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;

const red = steps.find((step) => !succeeds(step));
const [passed, failed, skipped] = [total('numPassedTests'), total('numFailedTests'), total('numPendingTests')];
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
const outcome = red ? `Not green: see the output of \`npm run ${red.script}\` above` : 'All green';
console.log(`${outcome}. ${passed + failed} tests in ${minutes(performance.now())}.`);
exit(red ? 1 : 0);
