import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpuMicros, memoryOf, portOf, tickMicros } from './process.ts';

/** CPU time so far of all threads of a process, in milliseconds. */
export const cpuMs = ({ pid }: ChildProcess) => cpuMicros(pid ?? 0) / 1000;

/** CPU time so far of all processes named `postgres` and of the whole machine, in milliseconds. */
export function othersMs(): { postgres: number; machine: number } {
  let postgres = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') continue;
      postgres += cpuMicros(Number(pid)) / 1000;
    } catch {
      // The process has exited.
    }
  const [user, nice, system, , , irq, softirq] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const machine =
    [user, nice, system, irq, softirq].reduce<number>((sum, ticks = 0) => sum + ticks, 0) * (tickMicros / 1000);
  return { postgres, machine };
}

/** Resident memory of a process in KB. */
export const residentKb = ({ pid }: ChildProcess) => memoryOf(pid ?? 0).rss / 1024;

/** Timeout for an answer of a child process. */
const answerMsMax = 100_000;

/** Sends a message to a child process and waits for its answer. */
export function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('A process of the bench exited or did not answer in time.'));
    const timeout = setTimeout(fail, answerMsMax);
    child.once('exit', fail);
    child.once('message', (answer) => {
      clearTimeout(timeout);
      child.off('exit', fail);
      resolve(answer as T);
    });
    child.send(message, (error) => error && reject(error));
  });
}

/** Starts a child process of the bench. */
export function helper(file: string): ChildProcess {
  return fork(new URL(file, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** Starts a server with the probe and waits for its port. */
export async function startServer(
  command: string[],
  env: Record<string, string>,
  nodeArgs: string[],
): Promise<{ process: ChildProcess; port: number }> {
  const args = [...nodeArgs, '--import', './bench/streams-probe.ts', ...command];
  const child = spawn(process.execPath, args, {
    cwd: new URL('..', import.meta.url),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  return { process: child, port: await portOf(child) };
}
