import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { readCredentials } from '../../../src/credentials/credentials.ts';
import { startImageProvider } from '../../support/image-provider.ts';
import { type Behaviour, chapter, reply, startProvider, withPlans } from '../../support/provider.ts';
import { startSpeech } from '../../support/speech.ts';
import { startOwnService } from './own-service.ts';

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

/** Slow enough that a late watcher still sees the text grow. */
const pieceMs = 120;
const unending = 'A ferry that never comes.';
const chatty = 'A ferry that talks too much.';
const refused = 'A ferry that nobody may describe.';
const unread = 'A letter that nobody can read to its end.';
const remarks = { start: 'It should begin with a <b>bell</b>.', end: 'Let me know if you would like any changes!' };
const refusal = 'I’m sorry, but I can’t help with that request.';

/** Starts the service like a user, with its own database and providers, and stops it after all suites. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const provider = await startProvider();
  const speech = await startSpeech();
  const plans = withPlans(byPremise(chapter));
  const never = reply.stall([]);
  provider.script((request, response) =>
    (JSON.stringify(request.body).includes(unread) ? never : plans)(request, response),
  );
  const images = await startImageProvider();
  const service = await startOwnService({
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: 'any',
    SPEECH_BASE_URL: speech.url,
    IMAGE_BASE_URL: images.url,
    MODEL_PRICES: 'gpt-5-nano=0.05/0.005/0.4,gpt-5-mini=0.25/0.025/2',
  });
  const { url, dataDir, session } = service;
  const key = (await readCredentials(dataDir)) ?? '';
  project.provide('url', url);
  project.provide('key', key);
  project.provide('session', session);
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
    await service.stop();
    await provider.close();
    await speech.close();
    await images.close();
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

async function onlyBookOf(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/v1/books`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  const [book] = data;
  if (!book) throw new Error('The first start has made no sample book.');
  return book.id;
}
