import type { Database } from '../../sql/connect.ts';

/** Where the triggers of 0008_event.sql announce what they have written; the payload is `account/book`. */
const changedChannel = 'fabula_book_changed';

/** However quiet it is, watchers look so often: an announcement can be lost with its connection. */
const lookMs = 10_000;

/** One that waits for a book to change. */
export interface Watcher {
  /** Resolves when the book may have changed since the last time, the feed closes, or the time is over. */
  changed(msMax?: number): Promise<void>;
  leave(): void;
}

/** Wakes those who watch books on this node, wherever a book was changed. It says that they should look, never what there is. */
export class EventFeed {
  private readonly watchersOf = new Map<string, Set<() => void>>();
  private readonly reading = new Map<string, Promise<unknown>>();
  private timer: NodeJS.Timeout | undefined;
  private wakes = 0;
  private closed = false;

  async listen(database: Pick<Database, 'listen'>): Promise<void> {
    await database.listen(changedChannel, (book) => this.wake(book));
  }

  /** How many watch. */
  get watchers(): number {
    return [...this.watchersOf.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Begins to watch; what changes from now on is noticed, be it waited for or not. */
  watch({ accountId, bookId }: { accountId: string; bookId: string }): Watcher {
    const book = `${accountId}/${bookId}`;
    let isDue = false;
    let waiting: (() => void) | undefined;
    const wake = () => {
      isDue = true;
      waiting?.();
    };
    const watchers = this.watchersOf.get(book) ?? new Set();
    this.watchersOf.set(book, watchers.add(wake));
    this.timer ??= setInterval(() => this.wake(undefined), lookMs).unref();
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
        watchers.delete(wake);
        if (watchers.size === 0 && this.watchersOf.get(book) === watchers) this.watchersOf.delete(book);
        if (this.watchersOf.size === 0) this.rest();
      },
    };
  }

  /** One reading for all who want the same since the last wake: a book that many watch is read once a change. */
  async shared<T>(what: string, read: () => Promise<T>): Promise<T> {
    const key = `${this.wakes} ${what}`;
    const known = this.reading.get(key) as Promise<T> | undefined;
    if (known) return known;
    const made = read().finally(() => this.reading.delete(key));
    this.reading.set(key, made);
    return made;
  }

  /** Everybody looks once more and finds it closed. */
  close(): void {
    this.closed = true;
    this.wake(undefined);
    this.rest();
  }

  /** Those of one book, or all where anything may have been missed. */
  private wake(book: string | undefined): void {
    this.wakes += 1;
    const woken = book === undefined ? [...this.watchersOf.values()] : [this.watchersOf.get(book) ?? []];
    for (const watchers of woken) for (const wake of watchers) wake();
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
