import { notFound } from '../../errors.ts';
import { newId } from '../../ids/id.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { type TextState, textStateOf } from '../chapter/text.ts';
import { type AssemblyInput, assembled } from '../prompt/assembly.ts';
import { orderFor } from '../prompt/chapter-order.ts';
import type { Order } from '../prompt/order.ts';
import type { PromptInput } from '../prompt/prompt.ts';
import { roomForProse } from '../prompt/room.ts';
import { followWithRecap } from '../recap/automatic.ts';
import { followWithArcs } from '../recap/follow-arcs.ts';
import { waitForRecapBefore } from '../recap/wait.ts';
import { tokensOfEachIn } from '../run/paid-call.ts';
import { beginRun, joinRun, type RunContext } from '../run/start.ts';
import * as store from '../run/store.ts';
import { lengthOf } from '../shapes.ts';
import { briefFor } from './brief.ts';
import { type Assignment, writingWork } from './consume.ts';
import { saveDraft } from './held-draft.ts';
import { openingOf } from './opening.ts';
import type { ProsePlan } from './prose-plan.ts';
import { hashOfRewrite, prepareRewrite } from './rewrite.ts';
import { refuseLongRewrite } from './rewrite-limit.ts';
import type { RewriteRequest, WriteRequest } from './rules.ts';
import { type Wishes, wishesOf } from './wishes.ts';
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
  const prepare = (current: TextState) =>
    request.kind === 'write'
      ? prepareWrite(context, key, request, current)
      : prepareRewrite(context, key, wishes, current);
  for (;;) {
    const current = (await textStateOf(context.sql, key)) ?? notFound('chapter');
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
  const recapWaitMs = await waitForRecapBefore(context, key);
  const { model, builtFrom, input } = await proseCall(context, key, plan);
  const { order } = input;
  const { prompt } = await firstPrompt(work, key, input);
  const id = newId('run');
  const promptFor = async (ownText: string) =>
    ownText === input.ownText ? prompt : (await assembled(work, accountId, { ...input, ownText })).prompt;
  const follow = async () => {
    await followWithRecap({ sql, config, runs, work }, key);
    await followWithArcs({ sql, config, runs, work }, key, prompt.arcsWanted);
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
      recapWaitMs,
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

/** Assembles the first prompt of a call. Throws for a text that is too long to be rewritten. */
export async function firstPrompt(work: RunContext['work'], { accountId }: ChapterKey, input: AssemblyInput) {
  if (input.presentText) {
    const [tokens = 0] = await tokensOfEachIn(work, accountId, [input.presentText]);
    refuseLongRewrite(tokens, input.budgetTokens);
  }
  return assembled(work, accountId, input);
}

/** What a run of this plan sends first. A preview shows the same. */
export async function proseCall({ sql, config }: Pick<RunContext, 'sql' | 'config'>, key: ChapterKey, plan: ProsePlan) {
  const brief = (await briefFor(sql, key, plan)) ?? notFound('chapter');
  const replacedText = startsAnew(plan) ? plan.current.body : '';
  const order = formerOrder(plan) ?? orderFor(brief.input, plan);
  const model = config.models[brief.modelTier];
  const room = roomForProse(config, model, order?.words);
  const input = { ...brief.input, replacedText, order, budgetTokens: room.budgetTokens };
  return { model, room, input, builtFrom: brief.builtFrom, wordCount: brief.wordCount };
}

/** Whether a write begins without the present text. */
function startsAnew({ kind, savedText }: ProsePlan): boolean {
  return kind === 'write' && savedText === '';
}

/** The same request continues toward the length of its former run: what it appends counts from where that run began. */
function formerOrder({ former, hash, words }: ProsePlan): Order | undefined {
  if (words === undefined || former?.requestHash !== hash || former.orderedWords === null) return undefined;
  return { words: former.orderedWords, from: former.orderedFrom };
}

function chapterOf({ chapters, chapterId }: Pick<PromptInput, 'chapterId' | 'chapters'>): Assignment['chapter'] {
  const { order, title } = chapters.find(({ id }) => id === chapterId) ?? { order: 0, title: '' };
  return { order, title, isLast: order === chapters.length };
}
