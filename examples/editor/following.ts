import { type Book, readChapter } from './book.ts';
import { patiently } from './client.ts';
import { attempt, reasonOf } from './notice.ts';
import type { ChapterTextFragment, RunStateFragment } from './operations.gen.ts';
import { composed, putWritten } from './sheet.ts';
import { agreed } from './spend.ts';
import { lockText } from './surface.ts';
import { type Order, runOn, watchRun } from './writing.ts';

const notYet = 'Your text is not saved yet, or a run has it. Try again when it is saved.';

/** What following needs of an open chapter. */
interface Followed {
  readonly record: ChapterTextFragment;
  readonly isSaved: boolean;
  flush(): Promise<void>;
  /** A run has the text, or has it no more. */
  hold(isHeld: boolean): void;
  /** `isOwn`: undo takes the change back, as one of the author's own. */
  take(record: ChapterTextFragment, isOwn?: boolean): Promise<void>;
  /** A run has ended, and its text is there. */
  release(): void;
  /** The chapter cannot be read. */
  refuse(message: string): void;
  /** The chapter was deleted, or restored. */
  deleted(isDeleted: boolean): void;
}

/** Follows what happens to an open chapter elsewhere: other versions, and runs that write it. */
export class Following {
  readonly #book: Book;
  readonly #chapter: Followed;
  readonly #signal: AbortSignal;
  #isFollowing = false;
  #reading: Promise<unknown> | undefined;

  constructor(book: Book, chapter: Followed, signal: AbortSignal) {
    this.#book = book;
    this.#chapter = chapter;
    this.#signal = signal;
  }

  /** Saves, starts a run if the author agrees, calls `started`, and answers how it ended. Throws if it cannot start. */
  async begin(
    ordered: (chapter: ChapterTextFragment) => Order,
    started = () => {},
  ): Promise<RunStateFragment | undefined> {
    if (!(await this.#isFree())) return undefined;
    const { id: bookId } = this.#book;
    const { start, ...offer } = ordered(this.#chapter.record);
    if (!(await agreed({ bookId, ...offer, signal: this.#signal }))) return undefined;
    // The author may have typed, or gone on to another chapter, before the question came.
    if (!(await this.#isFree())) return undefined;
    const { id } = await start(bookId);
    started();
    return this.follow(id);
  }

  /** Shows a run until it ends, and answers how it ended. */
  async follow(runId: string): Promise<RunStateFragment | undefined> {
    if (this.#isFollowing || this.#signal.aborted) return undefined;
    this.#isFollowing = true;
    await composed();
    this.#chapter.hold(true);
    lockText(true);
    const { id: bookId } = this.#book;
    const watch = { runId, bookId, chapterId: this.#id, signal: this.#signal, show: putWritten };
    const ended = await attempt(() => watchRun(watch), 'run');
    this.#isFollowing = false;
    if (this.#signal.aborted) return ended;
    // Input refers to the text as it was written, which must be loaded first.
    await this.#read();
    if (this.#isFollowing) return ended;
    this.#chapter.release();
    await attempt(() => this.#book.refresh(), 'book');
    return ended;
  }

  /** The book has changed, possibly this chapter. */
  async notice(): Promise<void> {
    const line = this.#line;
    this.#chapter.deleted(!line);
    if (!line) return;
    if (this.#isBehind || line.status === 'generating') await this.#read();
  }

  /** Does something at the author's wish that changes the text and answers its new version: undo takes that back. */
  async own(work: () => Promise<number | undefined>): Promise<void> {
    try {
      await this.#alone(async () => {
        const version = await work();
        const chapter = await readChapter(this.#book.id, this.#id);
        await this.#chapter.take(chapter, chapter.version === version);
      });
    } finally {
      // What has come meanwhile was not read.
      await this.notice();
    }
  }

  get #id(): string {
    return this.#chapter.record.id;
  }

  get #line() {
    return this.#book.data.chapters.find(({ id }) => id === this.#id);
  }

  /** Whether the service has a newer record than the last one read here. */
  get #isBehind(): boolean {
    const line = this.#line;
    return line !== undefined && line.version > this.#chapter.record.version;
  }

  /** Whether a run can begin: everything is saved, and none is followed. Throws if the text cannot be saved. */
  async #isFree(): Promise<boolean> {
    await this.#chapter.flush();
    if (this.#isFollowing || this.#signal.aborted) return false;
    if (!this.#chapter.isSaved) throw new Error(notYet);
    return true;
  }

  /** Reads the current chapter: follows its run, or merges changes. */
  async #read(): Promise<void> {
    if (this.#reading || this.#isFollowing || this.#signal.aborted) return;
    await this.#alone(async () => {
      try {
        // Changes during a read cause another read.
        do await patiently(() => this.#readOnce(), this.#signal);
        while (this.#isBehind && !this.#isFollowing);
      } catch (error) {
        this.#chapter.refuse(reasonOf(error));
      }
    });
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    while (this.#reading) await this.#reading.catch(() => {});
    const reading = work().finally(() => {
      this.#reading = undefined;
    });
    this.#reading = reading;
    await reading;
  }

  async #readOnce(): Promise<void> {
    const run = await runOn(this.#book.id, this.#id);
    if (run) return void this.follow(run.id);
    const chapter = await readChapter(this.#book.id, this.#id);
    this.#chapter.hold(false);
    await this.#chapter.take(chapter);
  }
}
