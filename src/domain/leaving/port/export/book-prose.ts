import { printable } from '../../../../markup.ts';
import type { Sql } from '../../../../sql/connect.ts';
import { defaultTitle } from '../../../story/book/rules.ts';
import { type Book, type BookKey, bookById } from '../../../story/book/store.ts';
import { chaptersOfBook } from '../../../text/chapter/store.ts';
import { textsOf } from '../../../text/texts/present.ts';
import { openNotes, openProposals } from '../review-store.ts';
import { atOneMoment } from '../store.ts';
import { type ChapterReview, reviewsOf } from './marks.ts';

/** The text of a book: its current chapters, in order. */
export interface BookProse {
  book: Book;
  chapters: ChapterProse[];
  /** Last change of the book or one of its chapters. */
  changedAt: Date;
}

export interface ChapterProse {
  title: string;
  content: string;
  /** Open proposals and notes, if the file shows them. */
  review?: ChapterReview;
}

/** A consistent snapshot; undefined if there is no such book. */
export function proseOfBook(sql: Sql, key: BookKey, areMarked: boolean): Promise<BookProse | undefined> {
  return atOneMoment(sql, async (at) => {
    const book = await bookById(at, key);
    if (!book) return undefined;
    const chapters = (await chaptersOfBook(at, key)) ?? [];
    const ids = chapters.map(({ id }) => id);
    const bodies = new Map(
      (await textsOf(at, key.accountId, ids)).map(({ chapterId, content }) => [chapterId, content]),
    );
    const reviews = areMarked && reviewsOf(await openProposals(at, key), await openNotes(at, key), ids);
    return {
      book,
      chapters: chapters.map(({ id, title }) => {
        const review = reviews ? reviews.get(id) : undefined;
        return { title, content: bodies.get(id) ?? '', ...(review && { review }) };
      }),
      changedAt: new Date(Math.max(...[book, ...chapters].map(({ updatedAt }) => Number(updatedAt)))),
    };
  });
}

/** Title of a book, or a substitute. */
export function titleOf({ title }: Book): string {
  return printableLine(title) || defaultTitle;
}

/** Title of a chapter, or its number if nothing of its title can be shown. */
export function chapterTitle({ title }: ChapterProse, index: number): string {
  return printableLine(title) || String(index + 1);
}

/** Removes characters that no page can show. */
export function printableLine(line: string): string {
  return printable(line).replace(/\s+/gu, ' ').trim();
}
