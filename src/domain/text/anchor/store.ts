import type { AnySql, Transaction } from '../../../sql/connect.ts';
import { presentRevision } from './hooks.ts';
import { columnsFrom, listed, type PlaceRow, placeColumns, placesFrom } from './places.ts';
import { type AnchorPlace, type AnchorWords, beginsMax } from './rules.ts';

export interface AnchoredText {
  accountId: string;
  chapterId: string;
}

/** Condition that a chapter has anchors that follow its text. `row` is the alias of a row, `id` its column with the chapter id. */
export const hasAnchors = (sql: AnySql, row: string, id: string) => sql`
  EXISTS (SELECT FROM chapter_anchor a WHERE a.account_id = ${sql.unsafe(row)}.account_id
    AND a.chapter_id = ${sql.unsafe(`${row}.${id}`)} AND a.ids <> '{}')`;

/** Words on which anchors were set. */
export function anchoredWords(
  sql: AnySql,
  accountId: string,
  ids: readonly string[],
): Promise<(AnchorWords & { id: string })[]> {
  return sql<(AnchorWords & { id: string })[]>`
    SELECT account_id AS owner_of_anchor, id, exact, prefix, suffix FROM anchor WHERE account_id = ${accountId}
      AND id = ANY(${[...ids]})`;
}

/** Where the anchors of one chapter are. */
export async function placesIn(sql: AnySql, { accountId, chapterId }: AnchoredText): Promise<AnchorPlace[]> {
  const [row] = await sql<PlaceRow[]>`
    SELECT a.account_id AS owner_of_chapter_anchor, ${placeColumns(sql)} FROM chapter_anchor a
    WHERE a.account_id = ${accountId} AND a.chapter_id = ${chapterId}`;
  return row ? placesFrom(row) : [];
}

/** A place in a text, which has this id. */
export interface PlaceInText extends AnchorPlace {
  /** Null if the chapter is empty. */
  revisionId: string | null;
}

/** Where the anchors of chapters are in their present texts, by id. */
export async function placesOf(
  sql: AnySql,
  accountId: string,
  chapterIds: readonly string[],
): Promise<Map<string, PlaceInText>> {
  const rows = await sql<(PlaceRow & { revisionId: string | null })[]>`
    SELECT a.account_id AS owner_of_chapter_anchor, ${placeColumns(sql)},
      ${presentRevision.of(sql, sql`a.account_id`, sql`a.chapter_id`)} AS revision_id FROM chapter_anchor a
    WHERE a.account_id = ${accountId} AND a.chapter_id = ANY(${[...chapterIds]})`;
  return new Map(
    rows.flatMap(({ revisionId, ...row }) =>
      placesFrom(row).map((place) => [place.id, { ...place, revisionId }] as const),
    ),
  );
}

export async function putPlaces(tx: Transaction, at: AnchoredText, places: readonly AnchorPlace[]): Promise<void> {
  const { ids, starts, lengths, lost } = columnsFrom(places);
  await tx`
    INSERT INTO chapter_anchor (account_id, chapter_id, ids, starts, lengths, lost)
    VALUES (${at.accountId}, ${at.chapterId}, ${listed(tx, ids)}, ${listed(tx, starts)}::int[], ${listed(tx, lengths)}::int[],
      ${tx.json(lost)})
    ON CONFLICT (account_id, chapter_id) DO UPDATE SET ids = excluded.ids, starts = excluded.starts,
      lengths = excluded.lengths, lost = excluded.lost`;
}

const lengthOf = (place: AnchorPlace | undefined) => (place ? place.end - place.start : 0);

