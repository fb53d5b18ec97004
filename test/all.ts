/**
 * `npm test`: the tests of the service, and beside them checks and guards, for which the processors have time while tests wait.
 * Ends with lines that say how many tests ran, how long it took and which tests are left to .ci/run. Arguments go to the tests of
 * the service.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit, stdout } from 'node:process';
import { text } from 'node:stream/consumers';

const folder = mkdtempSync(join(tmpdir(), 'fabula-totals-'));
const reports = (script: string) => ['--reporter=default', '--reporter=json', `--outputFile=${join(folder, script)}`];

/** Runs a script of package.json; returns its name, and whether it succeeded. */
async function run(script: string, args: string[] = [], output: 'inherit' | 'pipe' = 'inherit') {
  const child = spawn('npm', ['run', '-s', script, '--', ...args], { stdio: ['ignore', output, output] });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  // In one piece between the lines of others.
  if (child.stdout && child.stderr) {
    const pieces = await Promise.all([text(child.stdout), text(child.stderr)]);
    stdout.write(pieces.join(''));
  }
  return { script, succeeded: (await closed) === 0 };
}

async function runBeside() {
  const check = await run('check', [], 'pipe');
  return [check, await run('test:guards', reports('test:guards'), 'pipe')];
}

/** Sums up a count of the reports. A step that did not come to its end has none. */
function total(count: 'numPassedTests' | 'numFailedTests' | 'numPendingTests'): number {
  const files = ['test:guards', 'test:service']
    .map((script) => join(folder, script))
    .filter((file) => existsSync(file));
  return files.reduce((sum, file) => sum + JSON.parse(readFileSync(file, 'utf8'))[count], 0);
}

const minutes = (ms: number) => `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;

const [beside, service] = await Promise.all([
  runBeside(),
  run('test:service', [...reports('test:service'), ...argv.slice(2)]),
]);
const red = [...beside, service].filter(({ succeeded }) => !succeeded).map(({ script }) => `\`npm run ${script}\``);
const [passed, failed, skipped] = [total('numPassedTests'), total('numFailedTests'), total('numPendingTests')];
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
const outcome = red.length > 0 ? `Not green: see the output of ${red.join(' and ')} above` : 'All green';
console.log(`${outcome}. ${passed + failed} tests in ${minutes(performance.now())}.`);
console.log('After a change of operations run `npm run test:operations` too. `bash .ci/run` runs everything.');
exit(red.length > 0 ? 1 : 0);
