import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server in a child process. */
export interface Server {
  pid: number;
  port: number;
  /** The end of its stderr. */
  stderr(): string;
}

const root = new URL('..', import.meta.url);
/** Characters of a server's output that are kept. */
const outputMax = 4_000;
/** Time for a graceful shutdown before SIGKILL. */
const stopMs = 15_000;

/** Starts a server and waits until it has printed its address. Its log goes to a file, as in production. */
export async function start(
  args: readonly string[],
  env: Record<string, string>,
  stack: AsyncDisposableStack,
): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), 'fabula-bench-log-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'stderr');
  const log = openSync(file, 'a');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', STOP_GRACE_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', log],
  });
  stack.defer(() => stop(child));
  closeSync(log);
  const stderr = () => readFileSync(file, 'utf8').slice(-outputMax);
  try {
    return { pid: child.pid ?? 0, port: await portOf(child), stderr };
  } catch (error) {
    throw new Error(`${args.join(' ')} ${error instanceof Error ? error.message : error}\n${stderr()}`);
  }
}

/** The port in the address that a server prints when it is ready. */
export function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece: Buffer) => {
      text = (text + piece).slice(-outputMax);
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text);
      if (found) resolve(Number(found[1]));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`exited with ${code ?? signal} before it listened.`)));
  });
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timeout = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await gone;
  clearTimeout(timeout);
}

/** Microseconds of a /proc tick: 1/100 s on all Linux platforms of Node. */
export const tickMicros = 10_000;

/** CPU time so far of a process: all threads, user and system, in microseconds; 0 if it has exited. */
export function cpuMicros(pid: number): number {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0;
  }
  // The name in parentheses may contain spaces. Fields 14 and 15 are utime and stime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMicros;
}

export interface Memory {
  /** Resident bytes: now and peak. */
  rss: number;
  peak: number;
}

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { rss: bytes('VmRSS'), peak: bytes('VmHWM') };
}
