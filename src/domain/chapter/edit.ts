import { newId } from '../../ids/id.ts';
import type { Sql, Transaction } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { lockBook } from '../book/store.ts';
import { type Change, type Saving, saveText } from './autosave.ts';
import { areInCast, namesAnybody } from './cast.ts';
import { chapterSaved } from './hooks.ts';
import { widenedToBlanks } from './parts.ts';
import { type ChapterPatch, chaptersMax, type NewChapter } from './rules.ts';
import {
  type Chapter,
  type ChapterKey,
  chapterById,
  heldChapter,
  type Refusal,
  runningOn,
  staleAt,
  updateFields,
} from './store.ts';
import { putText } from './text.ts';
import { countWords } from './words.ts';

/** Appends a chapter; undefined if there is no such book. `saving`: by whom the text was set. */
export function insertChapter(
  sql: Sql,
  key: BookKey,
  chapter: NewChapter,
  saving?: Saving,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    if (!book) return undefined;
    if (!(await areInCast(tx, key, chapter))) return { refused: 'no such character' };
    const [{ count, last } = { count: 0, last: null }] = await tx<{ count: number; last: number | null }[]>`
      SELECT count(*)::int AS count, max(rank) AS last FROM chapter WHERE account_id = ${key.accountId}
        AND book_id = ${key.bookId} AND archived_at IS NULL`;
    if (count >= chaptersMax) return { refused: 'full' };
    const content = chapter.content ?? '';
    const row = {
      accountId: key.accountId,
      bookId: key.bookId,
      id: newId('ch'),
      rank: (last ?? 0) + 1,
      title: chapter.title ?? `Chapter ${count + 1}`,
      summary: chapter.summary ?? '',
      notes: chapter.notes ?? '',
      beatKeys: chapter.beatKeys ?? [],
      povCharacterId: chapter.povCharacterId ?? null,
      participantIds: chapter.participantIds ?? [],
      mentionedIds: chapter.mentionedIds ?? [],
      targetWords: chapter.targetWords ?? null,
      person: chapter.person ?? null,
      tense: chapter.tense ?? null,
      textStatus: content ? 'complete' : 'empty',
      wordCount: countWords(content, book.language),
    };
    await tx`INSERT INTO chapter ${tx(row)}`;
    const at = { accountId: key.accountId, chapterId: row.id };
    const { language } = book;
    if (content) await putText(tx, at, content, { origin: 'human', ...(saving ? { savedBy: saving.tokenId } : {}) });
    if (content && saving)
      await chapterSaved.run(tx, { ...key, ...at }, { saving, content, change: undefined, recap: undefined, language });
    return chapterById(tx, { ...key, chapterId: row.id });
  });
}

function withoutText({ content: _content, status: _status, recap: _recap, ...patch }: ChapterPatch) {
  return patch;
}

/** States that only the text itself gives, sent back as they were read. */
function withoutReadStatus({ status, ...patch }: ChapterPatch): ChapterPatch {
  return status === 'partial' || status === 'complete' ? { ...patch, status } : patch;
}

/** A chapter, with its text where the caller has set it. */
export type Saved = Chapter & { content?: string };

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
  const { content, recap } = patch;
  const isOfText = content !== undefined || patch.status !== undefined || recap !== undefined;
  if (!isOfText && !namesAnybody(patch)) return updateFields(sql, key, patch, expected);
  return sql.begin(async (tx): Promise<Saved | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    // Locks the cast first, in the order in which deleting a character locks.
    const areKnown = await areInCast(tx, key, patch);
    const chapter = book && (await heldChapter(tx, key));
    if (!book || !chapter) return undefined;
    if (!areKnown) return { refused: 'no such character' };
    const stale = staleAt(chapter, expected);
    if (stale) return stale;
    if (!isOfText) return updateFields(tx, key, patch, expected, chapter.order);
    const runId = await runningOn(tx, key);
    if (runId) return { refused: 'running', runId };
    return saveHeld(tx, key, { chapter, language: book.language }, patch, saving);
  });
}

/** Saves the given fields of a chapter that is held and that no run writes, its text among them. */
export async function saveHeld(
  tx: Transaction,
  key: ChapterKey,
  { chapter, language }: { chapter: Chapter; language: string },
  patch: ChapterPatch,
  saving: Saving,
): Promise<Saved | undefined> {
  const { content, recap } = patch;
  const { change, ...text } = await putContent(tx, key, chapter, patch, saving, language);
  const saved = await updateFields(tx, key, { ...withoutText(patch), ...text }, undefined, chapter.order);
  if (saved) await chapterSaved.run(tx, key, { saving, content, change, recap, language });
  // The caller has the text; to read it again would cost as much as the save.
  return saved && (content === undefined ? saved : { ...saved, content });
}

/** Saves the given text, if any. Answers status and words of the text; a given status has no effect without words. */
async function putContent(
  tx: Transaction,
  key: ChapterKey,
  { status: former, wordCount: words }: Chapter,
  { content, status }: ChapterPatch,
  saving: Saving,
  language: string,
): Promise<{ textStatus: string; wordCount: number; change?: Change | undefined }> {
  if (content === undefined) return { textStatus: (words > 0 && status) || former, wordCount: words };
  const change = await saveText(tx, key, content, saving);
  const wordCount = wordsAfter(change, words, content, language);
  return { textStatus: (wordCount > 0 && status) || (content ? 'complete' : 'empty'), wordCount, change };
}

/** Counts the words of a changed text: those of the text before, and the difference in the changed region. */
function wordsAfter(change: Change | undefined, words: number, text: string, language: string): number {
  if (!change) return countWords(text, language);
  const { former, region } = change;
  const { start, formerEnd, textEnd } = widenedToBlanks(former, region);
  return (
    words - countWords(former.slice(start, formerEnd), language) + countWords(text.slice(start, textEnd), language)
  );
}
