import { print } from 'graphql';
import { afterAll } from 'vitest';
import { prepare } from '../../src/graphql/execute.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { Operation } from '../../src/operation.ts';
import { crowd } from './crowd.ts';
import type { TestDatabase } from './database.setup.ts';
import { graphql, type Ids, type Json, ownService, sampleOf } from './faces.ts';
import { startImageProvider } from './image-provider.ts';
import { hold, reply, startProvider } from './provider.ts';
import { startSpeech } from './speech.ts';
import { worldOf } from './world.ts';

type Own = ReturnType<typeof ownService>;

/** A service that takes every operation: what it starts at a text provider begins, and does not end. */
export function ownStillService(target?: () => Promise<TestDatabase>): Own {
  const silence = hold();
  const closings: (() => Promise<unknown>)[] = [];
  const own = ownService(async () => {
    const [text, image, speech] = [await startProvider(), await startImageProvider(), await startSpeech()];
    closings.push(...[text, image, speech].map((provider) => () => provider.close()));
    text.script(reply.text([silence.released]));
    const urls = { OPENAI_BASE_URL: text.url, IMAGE_BASE_URL: image.url, SPEECH_BASE_URL: speech.url };
    return { ...urls, LIMIT_PLAN_PER_MINUTE: '0', LIMIT_PROVIDER_PER_MINUTE: '0', LIMIT_PROVIDER_CONCURRENT: '0' };
  }, target);
  afterAll(async () => {
    silence.release();
    await Promise.all(closings.map((close) => close()));
  });
  return own;
}

/** One of everything of a new account, and so many more of what there can be many. */
export interface World {
  key: string;
  ids: Ids;
}

export async function newWorld(own: Own, more: number): Promise<World> {
  const key = await own.running().newKey();
  const ids = await worldOf(own.running(), key);
  await crowd(own.running(), ids, more);
  return { key, ids };
}

/** What comes before some operations, for them to have something to do, and what they are told of it. */
async function prepared(own: Own, { answer }: Operation, { key, ids }: World): Promise<object> {
  const rest = own.face('REST', key);
  const { bookId, chapterId } = ids;
  if (answer === 'restoreBook') await rest('deleteBook', { bookId });
  if (answer === 'restoreChapter') await rest('deleteChapter', { bookId, chapterId });
  if (answer === 'writeChapter') return { input: { restart: true } };
  if (answer !== 'reorderChapters') return {};
  const chapters: Json[] = await rest('chapters', { bookId });
  return { chapterIds: chapters.map(({ id }) => id).reverse() };
}

/** As much as a document can ask for, and nothing to wait for. */
const whole = { full: true, withContent: true, offset: 0, limit: 100, waitSeconds: 0 };

/** An operation that is ready to be asked for, as its document over /graphql. */
export async function asking(own: Own, operation: Operation, world: World): Promise<() => Promise<Json>> {
  const told = await prepared(own, operation, world);
  const sample = sampleOf(operation, world.ids);
  const variables = { ...(operation.variables ? operation.variables(sample) : sample), ...whole, ...told };
  const known = Object.entries(variables).filter(([name]) => prepare(schema, operation).variables.has(name));
  return () => graphql(own.url(), world.key, print(operation.document), Object.fromEntries(known));
}
