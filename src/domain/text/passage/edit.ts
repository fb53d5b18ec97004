import type { Sql } from '../../../sql/connect.ts';
import type { Chapter, ChapterKey, Refusal } from '../chapter/store.ts';
import { holdChapter } from '../texts/hold.ts';
import { presentText } from '../texts/present.ts';
import { refuseLong, type SavedBy, saveChanged } from '../texts/save.ts';
import type { ChangedLines, ChangedText } from './change.ts';

/** A chapter whose text has changed in places. */
export interface EditedChapter {
  chapter: Chapter;
  changes: ChangedLines[];
}

/**
 * Changes the present text in one save; the former one is kept as a revision. Undefined if there is no such chapter.
 *
 * @param path The field that is named if the text becomes too long.
 */
export function editText(
  sql: Sql,
  key: ChapterKey,
  expected: number | undefined,
  by: SavedBy,
  path: string,
  change: (text: string) => ChangedText | Promise<ChangedText>,
): Promise<EditedChapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<EditedChapter | Refusal | undefined> => {
    const held = await holdChapter(tx, key, expected);
    if (!held || 'refused' in held) return held;
    const { body } = (await presentText(tx, key)) ?? { body: '' };
    const { text, changes } = await change(body);
    refuseLong(text, path);
    if (text === body) return { chapter: held.chapter, changes: [] };
    const chapter = await saveChanged(tx, key, held, text, by);
    return chapter && { chapter, changes };
  });
}

/** A text with more paragraphs at its end. */
export function appendedTo(former: string, text: string): ChangedText {
  const end = former.trimEnd();
  const joint = end === '' ? '' : '\n\n';
  const line = end.split('\n').length + (end === '' ? 0 : 2);
  return { text: end + joint + text, changes: [{ line, before: '', after: text }] };
}
