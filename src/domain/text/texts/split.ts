import { newId } from '../../../ids/id.ts';
import { countWords } from '../../../prose/words.ts';
import type { Sql, Transaction } from '../../../sql/connect.ts';
import { lengthOf } from '../../shapes.ts';
import { moveAnchors } from '../anchor/store.ts';
import { insertBehind } from '../chapter/insert.ts';
import { type ChapterSplit, chaptersMax, orderable } from '../chapter/rules.ts';
import {
  type Chapter,
  type ChapterKey,
  chapterById,
  countChapters,
  type Refusal,
  updateFields,
} from '../chapter/store.ts';
import { holdWithCast, refusalOf } from './hold.ts';
import { textMoved } from './hooks.ts';
import { presentText } from './present.ts';
import { movedTo, putText } from './put.ts';

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
    const held = await holdWithCast(tx, key);
    if (!held) return undefined;
    const { book, cast, chapter } = held;
    const refusal = (await refusalOf(tx, key, chapter, expected)) ?? (await fullBook(tx, key));
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

async function fullBook(tx: Transaction, key: ChapterKey): Promise<Refusal | undefined> {
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
