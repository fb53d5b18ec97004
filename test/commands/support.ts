import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { runCommandLine } from '../../src/commands/command-line.ts';
import { readCredentials } from '../../src/credentials/credentials.ts';
import { makeDataDirectory } from '../support/data-directory.ts';

/** The project folder, where npm scripts run. */
export const product = fileURLToPath(new URL('../..', import.meta.url));
const main = join(product, 'src/fabula.js');
const running = new Set<Command>();
let root = '';
let count = 0;

/** Creates a temporary directory for a test file, and removes it and kills remaining commands at the end. */
export function ownDirectory(): void {
  root = mkdtempSync(join(tmpdir(), 'fabula-commands-'));
  afterAll(async () => {
    await Promise.all([...running].map((command) => command.kill()));
    rmSync(root, { recursive: true, force: true });
  });
}

/** A path that does not exist yet. */
export function freshPath(): string {
  count += 1;
  return join(root, String(count));
}

/** A data directory with a migrated, empty database. A first start in it makes account, key and sample book. */
export const migratedPath = (): Promise<string> => makeDataDirectory(freshPath());

/** A copy of a data directory's database. */
export function copyOf(directory: string, ...files: string[]): string {
  const copy = freshPath();
  for (const name of ['pg', ...files]) cpSync(join(directory, name), join(copy, name), { recursive: true });
  return copy;
}

/** The environment of a command of a test. */
const environment = (env: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  HOME: root,
  LOG_LEVEL: 'warn',
  STOP_GRACE_SECONDS: '0',
  EXECUTOR: process.env.EXECUTOR,
  ...env,
});

/** A command in a child process that inherits only PATH. */
export class Command {
  stdout = '';
  stderr = '';
  readonly process: ChildProcess;
  /** The exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  private readonly watchers = new Set<() => void>();

  constructor(args: string[], env: Record<string, string> = {}, as: Pick<SpawnOptions, 'uid' | 'gid' | 'env'> = {}) {
    this.process = spawn(process.execPath, [main, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(env),
      ...as,
    });
    running.add(this);
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.wake();
    });
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.exited = new Promise((resolve) =>
      this.process.once('close', (code) => {
        running.delete(this);
        resolve(code);
        this.wake();
      }),
    );
  }

  /** Resolves with the match once stdout contains it; rejects if the process ends first. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      if (!running.has(this)) throw new Error(`It ended without ${pattern}:\n${this.stdout}\n${this.stderr}`);
      await new Promise<void>((resolve) => this.watchers.add(resolve));
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  /** Sends SIGTERM and expects exit code 0. */
  async stop(): Promise<void> {
    this.signal('SIGTERM');
    expect(await this.exited, this.stderr).toBe(0);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }

  private wake(): void {
    for (const wake of this.watchers) wake();
    this.watchers.clear();
  }
}

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command in this process, with its input and output. */
export interface CommandHere {
  input: Writable;
  output: Readable;
  stderr(): string;
  /** The exit code. */
  ended: Promise<number>;
}

/** Starts a command in this process, which takes a tenth of the time. It stops at the end of its input. */
export function startHere(args: string[], env: Record<string, string>): CommandHere {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let said = '';
  const stderr = new Writable({
    write(text, _encoding, done) {
      said += text;
      done();
    },
  });
  const ended = runCommandLine(args, {
    stdin: () => input,
    stdout: output,
    stderr,
    env: environment(env),
    stopped: () => new Promise((resolve) => input.once('end', resolve)),
    openLog: async () => stderr,
    nodeVersion: process.versions.node,
  });
  void ended.then(() => output.end());
  return { input, output, stderr: () => said, ended };
}

/** Runs a command without input to its end in this process. */
export async function runHere(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const { output, ended, stderr } = startHere(args, env);
  const [stdout, code] = await Promise.all([text(output), ended]);
  return { code, stdout, stderr: stderr() };
}

/** Runs a command to its end. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const command = new Command(args, env);
  const code = await command.exited;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

/** A server that is ready, and its stored key or ''. */
export interface Server extends Command {
  url: string;
  key: string;
}

export async function startServer(
  env: Record<string, string>,
  args: string[] = [],
  as: Pick<SpawnOptions, 'uid' | 'gid' | 'env'> = {},
): Promise<Server> {
  const command = new Command(['start', ...args], { PORT: '0', CHAPTER_RECAPS: 'off', ...env }, as);
  await command.printed(/claude mcp add .*\n\n/);
  const [, url = ''] = await command.printed(/REST +(\S+)\/v1\n/);
  const key = env.DATA_DIR ? ((await readCredentials(env.DATA_DIR)) ?? '') : '';
  return Object.assign(command, { url, key });
}

/** The single line of an error, which starts with the program name. */
export function expectOneLine({ code, stdout, stderr }: Outcome, exitCode: number): string {
  expect({ code, stdout, lines: stderr.split('\n').length }, stderr).toEqual({ code: exitCode, stdout: '', lines: 2 });
  expect(stderr).toMatch(/^fabula: \S/);
  return stderr.trim();
}

// biome-ignore lint/suspicious/noExplicitAny: responses are JSON that tests read freely.
export async function get({ url, key }: { url: string; key: string }, path: string): Promise<any> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, ...((await response.json()) as object) };
}
