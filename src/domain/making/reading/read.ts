import { invalidState, notFound } from '../../../errors.ts';
import type { Sql } from '../../../sql/connect.ts';
import { recapTextTokensMax } from '../../calls/prompt/recap-prompt.ts';
import { cancelRun } from '../../calls/run/cancel.ts';
import type { PaidCall } from '../../calls/run/paid-call.ts';
import type { BookProgress, ChapterProgress } from '../../calls/run/progress.ts';
import { type RunContext, requireProvider } from '../../calls/run/start.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import { chaptersOfBook } from '../../text/chapter/store.ts';
import { makeDueRecaps } from '../recap/automatic.ts';
import { recapCall, roomForRecap } from '../recap/make.ts';
import { dropReading } from '../recap/order-store.ts';
import { arcsAfter } from './arcs-after.ts';
import type { ReadingState, ReadRequest } from './rules.ts';
import * as store from './store.ts';

/** Orders the recaps that the chapters lack, and begins with the first. */
export async function readManuscript(context: RunContext, key: BookKey, request: ReadRequest): Promise<void> {
  if (!(await bookById(context.sql, key))) notFound('book');
  requireProvider(context.runs);
  // Throws before anything is ordered.
  roomForRecap(context.config);
  await store.orderReading(context.sql, key, request);
  await makeDueRecaps(context, key.accountId);
}

/** Cancels what is queued and running of a reading. Finished recaps stay. */
export async function cancelReading(context: RunContext, key: BookKey): Promise<void> {
  if (!(await bookById(context.sql, key))) notFound('book');
  const running = await dropReading(context.sql, key);
  await Promise.all(running.map((runId) => cancelRun(context, { accountId: key.accountId, runId })));
}

/** The first call of a reading. Those of the other chapters are estimated by the length of their texts, and arcs by that of the recaps. */
export async function readCall(
  context: Pick<RunContext, 'sql' | 'config' | 'work'>,
  key: BookKey,
  request: ReadRequest,
): Promise<PaidCall> {
  if (!(await bookById(context.sql, key))) notFound('book');
  const unread = await store.unreadChapters(context.sql, key, request);
  const [first] = unread;
  if (!first)
    return invalidState(
      'Every chapter with a text has a recap of it, or one that a person wrote. There is nothing to read.',
    );
  const [call, all] = await Promise.all([
    recapCall(context, { ...key, chapterId: first.chapterId }),
    chaptersOfBook(context.sql, key),
  ]);
  const text = call.manifest.find(({ block }) => block === 'chapter-text')?.tokens ?? 0;
  const rate = text / Math.max(1, first.length);
  const inputTokens = unread.reduce(
    (sum, { length }) => sum + call.tokens - text + Math.min(Math.round(length * rate), recapTextTokensMax),
    0,
  );
  return { ...call, times: unread.length, inputTokens, further: arcsAfter(call, all?.length ?? 0) };
}

/** Why a chapter failed whose runs all ended without a result, as when their nodes stopped. */
const noEnd = 'This chapter was tried several times without an end. Read the manuscript again.';

/** The progress of the readings of several books, in one statement. */
export async function readingsOf(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
): Promise<BookProgress<ReadingState>[]> {
  const byBook = Map.groupBy(await store.standingsOf(sql, accountId, bookIds), ({ bookId }) => bookId);
  return bookIds.map((bookId) => ({ bookId, chapters: (byBook.get(bookId) ?? []).map(progressOf) }));
}

function progressOf(standing: store.Standing): ChapterProgress<ReadingState> {
  const { chapterId, order, title, runId, dueAt, errorCode, errorMessage } = standing;
  const state = stateOf(standing);
  const error = state === 'failed' ? { code: errorCode ?? 'generation_failed', message: errorMessage ?? noEnd } : null;
  const waitsUntil = state === 'queued' && dueAt && dueAt.getTime() > Date.now() ? dueAt : null;
  return { chapterId, order, title, state, runId, error, waitsUntil };
}

function stateOf({ hasText, hasRecap, isStale, isOrdered, failedAt, isRunning }: store.Standing): ReadingState {
  if (!hasText) return 'empty';
  // A run on it may also make the arc that ends with it.
  if (hasRecap && !isStale) return 'ready';
  if (isRunning) return 'running';
  if (failedAt) return 'failed';
  if (isOrdered) return 'queued';
  return hasRecap ? 'stale' : 'missing';
}
