import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { readCredentials } from '../../../src/credentials/credentials.ts';
import { startImageProvider } from '../../support/image-provider.ts';
import { type Behaviour, chapter, reply, startProvider, withPlans } from '../../support/provider.ts';
import { startSpeech } from '../../support/speech.ts';
import { root } from './paths.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The base URL of the service, without a trailing slash. */
    url: string;
    /** A key with every scope, for the account with the sample book. */
    key: string;
    /** The text that the provider writes into every chapter. */
    written: string;
    /** The localStorage session of a signed-in browser. */
    session: string;
    /** The book that the first start has made. */
    sampleBookId: string;
    /** The data directory of the service, for other commands. */
    dataDir: string;
    /** The premise of a book whose chapter starts but never ends by itself. */
    unending: string;
    /** The premise of a book whose chapters come after reasoning and before a question. */
    chatty: string;
    remarks: { start: string; end: string };
    /** The premise of a book for which the provider answers with `refusal`. */
    refused: string;
    refusal: string;
    /** A text of which no recap comes. */
    unread: string;
  }
}

/** A start takes a second or two, but longer on a busy machine. */
const startMsMax = 180_000;
const stopMsMax = 60_000;
/** Slow enough that a late watcher still sees the text grow. */
const pieceMs = 120;
const unending = 'A ferry that never comes.';
const chatty = 'A ferry that talks too much.';
const refused = 'A ferry that nobody may describe.';
const unread = 'A letter that nobody can read to its end.';
const remarks = { start: 'It should begin with a <b>bell</b>.', end: 'Let me know if you would like any changes!' };
const refusal = 'I’m sorry, but I can’t help with that request.';
/** The log level of errors. */
const errorLevel = 50;

/** Starts the service like a user, with its own database and providers, and stops it after all suites. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fabula-suites-'));
  const provider = await startProvider();
  const speech = await startSpeech();
  const plans = withPlans(byPremise(chapter));
  const never = reply.stall([]);
  provider.script((request, response) =>
    (JSON.stringify(request.body).includes(unread) ? never : plans)(request, response),
  );
  const images = await startImageProvider();
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
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: 'any',
      SPEECH_BASE_URL: speech.url,
      IMAGE_BASE_URL: images.url,
      MODEL_PRICES: 'gpt-5-nano=0.05/0.005/0.4,gpt-5-mini=0.25/0.025/2',
    },
  });
  const logged = textOf(service.stderr);
  const { url, code } = await addressOf(service, logged);
  const key = (await readCredentials(dataDir)) ?? '';
  project.provide('url', url);
  project.provide('key', key);
  project.provide('session', await sessionFor(url, code));
  project.provide('sampleBookId', await onlyBookOf(url, key));
  project.provide('dataDir', dataDir);
  project.provide('written', chapter);
  project.provide('unending', unending);
  project.provide('chatty', chatty);
  project.provide('remarks', remarks);
  project.provide('refused', refused);
  project.provide('refusal', refusal);
  project.provide('unread', unread);
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

/** Streams slowly, or as the premise of the book tells. */
function byPremise(text: string): Behaviour {
  const [begin = ''] = text.split('\n');
  const special: Record<string, Behaviour> = {
    [unending]: reply.stall([begin]),
    [chatty]: reply.text([`<think>${remarks.start}</think>\n\n${text}\n\n${remarks.end}`]),
    [refused]: reply.text([refusal]),
  };
  return (request, response) => {
    const body = JSON.stringify(request.body);
    const premise = Object.keys(special).find((known) => body.includes(known));
    return ((premise && special[premise]) || slowly(text))(request, response);
  };
}

/** Streams in pieces with pauses, so that a watcher sees the text grow. */
function slowly(text: string): Behaviour {
  return async (request, response) => {
    const pieces = text.split(/(?<=\n\n)|(?<=[.”] )/).flatMap((piece, index) => [wait((index + 1) * pieceMs), piece]);
    await reply.text(pieces)(request, response);
  };
}

/** Exchanges the code of a sign-in link, as a page does. */
async function sessionFor(url: string, code: string): Promise<string> {
  const headers = { origin: url, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/session`, { method: 'POST', headers, body: JSON.stringify({ code }) });
  if (answer.status !== 201) throw new Error(`The sign-in link does not work: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: unknown };
  return JSON.stringify(data);
}

async function onlyBookOf(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/v1/books`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  const [book] = data;
  if (!book) throw new Error('The first start has made no sample book.');
  return book.id;
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
