import type { AnySql } from '../../sql/connect.ts';
import { type Book, type BookKey, bookById } from '../book/store.ts';
import { type Chapter, chaptersOfBook } from '../chapter/store.ts';
import { type Character, characterColumns, charactersOfBook } from '../character/store.ts';
import { type Conflict, conflictColumns, conflictsOfBook } from '../conflict/store.ts';
import { type MoodReference, moodColumns, moodReferencesOfBook } from '../mood/store.ts';
import { type Plan, planOfBook } from '../plan/store.ts';

/** Inputs of outlines and grades of a book. */
export interface Material {
  book: Book;
  plan: Plan;
  moods: MoodReference[];
  cast: Character[];
  conflicts: Conflict[];
  chapters: Chapter[];
}

/** One statement each, independent of the size of the book; undefined if there is no such book. */
export async function materialOf(sql: AnySql, key: BookKey): Promise<Material | undefined> {
  const [book, plan, moods, cast, conflicts, chapters] = await Promise.all([
    bookById(sql, key),
    planOfBook(sql, key),
    moodReferencesOfBook(sql, key, moodColumns.all),
    charactersOfBook(sql, key, characterColumns.all),
    conflictsOfBook(sql, key, conflictColumns.all),
    chaptersOfBook(sql, key),
  ]);
  if (!book || !plan || !moods || !cast || !conflicts || !chapters) return undefined;
  return { book, plan, moods, cast, conflicts, chapters };
}
