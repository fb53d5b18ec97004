import { notFound } from '../../errors.ts';
import { newId } from '../../id.ts';
import { answered, isDatabaseAway, type Sql } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { type Desk, joinRun } from '../generation/desk.ts';
import { requestHash } from '../generation/rules.ts';
import { type Run, runningOnOutline } from '../generation/store.ts';
import type { Work } from '../generation/work.ts';
import { ask } from './ask.ts';
import { beginOnBook, inputOf, outlineQuestion, refuseBeyondRoom } from './generate.ts';
import { materialOf } from './material.ts';
import type { OutlineInput } from './outline-input.ts';
import type { VariantsRequest } from './rules.ts';
import { insertVariants, type MadeVariant } from './store.ts';

/** Starts to make variants of a book's outline, which leave the book as it is, or joins the run that is doing just that. */
export async function generateVariants(desk: Desk, key: BookKey, request: VariantsRequest): Promise<Run> {
  const { count, chapterCount = null, instructions = '' } = request;
  const hash = requestHash('variant', count, chapterCount, instructions);
  for (;;) {
    const material = (await materialOf(desk.sql, key)) ?? notFound('book');
    const running = await runningOnOutline(desk.sql, key, 'variant', null);
    if (running) {
      const run = await joinRun(desk, running, hash, 'variants of this outline');
      if (run) return run;
      continue;
    }
    await refuseBeyondRoom(desk.sql, key, count);
    const input = inputOf(material, request);
    const messages = () => outlineQuestion({ ...input, variant: { number: 1, of: count } }).messages;
    const about = { kind: 'variant' as const, hash, subjectId: null, material, messages };
    const run = await beginOnBook(desk, key, about, varying(desk.sql, input, material.plan.version, count));
    if (run) return run;
  }
}

/** Asks for one after the other; each is kept as soon as it is made, and those that are made stay when a later one fails. */
function varying(sql: Sql, input: OutlineInput, planVersion: number, count: number): Work {
  const made: MadeVariant[] = [];
  return {
    async perform({ text }, live, idleMsMax) {
      for (let number = 1; number <= count; number++) {
        const question = outlineQuestion({ ...input, variant: { number, of: count } });
        const outline = await ask(text, live, question, idleMsMax);
        made.push({ id: newId('var'), outline, instructions: input.instructions, planVersion });
        await keepSoon(sql, live.run, made);
      }
    },
    async finish(tx, run, ending) {
      await insertVariants(tx, run, made);
      if (ending.state === 'completed' || made.length === 0) return undefined;
      const message = ending.errorMessage && `${ending.errorMessage} The first ${made.length} of ${count} are kept.`;
      return { ...ending, kept: true, ...(message ? { errorMessage: message } : {}) };
    },
  };
}

/** A database that is away gets them when the run ends. */
async function keepSoon(sql: Sql, run: Run, made: readonly MadeVariant[]): Promise<void> {
  try {
    await answered(insertVariants(sql, run, made));
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}
