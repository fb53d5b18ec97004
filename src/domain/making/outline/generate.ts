import { invalidState, notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import type { TextMessage } from '../../../providers/text-provider.ts';
import type { Sql } from '../../../sql/connect.ts';
import { type ExpectedAnswer, expectedJson } from '../../calls/prompt/estimate.ts';
import { roomForParts } from '../../calls/prompt/room.ts';
import { measured, type PaidCall } from '../../calls/run/paid-call.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { beginRun, joinRun, type RunContext, requireProvider } from '../../calls/run/start.ts';
import * as runs from '../../calls/run/store.ts';
import type { Work } from '../../calls/run/work.ts';
import type { BookKey } from '../../story/book/store.ts';
import { adopt, hindrance, type NotAdopted } from './adopt.ts';
import { type Asked, ask, prepared } from './ask.ts';
import { type Assemble, assembleIn } from './assembly.ts';
import { suggestedChapterCount } from './chapter-count.ts';
import { type Material, materialOf } from './material.ts';
import type { OutlineInput } from './outline-input.ts';
import { outlineQuestion } from './outline-question.ts';
import type { Outline } from './outline-reply.ts';
import { type OutlineRequest, variantsMax } from './rules.ts';
import { countVariants, insertVariants } from './store.ts';

/** Starts to outline a book, or joins the run with the same request. */
export async function generateOutline(context: RunContext, key: BookKey, request: OutlineRequest): Promise<runs.Run> {
  const { chapterCount = null, instructions = '', replaceWritten = false } = request;
  const hash = requestHash('outline', chapterCount, instructions, replaceWritten);
  for (;;) {
    const material = (await materialOf(context.sql, key)) ?? notFound('book');
    const running = await runs.runningOnOutline(context.sql, key, 'outline', null);
    const run = running
      ? await joinRun(context, running, hash, 'the outline of this book')
      : await start(context, key, request, hash, material);
    if (run) return run;
  }
}

/** Undefined if another request was faster. */
async function start(
  context: RunContext,
  key: BookKey,
  request: OutlineRequest,
  hash: string,
  material: Material,
): Promise<runs.Run | undefined> {
  const { replaceWritten = false } = request;
  await refuseOutline(context.sql, key, request);
  const { input, asked } = await questionFor(context, key, material, request);
  return beginOnBook(
    context,
    key,
    { kind: 'outline', hash, subjectId: null, material, messages: () => asked.prompt.messages },
    outlining(key, asked, input, material.plan.version, replaceWritten),
  );
}

/** Throws `invalid_state` for what the book does not allow. */
async function refuseOutline(sql: Sql, key: BookKey, { replaceWritten = false }: OutlineRequest): Promise<void> {
  const not = await hindrance(sql, key, replaceWritten);
  if (not) invalidState(whyNot(not));
  await refuseBeyondRoom(sql, key, 1);
}

/** The input of an outline and its first question. */
async function questionFor(context: CallContext, key: BookKey, material: Material, request: OutlineRequest) {
  const input = inputOf(material, request);
  const assemble = assembleFor(context, key, material, expectedOutline(input));
  return { input, asked: await prepared(assemble, outlineQuestion(input)) };
}

/** What a run of this request asks first. */
export async function outlineCall(context: CallContext, key: BookKey, request: OutlineRequest): Promise<PaidCall> {
  const material = (await materialOf(context.sql, key)) ?? notFound('book');
  await refuseOutline(context.sql, key, request);
  const { input, asked } = await questionFor(context, key, material, request);
  return callOf(context, key, material, asked.prompt, expectedOutline(input));
}

/** What preparing a call needs. */
export type CallContext = Pick<RunContext, 'sql' | 'config' | 'work'>;

/** A question to the model of a book as a paid call. */
export async function callOf(
  { config, work }: CallContext,
  { accountId }: BookKey,
  { book }: Material,
  { messages }: { messages: readonly TextMessage[] },
  expected: ExpectedAnswer,
  times = 1,
): Promise<PaidCall> {
  const model = config.models[book.modelTier];
  return {
    model,
    ...(await measured(work, accountId, messages)),
    ...expected,
    room: roomForParts(config, model, expected.answer.usual),
    times,
  };
}

/** Subject of an outline run and its first question, assembled when the run may start. */
interface About {
  kind: 'outline' | 'variant' | 'grade';
  hash: string;
  subjectId: string | null;
  material: Material;
  messages: () => readonly TextMessage[];
}

/** Every outline is kept, so there must be room. */
export async function refuseBeyondRoom(sql: Sql, key: BookKey, count: number): Promise<void> {
  const room = Math.max(0, variantsMax - (await countVariants(sql, key)));
  if (count > room)
    invalidState(
      `A book keeps at most ${variantsMax} outlines; there is room for ${room}. Delete some variants first.`,
    );
}

/** Common start of outline runs; undefined if another request was faster. */
export async function beginOnBook(
  context: RunContext,
  key: BookKey,
  about: About,
  work: Work,
): Promise<runs.Run | undefined> {
  const { kind, hash, subjectId, material } = about;
  requireProvider(context.runs);
  return beginRun(
    context,
    key,
    {
      id: newId('run'),
      kind,
      chapterId: null,
      requestHash: hash,
      model: context.config.models[material.book.modelTier],
      revisionId: null,
      subjectId,
      startOffset: 0,
      resumeOf: null,
      prompt: await measured(context.work, key.accountId, about.messages()),
      builtFrom: {},
    },
    { mayBegin: async (tx) => (await runs.runningOnOutline(tx, key, kind, subjectId)) && { not: 'busy' } },
    work,
  );
}

/** Prompt input: the book and the caller's options. */
export function inputOf(
  { book, plan, moods, cast, conflicts, chapters }: Material,
  { chapterCount, instructions }: { chapterCount?: number | undefined; instructions?: string | undefined },
): OutlineInput {
  const wishes = { chapterCount: chapterCount ?? null, instructions: instructions || null };
  return { book, plan, moods, cast, conflicts, chapters, ...wishes };
}

/** Tokens of a chapter in a reply: one sentence, and a summary of about 110 words with its names. Ours. */
const chapterTokens = { least: 40, usual: 250 };

/** The answer to a question for an outline. */
export function expectedOutline(input: OutlineInput): ExpectedAnswer {
  const count = input.chapterCount ?? suggestedChapterCount(input);
  return expectedJson(count * chapterTokens.least, count * chapterTokens.usual);
}

/** Assembles questions in the room of the book's model, for the whole answer. */
export function assembleFor(
  { config, work }: CallContext,
  { accountId }: BookKey,
  { book }: Material,
  { answer }: ExpectedAnswer,
): Assemble {
  const model = config.models[book.modelTier];
  return assembleIn(work, accountId, model, roomForParts(config, model, answer.usual));
}

/** Generates an outline, adopts it if that is still possible, and always keeps it as a variant. */
function outlining(
  key: BookKey,
  asked: Asked<Outline>,
  input: OutlineInput,
  planVersion: number,
  replaceWritten: boolean,
): Work {
  const id = newId('var');
  let outline: Outline | undefined;
  return {
    async perform({ text }, live, idleMsMax) {
      outline = await ask(text, live, asked, idleMsMax);
    },
    async finish(tx, run, ending) {
      if (!outline) return undefined;
      await insertVariants(tx, run, [{ id, outline, instructions: input.instructions, planVersion }]);
      if (ending.state !== 'completed') return { ...ending, kept: true };
      const done = await adopt(tx, { ...key, variantId: id }, outline, replaceWritten);
      if (done === 'adopted') return undefined;
      const kept = `The outline was made and is kept as variant ${id}. ${whyNot(done)}`;
      return { state: 'failed', errorCode: 'invalid_state', errorMessage: kept, kept: true };
    },
  };
}

export function whyNot(not: NotAdopted): string {
  if (not.not === 'gone') return 'The book was deleted meanwhile.';
  if (not.not === 'published') return 'A published book is not outlined anew. Unpublish it first.';
  const which = not.orders.length === 1 ? `Chapter ${not.orders[0]} has` : `Chapters ${shortList(not.orders)} have`;
  return `${which} text. Send replaceWritten: true to replace them too; they are archived and can be restored.`;
}

const namedMax = 10;

function shortList(orders: readonly number[]): string {
  const named = orders.slice(0, namedMax).join(', ');
  return orders.length > namedMax ? `${named} and ${orders.length - namedMax} more` : named;
}
