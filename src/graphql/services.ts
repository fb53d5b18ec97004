import type { Caller } from '../caller.ts';
import type { Config } from '../config.ts';
import type { Executor } from '../executor/executor.ts';
import type { Bucket, ReportLimit } from '../limits/rate-limit.ts';
import type { Sql } from '../sql/connect.ts';
import type { WorkPool } from '../threads/pool.ts';

/**
 * Services that all operations of a process share. An aggregate with a service of its own adds it here (`declare module`), as
 * `domain/calls/run/engine.ts` does.
 */
export interface Services {
  config: Config;
  read: Sql;
  sql: Sql;
  /** Threads for work that reads whole texts. */
  work: WorkPool;
  /** Runs all documents. */
  executor: Executor;
  /** Takes one call from a bucket of the caller. Throws `rate_limited`. */
  charge(bucket: Bucket, caller: Caller, reportLimit: ReportLimit): Promise<void>;
  /** Clears the token cache of this node. Other nodes are notified through the database. */
  forgetTokens(): void;
  /** Names of all MCP tools. */
  toolNames: ReadonlySet<string>;
  /** False once the secret with which the caller came is no longer accepted, with a delay of at most one second. */
  stillValid(caller: Caller): Promise<boolean>;
  /** Base URL of links in answers, without a trailing slash. */
  publicUrl(): string;
}
