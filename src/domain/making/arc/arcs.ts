import { notFound } from '../../../errors.ts';
import type { AnySql } from '../../../sql/connect.ts';
import { groupWith } from '../../calls/prompt/arc.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import { type ChapterKey, chaptersOfBook } from '../../text/chapter/store.ts';
import type { NewRecap, RecapOrigin } from '../recap/rules.ts';
import { recapsOfBook } from '../recap/store.ts';
import { madeFromOf, placedArcs, type ShownArc, shownArcs } from './placed.ts';
import { arcsOfBook, putArc } from './store.ts';

/** The arcs of a book, in the order of their last chapters. Throws `not_found`. */
export async function listArcs(sql: AnySql, key: BookKey): Promise<ShownArc[]> {
  const [book, chapters, recaps, arcs] = await Promise.all([
    bookById(sql, key),
    chaptersOfBook(sql, key),
    recapsOfBook(sql, key),
    arcsOfBook(sql, key),
  ]);
  if (!book || !chapters) return notFound('book');
  return shownArcs(chapters, recaps, arcs, book.language);
}

/** An arc that was asked to be set: as it is now, or as it stays because it has another version. */
interface SetArc {
  set: ShownArc | undefined;
  /** Undefined if there is none. Only if none was set. */
  current?: ShownArc | undefined;
}

/** Sets the arc of the chapters that a chapter is told with. Throws `not_found`. */
export async function setArc(
  sql: AnySql,
  { chapterId, ...key }: ChapterKey,
  arc: NewRecap,
  source: { origin: RecapOrigin; expected: number | undefined },
): Promise<SetArc> {
  const [chapters, recaps, arcs] = await Promise.all([
    chaptersOfBook(sql, key),
    recapsOfBook(sql, key),
    arcsOfBook(sql, key),
  ]);
  const chapter = chapters?.find(({ id }) => id === chapterId);
  if (!chapters || !chapter) return notFound('chapter');
  const used = placedArcs(chapters, recaps, arcs).filter(({ isUsed }) => isUsed);
  const group = groupWith(chapters, used, chapter);
  const [from, to] = [group[0] ?? chapter, group.at(-1) ?? chapter];
  const row = await putArc(sql, { ...key, chapterId: to.id }, { madeFrom: madeFromOf(group, recaps), ...arc }, source);
  if (row) return { set: { ...row, from: from.order, to: to.order, isUsed: true, isOutdated: false } };
  const shown = await listArcs(sql, key);
  return { set: undefined, current: shown.find((one) => one.chapterId === to.id && one.origin !== null) };
}
