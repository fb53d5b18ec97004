import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { startImageProvider } from '../../support/image-provider.ts';
import { type Behaviour, chapter, reply, startProvider, withPlans } from '../../support/provider.ts';
import { startSpeech } from '../../support/speech.ts';
import { root } from './paths.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the service listens, without a slash at the end. */
    url: string;
    /** A key with every scope; its account has the sample book. */
    key: string;
    /** What the provider writes into every chapter. */
    written: string;
    /** A chapter of a book with this premise is begun and never ended, until somebody stops it. */
    unending: string;
  }
}

/** A start takes a second or two, but on a machine that does much else besides. */
const startMsMax = 180_000;
const stopMsMax = 60_000;
/** Long enough that a watcher who comes late still sees the text grow. */
const pieceMs = 120;
const unending = 'A ferry that never comes.';
/** Severities of the log: 50 is an error. */
const errorLevel = 50;

/** Starts the service as a user does, on a database and a provider of its own, and stops it when all suites are done. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fabula-suites-'));
  const provider = await startProvider();
  const speech = await startSpeech();
  provider.script(withPlans(slowlyOrNever(chapter)));
  const images = await startImageProvider();
  const service = spawn(process.execPath, ['src/fabula.js', 'start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: 'any',
      SPEECH_BASE_URL: speech.url,
      IMAGE_BASE_URL: images.url,
    },
  });
  const logged = textOf(service.stderr);
  const { url, key } = await addressOf(service, logged);
  project.provide('url', url);
  project.provide('key', key);
  project.provide('written', chapter);
  project.provide('unending', unending);
  return async () => {
    const code = await stop(service);
    await provider.close();
    await speech.close();
    await images.close();
    await rm(dataDir, { recursive: true, force: true });
    const faults = (await logged).split('\n').filter(isFault);
    if (code !== 0 || faults.length > 0)
      throw new Error(`The service ended with ${code} and logged:\n${faults.join('\n') || 'no error'}`);
    console.log('service: stopped with 0, no error logged');
  };
}

/** However late somebody comes to stop it, there is something to stop. */
function slowlyOrNever(text: string): Behaviour {
  const [begin = ''] = text.split('\n');
  return (request, response) => {
    const isUnending = JSON.stringify(request.body).includes(unending);
    return (isUnending ? reply.stall([begin]) : slowly(text))(request, response);
  };
}

/** Word by word with pauses, so that a watcher sees the text grow. */
function slowly(text: string): Behaviour {
  return async (request, response) => {
    const pieces = text.split(/(?<=\n\n)|(?<=[.”] )/).flatMap((piece, index) => [wait((index + 1) * pieceMs), piece]);
    await reply.text(pieces)(request, response);
  };
}

/** What the service prints when it is ready: its address and a key. */
async function addressOf(service: ChildProcess, logged: Promise<string>): Promise<{ url: string; key: string }> {
  const found: { url?: string | undefined; key?: string | undefined } = {};
  if (!service.stdout) throw new Error('No standard output.');
  const giveUp = setTimeout(() => service.kill('SIGKILL'), startMsMax);
  for await (const line of createInterface({ input: service.stdout })) {
    found.url ??= /^ {2}start page +(http\S+)\/$/.exec(line)?.[1];
    found.key ??= /^ {2}key +(fab_live_\S+)$/.exec(line)?.[1];
    if (!found.url || !found.key) continue;
    clearTimeout(giveUp);
    service.stdout.resume();
    return { url: found.url, key: found.key };
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
