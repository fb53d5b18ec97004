import { invalidState, notFound } from '../../errors.ts';
import { newId } from '../../id.ts';
import type { TextMessage } from '../../providers/text.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import type { Sql } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { beginRun, type Desk, joinRun, requireProvider } from '../generation/desk.ts';
import { requestHash } from '../generation/rules.ts';
import * as runs from '../generation/store.ts';
import type { Work } from '../generation/work.ts';
import { adopt, hindrance, type NotAdopted } from './adopt.ts';
import { ask, type Question } from './ask.ts';
import { type Material, materialOf } from './material.ts';
import type { OutlineInput } from './outline-input.ts';
import { outlineMessages } from './outline-prompt.ts';
import { type Outline, readOutline } from './outline-reply.ts';
import { type OutlineRequest, variantsMax } from './rules.ts';
import { countVariants, insertVariants } from './store.ts';

/** Starts to outline a book, or joins the run that is doing just that. */
export async function generateOutline(desk: Desk, key: BookKey, request: OutlineRequest): Promise<runs.Run> {
  const { chapterCount = null, instructions = '', replaceWritten = false } = request;
  const hash = requestHash('outline', chapterCount, instructions, replaceWritten);
  for (;;) {
    const material = (await materialOf(desk.sql, key)) ?? notFound('book');
    const running = await runs.runningOnOutline(desk.sql, key, 'outline', null);
    const run = running
      ? await joinRun(desk, running, hash, 'the outline of this book')
      : await start(desk, key, request, hash, material);
    if (run) return run;
  }
}

/** Undefined when somebody else was quicker. */
async function start(
  desk: Desk,
  key: BookKey,
  request: OutlineRequest,
  hash: string,
  material: Material,
): Promise<runs.Run | undefined> {
  const { replaceWritten = false } = request;
  const not = await hindrance(desk.sql, key, replaceWritten);
  if (not) invalidState(whyNot(not));
  await refuseBeyondRoom(desk.sql, key, 1);
  const input = inputOf(material, request);
  return beginOnBook(
    desk,
    key,
    { kind: 'outline', hash, subjectId: null, material, messages: () => outlineQuestion(input).messages },
    outlining(key, input, material.plan.version, replaceWritten),
  );
}

/** What a run on an outline is about, and what it will ask at first, to be put together where it may begin. */
interface About {
  kind: 'outline' | 'variant' | 'grade';
  hash: string;
  subjectId: string | null;
  material: Material;
  messages: () => readonly TextMessage[];
}

/** Every outline that is made is kept, so there must be room for it. */
export async function refuseBeyondRoom(sql: Sql, key: BookKey, count: number): Promise<void> {
  const room = Math.max(0, variantsMax - (await countVariants(sql, key)));
  if (count > room)
    invalidState(`A book keeps at most ${variantsMax} outlines; there is room for ${room}. Delete some variants.`);
}

/** What is the same for every run on an outline; undefined when somebody else was quicker. */
export async function beginOnBook(desk: Desk, key: BookKey, about: About, work: Work): Promise<runs.Run | undefined> {
  const { kind, hash, subjectId, material } = about;
  requireProvider(desk.runs);
  const countTokens = await tokenCounter();
  return beginRun(
    desk,
    key,
    {
      id: newId('run'),
      kind,
      chapterId: null,
      requestHash: hash,
      model: desk.config.models[material.book.modelTier],
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

/** What the model is told of the book and of the caller's wishes. */
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

/** Asks for an outline, which becomes the book's where that is still possible and is kept as a variant in any case. */
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
