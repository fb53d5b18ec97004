import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { root } from './paths.ts';

/** A start takes a second or two, but longer on a busy machine. */
const startMsMax = 180_000;
const stopMsMax = 60_000;
/** The log level of errors. */
const errorLevel = 50;

export interface OwnService {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  /** The localStorage session of a signed-in browser. */
  session: string;
  /** Throws if it does not end well, or has logged an error. */
  stop(): Promise<void>;
}

/** Starts the service like a user, with a database of its own. */
export async function startOwnService(env: NodeJS.ProcessEnv): Promise<OwnService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fabula-suites-'));
  const service = spawn(process.execPath, ['src/fabula.js', 'start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      STOP_GRACE_SECONDS: '0',
      // All suites use one key, faster than a person.
      LIMIT_REQUESTS_PER_MINUTE: '0',
      LIMIT_PLAN_PER_MINUTE: '0',
      LIMIT_GRAPHQL_COST_PER_MINUTE: '0',
      ...env,
    },
  });
  const logged = textOf(service.stderr);
  const { url, code } = await addressOf(service, logged);
  async function end(): Promise<void> {
    const status = await stop(service);
    await rm(dataDir, { recursive: true, force: true });
    const faults = (await logged).split('\n').filter(isFault);
    if (status !== 0 || faults.length > 0)
      throw new Error(`The service ended with ${status} and logged:\n${faults.join('\n') || 'no error'}`);
  }
  return { url, dataDir, session: await sessionFor(url, code), stop: end };
}

/** Exchanges the code of a sign-in link, as a page does. */
async function sessionFor(url: string, code: string): Promise<string> {
  const headers = { origin: url, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/session`, { method: 'POST', headers, body: JSON.stringify({ code }) });
  if (answer.status !== 201) throw new Error(`The sign-in link does not work: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: unknown };
  return JSON.stringify(data);
}

/** Reads the printed URL and sign-in code of the service. */
async function addressOf(service: ChildProcess, logged: Promise<string>): Promise<{ url: string; code: string }> {
  const found: { url?: string | undefined; code?: string | undefined } = {};
  if (!service.stdout) throw new Error('No standard output.');
  const giveUp = setTimeout(() => service.kill('SIGKILL'), startMsMax);
  for await (const line of createInterface({ input: service.stdout })) {
    found.url ??= /^ {2}start page +(http\S+)\/$/.exec(line)?.[1];
    found.code ??= /#sign-in=(\S+)$/.exec(line)?.[1];
    if (!found.url || !found.code) continue;
    clearTimeout(giveUp);
    service.stdout.resume();
    return { url: found.url, code: found.code };
  }
  throw new Error(`The service did not start.\n${await logged}`);
}

async function stop(service: ChildProcess): Promise<number | null> {
  if (service.exitCode !== null) return service.exitCode;
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  const giveUp = setTimeout(() => service.kill('SIGKILL'), stopMsMax);
  const [code] = await exited;
  clearTimeout(giveUp);
  return code;
}

function isFault(line: string): boolean {
  if (line === '') return false;
  try {
    return JSON.parse(line).level >= errorLevel;
  } catch {
    return true;
  }
}
