import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpuMicros, memoryOf, portOf, tickMicros } from './process.ts';

/** CPU that a process has used so far with all its threads, milliseconds. */
export const cpuMs = ({ pid }: ChildProcess) => cpuMicros(pid ?? 0) / 1000;

/** CPU of every process named `postgres` and of the whole machine, milliseconds. */
export function othersMs(): { postgres: number; machine: number } {
  let postgres = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') continue;
      postgres += cpuMicros(Number(pid)) / 1000;
    } catch {
      // It ended while we looked.
    }
  const [user, nice, system, , , irq, softirq] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const machine =
    [user, nice, system, irq, softirq].reduce<number>((sum, ticks = 0) => sum + ticks, 0) * (tickMicros / 1000);
  return { postgres, machine };
}

/** Memory of a process that is in use, kilobytes. */
export const residentKb = ({ pid }: ChildProcess) => memoryOf(pid ?? 0).rss / 1024;

/** Longest that a child may take over an answer. */
const answerMsMax = 100_000;

/** Asks a child that answers each message with one. */
export function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
  return new Promise((resolve, reject) => {
    const died = () =>
      reject(new Error('A process of the bench died or hangs; there is nothing to measure without it.'));
    const late = setTimeout(died, answerMsMax);
    child.once('exit', died);
    child.once('message', (answer) => {
      clearTimeout(late);
      child.off('exit', died);
      resolve(answer as T);
    });
    child.send(message, (error) => error && reject(error));
  });
}

/** A child of the bench, and the first that it says where it says something at once. */
export function helper(file: string): ChildProcess {
  return fork(new URL(file, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** A server with the probe in it, and the port that it says it listens on. */
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
