import { newId } from '../../../ids/id.ts';
import type { Transaction } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import { rankAt } from './arrange.ts';
import { chaptersMax, type NewChapter } from './rules.ts';
import type { Chapter, ChapterKey, Refusal } from './store.ts';

/** Status and length of the text with which a chapter begins. */
interface FirstText {
  textStatus: string;
  wordCount: number;
}

/** Appends a chapter to a locked book, without its text. */
export async function appendChapter(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  chapter: Omit<NewChapter, 'content'>,
  text: FirstText,
): Promise<{ id: string } | Extract<Refusal, { refused: 'full' }>> {
  const [{ count, last } = { count: 0, last: null }] = await tx<{ count: number; last: number | null }[]>`
    SELECT count(*)::int AS count, max(rank) AS last FROM chapter WHERE account_id = ${accountId}
      AND book_id = ${bookId} AND archived_at IS NULL`;
  if (count >= chaptersMax) return { refused: 'full' };
  const row = {
    accountId,
    bookId,
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
    ...text,
  };
  await tx`INSERT INTO chapter ${tx(row)}`;
  return row;
}

/** Fields of the second part of a split chapter that are not those of the first. */
interface SecondPart {
  title: string | undefined;
  wordCount: number;
  targetWords: number | null;
}

/** Inserts the second part of a chapter behind it. That of a partial text stays partial: a write continues there. */
export async function insertBehind(
  tx: Transaction,
  { accountId, bookId, chapterId: id }: ChapterKey,
  cast: ReadonlySet<string>,
  { order, status, povCharacterId, participantIds, mentionedIds, person, tense }: Chapter,
  { title, ...length }: SecondPart,
): Promise<void> {
  const row = {
    accountId,
    bookId,
    id,
    rank: await rankAt(tx, { accountId, bookId }, order + 1),
    title: title ?? `Chapter ${order + 1}`,
    summary: '',
    notes: '',
    beatKeys: [],
    povCharacterId: povCharacterId && cast.has(povCharacterId) ? povCharacterId : null,
    participantIds: participantIds.filter((one) => cast.has(one)),
    mentionedIds: mentionedIds.filter((one) => cast.has(one)),
    person,
    tense,
    textStatus: status,
    ...length,
  };
  await tx`INSERT INTO chapter ${tx(row)}`;
}

/** A chapter of an outline. */
export interface OutlinedChapter {
  title: string;
  summary: string;
  beatKeys: string[];
  povCharacterId?: string | null | undefined;
  participantIds: string[];
}

/** Inserts the chapters of an outline, in order. Characters that were deleted since it was made are left out. */
export async function insertOutline(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  chapters: readonly OutlinedChapter[],
  cast: ReadonlySet<string>,
): Promise<void> {
  const rows = chapters.map(({ title, summary, beatKeys, povCharacterId, participantIds }, index) => ({
    accountId,
    bookId,
    id: newId('ch'),
    rank: index + 1,
    title,
    summary,
    notes: '',
    beatKeys,
    povCharacterId: povCharacterId && cast.has(povCharacterId) ? povCharacterId : null,
    participantIds: participantIds.filter((id) => cast.has(id)),
  }));
  await tx`INSERT INTO chapter ${tx(rows)}`;
}
