import { noId } from '../../../ids/id.ts';
import { type AnySql, brokenConstraint, type Sql } from '../../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import { conflictsOfCharacter } from '../character/clauses.ts';
import { type AnyRowOf, type PartKey, RosterStore, type RowOf } from '../roster/store.ts';
import { conflictRecord } from './record.ts';
import type { ConflictPatch, Edge, NewConflict, newConflict } from './rules.ts';

export type Conflict = RowOf<typeof newConflict>;
export type ConflictRow = AnyRowOf<typeof newConflict>;

export const conflictRoster = new RosterStore(conflictRecord);

/** Why the database refused an edge: an end is not in the cast, or both ends are the same character. */
export type Refusal = 'missing_end' | 'same_ends';

type Fragment = ReturnType<typeof liveBook>;

/** Conflicts of the same book and kind that share a direction with this edge, by id. */
const twins = (
  sql: AnySql,
  { accountId, bookId }: BookKey,
  edge: { [Part in keyof Edge]: Edge[Part] | Fragment },
) => sql`
  SELECT o.id FROM conflict o
  WHERE o.account_id = ${accountId} AND o.book_id = ${bookId} AND o.kind = ${edge.kind} AND (
    (o.from_character_id = ${edge.fromCharacterId} AND o.to_character_id = ${edge.toCharacterId})
    OR (o.from_character_id = ${edge.toCharacterId} AND o.to_character_id = ${edge.fromCharacterId}
      AND (o.mutual OR ${edge.mutual}))
  )`;

/** Undefined if there is no such book, it is at the limit, or an equal conflict exists. */
export function insertConflict(sql: Sql, key: BookKey, row: NewConflict): Promise<Conflict | Refusal | undefined> {
  return conflictRoster
    .insert(sql, key, row, (within) => within`AND NOT EXISTS (${twins(within, key, row)})`)
    .catch((error: unknown) => refusalIn(error, row));
}

/** Updates the given fields; undefined if there is no such conflict at the expected version, or another would equal it. */
export function updateConflict(
  sql: Sql,
  key: PartKey,
  patch: ConflictPatch,
  expected: number | undefined,
): Promise<Conflict | Refusal | undefined> {
  const after = {
    fromCharacterId: sql`coalesce(${patch.fromCharacterId ?? null}, r.from_character_id)`,
    toCharacterId: sql`coalesce(${patch.toCharacterId ?? null}, r.to_character_id)`,
    mutual: sql`coalesce(${patch.mutual ?? null}, r.mutual)`,
    kind: sql`coalesce(${patch.kind ?? null}, r.kind)`,
  };
  return conflictRoster
    .update(
      sql,
      key,
      patch,
      expected,
      (within) => within`AND NOT EXISTS (${twins(within, key, after)} AND o.id <> r.id)`,
    )
    .catch((error: unknown) => refusalIn(error, patch));
}

/** Maps a violated constraint. An equal conflict inserted concurrently is undefined, as when the statement sees it. */
function refusalIn(error: unknown, { fromCharacterId }: { fromCharacterId?: string | undefined }): Refusal | undefined {
  const constraint = brokenConstraint(error);
  if (constraint.startsWith('conflict_once')) return undefined;
  if (constraint === 'conflict_from' || constraint === 'conflict_to') return 'missing_end';
  // Two unknown ids are equal.
  if (constraint === 'conflict_two_ends') return fromCharacterId === noId ? 'missing_end' : 'same_ends';
  throw error;
}

/** Oldest conflict that equals this edge, by id; undefined without one. `except`: the conflict that is being changed. */
export async function twinOf(sql: Sql, key: BookKey, edge: Edge, except?: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    ${twins(sql, key, edge)} ${except === undefined ? sql`` : sql`AND o.id <> ${except}`}
    ORDER BY o.id LIMIT 1`;
  return row?.id;
}

/** How many of the two ends are in the cast; undefined if there is no such book. */
export async function endsInCast(
  sql: Sql,
  key: BookKey,
  { fromCharacterId, toCharacterId }: Edge,
): Promise<number | undefined> {
  const [row] = await sql<{ ends: number }[]>`
    SELECT (SELECT count(*)::int FROM character x WHERE x.account_id = b.account_id AND x.book_id = b.id
      AND x.id IN (${fromCharacterId}, ${toCharacterId})) AS ends
    FROM book b WHERE ${liveBook(sql, key)}`;
  return row?.ends;
}

conflictsOfCharacter.add(
  (sql, { accountId, bookId, id }) => sql`array(
    SELECT id FROM conflict WHERE account_id = ${accountId} AND book_id = ${bookId}
      AND ${id} IN (from_character_id, to_character_id) ORDER BY id
  )`,
);
