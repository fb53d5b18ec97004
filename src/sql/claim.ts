import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { over } from './boss.ts';
import { answered, type Sql } from './connect.ts';

/** A node that stands still while it takes a job holds up the others so long. */
const idleMsMax = 5_000;

export interface Claim {
  sql: Sql;
  /** Of the queue. */
  name: string;
  /** Jobs of a group that may be under way at a time, on all nodes together. */
  groupMax: number;
  log: Logger;
}

/** The first job of a queue, for this node. One that comes after we have stopped waiting for it is given back: nobody would do it. */
export async function take<Data>(boss: PgBoss, claim: Claim): Promise<JobWithMetadata<Data> | undefined> {
  const { name, log } = claim;
  const taking = claimed<Data>(boss, claim);
  try {
    return await answered(taking);
  } catch (error) {
    taking
      .then((late) => late && boss.fail(name, late.id))
      .catch((fault: unknown) => log.debug({ err: fault, queue: name }, 'a job could not be taken'));
    throw error;
  }
}

/** One node at a time: pg-boss counts what is under way and takes a job in one statement, which does not see what another one is taking. */
function claimed<Data>(boss: PgBoss, { sql, name, groupMax }: Claim): Promise<JobWithMetadata<Data> | undefined> {
  return sql.begin(async (tx) => {
    await tx`
      SELECT set_config('idle_in_transaction_session_timeout', ${String(idleMsMax)}, true),
        pg_advisory_xact_lock(hashtextextended(${`jobs of ${name}`}, 0))`;
    const [job] = await boss.fetch<Data>(name, { groupConcurrency: groupMax, includeMetadata: true, db: over(tx) });
    return job;
  });
}
