import { notFound } from '../../../errors.ts';
import type { JobQueue } from '../../../sql/queue.ts';
import { cancelRun } from '../../calls/run/cancel.ts';
import { type RunContext, requireProvider } from '../../calls/run/start.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import * as store from './book-store.ts';
import { requireMp3 } from './mp3.ts';
import type { NarrationRequest } from './rules.ts';

/** Context of book narrations. */
interface BookNarrationContext extends RunContext {
  narrations: JobQueue<store.OrderKey>;
}

/** Queues every complete chapter of a book without audio of its present text that is not queued yet. */
export async function narrateBook(
  { sql, runs, narrations }: BookNarrationContext,
  key: BookKey,
  { voice }: NarrationRequest,
): Promise<void> {
  if (!(await bookById(sql, key))) notFound('book');
  requireProvider(runs, 'speech');
  requireMp3();
  const put = await narrations.ready();
  await sql.begin(async (tx) => {
    const silent = await store.silentChapters(tx, key, voice);
    const waiting = await store.waitingOrders(tx, key.accountId);
    const orders = new Map((await store.putOrders(tx, key, silent, voice)).map((order) => [order.chapterId, order]));
    const inOrder = silent.flatMap((chapterId) => orders.get(chapterId) ?? []);
    // Priority by the account's queue length, so that one long book does not delay another account's first chapter.
    await put(
      tx,
      inOrder.map((data, index) => ({ data, group: key.accountId, place: waiting + index })),
    );
  });
  narrations.wake();
}

/** Cancels the queued chapters of a book and its running narrations. */
export async function cancelBookNarration(context: RunContext, key: BookKey): Promise<void> {
  const { sql } = context;
  if (!(await bookById(sql, key))) notFound('book');
  await store.dropOrders(sql, key);
  const running = await store.narrationsUnderWay(sql, key.accountId, [key.bookId]);
  await Promise.all(running.map(({ id }) => cancelRun(context, { accountId: key.accountId, runId: id })));
}

declare module '../../../graphql/services.ts' {
  interface Services {
    /** Queue of chapters of whole-book narrations. */
    narrations: JobQueue<store.OrderKey>;
  }
}
