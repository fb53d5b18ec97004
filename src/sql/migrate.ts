import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { RecordDeclaration } from '../record.ts';
import { type AnySql, errorCode, type Sql, type Transaction } from './connect.ts';
import { pinFunctionPaths } from './function-paths.ts';
import { type RecordTriggers, recordTriggers } from './record-triggers.ts';
import { allowLoading } from './start-limit.ts';
import { storageTriggers } from './storage-triggers.ts';

const directory = new URL('./migrations/', import.meta.url);
/** An arbitrary number, the same on every node. */
const migrationLock = 7_264_001;

/** The schema belongs to a newer version of this code, which may need what this one would take away. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';

  /** `what` it has that this code does not know. */
  constructor(what: string) {
    super(
      `The database is newer than this version of Fabula, which does not know its ${what}. Start the version that migrated it, or a newer one.`,
    );
  }
}

interface Migration {
  name: string;
  text: string;
  sha256: string;
}

/** What a database has: migrations, and triggers with the number of the newest migration that their code knew. */
type Applied = ReadonlyMap<string, { sha256: string; version: number }>;

/** The schema as this code knows it. */
interface Schema {
  migrations: readonly Migration[];
  triggers: readonly RecordTriggers[];
}

/** All migrations, and the triggers of record declarations. */
export async function schemaOf(records: readonly RecordDeclaration[]): Promise<Schema> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
  return { migrations, triggers: [...recordTriggers(records), storageTriggers(records, migrations)] };
}

/**
 * Applies the missing migrations and the triggers of changed record declarations in one transaction, one node at a time.
 * Answers their names. Refuses an edited migration, and throws NewerSchema for one that it does not know.
 */
export async function applyMigrations(sql: Sql, records: readonly RecordDeclaration[]): Promise<string[]> {
  const schema = await schemaOf(records);
  const present = await appliedIn(sql);
  if (isUpToDate(present, schema)) return [];
  // Before anything for which this user may lack the right.
  refuseOthers(present, schema);
  return sql.begin(async (tx) => {
    // Waiting for another node's migration, or for much data, is no reason to fail.
    await tx`SET LOCAL statement_timeout = 0`;
    await allowLoading(tx);
    await tx`SELECT pg_advisory_xact_lock(${migrationLock})`;
    await tx`CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now())`;
    const done = await appliedIn(tx);
    refuseOthers(done, schema);
    const missing = schema.migrations.filter(({ name }) => !done.has(name));
    for (const { name, text, sha256 } of missing) {
      await tx.unsafe(text);
      await tx`INSERT INTO migration (name, sha256) VALUES (${name}, ${sha256})`;
    }
    const changed = await applyTriggers(tx, done, schema);
    await pinFunctionPaths(tx, schema.migrations);
    return [...missing, ...changed].map(({ name }) => name);
  });
}

/** Throws for a migration that was edited, or that is none of ours. */
function refuseOthers(done: Applied, { migrations }: Schema): void {
  for (const { name, sha256 } of migrations) {
    if (done.has(name) && done.get(name)?.sha256 !== sha256)
      throw new Error(`Migration ${name} was edited after it had been applied. Restore it and add a new one.`);
  }
  const newer = unknownIn(done, migrations);
  if (newer) throw new NewerSchema(`migration ${newer}`);
}

/** Names of migrations end so; those of triggers do not. */
function unknownIn(done: Applied, migrations: readonly Migration[]): string | undefined {
  const known = new Set(migrations.map(({ name }) => name));
  return [...done.keys()].find((name) => name.endsWith('.sql') && !known.has(name));
}

/** Makes the triggers of changed declarations. Throws NewerSchema for one that has newer triggers. */
async function applyTriggers(
  tx: Transaction,
  done: Applied,
  { migrations, triggers }: Schema,
): Promise<RecordTriggers[]> {
  const version = migrations.length;
  const changed = triggers.filter(({ name, sha256 }) => done.get(name)?.sha256 !== sha256);
  for (const { name, sha256, apply } of changed) {
    const present = done.get(name)?.version ?? 0;
    if (present > version) throw new NewerSchema(`triggers ${name}`);
    if (present === version)
      throw new Error(`The triggers ${name} were changed without a migration. Add one, and make this database anew.`);
    await tx`
      INSERT INTO migration (name, sha256, version) VALUES (${name}, ${sha256}, ${version})
      ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, version = excluded.version`;
    await apply(tx);
  }
  return changed;
}

/** Whether all of them are applied in their current form, and nothing else is. */
function isUpToDate(done: Applied, { migrations, triggers }: Schema): boolean {
  if (unknownIn(done, migrations)) return false;
  return [...migrations, ...triggers].every(({ name, sha256 }) => done.get(name)?.sha256 === sha256);
}

/** Migrations and triggers of a database. One statement. */
async function appliedIn(sql: AnySql): Promise<Applied> {
  // Older schemas have no versions. The columns of the answer stay the same: the statement is prepared before they have.
  const rows = await sql<{ name: string; sha256: string; version: number | null }[]>`
    SELECT name, sha256, to_jsonb(m) -> 'version' AS version FROM migration m`.catch((error: unknown) => {
    // The table does not exist yet.
    if (errorCode(error) === '42P01') return [];
    throw error;
  });
  return new Map(rows.map(({ name, sha256, version }) => [name, { sha256, version: version ?? 0 }]));
}
