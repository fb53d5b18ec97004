import { newId } from '../../id.ts';
import type { Sql, Transaction } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import type { BuiltFrom } from '../staleness/rules.ts';
import { countWords, type Origin } from './rules.ts';
import { lockBook } from './store.ts';

/** Where a text came from. */
export interface Provenance {
  origin: Origin;
  runId?: string | null;
  model?: string | null;
  builtFrom?: BuiltFrom | null;
  /** The token that set it by hand: its sitting begins. */
  savedBy?: string;
}

/** Puts a text in place of the one there is, which becomes a revision; nothing is ever overwritten. */
export async function putText(
  tx: Transaction,
  at: { accountId: string; chapterId: string },
  body: string,
  { origin, runId, model, builtFrom, savedBy }: Provenance,
): Promise<void> {
  await archiveText(tx, at);
  if (body === '') return;
  await tx`
    INSERT INTO chapter_text (account_id, chapter_id, revision_id, body, origin, run_id, model, built_from, saved_by, begun_at, removed)
    VALUES (${at.accountId}, ${at.chapterId}, ${newId('rev')}, ${body}, ${origin}, ${runId ?? null}, ${model ?? null}, ${builtFrom ? tx.json(builtFrom) : null},
      ${savedBy ?? null}, CASE WHEN ${savedBy !== undefined} THEN clock_timestamp() END, CASE WHEN ${savedBy !== undefined} THEN 0 END)`;
}

/** The present text of a chapter with where it came from; undefined for an empty one. */
export async function presentText(
  tx: Transaction,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<(Provenance & { body: string }) | undefined> {
  const [row] = await tx<(Provenance & { body: string })[]>`
    SELECT body, origin, run_id, model, built_from FROM chapter_text WHERE account_id = ${accountId} AND chapter_id = ${chapterId}`;
  return row;
}

/** Where a text came from that is another chapter's now: the line of the outline that it was told is compared with that one's. */
export function movedTo<From extends Provenance>(chapterId: string, from: From): From {
  const { builtFrom } = from;
  const [line] = Object.values(builtFrom?.chapter ?? {});
  return builtFrom && line ? { ...from, builtFrom: { ...builtFrom, chapter: { [chapterId]: line } } } : from;
}

/** Moves the present text to the revisions; without a text nothing happens. */
export async function archiveText(
  tx: Transaction,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<void> {
  await tx`
    WITH former AS (DELETE FROM chapter_text WHERE account_id = ${accountId} AND chapter_id = ${chapterId} RETURNING *)
    INSERT INTO chapter_revision (account_id, chapter_id, id, body, word_count, text_status, origin, run_id, model, built_from, created_at)
    SELECT f.account_id, f.chapter_id, f.revision_id, f.body, c.word_count, c.text_status, f.origin, f.run_id, f.model, f.built_from, f.created_at
    FROM former f JOIN chapter c ON c.account_id = f.account_id AND c.id = f.chapter_id`;
}

/** Counts the words of all of a book's chapters anew, archived ones too: its language has changed. */
export async function recountWords(sql: Sql, { accountId, bookId }: BookKey, language: string): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await lockBook(tx, { accountId, bookId }))) return;
    const texts = await tx<{ id: string; body: string }[]>`
      SELECT c.id, t.body FROM chapter c JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
      WHERE c.account_id = ${accountId} AND c.book_id = ${bookId}`;
    const [ids, counts] = [texts.map(({ id }) => id), texts.map(({ body }) => countWords(body, language))];
    await tx`
      UPDATE chapter c SET word_count = n.words, version = version + 1, updated_at = clock_timestamp()
      FROM unnest(${ids}::text[], ${counts}::int[]) AS n (id, words)
      WHERE c.account_id = ${accountId} AND c.id = n.id AND c.word_count <> n.words`;
  });
}
