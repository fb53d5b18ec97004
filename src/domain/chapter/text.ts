import { newId } from '../../ids/id.ts';
import { regionOf } from '../../prose/region.ts';
import type { AnySql, Sql, Transaction } from '../../sql/connect.ts';
import { carryAnchors } from '../anchor/carry.ts';
import { type PlaceRow, placeColumns, placesFrom } from '../anchor/places.ts';
import type { AnchorPlace } from '../anchor/rules.ts';
import { hasAnchors } from '../anchor/store.ts';
import { type BookKey, liveBook, lockBook } from '../book/store.ts';
import type { BuiltFrom } from '../shapes.ts';
import { type Parts, partsAfter, wholeOf } from './parts.ts';
import type { Origin } from './rules.ts';
import type { ChapterKey } from './store.ts';
import { countWords } from './words.ts';

/** Source of a text. */
export interface Provenance {
  origin: Origin;
  runId?: string | null;
  model?: string | null;
  builtFrom?: BuiltFrom | null;
  /** Token that saved it; starts its editing session. */
  savedBy?: string;
}

interface TextKey {
  accountId: string;
  chapterId: string;
}

/** The present text in its parts, which are empty if there is none. */
export interface PresentParts extends Parts {
  isThere: boolean;
  /** Where anchors are in it. */
  places: AnchorPlace[];
}

/** Saves a text. The present text becomes a revision, so nothing is overwritten. */
export async function putText(
  tx: Transaction,
  at: TextKey,
  body: string,
  from: Provenance,
  former?: PresentParts,
): Promise<void> {
  if (body === '') return clearText(tx, at);
  const present = former ?? (await partsOf(tx, at));
  const whole = wholeOf(present);
  const region = regionOf(whole, body);
  if (present.isThere) await replaceText(tx, at, partsAfter(present, body, region), from);
  else await insertText(tx, at, body, from);
  if (present.places.length > 0) await carryAnchors(tx, at, whole, body, region, present.places);
}

async function insertText(tx: Transaction, at: TextKey, body: string, from: Provenance): Promise<void> {
  const { savedBy } = from;
  await tx`
    INSERT INTO chapter_text (account_id, chapter_id, revision_id, head, origin, run_id, model, built_from, saved_by,
      begun_at, removed)
    VALUES (${at.accountId}, ${at.chapterId}, ${newId('rev')}, ${body}, ${from.origin}, ${from.runId ?? null},
      ${from.model ?? null}, ${from.builtFrom ? tx.json(from.builtFrom) : null},
      ${savedBy ?? null}, CASE WHEN ${savedBy !== undefined} THEN clock_timestamp() END, CASE
        WHEN ${savedBy !== undefined} THEN 0 END)`;
}

/** Keeps the present text as a revision and updates only the changed part of its row. */
async function replaceText(tx: Transaction, at: TextKey, parts: Parts, from: Provenance): Promise<void> {
  const { origin, runId, model, builtFrom, savedBy } = from;
  await tx`
    WITH kept AS (
      INSERT INTO chapter_revision (account_id, chapter_id, id, body, word_count, text_status, origin, run_id, model,
        built_from, created_at)
      SELECT t.account_id, t.chapter_id, t.revision_id, t.body, c.word_count, c.text_status, t.origin, t.run_id,
        t.model, t.built_from, t.created_at
      FROM chapter_text t JOIN chapter c ON c.account_id = t.account_id AND c.id = t.chapter_id
      WHERE t.account_id = ${at.accountId} AND t.chapter_id = ${at.chapterId}
    )
    UPDATE chapter_text SET head = ${parts.head}, middle = ${parts.middle}, tail = ${parts.tail},
      revision_id = ${newId('rev')}, origin = ${origin},
      run_id = ${runId ?? null}, model = ${model ?? null}, built_from = ${builtFrom ? tx.json(builtFrom) : null},
        saved_by = ${savedBy ?? null},
      begun_at = CASE WHEN ${savedBy !== undefined} THEN clock_timestamp() END, removed = CASE
        WHEN ${savedBy !== undefined} THEN 0 END,
      created_at = clock_timestamp()
    WHERE account_id = ${at.accountId} AND chapter_id = ${at.chapterId}`;
}

