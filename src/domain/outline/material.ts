import type { AnySql } from '../../sql/connect.ts';
import { type Book, type BookKey, bookById } from '../book/store.ts';
import { type Chapter, chaptersOfBook } from '../chapter/store.ts';
import { type Character, charactersOfBook } from '../character/store.ts';
import { type Conflict, conflictsOfBook } from '../conflict/store.ts';
import { type MoodReference, moodReferencesOfBook } from '../mood/store.ts';
import { type Plan, planOfBook } from '../plan/store.ts';

/** All that outlines and grades of a book are made from. */
export interface Material {
  book: Book;
  plan: Plan;
  moods: MoodReference[];
  cast: Character[];
  conflicts: Conflict[];
  chapters: Chapter[];
}

/** A statement each, whatever the size of the book; undefined when there is no such book. */
export async function materialOf(sql: AnySql, key: BookKey): Promise<Material | undefined> {
  const [book, plan, moods, cast, conflicts, chapters] = await Promise.all([
    bookById(sql, key),
    planOfBook(sql, key),
    moodReferencesOfBook(sql, key),
    charactersOfBook(sql, key),
    conflictsOfBook(sql, key),
    chaptersOfBook(sql, key),
  ]);
  if (!book || !plan || !moods || !cast || !conflicts || !chapters) return undefined;
  return { book, plan, moods, cast, conflicts, chapters };
}
