import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { chapter, startProvider } from '../support/provider.ts';
import { startSpeech } from '../support/speech.ts';
import { freshPath, migratedPath, ownDirectory, product, startServer } from './support.ts';

ownDirectory();

const readme = readFileSync(`${product}/README.md`, 'utf8');
const between = (begins: string, ends: string) =>
  readme.slice(readme.indexOf(`\n${begins}\n`), readme.indexOf(`\n${ends}\n`));
/** The shell lines of "Five minutes for each kind of user", in order. samples.test.ts runs the one of Claude Code. */
const lines = [
  ...between('## Five minutes for each kind of user', '## Commands').matchAll(/```sh\n(.*?)```/gs),
].flatMap(([, block = '']) =>
  block
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('claude ')),
);
const mark = '\n@@@\n';

/** Runs all lines in one shell. Answers the lines, each with its output, and the folder of the files. */
async function follow(server: { url: string }, dataDir: string) {
  const folder = freshPath();
  mkdirSync(folder, { recursive: true });
  const script = lines
    .map(
      (line) =>
        `${line.replace('http://127.0.0.1:4000', server.url).replace(' -o ', ` -o ${folder}/`)}\nprintf '${mark}'`,
    )
    .join('\n');
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', DATA_DIR: dataDir };
  const running = promisify(execFile)('sh', ['-euc', script], { cwd: product, env });
  running.child.stdin?.end();
  const outputs = (await running).stdout.split(mark);
  return { folder, steps: lines.map((line, index) => ({ line, output: outputs[index] ?? '' })) };
}

type Step = Awaited<ReturnType<typeof follow>>['steps'][number];
const needsProvider = ({ line }: Step) => /\/(write|narrate) /.test(line);
const errorsOf = (steps: Step[]) => steps.filter(({ output }) => /^\s*\{"error"/.test(output));

describe('the five minutes of README, followed in order on a fresh start', () => {
  it('work without a provider, except the two steps that name their key', async () => {
    const dataDir = freshPath();
    const server = await startServer({ DATA_DIR: dataDir });
    try {
      const { folder, steps } = await follow(server, dataDir);
      expect(errorsOf(steps)).toEqual(steps.filter(needsProvider));
      for (const { output } of errorsOf(steps)) expect(output).toContain('"feature_disabled"');
      expect(readFileSync(`${folder}/book.epub`, 'latin1')).toMatch(/^PK/);
      expect(readFileSync(`${folder}/cast.svg`, 'latin1')).toMatch(/^<svg/);
      const published = steps.find(({ line }) => line.includes('/publish'));
      expect(JSON.parse(published?.output ?? '')).toMatchObject({ data: { title: 'A Cupful of Morning' } });
    } finally {
      await server.stop();
    }
  });

  it('write and narrate with providers', async () => {
    const [provider, speech] = [await startProvider(), await startSpeech()];
    const dataDir = await migratedPath();
    const server = await startServer({ DATA_DIR: dataDir, OPENAI_BASE_URL: provider.url, SPEECH_BASE_URL: speech.url });
    try {
      const { steps } = await follow(server, dataDir);
      expect(errorsOf(steps)).toEqual([]);
      expect(steps.find(({ line }) => line.includes('/write '))?.output.trim()).toBe(chapter);
    } finally {
      await server.stop();
      await provider.close();
      await speech.close();
    }
  });
});

describe('the commands of README', () => {
  const named = [...between('## Commands', '## Documentation').matchAll(/^\| (.*?) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`npm (?:run )?(?:-s )?([\w:]+)/g)].map(([, name = '']) => name))
    .filter((name) => name !== 'generate');

  it.each(named)('%s explains itself with --help', async (name) => {
    const { stdout, stderr } = await promisify(execFile)('npm', ['run', '-s', name, '--', '--help'], { cwd: product });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^npm (start|run)/);
  });
});