/** Puts other places of the same anchors. Writes only what has changed: a save moves them all. */
export async function movePlaces(
  tx: Transaction,
  at: AnchoredText,
  former: readonly AnchorPlace[],
  places: readonly AnchorPlace[],
): Promise<void> {
  const { starts, lengths, lost } = columnsFrom(places);
  const areResized = places.some(({ start, end }, index) => end - start !== lengthOf(former[index]));
  const areLost = [...former, ...places].some(({ state }) => state !== 'ok');
  await tx`
    UPDATE chapter_anchor SET starts = ${listed(tx, starts)}::int[]
      ${areResized ? tx`, lengths = ${listed(tx, lengths)}::int[]` : tx``}
      ${areLost ? tx`, lost = ${tx.json(lost)}` : tx``}
    WHERE account_id = ${at.accountId} AND chapter_id = ${at.chapterId}`;
}

/** Words of a chapter on which an anchor is set, with their place in its present text. */
export interface NewAnchor extends AnchorWords {
  /** Id of the record that has it. */
  id: string;
  chapterId: string;
  start: number;
  end: number;
}

/** Sets anchors on words of chapters. */
export async function setAnchors(tx: Transaction, accountId: string, anchors: readonly NewAnchor[]): Promise<void> {
  const words = anchors.map(({ start: _start, end: _end, ...rest }) => ({ accountId, ...rest }));
  await tx`INSERT INTO anchor ${tx(words)}`;
  await followText(tx, accountId, anchors);
}

/** Sets an anchor on other words of its chapter. */
export async function resetAnchor(tx: Transaction, accountId: string, anchor: NewAnchor): Promise<void> {
  const { id, exact, prefix, suffix } = anchor;
  await tx`
    UPDATE anchor SET exact = ${exact}, prefix = ${prefix}, suffix = ${suffix} WHERE account_id = ${accountId}
      AND id = ${id}`;
  await leaveText(tx, accountId, [id]);
  await followText(tx, accountId, [anchor]);
}

async function followText(tx: Transaction, accountId: string, anchors: readonly NewAnchor[]): Promise<void> {
  const rows = [...Map.groupBy(anchors, ({ chapterId }) => chapterId)].map(([chapterId, ofIt]) => ({
    chapterId,
    ...columnsFrom(ofIt.map(({ id, start, end }) => ({ id, start, end, state: 'ok' }))),
  }));
  await tx`
    INSERT INTO chapter_anchor (account_id, chapter_id, ids, starts, lengths)
    SELECT ${accountId}, p."chapterId", p.ids, p.starts, p.lengths
    FROM jsonb_to_recordset(${tx.json(rows as never)}) AS p ("chapterId" text, ids text[], starts int[], lengths int[])
    ON CONFLICT (account_id, chapter_id) DO UPDATE SET ids = chapter_anchor.ids || excluded.ids,
      starts = chapter_anchor.starts || excluded.starts, lengths = chapter_anchor.lengths || excluded.lengths`;
}

async function leaveText(tx: Transaction, accountId: string, ids: readonly string[]): Promise<void> {
  await tx`
    UPDATE chapter_anchor c SET (ids, starts, lengths) = (
        SELECT coalesce(array_agg(p.id ORDER BY at), '{}'), coalesce(array_agg(p.place_start ORDER BY at), '{}'),
          coalesce(array_agg(p.place_length ORDER BY at), '{}')
        FROM unnest(c.ids, c.starts, c.lengths) WITH ORDINALITY AS p (id, place_start, place_length, at)
        WHERE p.id <> ALL(${[...ids]})
      ), lost = c.lost - ${[...ids]}::text[]
    WHERE c.account_id = ${accountId} AND c.chapter_id IN (SELECT a.chapter_id FROM anchor a
      WHERE a.account_id = ${accountId} AND a.id = ANY(${[...ids]}))`;
}

/** Takes anchors for edited, wherever their words are. Answers those that were not so before. */
export async function staleAnchors(tx: Transaction, at: AnchoredText, ids: readonly string[]): Promise<string[]> {
  const places = await placesIn(tx, at);
  const turned = places.filter(({ id, state }) => state === 'ok' && ids.includes(id)).map(({ id }) => id);
  if (turned.length === 0) return [];
  const words = new Map((await anchoredWords(tx, at.accountId, turned)).map(({ id, exact }) => [id, exact]));
  const stale = places.map((place): AnchorPlace => {
    // They are looked for in a text in NFC.
    const exact = turned.includes(place.id) ? words.get(place.id)?.normalize() : undefined;
    return exact === undefined
      ? place
      : { ...place, state: 'stale', length: exact.length, begins: exact.slice(0, beginsMax) };
  });
  await putPlaces(tx, at, stale);
  return turned;
}

