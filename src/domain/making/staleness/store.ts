import type { Sql } from '../../../sql/connect.ts';
import { type Book, bookColumns, booksByIds } from '../../story/book/store.ts';
import { type Character, characterRoster } from '../../story/character/store.ts';
import { type Conflict, conflictRoster } from '../../story/conflict/store.ts';
import { type MoodReference, moodRoster } from '../../story/mood/store.ts';
import { type Plan, plansOfBooks } from '../../story/plan/store.ts';
import { type Style, stylesOfBooks } from '../../story/style/store.ts';
import { type Chapter, chapterColumns, chaptersOfBooks } from '../../text/chapter/store.ts';

/** Prompt inputs of one book. */
export interface BookMaterial {
  book: Book;
  plan: Plan;
  style: Style;
  moods: MoodReference[];
  cast: Character[];
  conflicts: Conflict[];
  chapters: Chapter[];
}

/** Prompt inputs of live books of the caller, one statement per kind of record for all books. */
export async function materialOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
): Promise<Map<string, BookMaterial>> {
  const [books, plans, styles, moods, cast, conflicts, chapters] = await Promise.all([
    booksByIds(sql, accountId, bookIds, bookColumns.all),
    plansOfBooks(sql, accountId, bookIds),
    stylesOfBooks(sql, accountId, bookIds),
    moodRoster.ofBooks(sql, accountId, bookIds, moodRoster.columns.all),
    characterRoster.ofBooks(sql, accountId, bookIds, characterRoster.columns.all),
    conflictRoster.ofBooks(sql, accountId, bookIds, conflictRoster.columns.all),
    chaptersOfBooks(sql, accountId, bookIds, chapterColumns.all),
  ]);
  const of = { moods: byBook(moods), cast: byBook(cast), conflicts: byBook(conflicts), chapters: byBook(chapters) };
  const planOf = new Map(plans.map((plan) => [plan.bookId, plan]));
  const styleOf = new Map(styles.map((style) => [style.bookId, style]));
  return new Map(
    books.flatMap((book): [string, BookMaterial][] => {
      const [plan, style] = [planOf.get(book.id), styleOf.get(book.id)];
      const rows = {
        moods: of.moods.get(book.id) ?? [],
        cast: of.cast.get(book.id) ?? [],
        conflicts: of.conflicts.get(book.id) ?? [],
        chapters: of.chapters.get(book.id) ?? [],
      };
      return plan && style ? [[book.id, { book, plan, style, ...rows }]] : [];
    }),
  );
}

function byBook<Row extends { bookId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ bookId }) => bookId);
}