async function partsOf(tx: Transaction, { accountId, chapterId }: TextKey): Promise<PresentParts> {
  const [row] = await tx<(Omit<PresentParts, 'places'> & PlaceRow)[]>`
    SELECT c.account_id AS owner_of_chapter, coalesce(t.head, '') AS head, coalesce(t.middle, '') AS middle,
      coalesce(t.tail, '') AS tail, t.chapter_id IS NOT NULL AS is_there, ${placeColumns(tx)}
    FROM chapter c LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    LEFT JOIN chapter_anchor a ON a.account_id = c.account_id AND a.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.id = ${chapterId}`;
  return row ? { ...row, places: placesFrom(row) } : { head: '', middle: '', tail: '', isThere: false, places: [] };
}

/** The present text of a chapter with its source; undefined for an empty chapter. */
export async function presentText(
  tx: Transaction,
  { accountId, chapterId }: TextKey,
): Promise<(Provenance & { body: string }) | undefined> {
  const [row] = await tx<(Provenance & { body: string })[]>`
    SELECT t.account_id AS owner_of_chapter_text, t.body, t.origin, t.run_id, t.model, t.built_from
      FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}`;
  return row;
}

/** Current text of a chapter, with the run that wrote it. */
export interface TextState {
  textStatus: 'empty' | 'partial' | 'complete';
  body: string;
  revisionId: string | null;
  lastRunId: string | null;
}

/** Undefined if there is no such chapter. */
export async function textStateOf(sql: AnySql, key: ChapterKey): Promise<TextState | undefined> {
  const [row] = await sql<TextState[]>`
    SELECT c.account_id AS owner_of_chapter, c.text_status, coalesce(t.body, '') AS body, t.revision_id,
      t.run_id AS last_run_id
    FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id
    LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE ${liveBook(sql, key)} AND c.id = ${key.chapterId} AND c.archived_at IS NULL`;
  return row;
}

/** Source of a text that was moved to another chapter. Staleness compares it with the outline line of that chapter. */
export function movedTo<From extends Provenance>(chapterId: string, from: From): From {
  const { builtFrom } = from;
  const [line] = Object.values(builtFrom?.chapter ?? {});
  return builtFrom && line ? { ...from, builtFrom: { ...builtFrom, chapter: { [chapterId]: line } } } : from;
}

/** Moves the present text to the revisions. Does nothing for an empty chapter. */
export async function clearText(tx: Transaction, at: TextKey): Promise<void> {
  const former = await archiveText(tx, at);
  if (!former?.hasAnchors) return;
  const { body } = former;
  await carryAnchors(tx, at, body ?? '', '', { start: 0, formerEnd: body?.length ?? 0, textEnd: 0 });
}

/**
 * The same, for a text that another one replaces at once. Answers the text if anchors follow it; undefined for an empty
 * chapter.
 */
export async function archiveText(
  tx: Transaction,
  { accountId, chapterId }: TextKey,
): Promise<{ body: string | null; hasAnchors: boolean } | undefined> {
  const [former] = await tx<{ body: string | null; hasAnchors: boolean }[]>`
    WITH former AS (DELETE FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}
      RETURNING t.*, t.body, ${hasAnchors(tx, 't', 'chapter_id')} AS has_anchors
    ), kept AS (
      INSERT INTO chapter_revision (account_id, chapter_id, id, body, word_count, text_status, origin, run_id, model,
        built_from, created_at)
      SELECT f.account_id, f.chapter_id, f.revision_id, f.body, c.word_count, c.text_status, f.origin, f.run_id,
        f.model, f.built_from, f.created_at
      FROM former f JOIN chapter c ON c.account_id = f.account_id AND c.id = f.chapter_id
    )
    SELECT f.account_id AS owner_of_former, f.has_anchors, CASE WHEN f.has_anchors THEN f.body END AS body FROM former f`;
  return former;
}

/** Recounts the words of all chapters, archived ones too, after a change of language. */
export async function recountWords(sql: Sql, { accountId, bookId }: BookKey, language: string): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await lockBook(tx, { accountId, bookId }))) return;
    const texts = await tx<{ id: string; body: string }[]>`
      SELECT c.account_id AS owner_of_chapter, c.id, t.body FROM chapter c
        JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
      WHERE c.account_id = ${accountId} AND c.book_id = ${bookId}`;
    const [ids, counts] = [texts.map(({ id }) => id), texts.map(({ body }) => countWords(body, language))];
    await tx`
      UPDATE chapter c SET word_count = n.words, version = version + 1, updated_at = clock_timestamp()
      FROM unnest(${ids}::text[], ${counts}::int[]) AS n (id, words)
      WHERE c.account_id = ${accountId} AND c.id = n.id AND c.word_count <> n.words`;
  });
}
