import { notFound } from '../../errors.ts';
import { newId } from '../../ids/id.ts';
import { bookById } from '../book/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { type TextState, textStateOf } from '../chapter/text.ts';
import { assembled } from '../prompt/assembly.ts';
import { orderFor } from '../prompt/chapter-order.ts';
import type { Order } from '../prompt/order.ts';
import type { PromptInput } from '../prompt/prompt.ts';
import { roomForProse } from '../prompt/room.ts';
import { followWithRecap } from '../recap/automatic.ts';
import { followWithArcs } from '../recap/follow-arcs.ts';
import { waitForRecapBefore } from '../recap/wait.ts';
import type { Opening } from '../run/insert.ts';
import { tokensOfEachIn } from '../run/paid-call.ts';
import { beginRun, joinRun, type RunContext } from '../run/start.ts';
import * as store from '../run/store.ts';
import { lengthOf } from '../shapes.ts';
import { briefFor } from './brief.ts';
import { type Assignment, writingWork } from './consume.ts';
import { saveDraft } from './held-draft.ts';
import { refuseLongRewrite } from './rewrite-limit.ts';

/** Request for the text of a chapter. */
export interface Prose {
  kind: 'write' | 'rewrite';
  hash: string;
  /** The caller's wishes for this one call. */
  wishes: string | undefined;
  /** The text to rewrite; null for a write. */
  presentText: string | null;
  /** The saved part of the new text; empty to start from the beginning. */
  savedText: string;
  /** Revision of the saved part; undefined without one. */
  revisionId: string | undefined;
  /** Run that wrote the saved part and stopped before its end. */
  former: store.Run | undefined;
  /** The length that the caller orders, words. */
  words?: number | undefined;
  /** Whether the text is appended to one that was complete. */
  appends?: boolean | undefined;
}

/**
 * Joins the running run of a chapter if its request is the same; otherwise starts one. `start` answers undefined if another
 * request was faster, and is then retried. Throws `not_found`, or `invalid_state` if another request is running.
 */
export async function joinOrStart(
  context: RunContext,
  key: ChapterKey,
  hash: string,
  start: (current: TextState) => Promise<store.Run | undefined>,
): Promise<store.Run> {
  for (;;) {
    const current = (await textStateOf(context.sql, key)) ?? notFound('chapter');
    const running = await store.runningRun(context.sql, key.accountId, key.chapterId);
    const run = running ? await joinRun(context, running, hash, 'this chapter') : await start(current);
    if (run) return run;
  }
}

/**
 * Starts a run on a chapter's text; its completion starts recaps. Undefined if the chapter has changed or another run has
 * started since the prompt was built.
 */
export async function startProse(
  context: RunContext,
  key: ChapterKey,
  prose: Prose,
  openingOf: (runId: string) => Opening,
): Promise<store.Run | undefined> {
  const { sql, config, runs, work } = context;
  const { kind, hash, savedText, former } = prose;
  const recapWaitMs = await waitForRecapBefore(context, key);
  const { model, builtFrom, ...call } = await proseCall(context, key, prose);
  const { accountId } = key;
  const { input } = call;
  const { order, presentText, budgetTokens } = input;
  if (presentText) {
    const [tokens = 0] = await tokensOfEachIn(work, accountId, [presentText]);
    refuseLongRewrite(tokens, budgetTokens);
  }
  const { prompt } = await assembled(work, accountId, input);
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
      kind,
      chapterId: key.chapterId,
      requestHash: hash,
      model,
      revisionId: prose.revisionId ?? newId('rev'),
      subjectId: null,
      startOffset: lengthOf(savedText),
      resumeOf: former?.id ?? null,
      recapWaitMs,
      order,
      manifest: prompt.manifest,
      promptTokens: prompt.tokens,
      builtFrom,
    },
    openingOf(id),
    writingWork(
      {
        savedText,
        lostWord: former?.cut.findLast(({ at }) => at === 'end')?.text ?? '',
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

/** What a run of this request sends first. A preview shows the same. */
export async function proseCall({ sql, config }: Pick<RunContext, 'sql' | 'config'>, key: ChapterKey, prose: Prose) {
  const brief = (await briefFor(sql, key, prose.savedText, prose.wishes, prose.presentText)) ?? notFound('chapter');
  const book = (await bookById(sql, key)) ?? notFound('book');
  const order = formerOrder(prose) ?? orderFor(brief.input, prose);
  const model = config.models[book.modelTier];
  const room = roomForProse(config, model, order?.words);
  const input = { ...brief.input, order, budgetTokens: room.budgetTokens };
  return { model, room, input, builtFrom: brief.builtFrom };
}

/** The same request continues toward the length of its former run: what it appends counts from where that run began. */
function formerOrder({ former, hash, words }: Prose): Order | undefined {
  if (words === undefined || former?.requestHash !== hash || former.orderedWords === null) return undefined;
  return { words: former.orderedWords, from: former.orderedFrom };
}

function chapterOf({ chapters, chapterId }: Pick<PromptInput, 'chapterId' | 'chapters'>): Assignment['chapter'] {
  const { order, title } = chapters.find(({ id }) => id === chapterId) ?? { order: 0, title: '' };
  return { order, title, isLast: order === chapters.length };
}
