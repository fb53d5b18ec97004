import type { AnySql, Sql, Transaction } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import type { Run } from '../generation/store.ts';
import type { Outline } from './outline-reply.ts';
import type { Grade } from './score.ts';

/** An outline as a model made it. */
export interface OutlineVariant extends Outline {
  id: string;
  bookId: string;
  /** Null for one that was imported. */
  runId: string | null;
  instructions: string | null;
  model: string;
  /** The plan that it was made for. */
  planVersion: number;
  /** The last grade given to it; null until then. */
  grade: Grade | null;
  adoptedAt: Date | null;
  createdAt: Date;
}

export interface VariantKey extends BookKey {
  variantId: string;
}

const columns = (sql: AnySql) => sql`
  v.id, v.book_id, v.run_id, v.title, v.genre, v.genre_confidence, v.audience, v.audience_confidence, v.chapters, v.instructions, v.model,
  v.plan_version, v.grade, v.adopted_at, v.created_at`;

/** The condition that the row `v` is that variant, of a live book of the caller's. */
const thisVariant = (sql: AnySql, key: VariantKey) => sql`
  v.account_id = ${key.accountId} AND v.book_id = ${key.bookId} AND v.id = ${key.variantId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/** The variants of one book, oldest first; undefined when there is no such book. */
export async function variantsOfBook(sql: AnySql, key: BookKey): Promise<OutlineVariant[] | undefined> {
  const rows = await sql<OutlineVariant[]>`
    SELECT ${columns(sql)} FROM book b
    LEFT JOIN outline_variant v ON v.account_id = b.account_id AND v.book_id = b.id
    WHERE ${liveBook(sql, key)} ORDER BY v.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The variants of several books in one statement, oldest first within each. */
export function variantsOfBooks(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<OutlineVariant[]> {
  return sql<OutlineVariant[]>`
    SELECT ${columns(sql)} FROM outline_variant v
    WHERE v.account_id = ${accountId} AND v.book_id = ANY(${[...bookIds]}) ORDER BY v.id`;
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

/** What a run made, before it is a record. */
export interface MadeVariant {
  id: string;
  outline: Outline;
  instructions: string | null;
  planVersion: number;
}

/** Adds those that are not there yet, while their run is under way; else nothing happens. */
export async function insertVariants(sql: AnySql, run: Run, made: readonly MadeVariant[]): Promise<void> {
  for (const { id, outline, instructions, planVersion } of made) {
    await sql`
      INSERT INTO outline_variant (account_id, book_id, id, run_id, title, genre, genre_confidence, audience, audience_confidence, chapters, instructions, model, plan_version)
      SELECT r.account_id, r.book_id, ${id}, r.id, ${outline.title}, ${outline.genre}, ${outline.genreConfidence}, ${outline.audience}, ${outline.audienceConfidence},
        ${sql.json(outline.chapters as never)}, ${instructions}, r.model, ${planVersion}
      FROM run r WHERE r.account_id = ${run.accountId} AND r.id = ${run.id} AND r.holder = ${run.holder} AND r.state = 'running'
      ON CONFLICT DO NOTHING`;
  }
}

/** False when there is no such variant. */
export async function deleteVariant(sql: Sql, key: VariantKey): Promise<boolean> {
  const rows = await sql`DELETE FROM outline_variant v WHERE ${thisVariant(sql, key)} RETURNING v.id`;
  return rows.length > 0;
}

/** Keeps a grade with its variant; one that a model took part in stays until another such comes. */
export async function putGrade(sql: AnySql, key: VariantKey, grade: Grade): Promise<void> {
  await sql`
    UPDATE outline_variant v SET grade = ${sql.json(grade as never)}
    WHERE ${thisVariant(sql, key)} AND (${grade.isComplete} OR v.grade IS NULL OR v.grade->>'isComplete' = 'false')`;
}

/** A grade that a model took part in, and what exactly it was of. */
export interface Judged {
  fingerprint: string;
  grade: Grade;
}

export async function putJudged(tx: Transaction, { accountId, id }: Run, judged: Judged): Promise<void> {
  await tx`UPDATE run SET result = ${tx.json(judged as never)} WHERE account_id = ${accountId} AND id = ${id}`;
}

/** The latest run that graded exactly this, if any: a model need not be paid twice for the same. */
export async function judgedBefore(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  fingerprint: string,
): Promise<{ runId: string; grade: Grade } | undefined> {
  const [row] = await sql<{ runId: string; grade: Grade }[]>`
    SELECT r.id AS run_id, r.result->'grade' AS grade FROM run r
    WHERE r.account_id = ${accountId} AND r.book_id = ${bookId} AND r.kind = 'grade' AND r.state = 'completed' AND r.result->>'fingerprint' = ${fingerprint}
    ORDER BY r.id DESC LIMIT 1`;
  return row;
}

/** The grade that a run gave, if it has ended well. */
export async function gradeOfRun(sql: AnySql, { accountId, id }: Run): Promise<Grade | undefined> {
  const [row] = await sql<{ grade: Grade | null }[]>`
    SELECT result->'grade' AS grade FROM run WHERE account_id = ${accountId} AND id = ${id} AND kind = 'grade' AND state = 'completed'`;
  return row?.grade ?? undefined;
}
