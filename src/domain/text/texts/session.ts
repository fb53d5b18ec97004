import type { KeyKind } from '../../../caller.ts';
import { type Region, regionOf } from '../../../prose/region.ts';
import type { Transaction } from '../../../sql/connect.ts';
import { lengthOf } from '../../shapes.ts';
import { carryAnchors } from '../anchor/carry.ts';
import { type PlaceRow, placeColumns, placesFrom } from '../anchor/places.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { hasFreshRecap } from './clauses.ts';
import { partsAfter, wholeOf } from './parts.ts';
import { type PresentParts, putInPlaceOf, putText, updateInPlace } from './put.ts';

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

/** How a save has changed the text: `first` if there was none, `none` if it is equal. */
export type SavedChange = Change | 'first' | 'none';

/**
 * Saves a text that was set by hand. The present text becomes a revision, unless this is a small change within an editing
 * session. An equal text changes nothing.
 */
export async function saveText(
  tx: Transaction,
  key: ChapterKey,
  body: string,
  { tokenId, keepRevision }: Pick<Saving, 'tokenId' | 'keepRevision'>,
): Promise<SavedChange> {
  const from = { origin: 'human', savedBy: tokenId } as const;
  const present = await presentAt(tx, key, tokenId);
  if (!present) {
    if (body === '') return 'none';
    await putText(tx, key, body, from);
    return 'first';
  }
  const former = wholeOf(present);
  if (former === body) return 'none';
  const region = regionOf(former, body);
  const removed = present.removed + removedFrom(former, region);
  if (keepRevision || !present.isSameSession || removed > removedMaxOf(former))
    await putInPlaceOf(tx, key, { present, former, body, region }, from);
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
      ${hasFreshRecap.of(tx)} AS has_recap
    FROM chapter_text t JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId}
    LEFT JOIN chapter_anchor a ON a.account_id = t.account_id AND a.chapter_id = t.chapter_id
    WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}`;
  return row && { ...row, places: placesFrom(row) };
}

/** Code points that a change removes. */
export function removedFrom(former: string, { start, formerEnd }: Region): number {
  return lengthOf(former.slice(start, formerEnd));
}
