import { print } from 'graphql';
import { afterAll } from 'vitest';
import { prepareOperation } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';
import { schema } from '../../src/schema.ts';
import { firstBefore } from '../registers/sample.ts';
import { addCopies } from './add-copies.ts';
import type { TestDatabase } from './database.setup.ts';
import { graphql, type Ids, type Json, ownService, sampleOf } from './faces.ts';
import { startImageProvider } from './image-provider.ts';
import { hold, reply, startProvider } from './provider.ts';
import { newSampleRecords } from './sample-records.ts';
import { startSpeech } from './speech.ts';

type Own = ReturnType<typeof ownService>;

/** A service on which every operation works. Runs start, but the text provider does not answer until the tests end. */
export function serviceWithHeldProviders(target?: () => Promise<TestDatabase>): Own {
  const untilEnd = hold();
  const closers: (() => Promise<unknown>)[] = [];
  const own = ownService(async () => {
    const [text, image, speech] = [await startProvider(), await startImageProvider(), await startSpeech()];
    closers.push(...[text, image, speech].map((provider) => () => provider.close()));
    text.script(reply.text([untilEnd.released]));
    const urls = { OPENAI_BASE_URL: text.url, IMAGE_BASE_URL: image.url, SPEECH_BASE_URL: speech.url };
    return { ...urls, LIMIT_PLAN_PER_MINUTE: '0', LIMIT_PROVIDER_PER_MINUTE: '0', LIMIT_PROVIDER_CONCURRENT: '0' };
  }, target);
  afterAll(async () => {
    untilEnd.release();
    await Promise.all(closers.map((close) => close()));
  });
  return own;
}

/** A new account with at least one record of each kind. */
export interface SampleAccount {
  key: string;
  ids: Ids;
}

/** `more` is the number of further records of each kind of which a book can have many. */
export async function newSampleAccount(own: Own, more: number): Promise<SampleAccount> {
  const key = await own.running().newKey();
  const ids = await newSampleRecords(own.running(), key);
  await addCopies(own.running(), ids, more);
  return { key, ids };
}

/** Does what an operation needs first; returns the variables that depend on it. */
async function prerequisites(own: Own, operation: Operation, { key, ids }: SampleAccount): Promise<object> {
  const rest = own.face('REST', key);
  const { answer } = operation;
  const { bookId } = ids;
  const first = firstBefore(operation);
  if (first) await rest(first.answer, sampleOf(first, ids));
  if (answer !== 'reorderChapters') return {};
  const chapters: Json[] = await rest('chapters', { bookId });
  return { chapterIds: chapters.map(({ id }) => id).reverse() };
}

/** Variables that select as much as a document can return, without waiting. */
const largest = { full: true, withContent: true, offset: 0, limit: 100, waitSeconds: 0 };

/** The document of an operation, and variables that select as much as it can return. */
export function requestOf(operation: Operation, { ids }: SampleAccount, required: object = {}) {
  const sample = sampleOf(operation, ids);
  const variables = { ...(operation.variables ? operation.variables(sample) : sample), ...largest, ...required };
  const known = Object.entries(variables).filter(([name]) => prepareOperation(schema, operation).variables.has(name));
  return { document: operation.document, variables: Object.fromEntries(known) };
}

/** Does what an operation needs first; returns its document and variables. */
export async function prepareDocument(own: Own, operation: Operation, world: SampleAccount) {
  return requestOf(operation, world, await prerequisites(own, operation, world));
}

/** The same; returns a function that sends them to /graphql. */
export async function prepareRequest(
  own: Own,
  operation: Operation,
  world: SampleAccount,
): Promise<() => Promise<Json>> {
  const { document, variables } = await prepareDocument(own, operation, world);
  return () => graphql(own.url(), world.key, print(document), variables);
}
