import { ServiceError } from '../../errors.ts';
import { isDatabaseAway, type Sql } from '../../sql/connect.ts';
import { type BookKey, bookById } from '../book/store.ts';
import type { EventFeed } from './feed.ts';
import { type Batch, type Event, eventsAfter, type Position } from './store.ts';

export type Events = AsyncGenerator<Event, void, void>;

export interface Desk {
  read: Sql;
  events: EventFeed;
}

/** Read at a time. */
const batchMax = 100;
/** Until an older transaction has ended, or the database is back, it is looked again, at first so soon, then less and less often. */
const againMs = { min: 50, max: 1_000 };

/** What changes in a book from a position on, until it is deleted or the signal is aborted. `onBatch` is called before the first of several that were read together. */
export async function* watchBook(
  { read, events: feed }: Desk,
  key: BookKey,
  from: Position,
  signal: AbortSignal,
  onBatch: () => void,
): Events {
  const watcher = feed.watch(key);
  // A reader that goes away while it holds an event never comes back to the end of this.
  signal.addEventListener('abort', watcher.leave, { once: true });
  let position = from;
  let pauseMs: number | undefined;
  try {
    while (!signal.aborted) {
      if (feed.isClosed) throw stopping();
      const batch = await next(read, feed, key, position);
      onBatch();
      for (const event of batch?.events ?? []) {
        if (signal.aborted) return;
        yield event;
      }
      position = batch?.end ?? position;
      if (batch?.events.some(({ type }) => type === 'book.deleted') && !(await bookById(read, key))) return;
      if (batch?.events.length === batchMax) continue;
      pauseMs = batch && !batch.isHeld ? undefined : Math.min((pauseMs ?? againMs.min / 2) * 2, againMs.max);
      await watcher.changed(pauseMs);
    }
  } finally {
    signal.removeEventListener('abort', watcher.leave);
    watcher.leave();
  }
}

/** Undefined while the database is away: nothing is lost by that, for the log is all there when it is back. */
async function next(read: Sql, feed: EventFeed, key: BookKey, after: Position): Promise<Batch | undefined> {
  try {
    const what = `${key.accountId} ${key.bookId} ${after.tx} ${after.seq}`;
    return await feed.shared(what, () => eventsAfter(read, key, after, batchMax));
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

function stopping(): ServiceError {
  return new ServiceError('unavailable', 'This node is stopping. Go on elsewhere, `after` the last event you have.', {
    retry_after: 1,
  });
}
