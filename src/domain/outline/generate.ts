import { invalidState, notFound } from '../../errors.ts';
import { newId } from '../../id.ts';
import type { TextMessage } from '../../providers/text.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import type { Sql } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { requestHash } from '../run/rules.ts';
import { beginRun, joinRun, type RunContext, requireProvider } from '../run/start.ts';
import * as runs from '../run/store.ts';
import type { Work } from '../run/work.ts';
import { adopt, hindrance, type NotAdopted } from './adopt.ts';
import { ask, type Question } from './ask.ts';
import { type Material, materialOf } from './material.ts';
import type { OutlineInput } from './outline-input.ts';
import { outlineMessages } from './outline-prompt.ts';
import { type Outline, readOutline } from './outline-reply.ts';
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
  const not = await hindrance(context.sql, key, replaceWritten);
  if (not) invalidState(whyNot(not));
  await refuseBeyondRoom(context.sql, key, 1);
  const input = inputOf(material, request);
  return beginOnBook(
    context,
    key,
    { kind: 'outline', hash, subjectId: null, material, messages: () => outlineQuestion(input).messages },
    outlining(key, input, material.plan.version, replaceWritten),
  );
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
  const countTokens = await tokenCounter();
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
      manifest: null,
      promptTokens: about.messages().reduce((sum, { content }) => sum + countTokens(content), 0),
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

export function outlineQuestion(input: OutlineInput): Question<Outline> {
  return {
    messages: outlineMessages(input),
    read: (reply) => {
      const read = readOutline(reply, input);
      return 'outline' in read ? { answer: read.outline } : read;
    },
  };
}

/** Generates an outline, adopts it if that is still possible, and always keeps it as a variant. */
function outlining(key: BookKey, input: OutlineInput, planVersion: number, replaceWritten: boolean): Work {
  const id = newId('var');
  let outline: Outline | undefined;
  return {
    async perform({ text }, live, idleMsMax) {
      outline = await ask(text, live, outlineQuestion(input), idleMsMax);
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
