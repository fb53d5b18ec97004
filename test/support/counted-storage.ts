import { countEvents } from '../../src/domain/leaving/event/space-store.ts';
import type { Sql } from '../../src/sql/connect.ts';

/** The bytes of an account by part, counted from its rows, when no event is left to count. */
export async function countedStorage(sql: Sql, accountId: string): Promise<Record<string, number>> {
  while ((await countEvents(sql, 0)).count > 0);
  const sources = await sql<{ source: string; part: string }[]>`SELECT source, part FROM storage_source`;
  const sums: Record<string, number> = { books: 0, revisions: 0, pictures: 0, sound: 0, events: 0, answers: 0 };
  for (const { source, part } of [...sources, { source: 'event', part: 'events' }]) {
    const [row] = await sql<{ bytes: number }[]>`
      SELECT coalesce(sum(storage_size(r)), 0)::float8 AS bytes FROM ${sql(source)} r WHERE account_id = ${accountId}`;
    sums[part] = (sums[part] ?? 0) + (row?.bytes ?? 0);
  }
  return { ...sums, total: Object.values(sums).reduce((sum, bytes) => sum + bytes, 0) };
}
