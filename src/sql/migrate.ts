import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { RecordDeclaration } from '../record.ts';
import { type AnySql, errorCode, type Sql } from './connect.ts';
import { recordTriggers } from './record-triggers.ts';
import { allowLoading } from './start-limit.ts';
import { storageTriggers } from './storage-triggers.ts';

const directory = new URL('./migrations/', import.meta.url);
/** An arbitrary number, the same on every node. */
const migrationLock = 7_264_001;

/**
 * Applies the missing migrations and the triggers of changed record declarations in one transaction, one node at a time.
 * Answers their names. Refuses an edited migration.
 */
export async function applyMigrations(sql: Sql, records: readonly RecordDeclaration[]): Promise<string[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
  const triggers = [...recordTriggers(records), storageTriggers(records, migrations)];
  if (await isUpToDate(sql, [...migrations, ...triggers])) return [];
  return sql.begin(async (tx) => {
    // Waiting for another node's migration, or for much data, is no reason to fail.
    await tx`SET LOCAL statement_timeout = 0`;
    await allowLoading(tx);
    await tx`SELECT pg_advisory_xact_lock(${migrationLock})`;
    await tx`CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now())`;
    const done = await appliedIn(tx);
    const missing = migrations.filter(({ name }) => !done.has(name));
    for (const { name, sha256 } of migrations) {
      if (done.has(name) && done.get(name) !== sha256)
        throw new Error(`Migration ${name} was edited after it had been applied. Restore it and add a new one.`);
    }
    for (const { name, text, sha256 } of missing) {
      await tx.unsafe(text);
      await tx`INSERT INTO migration (name, sha256) VALUES (${name}, ${sha256})`;
    }
    const changed = triggers.filter(({ name, sha256 }) => done.get(name) !== sha256);
    for (const { name, sha256, apply } of changed) {
      await apply(tx);
      await tx`INSERT INTO migration (name, sha256) VALUES (${name}, ${sha256}) ON CONFLICT (name) DO UPDATE
        SET sha256 = excluded.sha256`;
    }
    return [...missing, ...changed].map(({ name }) => name);
  });
}

/** Whether all of them are applied in their current form. One statement. */
async function isUpToDate(sql: Sql, migrations: readonly { name: string; sha256: string }[]): Promise<boolean> {
  const done = await appliedIn(sql).catch((error: unknown) => {
    // The table does not exist yet.
    if (errorCode(error) === '42P01') return new Map<string, string>();
    throw error;
  });
  return migrations.every(({ name, sha256 }) => done.get(name) === sha256);
}

async function appliedIn(sql: AnySql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; sha256: string }[]>`SELECT name, sha256 FROM migration`;
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}
