import { performance } from 'node:perf_hooks';
import type { AssembledPrompt } from '../../calls/prompt/prompt.ts';
import type { RunContext } from '../../calls/run/start.ts';
import type { BookKey } from '../../story/book/store.ts';
import { type ChapterKey, chaptersOfBook } from '../../text/chapter/store.ts';
import { makeArcs } from '../arc/make.ts';
import { readingEnded } from '../recap/hooks.ts';
import { writeWaitSeconds } from '../recap/rules.ts';
import { promptOfWrite } from './preview.ts';
import { firstPrompt, proseCall } from './prose-call.ts';
import type { ProsePlan } from './prose-plan.ts';

type Context = Pick<RunContext, 'sql' | 'config' | 'runs' | 'work'>;

/** The call of a plan with its first prompt. */
interface CallWithArcs extends Awaited<ReturnType<typeof proseCall>> {
  prompt: AssembledPrompt;
  /** Milliseconds of the wait for arcs; undefined if none is made. */
  waitedMs: number | undefined;
}

/** Has the arcs made that the first prompt of a call wants, and waits up to 20 seconds for the first of them. */
export async function callWithArcs(
  context: Context & Pick<RunContext, 'signal'>,
  key: ChapterKey,
  plan: ProsePlan,
): Promise<CallWithArcs> {
  const { config, runs, signal, work } = context;
  const call = await proseCall(context, key, plan);
  const { prompt } = await firstPrompt(work, key, call.input);
  const made = config.chapterRecaps ? await makeArcs(context, key, prompt.arcsWanted) : [];
  if (made.length === 0) return { ...call, prompt, waitedMs: undefined };
  const since = performance.now();
  await Promise.all(made.map((runId) => runs.wait({ accountId: key.accountId, runId }, writeWaitSeconds, signal)));
  const waitedMs = Math.round(performance.now() - since);
  const again = await proseCall(context, key, plan);
  return { ...again, prompt: (await firstPrompt(work, key, again.input)).prompt, waitedMs };
}

/** Has the arcs made that the prompt of the chapter after this one wants, so that its write need not wait. */
export async function makeArcsForNext(context: Context, key: ChapterKey): Promise<void> {
  if (!context.config.chapterRecaps) return;
  const chapters = (await chaptersOfBook(context.sql, key)) ?? [];
  await makeArcsFor(context, key, chapters[chapters.findIndex(({ id }) => id === key.chapterId) + 1]?.id);
}

/** Has the arcs made that the prompt of a book's last chapter wants, before which most recaps stand. */
async function makeArcsForLast(context: Context, key: BookKey): Promise<void> {
  const chapters = await chaptersOfBook(context.sql, key);
  await makeArcsFor(context, key, chapters?.at(-1)?.id);
}

async function makeArcsFor(context: Context, key: BookKey, chapterId: string | undefined): Promise<void> {
  if (chapterId === undefined) return;
  const { arcsWanted } = await promptOfWrite(context, { ...key, chapterId }, { restart: true });
  await makeArcs(context, key, arcsWanted);
}

// It was asked for, so CHAPTER_RECAPS does not concern it.
readingEnded.add(makeArcsForLast);
