import { notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import { withDbTimeout } from '../../../sql/attempt.ts';
import { isDatabaseAway, type Sql } from '../../../sql/connect.ts';
import type { PaidCall } from '../../calls/run/paid-call.ts';
import { patiently } from '../../calls/run/patience.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { joinRun, type RunContext } from '../../calls/run/start.ts';
import { type Run, runningOnOutline } from '../../calls/run/store.ts';
import type { Work } from '../../calls/run/work.ts';
import type { BookKey } from '../../story/book/store.ts';
import { type Asked, ask, prepared } from './ask.ts';
import {
  assembleFor,
  beginOnBook,
  type CallContext,
  callOf,
  expectedOutline,
  inputOf,
  refuseBeyondRoom,
} from './generate.ts';
import { type Material, materialOf } from './material.ts';
import type { OutlineInput } from './outline-input.ts';
import { outlineQuestion } from './outline-question.ts';
import type { Outline } from './outline-reply.ts';
import type { VariantsRequest } from './rules.ts';
import { insertVariants, type MadeVariant } from './store.ts';

/** Starts to generate variants of a book's outline, or joins the run with the same request. The book stays unchanged. */
export async function generateVariants(context: RunContext, key: BookKey, request: VariantsRequest): Promise<Run> {
  const { count, chapterCount = null, instructions = '' } = request;
  const hash = requestHash('variant', count, chapterCount, instructions);
  for (;;) {
    const material = (await materialOf(context.sql, key)) ?? notFound('book');
    const running = await runningOnOutline(context.sql, key, 'variant', null);
    if (running) {
      const run = await joinRun(context, running, hash, 'variants of this outline');
      if (run) return run;
      continue;
    }
    await refuseBeyondRoom(context.sql, key, count);
    const { input, first, askedOf } = await questionsFor(context, key, material, request);
    const messages = () => first.prompt.messages;
    const about = { kind: 'variant' as const, hash, subjectId: null, material, messages };
    const run = await beginOnBook(
      context,
      key,
      about,
      varying(context.sql, input, material.plan.version, { count, askedOf }),
    );
    if (run) return run;
  }
}

/** The input of variants and the first question of each. */
async function questionsFor(context: CallContext, key: BookKey, material: Material, request: VariantsRequest) {
  const input = inputOf(material, request);
  const assemble = assembleFor(context, key, material, expectedOutline(input));
  const askedOf = (number: number) =>
    prepared(assemble, outlineQuestion({ ...input, variant: { number, of: request.count } }));
  return { input, first: await askedOf(1), askedOf };
}

/** What a run of this request asks for its first variant. The others differ in their number. */
export async function variantsCall(context: CallContext, key: BookKey, request: VariantsRequest): Promise<PaidCall> {
  const material = (await materialOf(context.sql, key)) ?? notFound('book');
  await refuseBeyondRoom(context.sql, key, request.count);
  const { input, first } = await questionsFor(context, key, material, request);
  return callOf(context, key, material, first.prompt, expectedOutline(input), request.count);
}

/** Generates variants one after the other. Each is saved when it is finished; a failure does not affect the others. */
function varying(
  sql: Sql,
  { instructions }: OutlineInput,
  planVersion: number,
  { count, askedOf }: { count: number; askedOf: (number: number) => Promise<Asked<Outline>> },
): Work {
  let madeCount = 0;
  // Variants are saved once: one may have been deleted meanwhile.
  const unsaved = new Set<MadeVariant>();
  return {
    async perform({ text }, live, idleMsMax) {
      for (let number = 1; number <= count; number++) {
        const asked = await patiently(live.stop.signal, () => askedOf(number));
        const outline = await ask(text, live, asked, idleMsMax);
        madeCount += 1;
        unsaved.add({ id: newId('var'), outline, instructions, planVersion });
        await keepSoon(sql, live.run, unsaved);
      }
    },
    async finish(tx, run, ending) {
      await insertVariants(tx, run, [...unsaved]);
      if (ending.state === 'completed' || madeCount === 0) return undefined;
      const message = ending.errorMessage && `${ending.errorMessage} The first ${madeCount} of ${count} are kept.`;
      return { ...ending, kept: true, ...(message ? { errorMessage: message } : {}) };
    },
  };
}

/** If the database is unavailable, variants are saved at the end of the run. */
async function keepSoon(sql: Sql, run: Run, unsaved: Set<MadeVariant>): Promise<void> {
  const made = [...unsaved];
  try {
    await withDbTimeout(() => insertVariants(sql, run, made));
    for (const variant of made) unsaved.delete(variant);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}
