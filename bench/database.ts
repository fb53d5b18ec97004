import { readFileSync } from 'node:fs';
import postgres, { type Sql } from 'postgres';
import { cpuMicros } from './process.ts';

const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';

/** Creates an empty database, which the stack drops. Returns its URL. */
export async function newDatabase(stack: AsyncDisposableStack): Promise<string> {
  const name = `fabula_bench_${process.pid}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => admin.end());
  await admin.unsafe(`CREATE DATABASE ${name}`);
  stack.defer(async () => {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Copies a filled database and disables its triggers: no event log, no search index, no NOTIFY and no foreign key checks.
 * The floor uses the copy. There must be no connection to the original.
 */
export async function newBareCopy(url: string, stack: AsyncDisposableStack): Promise<string> {
  const original = new URL(url).pathname.slice(1);
  const name = `${original}_bare`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => admin.end());
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${original}`);
  stack.defer(async () => {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  const copy = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const sql = postgres(copy, { max: 1, onnotice: () => {} });
  const tables = await sql<{ name: string }[]>`SELECT oid::regclass::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`;
  for (const table of tables) await sql.unsafe(`ALTER TABLE ${table.name} DISABLE TRIGGER ALL`);
  await sql.end();
  return copy;
}

type Backends = Map<number, number>;

/** CPU time so far of each backend of this database. Undefined if the server is on another machine or embedded. */
export async function backendsMicros(sql: Sql): Promise<Backends | undefined> {
  const rows = await sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  const backends = rows.filter(({ pid }) => isPostgres(pid)).map(({ pid }) => [pid, cpuMicros(pid)] as const);
  return backends.length > 0 ? new Map(backends) : undefined;
}

/** CPU time of the backends since `before`. Only one contestant is measured at a time. */
export async function databaseMicros(sql: Sql, before: Backends | undefined): Promise<number | undefined> {
  const now = await backendsMicros(sql);
  return now && [...now].reduce((sum, [pid, micros]) => sum + micros - (before?.get(pid) ?? 0), 0);
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}
