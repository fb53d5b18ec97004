import { newId } from '../../id.ts';
import type { Transaction } from '../../sql/connect.ts';
import { lengthOf } from './rules.ts';
import type { ChapterKey } from './store.ts';
import { putText } from './text.ts';

/** A sitting at a text lasts so long from its first save, whatever is saved in between (ours). */
export const sittingMinutes = 10;
/** Code points that the steps of a sitting may take out before the text is kept first: so many, and such a share of it (ours). */
export const removedMax = 200;
export const removedShareMax = 1 / 5;

/** Who sets a text by hand, and whether the former one is to be kept however little changes. */
export interface Saving {
  tokenId: string;
  keepRevision: boolean;
}

/** Puts a text set by hand in place of the one there is, which becomes a revision unless this is a small step of one sitting. */
export async function saveText(
  tx: Transaction,
  key: ChapterKey,
  body: string,
  { tokenId, keepRevision }: Saving,
): Promise<void> {
  const sitting = keepRevision ? undefined : await sittingAt(tx, key, tokenId);
  const removed = sitting && sitting.removed + removedFrom(sitting.body, body);
  if (removed === undefined || removed > Math.min(removedMax, removedShareMax * lengthOf(sitting?.body ?? '')))
    return putText(tx, key, body, { origin: 'human', savedBy: tokenId });
  // Another text, so another id: whatever is of the former one (a summary, a comparison) is not of this.
  await tx`
    UPDATE chapter_text SET body = ${body}, revision_id = ${newId('rev')}, removed = ${removed}, created_at = clock_timestamp()
    WHERE account_id = ${key.accountId} AND chapter_id = ${key.chapterId}`;
}

/** The text that this token is setting; undefined for one that came in another way, is published, or that a rewrite was made of. */
async function sittingAt(
  tx: Transaction,
  { accountId, bookId, chapterId }: ChapterKey,
  tokenId: string,
): Promise<{ body: string; removed: number } | undefined> {
  const [row] = await tx<{ body: string; removed: number }[]>`
    SELECT t.body, t.removed FROM chapter_text t JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId}
    WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId} AND t.origin = 'human' AND t.saved_by = ${tokenId}
      AND t.begun_at > clock_timestamp() - make_interval(mins => ${sittingMinutes})
      AND (b.published_at IS NULL OR b.published_at < t.created_at)
      AND NOT EXISTS (
        SELECT FROM run r WHERE r.account_id = t.account_id AND r.chapter_id = t.chapter_id AND r.kind = 'rewrite' AND r.replaced_revision_id = t.revision_id)`;
  return row;
}

/** Code points of the former text between what both begin with and what both end with. */
export function removedFrom(former: string, text: string): number {
  const shorter = Math.min(former.length, text.length);
  let head = 0;
  while (head < shorter && former[head] === text[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && former[former.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  return lengthOf(former.slice(head, former.length - tail));
}
