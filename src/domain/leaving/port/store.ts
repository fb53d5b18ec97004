import { columnOf, type Roster } from '../../../record.ts';
import { type AnySql, poolIn, type Sql } from '../../../sql/connect.ts';
import type { NewRecap, RecapOrigin } from '../../making/recap/rules.ts';
import type { BookKey } from '../../story/book/store.ts';
import { presentTextOf } from '../../text/texts/present.ts';

interface KeptRecap extends NewRecap {
  chapterId: string;
  origin: RecapOrigin;
  model: string | null;
  isStale: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export function recapsOfBook(sql: AnySql, { accountId, bookId }: BookKey): Promise<KeptRecap[]> {
  return sql<KeptRecap[]>`
    SELECT p.account_id AS owner_of_chapter_recap, p.chapter_id, p.events, p.state, p.origin, p.model,
      t.revision_id IS DISTINCT FROM p.fresh_revision_id AS is_stale, p.created_at, p.updated_at
    FROM chapter c JOIN chapter_recap p ON p.account_id = c.account_id AND p.chapter_id = c.id
    LEFT JOIN ${presentTextOf(sql)}
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId}`;
}

interface KeptWaiver {
  chapterId: string;
  /** Base id of its fingerprints. */
  lintId: string;
  /** That of a chapter which was merged into it; null for its own. */
  formerLintId: string | null;
  findingId: string;
  reason: string;
  createdAt: Date;
}

interface KeptArc extends NewRecap {
  chapterId: string;
  madeFrom: { id: string; isChanged: boolean }[];
  origin: RecapOrigin;
  model: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The arcs of all chapters of a book, unordered. */
export function arcsToKeep(sql: AnySql, { accountId, bookId }: BookKey): Promise<KeptArc[]> {
  return sql<KeptArc[]>`
    SELECT a.account_id AS owner_of_chapter_arc, a.chapter_id, a.events, a.state, a.origin, a.model, a.created_at, a.updated_at, (
      SELECT jsonb_agg(jsonb_build_object('id', split_part(m.entry, ' ', 1),
        'isChanged', split_part(m.entry, ' ', 2) <> coalesce(p.version, 0)::text) ORDER BY m.at)
      FROM unnest(a.made_from) WITH ORDINALITY AS m (entry, at)
        LEFT JOIN chapter_recap p ON p.account_id = a.account_id AND p.chapter_id = split_part(m.entry, ' ', 1)
    ) AS made_from
    FROM chapter c JOIN chapter_arc a ON a.account_id = c.account_id AND a.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId}`;
}

export function waiversOfBook(sql: AnySql, { accountId, bookId }: BookKey): Promise<KeptWaiver[]> {
  return sql<KeptWaiver[]>`
    SELECT w.account_id AS owner_of_lint_waiver, c.id AS chapter_id, coalesce(c.lint_id, c.id) AS lint_id,
      nullif(w.lint_id, coalesce(c.lint_id, c.id)) AS former_lint_id, w.finding_id, w.reason, w.created_at
    FROM chapter c JOIN lint_waiver w ON w.account_id = c.account_id AND w.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} ORDER BY w.created_at, w.finding_id`;
}

/** Reads from one consistent snapshot. */
export function atOneMoment<T>(sql: Sql, read: (sql: Sql) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
    return read(poolIn(tx));
  }) as Promise<T>;
}

/** An exported roster record. */
type RosterRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Exported members of a roster's records, oldest first. */
export function rosterOfBook(sql: AnySql, { accountId, bookId }: BookKey, roster: Roster): Promise<RosterRecord[]> {
  const columns = ['id', ...Object.keys(roster.export.shape.shape)].map(columnOf);
  return sql<RosterRecord[]>`
    SELECT account_id AS ${sql(`owner_of_${roster.table}`)}, ${sql(columns)} FROM ${sql(roster.table)}
    WHERE account_id = ${accountId} AND book_id = ${bookId} ORDER BY id`;
}
