import { newId } from '../../../ids/id.ts';
import { type Region, regionOf } from '../../../prose/region.ts';
import type { Transaction } from '../../../sql/connect.ts';
import { carryAnchors } from '../anchor/carry.ts';
import { type PlaceRow, placeColumns, placesFrom } from '../anchor/places.ts';
import type { AnchorPlace } from '../anchor/rules.ts';
import { hasAnchors } from '../anchor/store.ts';
import { type Parts, partsAfter, wholeOf } from './parts.ts';
import type { Provenance } from './present.ts';
import { asRevision, intoRevisions, intoTexts } from './rows.ts';

interface TextKey {
  accountId: string;
  chapterId: string;
}

/** The present text in its parts, which are empty if there is none. */
export interface PresentParts extends Parts {
  isThere: boolean;
  /** Where anchors are in it. */
  places: AnchorPlace[];
}

/** A text that takes the place of the present one, and where they differ. */
export interface Replacement {
  present: PresentParts;
  /** The present text as a whole. */
  former: string;
  body: string;
  region: Region;
}

/**
 * Saves a text. The present text becomes a revision, so nothing is overwritten: an equal one, too, because the new text has
 * another source.
 */
export async function putText(tx: Transaction, at: TextKey, body: string, from: Provenance): Promise<void> {
  if (body === '') return clearText(tx, at);
  const present = await partsOf(tx, at);
  const former = wholeOf(present);
  await putInPlaceOf(tx, at, { present, former, body, region: regionOf(former, body) }, from);
}

/** The same, where the present text was read. */
export async function putInPlaceOf(
  tx: Transaction,
  at: TextKey,
  { present, former, body, region }: Replacement,
  from: Provenance,
): Promise<void> {
  if (body === '') return clearText(tx, at);
  if (present.isThere) await replaceText(tx, at, partsAfter(present, body, region), from);
  else await insertText(tx, at, body, from);
  if (present.places.length > 0) await carryAnchors(tx, at, former, body, region, present.places);
}

/** Columns of an editing session that begins with this save; null for a text that was not set by hand. */
const sessionOf = (tx: Transaction, savedBy: string | undefined) =>
  savedBy === undefined
    ? { savedBy: tx`NULL`, begunAt: tx`NULL`, removed: tx`NULL` }
    : { savedBy: tx`${savedBy}`, begunAt: tx`clock_timestamp()`, removed: tx`0` };

async function insertText(tx: Transaction, at: TextKey, body: string, from: Provenance): Promise<void> {
  const session = sessionOf(tx, from.savedBy);
  await tx`${intoTexts(
    tx,
    tx`VALUES (${at.accountId}, ${at.chapterId}, ${newId('rev')}, ${body}, ${from.origin}, ${from.runId ?? null},
      ${from.model ?? null}, ${from.builtFrom ? tx.json(from.builtFrom) : null}, clock_timestamp(),
      ${session.savedBy}, ${session.begunAt}, ${session.removed})`,
  )}`;
}

/** Keeps the present text as a revision and updates only the changed part of its row. */
async function replaceText(tx: Transaction, at: TextKey, parts: Parts, from: Provenance): Promise<void> {
  const { origin, runId, model, builtFrom } = from;
  const session = sessionOf(tx, from.savedBy);
  const kept = tx`${asRevision(tx)}
    FROM chapter_text t JOIN chapter c ON c.account_id = t.account_id AND c.id = t.chapter_id
    WHERE t.account_id = ${at.accountId} AND t.chapter_id = ${at.chapterId}`;
  await tx`
    WITH kept AS (${intoRevisions(tx, kept)})
    UPDATE chapter_text SET head = ${parts.head}, middle = ${parts.middle}, tail = ${parts.tail},
      revision_id = ${newId('rev')}, origin = ${origin}, run_id = ${runId ?? null}, model = ${model ?? null},
      built_from = ${builtFrom ? tx.json(builtFrom) : null}, saved_by = ${session.savedBy},
      begun_at = ${session.begunAt}, removed = ${session.removed}, created_at = clock_timestamp()
    WHERE account_id = ${at.accountId} AND chapter_id = ${at.chapterId}`;
}

/**
 * Updates only the changed part, within an editing session: the former text is not kept. The text gets a new revision id,
 * because summaries and comparisons of the text before do not describe it. Head and tail are written only when they change.
 */
export async function updateInPlace(
  tx: Transaction,
  at: TextKey,
  { head, middle, tail }: Parts,
  former: Parts,
  removed: number,
): Promise<void> {
  const isCut = head.length !== former.head.length || tail.length !== former.tail.length;
  await tx`
    UPDATE chapter_text SET middle = ${middle}, ${isCut ? tx`head = ${head}, tail = ${tail},` : tx``}
      revision_id = ${newId('rev')}, removed = ${removed}, created_at = clock_timestamp()
    WHERE account_id = ${at.accountId} AND chapter_id = ${at.chapterId}`;
}

async function partsOf(tx: Transaction, { accountId, chapterId }: TextKey): Promise<PresentParts> {
  const [row] = await tx<(Omit<PresentParts, 'places'> & PlaceRow)[]>`
    SELECT c.account_id AS owner_of_chapter, coalesce(t.head, '') AS head, coalesce(t.middle, '') AS middle,
      coalesce(t.tail, '') AS tail, t.chapter_id IS NOT NULL AS is_there, ${placeColumns(tx)}
    FROM chapter c LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    LEFT JOIN chapter_anchor a ON a.account_id = c.account_id AND a.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.id = ${chapterId}`;
  return row ? { ...row, places: placesFrom(row) } : { head: '', middle: '', tail: '', isThere: false, places: [] };
}

/** Source of a text that was moved to another chapter. Staleness compares it with the outline line of that chapter. */
export function movedTo<From extends Provenance>(chapterId: string, from: From): From {
  const { builtFrom } = from;
  const [line] = Object.values(builtFrom?.chapter ?? {});
  return builtFrom && line ? { ...from, builtFrom: { ...builtFrom, chapter: { [chapterId]: line } } } : from;
}

/** Moves the present text to the revisions. Does nothing for an empty chapter. */
export async function clearText(tx: Transaction, at: TextKey): Promise<void> {
  const former = await archiveText(tx, at);
  if (!former?.hasAnchors) return;
  const body = former.body ?? '';
  await carryAnchors(tx, at, body, '', { start: 0, formerEnd: body.length, textEnd: 0 });
}

/**
 * The same, for a text that another one replaces at once. Answers the text if anchors follow it; undefined for an empty
 * chapter.
 */
export async function archiveText(
  tx: Transaction,
  { accountId, chapterId }: TextKey,
): Promise<{ body: string | null; hasAnchors: boolean } | undefined> {
  const kept = tx`${asRevision(tx)} FROM former t JOIN chapter c ON c.account_id = t.account_id AND c.id = t.chapter_id`;
  const [former] = await tx<{ body: string | null; hasAnchors: boolean }[]>`
    WITH former AS (DELETE FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}
      RETURNING t.*, t.body, ${hasAnchors(tx, 't', 'chapter_id')} AS has_anchors
    ), kept AS (${intoRevisions(tx, kept)})
    SELECT f.account_id AS owner_of_former, f.has_anchors, CASE WHEN f.has_anchors THEN f.body END AS body FROM former f`;
  return former;
}
