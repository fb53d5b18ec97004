import type { AnySql } from './connect.ts';

/** Additional condition that a column is one of the books of a bound key; empty for other keys. */
export function amongBooks(sql: AnySql, column: string, bookIds: readonly string[] | null) {
  return bookIds === null ? sql`` : sql`AND ${sql(column)} = ANY(${[...bookIds]})`;
}
