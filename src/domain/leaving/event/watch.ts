import { ServiceError } from '../../../errors.ts';
import { isDatabaseAway, type Sql } from '../../../sql/connect.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import type { EventFeed } from './feed.ts';
import { type Batch, type Event, eventsAfter, type Position } from './store.ts';

type Events = AsyncGenerator<Event, void, void>;

interface WatchServices {
  read: Sql;
  events: EventFeed;
}

/** Events per read. */
const batchMax = 100;
/** Poll interval with backoff while an older transaction is open or the database is unavailable. */
const againMs = { min: 50, max: 1_000 };

/**
 * Yields changes of a book after a position, until it is deleted or the signal is aborted. `onBatch` runs before each
 * batch.
 */
export async function* watchBook(
  { read, events: feed }: WatchServices,
  key: BookKey,
  from: Position,
  signal: AbortSignal,
  onBatch: () => void,
): Events {
  const watcher = feed.watch(key);
  // A reader that leaves while it holds an event never returns.
  signal.addEventListener('abort', watcher.leave, { once: true });
  let position = from;
  let pauseMs: number | undefined;
  try {
    while (!signal.aborted) {
      if (feed.isClosed) throw stopping();
      const isAnnounced = await watcher.isAnnounced();
      const batch = await next(read, feed, key, position);
      feed.noteHeld(batch?.heldSince);
      onBatch();
      for (const event of batch?.events ?? []) {
        if (signal.aborted) return;
        yield event;
      }
      position = batch?.end ?? position;
      if (batch?.events.some(({ type }) => type === 'book.deleted') && !(await bookById(read, key))) return;
      if (batch?.events.length === batchMax) continue;
      pauseMs =
        batch && !batch.heldSince && isAnnounced ? undefined : Math.min((pauseMs ?? againMs.min / 2) * 2, againMs.max);
      await watcher.changed(pauseMs);
    }
  } finally {
    signal.removeEventListener('abort', watcher.leave);
    watcher.leave();
  }
}

/** Undefined while the database is unavailable. Nothing is lost: the log is complete afterwards. */
async function next(read: Sql, feed: EventFeed, key: BookKey, after: Position): Promise<Batch | undefined> {
  try {
    const what = [key.accountId, key.bookId, after.tx, after.seq, after.seen?.seqs].join(' ');
    return await feed.shared(what, () => eventsAfter(read, key, after, batchMax));
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

function stopping(): ServiceError {
  return new ServiceError(
    'unavailable',
    'This node is stopping. Subscribe again with the last event that you have as `after`.',
    {
      retry_after: 1,
    },
  );
}
