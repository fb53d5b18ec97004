import { invalidState, notFound } from '../../errors.ts';
import { newId } from '../../id.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import { answered, isDatabaseAway, type Sql } from '../../sql/connect.ts';
import { type Book, type BookKey, bookById } from '../book/store.ts';
import { beginRun, type Desk, joinRun, requireProvider } from '../generation/desk.ts';
import { requestHash } from '../generation/rules.ts';
import { type Run, runningOnOutline } from '../generation/store.ts';
import type { Work } from '../generation/work.ts';
import { newPicture } from './picture.ts';
import { picturePrompt } from './prompt.ts';
import { type CoverRequest, coversMax } from './rules.ts';
import { addGenerated, countCovers, type NewPicture } from './store.ts';

/** Starts to make pictures for a book's cover, or joins the run that is doing just that. */
export async function generateCovers(desk: Desk, key: BookKey, request: CoverRequest): Promise<Run> {
  const { count, prompt } = request;
  const wish = prompt?.trim() || null;
  const hash = requestHash('cover', count, wish);
  for (;;) {
    const book = (await bookById(desk.sql, key)) ?? notFound('book');
    const running = await runningOnOutline(desk.sql, key, 'cover', null);
    const run = running
      ? await joinRun(desk, running, hash, 'pictures for this cover')
      : await start(desk, key, hash, book, { count, wish });
    if (run) return run;
  }
}

interface Wanted {
  count: number;
  wish: string | null;
}

/** Undefined when somebody else was quicker. */
async function start(desk: Desk, key: BookKey, hash: string, book: Book, wanted: Wanted): Promise<Run | undefined> {
  await refuseBeyondRoom(desk.sql, key, wanted.count);
  requireProvider(desk.runs, 'image');
  const prompt = picturePrompt(book, wanted.wish);
  const countTokens = await tokenCounter();
  return beginRun(
    desk,
    key,
    {
      id: newId('run'),
      kind: 'cover',
      chapterId: null,
      requestHash: hash,
      model: desk.config.image.model,
      revisionId: null,
      subjectId: null,
      startOffset: 0,
      resumeOf: null,
      manifest: null,
      promptTokens: countTokens(prompt) * wanted.count,
      builtFrom: {},
    },
    { mayBegin: async (tx) => (await runningOnOutline(tx, key, 'cover', null)) && { not: 'busy' } },
    drawing(desk.sql, prompt, wanted),
  );
}

/** Every picture that is made is kept, so there must be room for it. */
async function refuseBeyondRoom(sql: Sql, key: BookKey, count: number): Promise<void> {
  const room = Math.max(0, coversMax - (await countCovers(sql, key)));
  if (count > room)
    invalidState(`A book keeps at most ${coversMax} pictures; there is room for ${room}. Delete some covers.`);
}

/** Asks for all at the same time; each is kept as soon as it is made, and those that are made stay when another one fails. */
function drawing(sql: Sql, prompt: string, { count, wish }: Wanted): Work {
  let madeCount = 0;
  // What was saved once is not saved again: somebody may have deleted it meanwhile.
  const unsaved = new Set<NewPicture>();
  return {
    async perform({ image }, live, idleMsMax) {
      const { run, stop } = live;
      const one = async () => {
        const { picture, usage } = await image.draw({ model: run.model, prompt, signal: stop.signal, idleMsMax });
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

/** A database that is away gets them when the run ends. */
async function keepSoon(sql: Sql, run: Run, unsaved: Set<NewPicture>): Promise<void> {
  const made = [...unsaved];
  try {
    await answered(sql.begin((tx) => addGenerated(tx, run, made)));
    for (const picture of made) unsaved.delete(picture);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}
