import { notFound } from '../../errors.ts';
import type { JobQueue } from '../../sql/queue.ts';
import { type BookKey, bookById } from '../book/store.ts';
import { cancelRun } from '../generation/cancel.ts';
import { type Desk, requireProvider } from '../generation/desk.ts';
import * as store from './book-store.ts';
import type { NarrationRequest } from './rules.ts';

/** What the narration of books works with. */
export interface BookDesk extends Desk {
  narrations: JobQueue<store.OrderKey>;
}

/** Queues every complete chapter of a book that has no narration of its present text, and is not queued yet. */
export async function narrateBook(
  { sql, runs, narrations }: BookDesk,
  key: BookKey,
  { voice }: NarrationRequest,
): Promise<void> {
  if (!(await bookById(sql, key))) notFound('book');
  requireProvider(runs, 'speech');
  const put = await narrations.ready();
  await sql.begin(async (tx) => {
    const silent = await store.silentChapters(tx, key, voice);
    const waiting = await store.waitingOrders(tx, key.accountId);
    const orders = new Map((await store.putOrders(tx, key, silent, voice)).map((order) => [order.chapterId, order]));
    const inOrder = silent.flatMap((chapterId) => orders.get(chapterId) ?? []);
    // Behind as many as its account waits for already: so nobody’s long book is in the way of another’s first chapter.
    await put(
      tx,
      inOrder.map((data, index) => ({ data, group: key.accountId, place: waiting + index })),
    );
  });
  narrations.wake();
}

/** Takes back what is queued of a book and stops what is spoken. */
export async function cancelBookNarration(desk: Desk, key: BookKey): Promise<void> {
  const { sql } = desk;
  if (!(await bookById(sql, key))) notFound('book');
  await store.dropOrders(sql, key);
  const running = await store.narrationsUnderWay(sql, key.accountId, [key.bookId]);
  await Promise.all(running.map(({ id }) => cancelRun(desk, { accountId: key.accountId, runId: id })));
}
