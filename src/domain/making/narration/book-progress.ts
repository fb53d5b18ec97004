import type { Sql } from '../../../sql/connect.ts';
import type { BookProgress, ChapterProgress } from '../../calls/run/progress.ts';
import type * as chapters from '../../text/chapter/store.ts';
import { chapterColumns, chaptersOfBooks } from '../../text/chapter/store.ts';
import type { ChapterNarrationState } from './book-rules.ts';
import { narrationsUnderWay, type OrderStatus, ordersOfBooks } from './book-store.ts';
import { type Audio, audioOf } from './store.ts';

type ChapterNarration = ChapterProgress<ChapterNarrationState>;
type BookNarration = BookProgress<ChapterNarrationState>;

/** Narration states of several books, in a constant number of statements. A book without chapters has an empty list. */
export async function progressOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
): Promise<BookNarration[]> {
  const all = await chaptersOfBooks(sql, accountId, bookIds, chapterColumns.all);
  const ids = all.map(({ id }) => id);
  const [audio, orders, running] = await Promise.all([
    audioOf(sql, accountId, ids),
    ordersOfBooks(sql, accountId, bookIds),
    narrationsUnderWay(sql, accountId, bookIds),
  ]);
  const known = {
    audio: new Map(audio.map((one) => [one.chapterId, one])),
    orders: new Map(orders.map((one) => [one.chapterId, one])),
    running: new Map(running.map(({ chapterId, id }) => [chapterId, id])),
  };
  const byBook = Map.groupBy(all, ({ bookId }) => bookId);
  return bookIds.map((bookId) => ({
    bookId,
    chapters: (byBook.get(bookId) ?? []).map((chapter) =>
      standingOf(chapter, known.running.get(chapter.id), known.orders.get(chapter.id), known.audio.get(chapter.id)),
    ),
  }));
}

function standingOf(
  { id, order, title, status }: chapters.Chapter,
  runId: string | undefined,
  ordered: OrderStatus | undefined,
  audio: Audio | undefined,
): ChapterNarration {
  const chapter = {
    chapterId: id,
    order,
    title,
    runId: runId ?? ordered?.runId ?? null,
    error: null,
    waitsUntil: null,
  };
  if (runId !== undefined) return { ...chapter, state: 'running' };
  if (ordered?.failedAt) {
    const error = { code: ordered.errorCode ?? '', message: ordered.errorMessage ?? '' };
    return { ...chapter, state: 'failed', error };
  }
  if (ordered) return { ...chapter, state: 'queued', waitsUntil: ordered.dueAt };
  if (audio?.narration && !audio.narration.isStale) return { ...chapter, state: 'ready' };
  if (status !== 'complete') return { ...chapter, state: 'incomplete' };
  return { ...chapter, state: audio?.narration ? 'stale' : 'missing' };
}
