import { countWords } from '../../../prose/words.ts';
import type { Sql } from '../../../sql/connect.ts';
import { type BuiltFrom, lengthOf } from '../../shapes.ts';
import { moveDates } from '../../story/character/dates.ts';
import { carryAnchors } from '../anchor/carry.ts';
import { moveAnchors } from '../anchor/store.ts';
import { archiveLocked } from '../chapter/arrange.ts';
import { type ChapterMerge, defaultSeparator, faultyFields, orderable } from '../chapter/rules.ts';
import { type Chapter, type ChapterKey, chapterBehind, type Refusal, staleAt, updateFields } from '../chapter/store.ts';
import { holdWithCast, refusalOf } from './hold.ts';
import { textMoved } from './hooks.ts';
import { type Provenance, presentText, type SourcedText } from './present.ts';
import { movedTo, putText } from './put.ts';

/** Appends the text of the next chapter to this one and archives the next. Undefined if there is no such chapter. */
export function mergeChapters(
  sql: Sql,
  key: ChapterKey,
  { separator, nextExpectedVersion }: ChapterMerge,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const held = await holdWithCast(tx, key);
    if (!held) return undefined;
    const { book, cast, chapter } = held;
    const next = await chapterBehind(tx, key);
    if (!next) return staleAt(chapter, expected) ?? { refused: 'last' };
    const nextKey = { ...key, chapterId: next.id };
    const refusal =
      (await refusalOf(tx, key, chapter, expected)) ?? (await refusalOf(tx, nextKey, next, nextExpectedVersion));
    if (refusal) return refusal;
    const [text, nextText] = [await presentText(tx, key), await presentText(tx, nextKey)];
    const merged = mergedText(text, nextText && movedTo(key.chapterId, nextText), separator ?? defaultSeparator);
    const fields = mergedFields(cast, chapter, next);
    const tooLong = faultyFields({ ...fields, content: merged?.body ?? '' });
    if (tooLong.length > 0) return { refused: 'too long', fields: tooLong };
    const body = nextText?.body ?? '';
    const kept = body.trimStart();
    const region = { start: 0, formerEnd: body.length - kept.length, textEnd: 0 };
    if (kept !== body) await carryAnchors(tx, nextKey, body, kept, region);
    if (merged && nextText) await putText(tx, key, merged.body, merged);
    // Also of a text that was deleted: its notes would be in no list.
    await moveAnchors(tx, nextKey, key, { shift: lengthOf(merged?.body ?? '') - lengthOf(kept) });
    await textMoved.run(tx, { from: nextKey, to: key, isSplit: false });
    await moveDates(tx, key, next.id, key.chapterId);
    await archiveLocked(tx, nextKey, next);
    const { status } = nextText ? next : chapter;
    const wordCount = countWords(merged?.body ?? '', book.language);
    return updateFields(tx, key, { ...fields, textStatus: status, wordCount }, undefined, chapter.order);
  });
}

/** Whitespace at the seam is replaced by the separator. A text of two origins counts as set by hand. */
function mergedText(
  text: SourcedText | undefined,
  next: SourcedText | undefined,
  separator: string,
): SourcedText | undefined {
  if (!text || !next) return text ?? next;
  const body = `${text.body.trimEnd()}${separator}${next.body.trimStart()}`;
  if (text.origin !== next.origin) return { body, origin: 'human' };
  const { origin, runId, model } = next;
  return { body, origin, runId: runId ?? null, model: model ?? null, builtFrom: builtFromBoth(text, next) };
}

/** Book, plan, people and moods of both; outline line and neighbours of the remaining one. */
function builtFromBoth({ builtFrom: first }: Provenance, { builtFrom: next }: Provenance): BuiltFrom | null {
  if (!first || !next) return first ?? null;
  const { chapter: _line, outline: _beside, ...others } = next;
  const kinds = Object.keys(others) as (keyof typeof others)[];
  return { ...first, ...Object.fromEntries(kinds.map((kind) => [kind, { ...others[kind], ...first[kind] }])) };
}

function mergedFields(cast: ReadonlySet<string>, chapter: Chapter, next: Chapter) {
  return {
    summary: joined(chapter.summary, next.summary),
    notes: joined(chapter.notes, next.notes),
    beatKeys: union(chapter.beatKeys, next.beatKeys),
    participantIds: union(chapter.participantIds, next.participantIds).filter((id) => cast.has(id)),
    mentionedIds: union(chapter.mentionedIds, next.mentionedIds).filter((id) => cast.has(id)),
    targetWords: sum(chapter.targetWords, next.targetWords),
  };
}

/** Null if one of them has no target of its own. */
function sum(first: number | null, next: number | null): number | null {
  return first === null || next === null ? null : orderable(first + next);
}

function joined(first: string, next: string): string {
  return [first, next].filter((part) => part.trim() !== '').join('\n\n');
}

function union(first: readonly string[], next: readonly string[]): string[] {
  return [...new Set([...first, ...next])];
}
