import type { Transaction } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import { besideDeletedCharacter, chaptersAmong } from '../../story/character/clauses.ts';
import type { ChapterPatch } from './rules.ts';

/** The people that a chapter names. */
export type People = Pick<ChapterPatch, 'povCharacterId' | 'participantIds' | 'mentionedIds'>;

/**
 * Ids of the whole cast, locked until the end of the transaction. Lock the cast before a chapter: deleting a character then
 * updates its chapters.
 */
export async function heldCast(tx: Transaction, { accountId, bookId }: BookKey): Promise<ReadonlySet<string>> {
  const found = await tx<{ id: string }[]>`
    SELECT id FROM character WHERE account_id = ${accountId} AND book_id = ${bookId} ORDER BY id FOR KEY SHARE`;
  return new Set(found.map(({ id }) => id));
}

/** Characters of a chapter that are in the cast, locked until the end of the transaction. */
async function heldInCast(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  people: People,
): Promise<ReadonlySet<string>> {
  const wanted = namedIn(people);
  if (wanted.length === 0) return new Set();
  const found = await tx<{ id: string }[]>`
    SELECT id FROM character WHERE account_id = ${accountId} AND book_id = ${bookId} AND id = ANY(${wanted})
      ORDER BY id FOR KEY SHARE`;
  return new Set(found.map(({ id }) => id));
}

/** True if all of them are in the cast. Locks them until the end of the transaction. */
export async function areInCast(tx: Transaction, key: BookKey, people: People): Promise<boolean> {
  return (await heldInCast(tx, key, people)).size === namedIn(people).length;
}

function namedIn({ povCharacterId, participantIds, mentionedIds }: People): string[] {
  const viewpoint = povCharacterId ? [povCharacterId] : [];
  return [...new Set([...viewpoint, ...(participantIds ?? []), ...(mentionedIds ?? [])])];
}

/** Whether a change refers to a character, so that the cast must be read. */
export function namesAnybody(people: People): boolean {
  return namedIn(people).length > 0;
}

besideDeletedCharacter.add(
  (sql, { accountId, bookId, id }) => sql`
    UPDATE chapter SET participant_ids = array_remove(participant_ids, ${id}),
      mentioned_ids = array_remove(mentioned_ids, ${id}),
      pov_character_id = nullif(pov_character_id, ${id}), version = version + 1, updated_at = clock_timestamp()
    FROM gone WHERE account_id = ${accountId} AND book_id = ${bookId}
      AND (pov_character_id = ${id} OR ${id} = ANY(participant_ids || mentioned_ids))`,
);

chaptersAmong.add(
  (sql, { accountId, bookId }, ids) => sql`
    SELECT c.id FROM chapter c WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.id = ANY(${[...ids]})`,
);
