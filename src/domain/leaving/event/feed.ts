import { type Database, isDatabaseAway, type Sql } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import type { Holds } from './holds.ts';
import { announceBooks, haveEnded, writersUntilNow } from './watched.ts';

/** Notification channel of the triggers of 0008_event.sql; the payload is `account/book`. */
const changedChannel = 'fabula_book_changed';

/** Poll interval of watchers: a notification can be lost with its connection. */
const lookMs = 10_000;

/** Waits for changes of a book. */
interface Watcher {
  /** Resolves when the book may have changed since the last call, at the time limit, or when the feed closes. */
  changed(msMax?: number): Promise<void>;
  leave(): void;
  /**
   * Whether each later change of the book wakes this watcher. Call it before a read, and poll until it is true: transactions
   * that began before the registration send no notification, and the read after their end finds their events.
   */
  isAnnounced(): Promise<boolean>;
}

/** A book that is watched on this node. */
interface Watched {
  key: BookKey;
  wakes: Set<() => void>;
  /** The position behind all transactions that may not see the registration; undefined until it is registered. */
  registered?: Promise<string> | undefined;
  isAnnounced: boolean;
}

/** Wakes the watchers of books on this node after a change on any node. Watchers then read the log themselves. */
export class EventFeed {
  private readonly watched = new Map<string, Watched>();
  private readonly reading = new Map<string, Promise<unknown>>();
  private timer: NodeJS.Timeout | undefined;
  private wakes = 0;
  private closed = false;
  private readonly holds: Holds;
  private readonly sql: Sql;

  constructor(holds: Holds, sql: Sql) {
    this.holds = holds;
    this.sql = sql;
  }

  /** A read found events that are held back since this time. */
  noteHeld(since: Date | undefined): void {
    if (since) this.holds.note(since);
  }

  async listen(database: Pick<Database, 'listen'>): Promise<void> {
    await database.listen(changedChannel, (book) => this.heard(book));
  }

  /** Number of watchers. */
  get watchers(): number {
    return [...this.watched.values()].reduce((sum, { wakes }) => sum + wakes.size, 0);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Starts to watch. Changes from now on are remembered, even before `changed` is called. */
  watch(key: BookKey): Watcher {
    const book = `${key.accountId}/${key.bookId}`;
    let isDue = false;
    let waiting: (() => void) | undefined;
    const wake = () => {
      isDue = true;
      waiting?.();
    };
    const watched = this.watched.get(book) ?? { key, wakes: new Set(), isAnnounced: false };
    watched.wakes.add(wake);
    this.watched.set(book, watched);
    this.timer ??= setInterval(() => void this.look(), lookMs).unref();
    return {
      changed: async (msMax) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting = resolve;
        if (isDue || this.closed) resolve();
        const timeout = msMax === undefined ? undefined : setTimeout(resolve, msMax);
        await promise;
        clearTimeout(timeout);
        waiting = undefined;
        isDue = false;
      },
      leave: () => {
        wake();
        watched.wakes.delete(wake);
        if (watched.wakes.size === 0 && this.watched.get(book) === watched) this.watched.delete(book);
        if (this.watched.size === 0) this.rest();
      },
      isAnnounced: () => this.announce(watched),
    };
  }

  /** Shares one read among all watchers with the same key since the last wake. */
  async shared<T>(what: string, read: () => Promise<T>): Promise<T> {
    const key = `${this.wakes} ${what}`;
    const known = this.reading.get(key) as Promise<T> | undefined;
    if (known) return known;
    const made = read().finally(() => this.reading.delete(key));
    this.reading.set(key, made);
    return made;
  }

  /** Wakes all watchers, which then see that it is closed. */
  close(): void {
    this.closed = true;
    this.wake(undefined);
    this.rest();
  }

  /** Registers the book, then checks whether all transactions have ended that may not see it. False without a database. */
  private async announce(watched: Watched): Promise<boolean> {
    if (watched.isAnnounced) return true;
    watched.registered ??= announceBooks(this.sql, [watched.key]).then(() => writersUntilNow(this.sql));
    const { registered } = watched;
    try {
      const hasEnded = await haveEnded(this.sql, await registered);
      // After a lost connection the book is registered again.
      if (watched.registered === registered) watched.isAnnounced = hasEnded;
      return watched.isAnnounced;
    } catch (error) {
      if (watched.registered === registered) watched.registered = undefined;
      // A full or read-only disk does not end the feed: the poll finds the events.
      if (isDatabaseAway(error)) return false;
      throw error;
    }
  }

  /** Without a book the connection was lost. The server may have crashed, and with it the list of watched books. */
  private heard(book: string | undefined): void {
    if (book === undefined)
      for (const watched of this.watched.values())
        Object.assign(watched, { registered: undefined, isAnnounced: false });
    this.wake(book);
  }

  private async look(): Promise<void> {
    const books = [...this.watched.values()].map(({ key }) => key);
    // Reads report a lost database themselves.
    if (books.length > 0) await announceBooks(this.sql, books).catch(() => {});
    this.wake(undefined);
  }

  /** Wakes the watchers of one book, or all if notifications may have been lost. */
  private wake(book: string | undefined): void {
    this.wakes += 1;
    const woken = book === undefined ? [...this.watched.values()] : [this.watched.get(book)];
    for (const watched of woken) for (const wake of watched?.wakes ?? []) wake();
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

declare module '../../../graphql/services.ts' {
  interface Services {
    events: EventFeed;
  }
}
