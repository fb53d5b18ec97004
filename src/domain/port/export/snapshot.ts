import type { Sql } from '../../../sql/connect.ts';
import { type BookKey, bookById } from '../../book/store.ts';
import { chaptersOfBook } from '../../chapter/store.ts';
import { variantsOfBook } from '../../outline/store.ts';
import { planOfBook } from '../../plan/store.ts';
import { styleOfBook } from '../../style/store.ts';
import { textsOfBook } from '../../text/all.ts';
import { rosters } from '../formats/roster.ts';
import { notesToKeep, proposalsToKeep } from '../review-store.ts';
import { arcsToKeep, atOneMoment, recapsOfBook, rosterOfBook, waiversOfBook } from '../store.ts';

export type Snapshot = NonNullable<Awaited<ReturnType<typeof snapshotOf>>>;

/** Snapshot of a whole book; undefined if there is no such book. */
export function snapshotOf(sql: Sql, key: BookKey) {
  return atOneMoment(sql, async (at) => {
    const book = await bookById(at, key);
    if (!book) return undefined;
    const [plan, style, listed, variants, chapters, archived, texts, recaps, arcs, waivers, proposals, notes] =
      await Promise.all([
        planOfBook(at, key),
        styleOfBook(at, key),
        Promise.all(rosters.map((roster) => rosterOfBook(at, key, roster))),
        variantsOfBook(at, key),
        chaptersOfBook(at, key),
        chaptersOfBook(at, key, 'archived'),
        textsOfBook(at, key),
        recapsOfBook(at, key),
        arcsToKeep(at, key),
        waiversOfBook(at, key),
        proposalsToKeep(at, key),
        notesToKeep(at, key),
      ]);
    if (!plan || !style) return undefined;
    return {
      book,
      plan,
      style,
      rosters: new Map(rosters.map((roster, index) => [roster.name, listed[index] ?? []])),
      variants: variants ?? [],
      chapters: chapters ?? [],
      archived: archived ?? [],
      texts,
      recaps,
      arcs,
      waivers,
      proposals,
      notes,
    };
  });
}
