import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import { putResult, type Run } from '../../calls/run/store.ts';
import { type BookKey, liveBook, ofLiveBook, type Shelf } from '../../story/book/store.ts';
import type { Outline } from './outline-reply.ts';
import type { Grade } from './score.ts';

/** An outline as generated. */
export interface OutlineVariant extends Outline {
  id: string;
  bookId: string;
  /** Null for an imported one. */
  runId: string | null;
  instructions: string | null;
  model: string;
  /** Version of the plan that it was made for. */
  planVersion: number;
  /** Latest grade; null without one. */
  grade: Grade | null;
  adoptedAt: Date | null;
  createdAt: Date;
}

export interface VariantKey extends BookKey {
  variantId: string;
}

const columns = (sql: AnySql) => sql`
  v.account_id AS owner_of_outline_variant, v.id, v.book_id, v.run_id, v.title, v.genre, v.genre_confidence,
    v.audience, v.audience_confidence, v.chapters, v.instructions, v.model,
  v.plan_version, v.grade, v.adopted_at, v.created_at`;

/** Condition that the row `v` is this variant, of a live book of the caller. */
const thisVariant = (sql: AnySql, key: VariantKey) => sql`
  v.account_id = ${key.accountId} AND v.book_id = ${key.bookId} AND v.id = ${key.variantId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/** Variants of one book, oldest first; undefined if there is no such book. */
export async function variantsOfBook(sql: AnySql, key: BookKey): Promise<OutlineVariant[] | undefined> {
  const rows = await sql<OutlineVariant[]>`
    SELECT ${columns(sql)} FROM book b
    LEFT JOIN outline_variant v ON v.account_id = b.account_id AND v.book_id = b.id
    WHERE ${liveBook(sql, key)} ORDER BY v.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** Variants of several books in one statement, oldest first within each. */
export function variantsOfBooks(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<OutlineVariant[]> {
  return sql<OutlineVariant[]>`
    SELECT ${columns(sql)} FROM outline_variant v
    WHERE v.account_id = ${accountId} AND v.book_id = ANY(${[...bookIds]}) ORDER BY v.id`;
}

/** Variants by id, in live books of a shelf, unordered. */
export function variantsByIds(sql: AnySql, shelf: Shelf, ids: readonly string[]): Promise<OutlineVariant[]> {
  return sql<OutlineVariant[]>`
    SELECT ${columns(sql)} FROM outline_variant v WHERE ${ofLiveBook(sql, shelf, 'v')} AND v.id = ANY(${[...ids]})`;
}

export async function variantById(sql: AnySql, key: VariantKey): Promise<OutlineVariant | undefined> {
  const [row] = await sql<
    OutlineVariant[]
  >`SELECT ${columns(sql)} FROM outline_variant v WHERE ${thisVariant(sql, key)}`;
  return row;
}

export async function countVariants(sql: AnySql, { accountId, bookId }: BookKey): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM outline_variant WHERE account_id = ${accountId} AND book_id = ${bookId}`;
  return row?.count ?? 0;
}

/** A generated variant before it is stored. */
export interface MadeVariant {
  id: string;
  outline: Outline;
  instructions: string | null;
  planVersion: number;
}

/** Adds variants that are not stored yet, while their run is active. */
export async function insertVariants(sql: AnySql, run: Run, made: readonly MadeVariant[]): Promise<void> {
  for (const { id, outline, instructions, planVersion } of made) {
    await sql`
      INSERT INTO outline_variant (account_id, book_id, id, run_id, title, genre, genre_confidence, audience,
        audience_confidence, chapters, instructions, model, plan_version)
      SELECT r.account_id, r.book_id, ${id}, r.id, ${outline.title}, ${outline.genre}, ${outline.genreConfidence},
        ${outline.audience}, ${outline.audienceConfidence},
        ${sql.json(outline.chapters as never)}, ${instructions}, r.model, ${planVersion}
      FROM run r WHERE r.account_id = ${run.accountId} AND r.id = ${run.id} AND r.holder = ${run.holder}
        AND r.state = 'running'
      ON CONFLICT DO NOTHING`;
  }
}

/** False if there is no such variant. */
export async function deleteVariant(sql: Sql, key: VariantKey): Promise<boolean> {
  const rows = await sql`DELETE FROM outline_variant v WHERE ${thisVariant(sql, key)} RETURNING v.id`;
  return rows.length > 0;
}

/** Stores a grade with its variant. A grade with a judgement is only replaced by another one with a judgement. */
export async function putGrade(sql: AnySql, key: VariantKey, grade: Grade): Promise<void> {
  await sql`
    UPDATE outline_variant v SET grade = ${sql.json(grade as never)}
    WHERE ${thisVariant(sql, key)} AND (${grade.isComplete} OR v.grade IS NULL OR v.grade->>'isComplete' = 'false')`;
}

/** A grade with a judgement, and the fingerprint of its input. */
interface Judged {
  fingerprint: string;
  grade: Grade;
}

export async function putJudged(tx: Transaction, run: Run, judged: Judged): Promise<void> {
  await putResult(tx, run, judged);
}

/** The latest run that graded exactly this input, so that a model is not paid twice. */
export async function judgedBefore(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  fingerprint: string,
): Promise<{ runId: string; grade: Grade } | undefined> {
  const [row] = await sql<{ runId: string; grade: Grade }[]>`
    SELECT r.account_id AS owner_of_run, r.id AS run_id, r.result->'grade' AS grade FROM run r
    WHERE r.account_id = ${accountId} AND r.book_id = ${bookId} AND r.kind = 'grade' AND r.state = 'completed'
      AND r.result->>'fingerprint' = ${fingerprint}
    ORDER BY r.id DESC LIMIT 1`;
  return row;
}

/** Grade of a completed run. */
export async function gradeOfRun(sql: AnySql, { accountId, id }: Run): Promise<Grade | undefined> {
  const [row] = await sql<{ grade: Grade | null }[]>`
    SELECT account_id AS owner_of_run, result->'grade' AS grade FROM run WHERE account_id = ${accountId}
      AND id = ${id} AND kind = 'grade' AND state = 'completed'`;
  return row?.grade ?? undefined;
}
