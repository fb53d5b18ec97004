import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { withDbTimeout } from './attempt.ts';
import { transactionDb } from './boss.ts';
import type { Sql } from './connect.ts';

/** How long a stalled node can delay others while it takes a job. */
const idleMsMax = 5_000;

interface Claim {
  sql: Sql;
  /** Name of the queue. */
  name: string;
  /** Maximum concurrent jobs of a group, over all nodes. */
  groupMax: number;
  log: Logger;
}

/** Takes the first job of a queue for this node. A job that arrives after we stopped waiting is returned to the queue. */
export function takeJob<Data>(boss: PgBoss, claim: Claim): Promise<JobWithMetadata<Data> | undefined> {
  return withDbTimeout(
    () => claimJob<Data>(boss, claim),
    (late) => late && boss.fail(claim.name, late.id),
  );
}

/**
 * One node at a time: pg-boss counts active jobs and takes one in a single statement, which does not see concurrent claims.
 */
function claimJob<Data>(boss: PgBoss, { sql, name, groupMax }: Claim): Promise<JobWithMetadata<Data> | undefined> {
  return sql.begin(async (tx) => {
    await tx`
      SELECT set_config('idle_in_transaction_session_timeout', ${String(idleMsMax)}, true),
        pg_advisory_xact_lock(hashtextextended(${`jobs of ${name}`}, 0))`;
    const [job] = await boss.fetch<Data>(name, {
      groupConcurrency: groupMax,
      includeMetadata: true,
      db: transactionDb(tx),
    });
    return job;
  });
}
