import { records } from '../records.gen.ts';
import type { Sql } from '../sql/connect.ts';
import { applyMigrations } from '../sql/migrate.ts';

/**
 * Brings a database to the current schema, with the triggers of all declared records. Answers the names of the applied
 * migrations.
 */
export const migrate = (sql: Sql): Promise<string[]> => applyMigrations(sql, records);
