import type { Config } from '../../../config.ts';
import { invalidState, notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import { expectedJson } from '../../calls/prompt/estimate.ts';
import { recapReplyTokens } from '../../calls/prompt/recap-prompt.ts';
import { type Room, roomOf } from '../../calls/prompt/room.ts';
import type { Opening } from '../../calls/run/insert.ts';
import { measured, type PaidCall } from '../../calls/run/paid-call.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { beginRun, joinRun, type RunContext, requireProvider } from '../../calls/run/start.ts';
import { type Run, runningRecap } from '../../calls/run/store.ts';
import { bookById } from '../../story/book/store.ts';
import { type ChapterKey, chapterById, runningOn } from '../../text/chapter/store.ts';
import type { PresentState } from '../../text/texts/present.ts';
import { presentStateOf } from '../../text/texts/present.ts';
import { assembledRecap } from './assembly.ts';
import { RecapCheck } from './check.ts';
import type { RecapSource } from './source.ts';
import { beforeRecap } from './store.ts';
import { summarizing } from './summarize.ts';

/** The shortest recap, as a share of one that is as long as it may be. Ours. */
const leastShare = 0.1;

/**
 * Starts a run that makes the recap of a chapter's text, or joins the one that is making it. Jobs call this function too: it
 * answers at once, and `RunEngine.wait` answers the run at its end.
 */
export async function generateRecap(context: RunContext, key: ChapterKey): Promise<Run> {
  for (;;) {
    const text = (await presentStateOf(context.sql, key)) ?? notFound('chapter');
    const { revisionId } = textToRead(text);
    const writing = await runningOn(context.sql, key);
    if (writing) invalidState(`Run ${writing} is writing this chapter. Wait for it or cancel it, then try again.`);
    const hash = hashOf(revisionId);
    const running = await runningRecap(context.sql, key, hash);
    const run = running
      ? await joinRun(context, running, hash, 'the recap of this chapter')
      : await start(context, key, text);
    if (run) return run;
  }
}

/** Undefined if another request was faster, or the chapter has changed. */
async function start(context: RunContext, key: ChapterKey, text: PresentState): Promise<Run | undefined> {
  requireProvider(context.runs);
  const made = await recapRun(context, key, text);
  return made && beginRun(context, key, made.run, made.opening, made.work);
}

/** The run that makes the recap of a text; undefined if there is no such chapter or text. */
export async function recapRun({ sql, config, work }: CallContext, key: ChapterKey, text: PresentState) {
  const { revisionId } = text;
  const made = await questionFor({ sql, config, work }, key, text);
  if (!made || revisionId === null) return undefined;
  const { call, source } = made;
  const check = new RecapCheck(work, key.accountId, source);
  const { model } = call;
  const hash = hashOf(revisionId);
  const run = {
    id: newId('run'),
    kind: 'summarize' as const,
    chapterId: key.chapterId,
    requestHash: hash,
    model,
    revisionId: null,
    subjectId: null,
    startOffset: 0,
    resumeOf: null,
    prompt: call,
    builtFrom: {},
  };
  const opening: Opening = {
    async mayBegin(tx) {
      if (await runningRecap(tx, key, hash)) return { not: 'busy' };
      return (await presentStateOf(tx, key))?.revisionId === revisionId ? undefined : { not: 'changed' };
    },
  };
  return { run, opening, work: summarizing(key, { prompt: call, check }, { revisionId, model, runId: run.id }) };
}

/** What a run asks for the recap of a chapter. Throws `invalid_state` without a text. */
export async function recapCall(context: CallContext, key: ChapterKey): Promise<PaidCall> {
  const text = (await presentStateOf(context.sql, key)) ?? notFound('chapter');
  return ((await questionFor(context, key, textToRead(text))) ?? notFound('chapter')).call;
}

type CallContext = Pick<RunContext, 'sql' | 'config' | 'work'>;

/** The room for a recap. Throws `invalid_state` if the draft model has too little. */
export function roomForRecap(config: Config): Room {
  return roomOf(config, config.models.draft, recapReplyTokens);
}

/** Undefined if there is no such chapter. */
async function questionFor({ sql, config, work }: CallContext, key: ChapterKey, text: PresentState) {
  const [book, chapter, known] = await Promise.all([bookById(sql, key), chapterById(sql, key), beforeRecap(sql, key)]);
  if (!book || !chapter) return undefined;
  const model = config.models.draft;
  const room = roomForRecap(config);
  const { order, title } = chapter;
  const { language } = book;
  const { cast, ...former } = known;
  const names = cast.map(({ name }) => name);
  const input = { order, title, language, text: text.body, names, ...former, budgetTokens: room.budgetTokens };
  const { messages, expectedTokens } = await assembledRecap(work, key.accountId, input);
  const prompt = await measured(work, key.accountId, messages);
  const expected = expectedJson(Math.round(expectedTokens * leastShare), expectedTokens);
  const call: PaidCall = { ...prompt, ...expected, model, room, times: 1 };
  const source: RecapSource = { language, text: text.body, beside: `${title}\n${former.formerState ?? ''}`, cast };
  return { call, source };
}

function textToRead({ revisionId, ...text }: PresentState): PresentState & { revisionId: string } {
  if (revisionId === null) invalidState('The chapter has no text. Write it, or set its content, first.');
  return { ...text, revisionId };
}

/** Equal for runs on the same text. */
function hashOf(revisionId: string): string {
  return requestHash('summarize', revisionId);
}
