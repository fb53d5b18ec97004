import type { AnySql } from '../../sql/connect.ts';
import { type Book, type BookKey, bookById } from '../book/store.ts';
import { type Chapter, chaptersOfBook } from '../chapter/store.ts';
import { type Character, characterRoster } from '../character/store.ts';
import { type Conflict, conflictRoster } from '../conflict/store.ts';
import { type MoodReference, moodRoster } from '../mood/store.ts';
import { type Placed, placed } from '../names/as-of.ts';
import { type Plan, planOfBook } from '../plan/store.ts';
import { recapsOfBook, type ToldRecap } from '../recap/store.ts';

/** Inputs of outlines and grades of a book. */
export interface Material {
  book: Book;
  plan: Plan;
  moods: MoodReference[];
  cast: Placed<Character>[];
  conflicts: Conflict[];
  chapters: (Chapter & { recap: ToldRecap | null })[];
}

/** One statement each, independent of the size of the book; undefined if there is no such book. */
export async function materialOf(sql: AnySql, key: BookKey): Promise<Material | undefined> {
  const [book, plan, moods, cast, conflicts, chapters, recaps] = await Promise.all([
    bookById(sql, key),
    planOfBook(sql, key),
    moodRoster.ofBook(sql, key, moodRoster.columns.all),
    characterRoster.ofBook(sql, key, characterRoster.columns.all),
    conflictRoster.ofBook(sql, key, conflictRoster.columns.all),
    chaptersOfBook(sql, key),
    recapsOfBook(sql, key),
  ]);
  if (!book || !plan || !moods || !cast || !conflicts || !chapters) return undefined;
  const told = chapters.map((chapter) => ({ ...chapter, recap: recaps.get(chapter.id) ?? null }));
  return { book, plan, moods, cast: placed(cast, chapters), conflicts, chapters: told };
}
