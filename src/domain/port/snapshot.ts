import type { Sql } from '../../sql/connect.ts';
import { type BookKey, bookById } from '../book/store.ts';
import { chaptersOfBook } from '../chapter/store.ts';
import { charactersOfBook } from '../character/store.ts';
import { conflictsOfBook } from '../conflict/store.ts';
import { moodReferencesOfBook } from '../mood/store.ts';
import { variantsOfBook } from '../outline/store.ts';
import { planOfBook } from '../plan/store.ts';
import { atOneMoment, recapsOfBook, textsOfBook, waiversOfBook } from './store.ts';

export type Snapshot = NonNullable<Awaited<ReturnType<typeof snapshotOf>>>;

/** Everything that belongs to a book, as it stood at one moment; undefined when there is no such book. */
export function snapshotOf(sql: Sql, key: BookKey) {
  return atOneMoment(sql, async (at) => {
    const book = await bookById(at, key);
    if (!book) return undefined;
    const [plan, cast, conflicts, moods, variants, chapters, archived, texts, recaps, waivers] = await Promise.all([
      planOfBook(at, key),
      charactersOfBook(at, key),
      conflictsOfBook(at, key),
      moodReferencesOfBook(at, key),
      variantsOfBook(at, key),
      chaptersOfBook(at, key),
      chaptersOfBook(at, key, 'archived'),
      textsOfBook(at, key),
      recapsOfBook(at, key),
      waiversOfBook(at, key),
    ]);
    if (!plan) return undefined;
    return {
      book,
      plan,
      cast: cast ?? [],
      conflicts: conflicts ?? [],
      moods: moods ?? [],
      variants: variants ?? [],
      chapters: chapters ?? [],
      archived: archived ?? [],
      texts,
      recaps,
      waivers,
    };
  });
}
