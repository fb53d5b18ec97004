import type { Sql } from '../../../../sql/connect.ts';
import { variantsOfBook } from '../../../making/outline/store.ts';
import { type BookKey, bookById } from '../../../story/book/store.ts';
import { planOfBook } from '../../../story/plan/store.ts';
import { styleOfBook } from '../../../story/style/store.ts';
import { chaptersOfBook } from '../../../text/chapter/store.ts';
import { textsOfBook } from '../../../text/texts/all.ts';
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
