import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { suites } from './paths.ts';

export interface Ran {
  code: number | null;
  out: string;
  /** Standard output and standard error. */
  all: string;
}

/** Runs a command-line tool in the folder `cwd`: one that these suites install, or one with an absolute path. */
export async function run(
  name: string,
  args: string[],
  env: Record<string, string> = {},
  cwd: string = suites,
): Promise<Ran> {
  const child = spawn(resolve(suites, 'node_modules/.bin', name), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1', ...env },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, all: `${out}${err}` };
}
