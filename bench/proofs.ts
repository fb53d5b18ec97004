import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Figure } from '../test/support/proofs.ts';
import { saveSection } from './results.ts';

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});

if (values.help) {
  console.log(`npm run proofs [-- FILTER… --seed N --write]
Runs the tests that have a long form at their full size, on the embedded engine or on the server of TEST_DATABASE_URL.
FILTER is a part of a file name. --seed repeats the random cases of an earlier run. --write saves the table in bench/RESULTS.md.`);
  process.exit(0);
}

/** A part of vitest's JSON report. */
interface Report {
  success: boolean;
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { status: string }[] }[];
}

/** The test files that have a long form, recognized by their imports. */
function filesWithLongForm(): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/suites/**'] });
  const hasLongForm = (name: string) =>
    /from '((\.\.\/)+support\/proofs|\.\/values)\.ts'/.test(readFileSync(join(root, name), 'utf8'));
  const isWanted = (name: string) => positionals.length === 0 || positionals.some((part) => name.includes(part));
  return files.filter((name) => hasLongForm(name) && isWanted(name)).sort();
}

async function runTests(files: readonly string[], folder: string, seed: string): Promise<Report> {
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [
      vitest,
      'run',
      '--project=service',
      '--project=operations',
      '--project=processes',
      ...files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        FABULA_PROOFS: '1',
        FABULA_FIGURES: join(folder, 'figures'),
        PROPERTY_SEED: seed,
      },
    },
  );
  await new Promise((done) => child.once('close', done));
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** One line for each file, then one for each figure that a test reported. */
function tableOf(report: Report, figures: readonly Figure[]): string {
  const rows = report.testResults.map(({ name, startTime, endTime, assertionResults }) => {
    const passed = assertionResults.filter(({ status }) => status === 'passed').length;
    const failed = assertionResults.filter(({ status }) => status === 'failed').length;
    const seconds = Math.round((endTime - startTime) / 1000);
    return `| ${name.slice(root.length + 1)} | ${passed} | ${failed} | ${seconds} |`;
  });
  const measured = figures.map(({ name, value, unit }) => `| ${name} | ${value.toLocaleString('en')} ${unit} |`);
  return [
    ...['| file | passed | failed | seconds |', '| --- | ---: | ---: | ---: |', ...rows.sort()],
    ...(measured.length > 0 ? ['', '| figure | value |', '| --- | ---: |', ...measured] : []),
  ].join('\n');
}

function figuresIn(folder: string): Figure[] {
  const [file] = globSync('figures', { cwd: folder });
  if (!file) return [];
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
  return lines.map((line): Figure => JSON.parse(line));
}

const folder = mkdtempSync(join(tmpdir(), 'fabula-proofs-'));
const seed = values.seed ?? String(Date.now() % 2 ** 31);
const report = await runTests(filesWithLongForm(), folder, seed);
const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded engine';
const about = `Made by \`npm run proofs -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${engine}, Node ${process.version}, seed ${seed}.`;
const section = `# Proofs (${engine})\n\n${about}\n\n${tableOf(report, figuresIn(folder))}\n`;
console.log(`\n${section}`);
if (values.write) saveSection(section);
rmSync(folder, { recursive: true });
process.exitCode = report.success ? 0 : 1;
