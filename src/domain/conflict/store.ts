import { newId, noId } from '../../id.ts';
import { Columns } from '../../sql/columns.ts';
import { type AnySql, brokenConstraint, type Sql } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import { insertsAtOnceMax, lockBook } from '../chapter/store.ts';
import {
  type ConflictKind,
  type ConflictPatch,
  type ConflictStatus,
  conflictsMax,
  type Edge,
  type NewConflict,
} from './rules.ts';

export interface Conflict {
  id: string;
  bookId: string;
  fromCharacterId: string;
  toCharacterId: string;
  mutual: boolean;
  kind: ConflictKind;
  description: string;
  stakes: string | null;
  connection: string | null;
  intensity: number;
  status: ConflictStatus;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ConflictKey extends BookKey {
  conflictId: string;
}

/** Why the database refused an edge: an end that is not in the cast of that book, or one character at both ends. */
export type Refusal = 'missing_end' | 'same_ends';

type Fragment = ReturnType<typeof liveBook>;

const listed = new Columns(
  {
    id: 'c.id',
    bookId: 'c.book_id',
    fromCharacterId: 'c.from_character_id',
    toCharacterId: 'c.to_character_id',
    mutual: 'c.mutual',
    kind: 'c.kind',
    description: 'c.description',
    stakes: 'c.stakes',
    connection: 'c.connection',
    intensity: 'c.intensity',
    status: 'c.status',
    version: 'c.version',
    createdAt: 'c.created_at',
    updatedAt: 'c.updated_at',
  },
  ['id', 'bookId', 'fromCharacterId', 'toCharacterId'],
);

const columns = (sql: AnySql) => listed.of(sql);

/** The condition that the row `c` is that conflict, in a live book of the caller's. */
const thisConflict = (sql: AnySql, key: ConflictKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.conflictId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

const atVersion = (sql: AnySql, expected: number | undefined) =>
  expected === undefined ? sql`` : sql`AND c.version = ${expected}`;

/** The conflicts in the same book and of the same kind that cover a direction which this edge covers too, by id. */
const twins = (
  sql: AnySql,
  { accountId, bookId }: BookKey,
  edge: { [Part in keyof Edge]: Edge[Part] | Fragment },
) => sql`
  SELECT o.id FROM conflict o
  WHERE o.account_id = ${accountId} AND o.book_id = ${bookId} AND o.kind = ${edge.kind} AND (
    (o.from_character_id = ${edge.fromCharacterId} AND o.to_character_id = ${edge.toCharacterId})
    OR (o.from_character_id = ${edge.toCharacterId} AND o.to_character_id = ${edge.fromCharacterId} AND (o.mutual OR ${edge.mutual}))
  )`;

/**
 * The conflicts of one book, oldest first, or only those with that character at an end; undefined when there is no such book.
 * `asked`: the members that anybody will look at.
 */
export async function conflictsOfBook(
  sql: AnySql,
  key: BookKey,
  characterId?: string,
  asked?: ReadonlySet<string>,
): Promise<Conflict[] | undefined> {
  const rows = await sql<Conflict[]>`
    SELECT ${listed.of(sql, asked)} FROM book b
    LEFT JOIN conflict c ON c.account_id = b.account_id AND c.book_id = b.id
      ${characterId === undefined ? sql`` : sql`AND ${characterId} IN (c.from_character_id, c.to_character_id)`}
    WHERE ${liveBook(sql, key)} ORDER BY c.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The conflicts of several books in one statement, oldest first within each. */
export function conflictsOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
  asked?: ReadonlySet<string>,
): Promise<Conflict[]> {
  return sql<Conflict[]>`
    SELECT ${listed.of(sql, asked)} FROM conflict c
    WHERE c.account_id = ${accountId} AND c.book_id = ANY(${[...bookIds]}) ORDER BY c.id`;
}

export async function conflictById(sql: Sql, key: ConflictKey): Promise<Conflict | undefined> {
  const [row] = await sql<Conflict[]>`SELECT ${columns(sql)} FROM conflict c WHERE ${thisConflict(sql, key)}`;
  return row;
}

/** Undefined when there is no such book, its conflicts are at the limit, or it has a twin of this one. */
export async function insertConflict(
  sql: Sql,
  key: BookKey,
  row: NewConflict,
): Promise<Conflict | Refusal | undefined> {
  try {
    const made = await insertWhereFewer(sql, key, row, conflictsMax - insertsAtOnceMax);
    if (made) return made;
    return await sql.begin(async (tx): Promise<Conflict | undefined> => {
      // Others who add one wait here, so that the next statement counts theirs.
      await lockBook(tx, key);
      return insertWhereFewer(tx, key, row, conflictsMax);
    });
  } catch (error) {
    return refusalIn(error, row);
  }
}

async function insertWhereFewer(
  sql: AnySql,
  key: BookKey,
  row: NewConflict,
  most: number,
): Promise<Conflict | undefined> {
  const [made] = await sql<Conflict[]>`
    INSERT INTO conflict AS c (account_id, book_id, id, from_character_id, to_character_id, mutual, kind, description, stakes, connection, intensity, status)
    SELECT b.account_id, b.id, ${newId('cfl')}, ${row.fromCharacterId}, ${row.toCharacterId}, ${row.mutual}, ${row.kind}, ${row.description}, ${row.stakes}, ${row.connection}, ${row.intensity}, ${row.status}
    FROM book b
    WHERE ${liveBook(sql, key)} AND NOT EXISTS (${twins(sql, key, row)})
      AND (SELECT count(*) FROM conflict o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ${most}
    ON CONFLICT DO NOTHING
    RETURNING ${columns(sql)}`;
  return made;
}

/** Writes the given fields and leaves the rest; undefined when the account has no such conflict in that (live) book, not at the expected version, or another one would become its twin. */
export async function updateConflict(
  sql: Sql,
  key: ConflictKey,
  patch: ConflictPatch,
  expected: number | undefined,
): Promise<Conflict | Refusal | undefined> {
  const after = {
    fromCharacterId: sql`coalesce(${patch.fromCharacterId ?? null}, c.from_character_id)`,
    toCharacterId: sql`coalesce(${patch.toCharacterId ?? null}, c.to_character_id)`,
    mutual: sql`coalesce(${patch.mutual ?? null}, c.mutual)`,
    kind: sql`coalesce(${patch.kind ?? null}, c.kind)`,
  };
  try {
    const [row] = await sql<Conflict[]>`
      UPDATE conflict c SET ${sql(patch)}, version = version + 1, updated_at = clock_timestamp()
      WHERE ${thisConflict(sql, key)} ${atVersion(sql, expected)} AND NOT EXISTS (${twins(sql, key, after)} AND o.id <> c.id)
      RETURNING ${columns(sql)}`;
    return row;
  } catch (error) {
    return refusalIn(error, patch);
  }
}

/** What a broken constraint of the table means; a twin that came in at the same moment is undefined, as when the statement sees it. */
function refusalIn(error: unknown, { fromCharacterId }: { fromCharacterId?: string | undefined }): Refusal | undefined {
  const constraint = brokenConstraint(error);
  if (constraint.startsWith('conflict_once')) return undefined;
  if (constraint === 'conflict_from' || constraint === 'conflict_to') return 'missing_end';
  // Two ids that no character has are the same one.
  if (constraint === 'conflict_two_ends') return fromCharacterId === noId ? 'missing_end' : 'same_ends';
  throw error;
}

/** The oldest conflict that stands in the way of this edge, by id; undefined without one. `except`: the conflict that is to become this edge. */
export async function twinOf(sql: Sql, key: BookKey, edge: Edge, except?: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    ${twins(sql, key, edge)} ${except === undefined ? sql`` : sql`AND o.id <> ${except}`}
    ORDER BY o.id LIMIT 1`;
  return row?.id;
}

/** How many of an edge's two ends are in the cast of the book; undefined when there is no such book. */
export async function endsInCast(
  sql: Sql,
  key: BookKey,
  { fromCharacterId, toCharacterId }: Edge,
): Promise<number | undefined> {
  const [row] = await sql<{ ends: number }[]>`
    SELECT (SELECT count(*)::int FROM character x WHERE x.account_id = b.account_id AND x.book_id = b.id AND x.id IN (${fromCharacterId}, ${toCharacterId})) AS ends
    FROM book b WHERE ${liveBook(sql, key)}`;
  return row?.ends;
}

/** False when there is no such conflict, or not at the expected version. */
export async function deleteConflict(sql: Sql, key: ConflictKey, expected: number | undefined): Promise<boolean> {
  const rows =
    await sql`DELETE FROM conflict c WHERE ${thisConflict(sql, key)} ${atVersion(sql, expected)} RETURNING c.id`;
  return rows.length > 0;
}
