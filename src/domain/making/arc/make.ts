import { newId } from '../../../ids/id.ts';
import type { TextMessage } from '../../../providers/text-provider.ts';
import type { Sql, Transaction } from '../../../sql/connect.ts';
import { groupsOf, isTold } from '../../calls/prompt/arc.ts';
import { arcMessages } from '../../calls/prompt/arc-prompt.ts';
import type { PromptChapter } from '../../calls/prompt/prompt-input.ts';
import { recapReplyTokens } from '../../calls/prompt/recap-prompt.ts';
import { roomOf, tokensLeft } from '../../calls/prompt/room.ts';
import { insertRun } from '../../calls/run/insert.ts';
import { measured } from '../../calls/run/paid-call.ts';
import { requestHash } from '../../calls/run/rules.ts';
import type { RunContext } from '../../calls/run/start.ts';
import { type Run, runningRecap } from '../../calls/run/store.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import { castOfBook } from '../../story/character/store.ts';
import { chaptersOfBook } from '../../text/chapter/store.ts';
import { RecapCheck } from '../recap/check.ts';
import { type NewRecap, recapSecondsMax } from '../recap/rules.ts';
import type { RecapSource } from '../recap/source.ts';
import { recapsOfBook } from '../recap/store.ts';
import { recapWork } from '../recap/summarize.ts';
import { idIn, madeFromOf, toldArcs } from './placed.ts';
import { arcsOfBook, putArc } from './store.ts';

/** Limits for requests do not apply to automatic recaps (ours). */
const noLimits = { providerConcurrent: 0, providerPerMinute: 0 };
/** Arcs of a book that are made at the same time. Ours. */
const atOnceMax = 5;

type Context = Pick<RunContext, 'sql' | 'config' | 'runs' | 'work'>;

/**
 * Starts to make arcs that a prompt had no room without, oldest first, with the model of the draft tier: the first ones now, each
 * further one when one is made. Answers the runs of the first ones. Does nothing if the account has no quota.
 *
 * @param lastOrders The position of the last chapter of each arc.
 */
export async function makeArcs(context: Context, key: BookKey, lastOrders: readonly number[]): Promise<string[]> {
  const { runs } = context;
  if (lastOrders.length === 0 || runs.isClosing || !runs.providers.has('text')) return [];
  const questions = await questionsFor(context.sql, key, lastOrders);
  const next = async (): Promise<string[]> => {
    for (let asked = questions.shift(); asked; asked = questions.shift()) {
      const run = await makeArc(context, key, asked, async () => void (await next()));
      if (run) return [run.id];
    }
    return [];
  };
  const begun = await Promise.all(Array.from({ length: atOnceMax }, next));
  return begun.flat();
}

async function questionsFor(sql: Sql, key: BookKey, lastOrders: readonly number[]): Promise<ArcQuestion[]> {
  const [book, chapters, cast, recaps, arcs] = await Promise.all([
    bookById(sql, key),
    chaptersOfBook(sql, key),
    castOfBook(sql, key),
    recapsOfBook(sql, key),
    arcsOfBook(sql, key),
  ]);
  if (!book || !chapters) return [];
  const groups = groupsOf(chapters, toldArcs(chapters, recaps, arcs));
  return lastOrders.flatMap((last) => {
    const group = groups.find((one) => one.at(-1)?.order === last) ?? [];
    const told = group.map((chapter) => ({ ...chapter, recap: recaps.get(chapter.id) ?? null }));
    if (told.length === 0 || !told.every(isTold)) return [];
    const messages = arcMessages(told, book.language);
    return [{ messages, madeFrom: madeFromOf(group, recaps), source: sourceOf(told, cast, book.language) }];
  });
}

/** Starts the run that makes one arc, unless it is running. A model without room for ten recaps makes none. */
async function makeArc(
  { sql, config, runs, work }: Context,
  key: BookKey,
  { messages, madeFrom, source }: ArcQuestion,
  follow: () => Promise<void>,
): Promise<Run | undefined> {
  const model = config.models.draft;
  const prompt = await measured(work, key.accountId, messages);
  if (prompt.tokens > tokensLeft(roomOf(config, model, recapReplyTokens))) return undefined;
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
  if ('not' in begun) return undefined;
  const store = async (tx: Transaction, recap: NewRecap | undefined): Promise<undefined> => {
    if (recap) await putArc(tx, ofLast, { madeFrom, ...recap }, { origin: 'model', model, runId: run.id });
  };
  const check = new RecapCheck(work, key.accountId, source);
  runs.begin(begun.run, { ...recapWork({ prompt, check }, store), follow });
  return begun.run;
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
