import type { Db, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { literalOf } from './arrays.ts';
import { withDbTimeout } from './attempt.ts';
import type { AnySql, Sql } from './connect.ts';

/** Schema of pg-boss' tables, in the same database as ours. */
const schema = 'pgboss';
/** How often a node looks for jobs of lost nodes. */
const superviseSeconds = 15;
/** Other background work of pg-boss is unused or can wait. */
const daySeconds = 24 * 60 * 60;

/** Starts pg-boss on our connections and migrates its tables. Loaded on use. */
export async function startBoss(sql: Sql, log: Logger): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: overPool(sql),
    schema,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 60 * 60,
    queueCacheIntervalSeconds: 60 * 60,
    flowIntervalSeconds: daySeconds,
    bamIntervalSeconds: daySeconds,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'background work of the job queue failed'));
  boss.on('warning', ({ message }) => log.debug({ message }, 'warning of the job queue'));
  try {
    await boss.start();
  } catch (error) {
    await stopBoss(boss);
    throw error;
  }
  return boss;
}

/** Our connections stay open. */
export function stopBoss(boss: PgBoss): Promise<void> {
  return boss.stop({ graceful: false, close: false });
}

function overPool(sql: Sql): Db {
  return {
    executeSql: (text, values) =>
      // pg-boss opens transactions in plain SQL; on failure a connection would stay in one.
      withDbTimeout(() =>
        /^\s*BEGIN\b/i.test(text)
          ? sql.begin((tx) => transactionDb(tx).executeSql(text))
          : transactionDb(sql).executeSql(text, values),
      ),
  };
}

/** Runs pg-boss' statements inside one of our transactions. */
export function transactionDb(sql: AnySql): Db {
  return {
    async executeSql(text, values = []) {
      const found = await sql.unsafe(
        text,
        values.map((value) => sql.typed(serialized(value), undeclared)),
      );
      // The driver answers one list per statement.
      return { rows: [...found].flat() };
    },
  };
}

/** Type `unknown`: the server infers the type, and the driver sends the text unchanged instead of as JSON. */
const undeclared = 705;

/** Serializes a parameter for PostgreSQL. */
function serialized(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return literalOf(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
