import { ApiError, ask } from './client.ts';
import { ChangedElsewhere } from './field-saver.ts';
import {
  type ChapterLineFragment,
  type ChapterTextFragment,
  EditorBookDocument,
  type EditorBookQuery,
  OpenChapterDocument,
} from './operations.gen.ts';

export type BookData = NonNullable<EditorBookQuery['book']>;
export type Chapter = BookData['chapters'][number];
export type Character = BookData['characters'][number];
export type Conflict = BookData['conflicts'][number];
export type Plan = BookData['plan'];
export type Style = BookData['style'];

/** `isOfChapter`: only one chapter has changed, such as by a save. */
type Watcher = (isOfChapter: boolean) => void;

/** The open book: one query loads it, and all views subscribe to it. */
export class Book {
  #data: BookData;
  #watchers = new Set<Watcher>();
  #reading: Promise<void> | undefined;
  #isStale = false;

  constructor(data: BookData) {
    this.#data = data;
  }

  get id(): string {
    return this.#data.id;
  }

  get data(): BookData {
    return this.#data;
  }

  /** Calls back at once and after every change, until the signal is aborted. */
  watch(show: Watcher, signal?: AbortSignal): void {
    this.#watchers.add(show);
    signal?.addEventListener('abort', () => this.#watchers.delete(show));
    show(false);
  }

  set(part: Partial<BookData>, isOfChapter = false): void {
    this.#data = { ...this.#data, ...part };
    for (const show of this.#watchers) show(isOfChapter);
  }

  /** Result of a save. One older than the displayed record is ignored. */
  setChapter({ id, order, title, status, wordCount, targetWords, person, tense, version }: ChapterLineFragment): void {
    const line = { id, order, title, status, wordCount, targetWords, person, tense, version };
    this.set(
      { chapters: this.#data.chapters.map((old) => (old.id === id && old.version <= version ? line : old)) },
      true,
    );
  }

  /** Reloads everything; concurrent calls share one further reload. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= (async () => {
      while (this.#isStale) {
        this.#isStale = false;
        this.set(await readBook(this.id));
      }
    })().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }
}

export async function readBook(bookId: string): Promise<BookData> {
  const { book } = await ask(EditorBookDocument, { bookId });
  if (!book) throw new Error('There is no such book.');
  return book;
}

export async function readChapter(bookId: string, chapterId: string): Promise<ChapterTextFragment> {
  return withPlainLines((await ask(OpenChapterDocument, { bookId, chapterId })).chapter);
}

/** With the line breaks of a text control. */
export function withPlainLines(chapter: ChapterTextFragment): ChapterTextFragment {
  const [summary, content] = [chapter.summary, chapter.content].map((text) => text.replaceAll(/\r\n?/g, '\n'));
  return { ...chapter, summary: summary ?? '', content: content ?? '' };
}

export interface FieldChange<Item extends { version: number }> {
  /** The record as it is known; undefined if it was deleted. */
  item(): Item | undefined;
  /** Reads the record again. */
  refresh(): Promise<unknown>;
  /** The field, as it is shown. */
  read(item: Item): string;
  value: string;
  /** The field as it was shown when it was edited. */
  base: string;
  send(expectedVersion: number): Promise<unknown>;
}

/** Saves one field. Changes of other fields meanwhile do not matter; one of the same field is reported, not overwritten. */
export async function saveField<Item extends { version: number }>(change: FieldChange<Item>): Promise<void> {
  const { item, refresh, read, value, base, send } = change;
  for (;;) {
    const now = item();
    if (!now) throw new Error('This record was deleted by another session.');
    const present = read(now);
    // Such as by a save whose answer was lost.
    if (present.trim() === value.trim()) return;
    if (present !== base) throw new ChangedElsewhere(present);
    if (await isSent(send, now)) break;
    // Each conflict is a save of another field, so this ends.
    await refresh();
  }
  await refresh();
}

/** False if the record has another version by now. */
async function isSent(send: (expectedVersion: number) => Promise<unknown>, { version }: { version: number }) {
  try {
    await send(version);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return false;
    throw error;
  }
}
