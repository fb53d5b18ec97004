import { newId } from '../../ids/id.ts';
import type { TextMessage } from '../../providers/text-provider.ts';
import type { Transaction } from '../../sql/connect.ts';
import { type BookKey, bookById } from '../book/store.ts';
import { chaptersOfBook } from '../chapter/store.ts';
import { arcChapters } from '../prompt/arc.ts';
import { arcMessages } from '../prompt/arc-prompt.ts';
import type { PromptChapter } from '../prompt/prompt-input.ts';
import { recapReplyTokens } from '../prompt/recap-prompt.ts';
import { roomOf, tokensLeft } from '../prompt/room.ts';
import { insertRun } from '../run/insert.ts';
import { measured } from '../run/paid-call.ts';
import { requestHash } from '../run/rules.ts';
import type { RunContext } from '../run/start.ts';
import { runningRecap } from '../run/store.ts';
import { putArc } from './arc-store.ts';
import { idIn, madeFromOf } from './arcs.ts';
import { RecapCheck } from './check.ts';
import { type NewRecap, recapSecondsMax } from './rules.ts';
import type { RecapSource } from './source.ts';
import { castOfBook, recapsOfBook } from './store.ts';
import { recapWork } from './summarize.ts';

/** Limits for requests do not apply to automatic recaps (ours). */
const noLimits = { providerConcurrent: 0, providerPerMinute: 0 };
/** Arcs that one write starts; the next one starts the next. Ours. */
const arcsPerWrite = 5;

type Context = Pick<RunContext, 'sql' | 'config' | 'runs' | 'work'>;

/**
 * Starts to make arcs that a prompt had no room without, oldest first, with the model of the draft tier. Does nothing if
 * automatic recaps are off or the account has no quota.
 *
 * @param lastOrders The order of the last chapter of each arc.
 */
export async function followWithArcs(context: Context, key: BookKey, lastOrders: readonly number[]): Promise<void> {
  const { sql, config, runs } = context;
  if (lastOrders.length === 0 || !config.chapterSummaries || runs.isClosing) return;
  const [book, chapters, cast, recaps] = await Promise.all([
    bookById(sql, key),
    chaptersOfBook(sql, key),
    castOfBook(sql, key),
    recapsOfBook(sql, key),
  ]);
  if (!book || !chapters) return;
  for (const last of lastOrders.slice(0, arcsPerWrite)) {
    const group = chapters.slice(Math.max(0, last - arcChapters), last);
    const told = group.map((chapter) => ({ ...chapter, recap: recaps.get(chapter.id) ?? null }));
    if (told.every(({ recap }) => recap !== null))
      await makeArc(context, key, {
        messages: arcMessages(told, book.language),
        madeFrom: madeFromOf(group, recaps),
        source: sourceOf(told, cast, book.language),
      });
  }
}

/** Starts the run that makes one arc, unless it is running. A model without room for ten recaps makes none. */
async function makeArc(
  { sql, config, runs, work }: Context,
  key: BookKey,
  { messages, madeFrom, source }: ArcQuestion,
): Promise<void> {
  const model = config.models.draft;
  const prompt = await measured(work, key.accountId, messages);
  if (prompt.tokens > tokensLeft(roomOf(config, model, recapReplyTokens))) return;
  const ofLast = { ...key, chapterId: idIn(madeFrom.at(-1) ?? '') };
  const run = {
    id: newId('run'),
    kind: 'summarize' as const,
    chapterId: ofLast.chapterId,
    requestHash: requestHash('summarize', 'arc', ...madeFrom),
    model,
    revisionId: null,
    subjectId: null,
    startOffset: 0,
    holder: runs.holder,
    deadlineSeconds: Math.min(recapSecondsMax, config.generationSecondsMax),
    resumeOf: null,
    prompt,
    builtFrom: {},
  };
  const begun = await insertRun(
    sql,
    key,
    run,
    { ...noLimits, quotas: config.quotas },
    {
      mayBegin: async (tx) => ((await runningRecap(tx, ofLast, run.requestHash)) ? { not: 'busy' } : undefined),
    },
  );
  if ('not' in begun) return;
  const store = async (tx: Transaction, recap: NewRecap | undefined) =>
    recap && putArc(tx, ofLast, { madeFrom, ...recap }, { model, runId: run.id });
  const check = new RecapCheck(work, key.accountId, source);
  runs.begin(begun.run, recapWork({ prompt, check }, store));
}

interface ArcQuestion {
  messages: readonly TextMessage[];
  /** The recaps that the arc stands for. */
  madeFrom: string[];
  source: RecapSource;
}

/** What an arc may know: the recaps that it is made from. */
function sourceOf(chapters: readonly PromptChapter[], cast: RecapSource['cast'], language: string): RecapSource {
  const text = chapters.map(({ recap }) => `${recap?.events ?? ''}\n${recap?.state ?? ''}`).join('\n');
  return { language, text, beside: chapters.map(({ title }) => title).join('\n'), cast };
}