/** Removes anchors, and the records that have them. */
export async function dropAnchors(tx: Transaction, accountId: string, ids: readonly string[]): Promise<void> {
  await leaveText(tx, accountId, ids);
  await tx`DELETE FROM anchor WHERE account_id = ${accountId} AND id = ANY(${[...ids]})`;
}

/** Lets anchors stay where they are now: they no longer follow the text. Their records are decided. */
export async function settleAnchors(tx: Transaction, accountId: string, ids: readonly string[]): Promise<void> {
  await tx`
    UPDATE anchor a SET revision_id = ${presentRevision.of(tx, tx`c.account_id`, tx`c.chapter_id`)},
      place_start = p.place_start, place_end = p.place_start + p.place_length,
      state = coalesce(c.lost->p.id->>'state', 'ok')
    FROM chapter_anchor c CROSS JOIN LATERAL unnest(c.ids, c.starts, c.lengths) AS p (id, place_start, place_length)
    WHERE a.account_id = ${accountId} AND a.id = ANY(${[...ids]}) AND c.account_id = ${accountId}
      AND c.chapter_id = a.chapter_id AND p.id = a.id`;
  await leaveText(tx, accountId, ids);
}

/** Lets settled anchors follow the text again, from where their words are in it now. */
export async function unsettleAnchors(
  tx: Transaction,
  accountId: string,
  anchors: readonly NewAnchor[],
): Promise<void> {
  await tx`
    UPDATE anchor SET revision_id = NULL, place_start = NULL, place_end = NULL, state = NULL
    WHERE account_id = ${accountId} AND id = ANY(${anchors.map(({ id }) => id)})`;
  await followText(tx, accountId, anchors);
}

/**
 * Moves the anchors that begin at a place or behind it to another chapter, with their text. Those of decided records go, too:
 * they keep their place and its revision.
 */
export async function moveAnchors(
  tx: Transaction,
  from: AnchoredText,
  to: AnchoredText,
  { since = 0, shift }: { since?: number; shift: number },
): Promise<void> {
  await tx`
    UPDATE anchor SET chapter_id = ${to.chapterId} WHERE account_id = ${from.accountId} AND chapter_id = ${from.chapterId}
      AND state IS NOT NULL AND place_start >= ${since}`;
  const places = await placesIn(tx, from);
  const moving = places.filter(({ start }) => start >= since);
  if (moving.length === 0) return;
  const ids = moving.map(({ id }) => id);
  await tx`UPDATE anchor SET chapter_id = ${to.chapterId} WHERE account_id = ${from.accountId} AND id = ANY(${ids})`;
  await putPlaces(
    tx,
    from,
    places.filter(({ id }) => !ids.includes(id)),
  );
  const moved = moving.map((place) => ({
    ...place,
    start: Math.max(0, place.start + shift),
    end: Math.max(0, place.end + shift),
  }));
  await putPlaces(tx, to, [...(await placesIn(tx, to)), ...moved]);
}

/** A record with an anchor. Once it is decided, the anchor no longer follows the text. */
export interface Anchored extends AnchorWords {
  id: string;
  chapterId: string;
  /** Where it was then; null while it follows the text. */
  settled: Omit<PlaceInText, 'id'> | null;
}

/** Drops the words of settled anchors, as the end of a statement: `due` has their account and id. */
export const wordsDropped = (sql: AnySql) => sql`
  UPDATE anchor a SET exact = '', prefix = '', suffix = '' FROM due
  WHERE a.account_id = due.account_id AND a.id = due.id`;
