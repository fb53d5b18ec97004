import { readFileSync } from 'node:fs';
import postgres, { type Sql } from 'postgres';
import { cpuMicros } from './process.ts';

const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';

/** An empty database on the server, which goes with the stack; its URL. */
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

type Backends = Map<number, number>;

/** CPU of each process that serves this database so far; undefined where the server runs on another machine, or in ours. */
export async function backendsMicros(sql: Sql): Promise<Backends | undefined> {
  const rows = await sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  const backends = rows.filter(({ pid }) => isPostgres(pid)).map(({ pid }) => [pid, cpuMicros(pid)] as const);
  return backends.length > 0 ? new Map(backends) : undefined;
}

/** What they have used since. Others wait meanwhile: one contestant is measured at a time. */
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
