import { newId } from '../../ids/id.ts';
import type { Sql, Transaction } from '../../sql/connect.ts';
import { moveAnchors } from '../anchor/store.ts';
import { lengthOf } from '../shapes.ts';
import { rankAt } from './arrange.ts';
import { heldWithCast } from './held.ts';
import { textMoved } from './hooks.ts';
import { type ChapterSplit, chaptersMax, orderable } from './rules.ts';
import {
  type Chapter,
  type ChapterKey,
  chapterById,
  countChapters,
  type Refusal,
  runningOn,
  staleAt,
  updateFields,
} from './store.ts';
import { movedTo, presentText, putText } from './text.ts';
import { countWords } from './words.ts';

/** A split chapter, and the new one behind it. */
export interface Halves {
  chapter: Chapter;
  next: Chapter;
}

/** Splits a chapter in two; the full text becomes a revision of the first. Undefined if there is no such chapter. */
export function splitChapter(
  sql: Sql,
  key: ChapterKey,
  { at, title }: ChapterSplit,
  expected: number | undefined,
): Promise<Halves | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Halves | Refusal | undefined> => {
    const held = await heldWithCast(tx, key);
    if (!held) return undefined;
    const { book, cast, chapter } = held;
    const refusal = staleAt(chapter, expected) ?? (await hindrance(tx, key));
    if (refusal) return refusal;
    const text = await presentText(tx, key);
    const [head, tail] = cut(text?.body ?? '', at);
    if (!text || !head || !tail) return { refused: 'nothing to split', length: lengthOf(text?.body ?? '') };
    const nextKey = { ...key, chapterId: newId('ch') };
    const [words, nextWords] = [countWords(head, book.language), countWords(tail, book.language)];
    const [target, nextTarget] = targetsOf(chapter.targetWords, words, nextWords);
    await insertBehind(tx, nextKey, cast, chapter, { title, wordCount: nextWords, targetWords: nextTarget });
    await putText(tx, nextKey, tail, movedTo(nextKey.chapterId, text));
    const since = lengthOf(text.body) - lengthOf(tail);
    await moveAnchors(tx, key, nextKey, { since, shift: -since });
    await textMoved.run(tx, { from: key, to: nextKey, isSplit: true });
    await putText(tx, key, head, text);
    const fields = { textStatus: 'complete', wordCount: words, targetWords: target };
    const first = await updateFields(tx, key, fields, undefined, chapter.order);
    const next = await chapterById(tx, nextKey);
    return first && next && { chapter: first, next };
  });
}

async function hindrance(tx: Transaction, key: ChapterKey): Promise<Refusal | undefined> {
  const runId = await runningOn(tx, key);
  if (runId) return { refused: 'running', runId };
  return (await countChapters(tx, key)) >= chaptersMax ? { refused: 'full' } : undefined;
}

/** Both parts of a text, without whitespace at the cut. `at` counts code points. */
export function cut(body: string, at: number): [head: string, tail: string] {
  let [left, index] = [at, 0];
  for (const character of body) {
    if (left === 0) break;
    left -= 1;
    index += character.length;
  }
  return [body.slice(0, index).trimEnd(), body.slice(index).trimStart()];
}

/** Divides the target of a chapter by the words of its parts. */
function targetsOf(target: number | null, words: number, nextWords: number): [number | null, number | null] {
  if (target === null) return [null, null];
  const share = target / Math.max(1, words + nextWords);
  return [orderable(share * words), orderable(share * nextWords)];
}

/** The last part of a partial text stays partial: a write continues there. */
async function insertBehind(
  tx: Transaction,
  { accountId, bookId, chapterId: id }: ChapterKey,
  cast: ReadonlySet<string>,
  { order, status, povCharacterId, participantIds, mentionedIds, person, tense }: Chapter,
  { title, ...length }: { title: string | undefined; wordCount: number; targetWords: number | null },
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
