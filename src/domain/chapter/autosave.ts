import type { KeyKind } from '../../caller.ts';
import { newId } from '../../ids/id.ts';
import { type Region, regionOf } from '../../prose/region.ts';
import type { Transaction } from '../../sql/connect.ts';
import { carryAnchors } from '../anchor/carry.ts';
import { type PlaceRow, placeColumns, placesFrom } from '../anchor/places.ts';
import { lengthOf } from '../shapes.ts';
import { type Parts, partsAfter, wholeOf } from './parts.ts';
import type { ChapterKey } from './store.ts';
import { type PresentParts, putText } from './text.ts';

/** Duration of an editing session, from its first save (ours). */
export const sessionMinutes = 10;
/**
 * Maximum code points that an editing session may remove before the previous text is kept as a revision: an absolute number
 * and a share of the text (ours).
 */
export const removedMax = 200;
export const removedShareMax = 1 / 5;

/** Origin of a saved text, and treatment of the previous one. */
export interface Saving {
  tokenId: string;
  kind: KeyKind;
  keepRevision: boolean;
  /** Whether the save orders a recap. */
  ordersRecap: boolean;
}

/**
 * Saves a text that was set by hand. The present text becomes a revision, unless this is a small change within an editing
 * session. Answers the changed region; undefined if there was no text or nothing changed.
 */
export async function saveText(
  tx: Transaction,
  key: ChapterKey,
  body: string,
  { tokenId, keepRevision }: Pick<Saving, 'tokenId' | 'keepRevision'>,
): Promise<Change | undefined> {
  const present = await presentAt(tx, key, tokenId);
  const former = present && wholeOf(present);
  const region = former === undefined ? undefined : regionOf(former, body);
  if (!present || former === undefined || !region) {
    await putText(tx, key, body, { origin: 'human', savedBy: tokenId });
    return undefined;
  }
  const removed = present.removed + removedFrom(former, region);
  if (keepRevision || !present.isSameSession || removed > removedMaxOf(former))
    await putText(tx, key, body, { origin: 'human', savedBy: tokenId }, present);
  else {
    await updateInPlace(tx, key, partsAfter(present, body, region), present, removed);
    if (present.places.length > 0) await carryAnchors(tx, key, former, body, region, present.places);
  }
  return { former, region, formerRevisionId: present.revisionId, hadRecap: present.hasRecap };
}

/** Result of a save. */
export interface Change {
  former: string;
  region: Region;
  /** Revision id of the text before, and whether it had a fresh recap. */
  formerRevisionId: string;
  hadRecap: boolean;
}

function removedMaxOf(former: string): number {
  // In a long text the absolute number is the smaller one, so the length need not be counted.
  return removedShareMax * former.length > 2 * removedMax
    ? removedMax
    : Math.min(removedMax, removedShareMax * lengthOf(former));
}

/**
 * Updates only the changed part. The text gets a new revision id, because summaries and comparisons of the text before do not
 * describe it. Head and tail are written only when they change.
 */
async function updateInPlace(
  tx: Transaction,
  { accountId, chapterId }: ChapterKey,
  { head, middle, tail }: Parts,
  former: Parts,
  removed: number,
): Promise<void> {
  const isCut = head.length !== former.head.length || tail.length !== former.tail.length;
  await tx`
    UPDATE chapter_text SET middle = ${middle}, ${isCut ? tx`head = ${head}, tail = ${tail},` : tx``}
      revision_id = ${newId('rev')}, removed = ${removed}, created_at = clock_timestamp()
    WHERE account_id = ${accountId} AND chapter_id = ${chapterId}`;
}

interface Present extends PresentParts {
  revisionId: string;
  hasRecap: boolean;
  removed: number;
  isSameSession: boolean;
}

/**
 * The present text. `isSameSession`: this key's editing session continues. It ends when the text is saved in another way,
 * published, rewritten, or named by a stored answer or a decided proposal.
 */
async function presentAt(
  tx: Transaction,
  { accountId, bookId, chapterId }: ChapterKey,
  tokenId: string,
): Promise<Present | undefined> {
  const [row] = await tx<(Omit<Present, 'places'> & PlaceRow)[]>`
    SELECT t.account_id AS owner_of_chapter_text, t.revision_id, t.head, t.middle, t.tail, coalesce(t.removed,
      0) AS removed, true AS is_there, ${placeColumns(tx)},
      coalesce(t.origin = 'human' AND t.saved_by = ${tokenId}
        AND t.begun_at > clock_timestamp() - make_interval(mins => ${sessionMinutes})
        AND (b.published_at IS NULL OR b.published_at < t.created_at), false)
        AND NOT EXISTS (
          SELECT FROM run r WHERE r.account_id = t.account_id AND r.chapter_id = t.chapter_id AND r.kind = 'rewrite'
            AND r.replaced_revision_id = t.revision_id
        )
        AND NOT EXISTS (SELECT FROM anchor d WHERE d.account_id = t.account_id AND d.revision_id = t.revision_id)
        AND NOT EXISTS (SELECT FROM idempotency_key k WHERE k.account_id = t.account_id
        AND k.revision_ids @> ARRAY[t.revision_id]) AS is_same_session,
      EXISTS (SELECT FROM chapter_recap p WHERE p.account_id = t.account_id AND p.chapter_id = t.chapter_id
        AND p.fresh_revision_id = t.revision_id) AS has_recap
    FROM chapter_text t JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId}
    LEFT JOIN chapter_anchor a ON a.account_id = t.account_id AND a.chapter_id = t.chapter_id
    WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}`;
  return row && { ...row, places: placesFrom(row) };
}

/** Code points that a change removes. */
export function removedFrom(former: string, { start, formerEnd }: Region): number {
  return lengthOf(former.slice(start, formerEnd));
}
