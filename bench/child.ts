import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpuMicros, memoryOf, portOf, stop } from './process.ts';

/** A service in a child process. */
export interface Running {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the service as `npm start` does and waits until it is ready. */
export async function startService(root: string, env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, ['src/fabula.js', 'start'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://127.0.0.1:${await portOf(child)}`;
  return { url, pid: child.pid ?? 0, stop: () => stop(child) };
}

/** CPU time so far of all threads, in milliseconds. */
export const cpuMsOf = (pid: number) => cpuMicros(pid) / 1000;

/** Resident memory in MB: now, or the peak since `forgetPeak`. */
export function residentMbOf(pid: number, which: 'rss' | 'peak' = 'rss'): number {
  return memoryOf(pid)[which] / 2 ** 20;
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
