import { notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import { assembled } from '../../calls/prompt/assembly.ts';
import type { PromptInput } from '../../calls/prompt/prompt.ts';
import { beginRun, joinRun, type RunContext } from '../../calls/run/start.ts';
import * as store from '../../calls/run/store.ts';
import { saveDraft } from '../../calls/run/store.ts';
import { lengthOf } from '../../shapes.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import type { PresentState } from '../../text/texts/present.ts';
import { presentStateOf } from '../../text/texts/present.ts';
import { followWithRecap } from '../recap/automatic.ts';
import { waitForRecapBefore } from '../recap/wait.ts';
import { type Assignment, writingWork } from './consume.ts';
import { openingOf } from './opening.ts';
import type { ProsePlan } from './prose-plan.ts';
import { hashOfRewrite, prepareRewrite } from './rewrite.ts';
import type { RewriteRequest, WriteRequest } from './rules.ts';
import { type Wishes, wishesOf } from './wishes.ts';
import { callWithArcs, makeArcsForNext } from './with-arcs.ts';
import { hashOfWrite, prepareWrite, refuseBoth } from './write.ts';

const nothing: Wishes = { directive: '', notes: [] };

/** A request for the text of a chapter. */
type ProseRequest = ({ kind: 'write' } & WriteRequest) | ({ kind: 'rewrite' } & RewriteRequest);

/**
 * Writes or rewrites a chapter: joins its running run if the request is the same, otherwise starts one. Throws `not_found`, or
 * `invalid_state` if another request is running or the chapter is not ready for this one.
 */
export async function startProse(context: RunContext, key: ChapterKey, request: ProseRequest): Promise<store.Run> {
  if (request.kind === 'write') refuseBoth(request);
  const wishes = request.kind === 'write' ? nothing : await wishesOf(context.sql, key, request);
  const hash = request.kind === 'write' ? hashOfWrite(request) : hashOfRewrite(wishes);
  const prepare = (current: PresentState) =>
    request.kind === 'write'
      ? prepareWrite(context, key, request, current)
      : prepareRewrite(context, key, wishes, current);
  for (;;) {
    const current = (await presentStateOf(context.sql, key)) ?? notFound('chapter');
    const running = await store.runningRun(context.sql, key.accountId, key.chapterId);
    const run = running
      ? await joinRun(context, running, hash, 'this chapter')
      : await startNow(context, key, await prepare(current));
    if (run) return run;
  }
}

/** Undefined if the chapter has changed or another run has started since the plan was made. */
async function startNow(
  context: RunContext,
  key: ChapterKey,
  plan: ProsePlan | store.Run,
): Promise<store.Run | undefined> {
  return 'state' in plan ? plan : carryOut(context, key, plan);
}

/** Starts the run of a plan; its completion starts recaps. Undefined if the plan is out of date. */
async function carryOut(context: RunContext, key: ChapterKey, plan: ProsePlan): Promise<store.Run | undefined> {
  const { sql, config, runs, work } = context;
  const { accountId } = key;
  const waitedForRecap = await waitForRecapBefore(context, key);
  const { prompt, waitedMs, ...call } = await callWithArcs(context, key, plan);
  const { model, builtFrom, input } = call;
  const { order } = input;
  const id = newId('run');
  const promptFor = async (ownText: string) =>
    ownText === input.ownText ? prompt : (await assembled(work, accountId, { ...input, ownText })).prompt;
  const follow = async () => {
    await followWithRecap({ sql, config, runs, work }, key);
    await makeArcsForNext({ sql, config, runs, work }, key);
  };
  return beginRun(
    context,
    key,
    {
      id,
      kind: plan.kind,
      chapterId: key.chapterId,
      requestHash: plan.hash,
      model,
      revisionId: plan.revisionId ?? newId('rev'),
      subjectId: null,
      startOffset: lengthOf(plan.savedText),
      resumeOf: plan.former?.id ?? null,
      recapWaitMs: sumOf(waitedForRecap, waitedMs),
      order,
      prompt,
      builtFrom,
    },
    openingOf(key, plan, id),
    writingWork(
      {
        savedText: plan.savedText,
        lostWord: plan.former?.cut.findLast(({ at }) => at === 'end')?.text ?? '',
        language: input.book.language,
        promptFor,
        order,
        chapter: chapterOf(input),
        saveDraft: (text) => saveDraft(sql, { accountId, runId: id }, runs.holder, text),
      },
      follow,
    ),
  );
}

/** Undefined if neither is given. */
function sumOf(...numbers: (number | undefined)[]): number | undefined {
  const given = numbers.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : given.reduce((sum, one) => sum + one);
}

function chapterOf({ chapters, chapterId }: Pick<PromptInput, 'chapterId' | 'chapters'>): Assignment['chapter'] {
  const { order, title } = chapters.find(({ id }) => id === chapterId) ?? { order: 0, title: '' };
  return { order, title, isLast: order === chapters.length };
}
