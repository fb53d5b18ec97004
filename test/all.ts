/**
 * `npm test`: checks, guards and the tests of the service, one after the other. A step that fails is the last one. Ends with
 * a line that says how many tests ran and how long it took.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exit } from 'node:process';

const steps: [script: string, hasTests: boolean][] = [
  ['check', false],
  ['test:guards', true],
  ['test:service', true],
];
const folder = mkdtempSync(join(tmpdir(), 'fabula-totals-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs a script of package.json; returns whether it succeeded. */
function run(script: string, hasTests: boolean): boolean {
  const report = join(folder, 'report.json');
  const reporters = ['--', '--reporter=default', '--reporter=json', `--outputFile=${report}`];
  const { status } = spawnSync('npm', ['run', '-s', script, ...(hasTests ? reporters : [])], { stdio: 'inherit' });
  if (hasTests) addTotals(report);
  return status === 0;
}

function addTotals(report: string): void {
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += counts.numPassedTests;
  totals.failed += counts.numFailedTests;
  totals.skipped += counts.numPendingTests;
}

const minutes = (ms: number) => `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;

try {
  const isGreen = steps.every(([script, hasTests]) => run(script, hasTests));
  const { passed, failed, skipped } = totals;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  console.log(`${isGreen ? 'All green' : 'NOT GREEN'}: ${passed + failed} tests in ${minutes(performance.now())}.`);
  exit(isGreen ? 0 : 1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
