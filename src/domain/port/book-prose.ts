import { printable } from '../../markup.ts';
import type { Sql } from '../../sql/connect.ts';
import { defaultTitle } from '../book/rules.ts';
import { type Book, type BookKey, bookById } from '../book/store.ts';
import { chaptersOfBook, textsOf } from '../chapter/store.ts';
import { atOneMoment } from './store.ts';

/** A book as it is read: the chapters as they stand, in order. */
export interface BookProse {
  book: Book;
  chapters: ChapterProse[];
  /** When the book or one of its chapters was last changed. */
  changedAt: Date;
}

export interface ChapterProse {
  title: string;
  content: string;
}

/** All of one moment; undefined when there is no such book. */
export function proseOfBook(sql: Sql, key: BookKey): Promise<BookProse | undefined> {
  return atOneMoment(sql, async (at) => {
    const book = await bookById(at, key);
    if (!book) return undefined;
    const chapters = (await chaptersOfBook(at, key)) ?? [];
    const ids = chapters.map(({ id }) => id);
    const bodies = new Map((await textsOf(at, key.accountId, ids)).map(({ chapterId, body }) => [chapterId, body]));
    return {
      book,
      chapters: chapters.map(({ id, title }) => ({ title, content: bodies.get(id) ?? '' })),
      changedAt: new Date(Math.max(...[book, ...chapters].map(({ updatedAt }) => Number(updatedAt)))),
    };
  });
}

/** How a book is called where something must stand. */
export function titleOf({ title }: Book): string {
  return shown(title) || defaultTitle;
}

/** How a chapter is called where something must stand: its number, if nothing of its title can be shown. */
export function chapterTitle({ title }: ChapterProse, index: number): string {
  return shown(title) || String(index + 1);
}

/** A line as it can be shown: without what no page can hold. */
export function shown(line: string): string {
  return printable(line).replace(/\s+/gu, ' ').trim();
}
