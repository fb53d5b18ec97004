import type { Sql } from '../../sql/connect.ts';
import { type Book, booksByIds } from '../book/store.ts';
import { type Chapter, chaptersOfBooks } from '../chapter/store.ts';
import { type Character, charactersOfBooks } from '../character/store.ts';
import { type Conflict, conflictsOfBooks } from '../conflict/store.ts';
import { type MoodReference, moodReferencesOfBooks } from '../mood/store.ts';
import { type Plan, plansOfBooks } from '../plan/store.ts';
import type { BuiltFrom } from './rules.ts';

/** All that the prompts of one book are made of. */
export interface BookMaterial {
  book: Book;
  plan: Plan;
  moods: MoodReference[];
  cast: Character[];
  conflicts: Conflict[];
  chapters: Chapter[];
}

/** The material of those of the books that are the caller's and alive, a statement for each kind of record, however many books. */
export async function materialOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
): Promise<Map<string, BookMaterial>> {
  const [books, plans, moods, cast, conflicts, chapters] = await Promise.all([
    booksByIds(sql, accountId, bookIds),
    plansOfBooks(sql, accountId, bookIds),
    moodReferencesOfBooks(sql, accountId, bookIds),
    charactersOfBooks(sql, accountId, bookIds),
    conflictsOfBooks(sql, accountId, bookIds),
    chaptersOfBooks(sql, accountId, bookIds),
  ]);
  const of = { moods: byBook(moods), cast: byBook(cast), conflicts: byBook(conflicts), chapters: byBook(chapters) };
  const planOf = new Map(plans.map((plan) => [plan.bookId, plan]));
  return new Map(
    books.flatMap((book): [string, BookMaterial][] => {
      const plan = planOf.get(book.id);
      const rows = {
        moods: of.moods.get(book.id) ?? [],
        cast: of.cast.get(book.id) ?? [],
        conflicts: of.conflicts.get(book.id) ?? [],
        chapters: of.chapters.get(book.id) ?? [],
      };
      return plan ? [[book.id, { book, plan, ...rows }]] : [];
    }),
  );
}

function byBook<Row extends { bookId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ bookId }) => bookId);
}

/** What the present texts of chapters were built from; nothing for those without a text, and for texts set by hand. */
export function builtFromOfChapters(
  sql: Sql,
  accountId: string,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; builtFrom: BuiltFrom }[]> {
  return sql<{ chapterId: string; builtFrom: BuiltFrom }[]>`
    SELECT chapter_id, built_from FROM chapter_text
    WHERE account_id = ${accountId} AND chapter_id = ANY(${[...chapterIds]}) AND built_from IS NOT NULL`;
}
