import { invalidState } from '../../../errors.ts';
import type { Transaction } from '../../../sql/connect.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { chapterSaved, type SavedByAuthor } from '../../text/texts/hooks.ts';
import { presentTexts } from '../../text/texts/present.ts';
import { type Edit, editOf } from './edited-words.ts';
import { orderAfterSave } from './order-store.ts';
import { putRecap } from './store.ts';

chapterSaved.add(async (tx, key, saved) => {
  const { saving, content, recap } = saved;
  if (recap) return setWithText(tx, key, saved);
  if (content === undefined || (await isKept(tx, key, saved))) return;
  if (saving.ordersRecap && content !== '') await orderAfterSave(tx, key);
});

async function setWithText(tx: Transaction, key: ChapterKey, { recap, saving }: SavedByAuthor): Promise<void> {
  if (!recap) return;
  if (!(await putRecap(tx, key, recap, { origin: saving.kind })))
    invalidState('The chapter has no text to sum up. Send `recap` together with the text.');
}

/** Whether the recap still describes the changed text. */
async function isKept(
  tx: Transaction,
  key: ChapterKey,
  { content, change, language }: SavedByAuthor,
): Promise<boolean> {
  if (!change?.hadRecap || content === undefined) return false;
  const { former, region, formerRevisionId } = change;
  return carryAlong(tx, key, formerRevisionId, editOf(former, content, region, language));
}

/**
 * Carries a fresh recap along to the present text, if fewer than 5 % of the words of the text that it was made from were
 * edited since. An edit within the place of the last one counts together with it. Answers whether it did.
 */
async function carryAlong(tx: Transaction, key: ChapterKey, formerRevisionId: string, edit: Edit): Promise<boolean> {
  // Several places at once are added up and are not the place of the next edit.
  const { start, formerEnd, textEnd, was, is, isOnePlace } = edit;
  const isWithin = tx`(${isOnePlace} AND p.place_from <= ${start} AND ${formerEnd} <= p.place_to)`;
  const before = tx`CASE WHEN ${isWithin} THEN p.edited_words
    ELSE p.edited_words + greatest(p.place_was, p.place_is) + ${isOnePlace ? 0 : was} END`;
  const fresh = tx`CASE WHEN ${isWithin} THEN p.place_was ELSE ${isOnePlace ? was : 0} END`;
  const now = tx`CASE WHEN ${isWithin} THEN p.place_is + ${is - was} ELSE ${isOnePlace ? is : 0} END`;
  const rows = await tx`
    UPDATE chapter_recap p
      SET fresh_revision_id = t.revision_id, edited_words = ${before}, place_was = ${fresh}, place_is = ${now},
      place_from = CASE WHEN ${isWithin} THEN p.place_from ELSE ${isOnePlace ? start : 0} END,
      place_to = CASE WHEN ${isWithin} THEN p.place_to + ${textEnd - formerEnd} ELSE ${isOnePlace ? textEnd : -1} END
    FROM ${presentTexts(tx)}
    WHERE p.account_id = ${key.accountId} AND p.chapter_id = ${key.chapterId}
      AND p.fresh_revision_id = ${formerRevisionId}
      AND t.account_id = p.account_id AND t.chapter_id = p.chapter_id
      AND (${before} + greatest(${fresh}, ${now})) * 20 < p.words
    RETURNING 1`;
  return rows.length > 0;
}
