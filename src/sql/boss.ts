import type { Db, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { literalOf } from './arrays.ts';
import { type AnySql, answered, type Sql } from './connect.ts';

/** Where pg-boss keeps its tables, beside ours and in the same database. */
const schema = 'pgboss';
/** How often some node looks for jobs whose node is gone. */
const superviseSeconds = 15;
/** Its other work in the background is for what we do not use, or can wait. */
const daySeconds = 24 * 60 * 60;

/** pg-boss over our connections, its tables made or brought up to date. Loaded only here: nobody pays for it who queues nothing. */
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
  boss.on('error', (error) => log.warn({ err: error }, 'the queue could not do its work in the background'));
  boss.on('warning', ({ message }) => log.debug({ message }, 'the queue warns'));
  try {
    await boss.start();
  } catch (error) {
    await stopBoss(boss);
    throw error;
  }
  return boss;
}

/** The connections are ours and stay open. */
export function stopBoss(boss: PgBoss): Promise<void> {
  return boss.stop({ graceful: false, close: false });
}

function overPool(sql: Sql): Db {
  return {
    executeSql: (text, values) =>
      // What begins a transaction by itself would leave a connection in it when it fails.
      answered(
        /^\s*BEGIN\b/i.test(text) ? sql.begin((tx) => over(tx).executeSql(text)) : over(sql).executeSql(text, values),
      ),
  };
}

/** For work that is to be part of a transaction of ours. */
export function over(sql: AnySql): Db {
  return {
    async executeSql(text, values = []) {
      const found = await sql.unsafe(
        text,
        values.map((value) => sql.typed(written(value), undeclared)),
      );
      // Of several statements the driver answers a list each.
      return { rows: [...found].flat() };
    },
  };
}

/** `unknown`: the server infers the type, and the driver, which would write JSON once more, sends the text as it is. */
const undeclared = 705;

/** A parameter as PostgreSQL reads it. */
function written(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return literalOf(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
