import { newId } from '../../src/ids/id.ts';
import type { Database } from '../../src/sql/connect.ts';

/** Inserts a completed run of a chapter. Returns its id. */
export async function insertRun(
  { write: sql }: Pick<Database, 'write'>,
  chapterId: string,
  kind: 'write' | 'narrate',
): Promise<string> {
  const id = newId('run');
  await sql`
    INSERT INTO run (account_id, id, book_id, chapter_id, kind, state, request_hash, model, start_offset, holder, lease_until, deadline_at)
    SELECT account_id, ${id}, book_id, id, ${kind}, 'completed', '', 'm', 0, '', now(), now() FROM chapter WHERE id = ${chapterId}`;
  return id;
}
