import { countWords } from '../../../prose/words.ts';
import type { Sql } from '../../../sql/connect.ts';
import { type BookKey, lockBook } from '../../story/book/store.ts';
import { areInCast, namesAnybody } from '../chapter/cast.ts';
import { appendChapter } from '../chapter/insert.ts';
import type { ChapterPatch, NewChapter } from '../chapter/rules.ts';
import { type Chapter, type ChapterKey, chapterById, type Refusal, updateFields } from '../chapter/store.ts';
import { holdChapter } from './hold.ts';
import { chapterSaved } from './hooks.ts';
import { putText } from './put.ts';
import { type Saved, saveHeld } from './save.ts';
import type { Saving } from './session.ts';

/** Appends a chapter; undefined if there is no such book. `saving`: by whom the text was set. */
export function insertChapter(
  sql: Sql,
  key: BookKey,
  { content = '', ...fields }: NewChapter,
  saving?: Saving,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    if (!book) return undefined;
    if (!(await areInCast(tx, key, fields))) return { refused: 'no such character' };
    const { language } = book;
    const textStatus = content ? 'complete' : 'empty';
    const made = await appendChapter(tx, key, fields, { textStatus, wordCount: countWords(content, language) });
    if ('refused' in made) return made;
    const at = { ...key, chapterId: made.id };
    if (content) await putText(tx, at, content, { origin: 'human', ...(saving ? { savedBy: saving.tokenId } : {}) });
    if (content && saving)
      await chapterSaved.run(tx, at, { saving, content, change: undefined, recap: undefined, language });
    return chapterById(tx, at);
  });
}

/** States that only the text itself gives, sent back as they were read. */
function withoutReadStatus({ status, ...patch }: ChapterPatch): ChapterPatch {
  return status === 'partial' || status === 'complete' ? { ...patch, status } : patch;
}

/** Writes the given fields and leaves the rest; undefined if nothing changes or there is no such chapter, a refusal if this change is not allowed. */
export async function updateChapter(
  sql: Sql,
  key: ChapterKey,
  given: ChapterPatch,
  expected: number | undefined,
  saving: Saving,
): Promise<Saved | Refusal | undefined> {
  const patch = withoutReadStatus(given);
  if (Object.keys(patch).length === 0) return undefined;
  const isOfText = patch.content !== undefined || patch.status !== undefined || patch.recap !== undefined;
  if (!isOfText && !namesAnybody(patch)) return updateFields(sql, key, patch, expected);
  return sql.begin(async (tx): Promise<Saved | Refusal | undefined> => {
    const held = await holdChapter(tx, key, expected, { people: patch, ofText: isOfText });
    if (!held || 'refused' in held) return held;
    return isOfText
      ? saveHeld(tx, key, held, patch, saving)
      : updateFields(tx, key, patch, expected, held.chapter.order);
  });
}
