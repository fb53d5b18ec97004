import type { Transaction } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
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
