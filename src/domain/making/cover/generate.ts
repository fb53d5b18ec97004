import { invalidState, notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import { ProviderFailure } from '../../../providers/failure.ts';
import { withDbTimeout } from '../../../sql/attempt.ts';
import { isDatabaseAway, type Sql } from '../../../sql/connect.ts';
import { asTold } from '../../calls/run/as-told.ts';
import { measured, type PaidCall } from '../../calls/run/paid-call.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { beginRun, joinRun, type RunContext, requireProvider } from '../../calls/run/start.ts';
import { type Run, runningOnOutline } from '../../calls/run/store.ts';
import type { Work } from '../../calls/run/work.ts';
import { type Book, type BookKey, bookById } from '../../story/book/store.ts';
import { newPicture } from './picture.ts';
import { picturePrompt } from './prompt.ts';
import { type CoverRequest, coversMax } from './rules.ts';
import { addGenerated, countCovers, type NewPicture } from './store.ts';

/** Starts generating pictures for a cover, or joins the run with the same request. */
export async function generateCovers(context: RunContext, key: BookKey, request: CoverRequest): Promise<Run> {
  const { count, prompt } = request;
  const wish = prompt?.trim() || null;
  const hash = requestHash('cover', count, wish);
  for (;;) {
    const book = (await bookById(context.sql, key)) ?? notFound('book');
    const running = await runningOnOutline(context.sql, key, 'cover', null);
    const run = running
      ? await joinRun(context, running, hash, 'pictures for this cover')
      : await start(context, key, hash, book, { count, wish });
    if (run) return run;
  }
}

interface Wanted {
  count: number;
  wish: string | null;
}

/** Undefined if another request was faster. */
async function start(
  context: RunContext,
  key: BookKey,
  hash: string,
  book: Book,
  wanted: Wanted,
): Promise<Run | undefined> {
  await refuseBeyondRoom(context.sql, key, wanted.count);
  requireProvider(context.runs, 'image');
  const prompt = picturePrompt(book, wanted.wish);
  return beginRun(
    context,
    key,
    {
      id: newId('run'),
      kind: 'cover',
      chapterId: null,
      requestHash: hash,
      model: context.config.image.model,
      revisionId: null,
      subjectId: null,
      startOffset: 0,
      resumeOf: null,
      prompt: { ...(await measured(context.work, key.accountId, messagesOf(prompt))), times: wanted.count },
      builtFrom: {},
    },
    { mayBegin: async (tx) => (await runningOnOutline(tx, key, 'cover', null)) && { not: 'busy' } },
    drawing(context.sql, prompt, wanted),
  );
}

/** What a run asks for each picture. */
export async function coverCall(
  { sql, config, work }: Pick<RunContext, 'sql' | 'config' | 'work'>,
  key: BookKey,
  { count, prompt }: CoverRequest,
): Promise<PaidCall> {
  const book = (await bookById(sql, key)) ?? notFound('book');
  await refuseBeyondRoom(sql, key, count);
  const prompted = await measured(work, key.accountId, messagesOf(picturePrompt(book, prompt?.trim() || null)));
  return { ...prompted, model: config.image.model, answer: null, repeats: 0, room: null, times: count };
}

function messagesOf(prompt: string) {
  return [{ role: 'user' as const, content: prompt }];
}

/** Every generated picture is kept, so there must be room. */
async function refuseBeyondRoom(sql: Sql, key: BookKey, count: number): Promise<void> {
  const room = Math.max(0, coversMax - (await countCovers(sql, key)));
  if (count > room)
    invalidState(`A book keeps at most ${coversMax} pictures; there is room for ${room}. Delete some covers first.`);
}

/** Requests all pictures concurrently. Each is saved when it is finished; a failure does not affect the others. */
function drawing(sql: Sql, prompt: string, { count, wish }: Wanted): Work {
  let madeCount = 0;
  // Pictures are saved once: one may have been deleted meanwhile.
  const unsaved = new Set<NewPicture>();
  return {
    async perform({ image }, live, idleMsMax) {
      const { run, stop } = live;
      const one = async () => {
        const request = { model: run.model, prompt, signal: stop.signal, idleMsMax };
        const { picture, usage } = await asTold(live, () => image.draw(request));
        live.count(usage, live.pieces.length);
        madeCount += 1;
        unsaved.add(newPicture(picture, 'generated', wish));
        await keepSoon(sql, run, unsaved);
      };
      const done = await Promise.allSettled(Array.from({ length: count }, one));
      stop.signal.throwIfAborted();
      const faults = done.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      const defect = faults.find((fault) => !(fault instanceof ProviderFailure));
      if (faults.length > 0) throw defect ?? faults[0];
    },
    async finish(tx, run, ending) {
      await addGenerated(tx, run, [...unsaved]);
      if (ending.state === 'completed' || madeCount === 0) return undefined;
      const kept = madeCount === 1 ? 'One picture was made and is' : `${madeCount} pictures were made and are`;
      const message = ending.errorMessage && `${ending.errorMessage} ${kept} kept.`;
      return { ...ending, kept: true, ...(message ? { errorMessage: message } : {}) };
    },
  };
}

/** If the database is unavailable, pictures are saved at the end of the run. */
async function keepSoon(sql: Sql, run: Run, unsaved: Set<NewPicture>): Promise<void> {
  const made = [...unsaved];
  try {
    await withDbTimeout(() => sql.begin((tx) => addGenerated(tx, run, made)));
    for (const picture of made) unsaved.delete(picture);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}
