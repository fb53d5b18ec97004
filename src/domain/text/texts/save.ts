import { invalidRequest } from '../../../errors.ts';
import { countWords } from '../../../prose/words.ts';
import type { Transaction } from '../../../sql/connect.ts';
import { contentMax, lengthOf } from '../../shapes.ts';
import type { ChapterPatch } from '../chapter/rules.ts';
import { type Chapter, type ChapterKey, updateFields } from '../chapter/store.ts';
import type { HeldChapter } from './hold.ts';
import { chapterSaved } from './hooks.ts';
import { widenedToBlanks } from './parts.ts';
import { type Change, type SavedChange, type Saving, saveText } from './session.ts';

/** A chapter, with its text where the caller has set it. */
export type Saved = Chapter & { content?: string };

/** Who saves, where the former text is always kept. */
export type SavedBy = Omit<Saving, 'keepRevision'>;

/**
 * Saves a text that was made from the present one: an edit, a merge, an accepted proposal. The former one is kept as a
 * revision. The status of the chapter stays, unless it was empty.
 */
export function saveChanged(
  tx: Transaction,
  key: ChapterKey,
  held: HeldChapter,
  content: string,
  by: SavedBy,
): Promise<Saved | undefined> {
  const status = held.chapter.status === 'partial' ? 'partial' : 'complete';
  return saveHeld(tx, key, held, { content, status }, { ...by, keepRevision: true });
}

/** Saves the given fields of a held chapter, its text among them. An equal text is no change. */
export async function saveHeld(
  tx: Transaction,
  key: ChapterKey,
  { chapter, language }: HeldChapter,
  { content: given, status, recap, ...fields }: ChapterPatch,
  saving: Saving,
): Promise<Saved | undefined> {
  const change = given === undefined ? 'none' : await saveText(tx, key, given, saving);
  const content = change === 'none' ? undefined : given;
  const wordCount =
    content === undefined ? chapter.wordCount : wordsAfter(change, chapter.wordCount, content, language);
  // A given status has no effect without words.
  const textStatus = (wordCount > 0 && status) || (given === undefined ? chapter.status : given ? 'complete' : 'empty');
  const isAsBefore =
    change === 'none' && textStatus === chapter.status && recap === undefined && Object.keys(fields).length === 0;
  const saved = isAsBefore
    ? chapter
    : await updateFields(tx, key, { ...fields, textStatus, wordCount }, undefined, chapter.order);
  if (!saved) return undefined;
  await chapterSaved.run(tx, key, { saving, content, change: changeIn(change), recap, language });
  // The caller has the text; to read it again would cost as much as the save.
  return given === undefined ? saved : { ...saved, content: given };
}

const changeIn = (change: SavedChange): Change | undefined => (typeof change === 'string' ? undefined : change);

/** @param path The field that is named if a text becomes too long. */
export function refuseLong(text: string, path: string): void {
  const length = lengthOf(text);
  if (length <= contentMax) return;
  const message = `makes a text of ${length} characters; the limit is ${contentMax}. Send less, or split the chapter.`;
  throw invalidRequest([{ path, message }]);
}

/** Counts the words of a changed text: those of the text before, and the difference in the changed region. */
function wordsAfter(change: SavedChange, words: number, text: string, language: string): number {
  if (typeof change === 'string') return countWords(text, language);
  const { former, region } = change;
  const { start, formerEnd, textEnd } = widenedToBlanks(former, region);
  return (
    words - countWords(former.slice(start, formerEnd), language) + countWords(text.slice(start, textEnd), language)
  );
}
