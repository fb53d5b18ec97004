import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server in a process of its own, whose use of the machine is read from /proc. */
export interface Server {
  pid: number;
  port: number;
  /** The end of what it has said on stderr. */
  said(): string;
}

const root = new URL('..', import.meta.url);
/** Characters of a server's stderr that are worth showing. */
const saidMax = 4_000;
/** Milliseconds that a server has for its end before it is killed. */
const stopMs = 15_000;

/** Starts a server and waits until it has said where it listens. Its log goes to a file, as in production. */
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
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', log],
  });
  stack.defer(() => stop(child));
  closeSync(log);
  const said = () => readFileSync(file, 'utf8').slice(-saidMax);
  try {
    return { pid: child.pid ?? 0, port: await portOf(child), said };
  } catch (error) {
    throw new Error(`${args.join(' ')} ${error instanceof Error ? error.message : error}\n${said()}`);
  }
}

/** Where a server says that it listens, which the service does in one piece when it is ready. */
export function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece: Buffer) => {
      text = (text + piece).slice(-saidMax);
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text);
      if (found) resolve(Number(found[1]));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`ended with ${code ?? signal} before it listened.`)));
  });
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await gone;
  clearTimeout(impatient);
}

/** Ticks of /proc are hundredths of a second on every Linux that Node runs on. */
export const tickMicros = 10_000;

/** CPU that a process has used so far, microseconds, in user mode and in the kernel, all its threads; 0 of one that has gone. */
export function cpuMicros(pid: number): number {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0;
  }
  // The name in brackets may hold spaces; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMicros;
}

export interface Memory {
  /** Bytes in memory now, and the most there were. */
  rss: number;
  peak: number;
}

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { rss: bytes('VmRSS'), peak: bytes('VmHWM') };
}
