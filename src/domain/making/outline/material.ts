import type { AnySql } from '../../../sql/connect.ts';
import { type Book, type BookKey, bookById } from '../../story/book/store.ts';
import { type Character, characterRoster } from '../../story/character/store.ts';
import { type Conflict, conflictRoster } from '../../story/conflict/store.ts';
import { type MoodReference, moodRoster } from '../../story/mood/store.ts';
import { type Placed, placed } from '../../story/names/as-of.ts';
import { type Plan, planOfBook } from '../../story/plan/store.ts';
import { type Chapter, chaptersOfBook } from '../../text/chapter/store.ts';
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
