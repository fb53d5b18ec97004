import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type AnySql, errorCode, type Sql } from './connect.ts';

const directory = new URL('./migrations/', import.meta.url);
/** Any number will do, so long as every node takes the same one. */
const migrationLock = 7_264_001;

/** Applies the migrations that are missing, all or none, one node at a time; answers their names. An edited migration is refused. */
export async function migrate(sql: Sql): Promise<string[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
  if (await isUpToDate(sql, migrations)) return [];
  return sql.begin(async (tx) => {
    // Neither another node's migration nor much data is a reason to give up.
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SELECT pg_advisory_xact_lock(${migrationLock})`;
    await tx`CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
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
    return missing.map(({ name }) => name);
  });
}

/** Whether all of them are in, as they are: one look, where nothing is to be done. */
async function isUpToDate(sql: Sql, migrations: readonly { name: string; sha256: string }[]): Promise<boolean> {
  const done = await appliedIn(sql).catch((error: unknown) => {
    // There is no such table yet.
    if (errorCode(error) === '42P01') return new Map<string, string>();
    throw error;
  });
  return migrations.every(({ name, sha256 }) => done.get(name) === sha256);
}

async function appliedIn(sql: AnySql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; sha256: string }[]>`SELECT name, sha256 FROM migration`;
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}
