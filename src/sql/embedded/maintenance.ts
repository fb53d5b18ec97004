import { statfs } from 'node:fs/promises';
import { emitWarning } from 'node:process';
import { databaseBytesMin, freeBytesOf } from '../free-space.ts';
import type { Bridge } from './bridge.ts';
import { text } from './protocol.ts';

/** Replaces the background processes that the engine lacks. Bytes are ours, to suit max_wal_size=64MB. */
const tickMs = 1_000;
const idleMs = 5_000;
const checkpointBytes = 32 * 1024 * 1024;
const vacuumBytes = { idle: 1024 * 1024, busy: 128 * 1024 * 1024 } as const;

/**
 * Tables that autovacuum would process: its thresholds when busy, without their share of the table when idle. The engine
 * resets its counters at each stop, so they miss dead rows of earlier runs.
 */
const vacuumable = (share: number): string => `
  SELECT format('VACUUM %s %s', CASE WHEN n_mod_since_analyze > 50 + 0.1 * rows THEN '(ANALYZE)' END, relid::regclass)
  FROM pg_stat_all_tables JOIN pg_class ON oid = relid, greatest(reltuples, 0) AS rows
  WHERE relkind IN ('r', 'm') AND relpersistence <> 't' AND (
    n_dead_tup > 50 + ${share} * rows OR n_ins_since_vacuum > 1000 + ${share} * rows
    OR n_mod_since_analyze > 50 + 0.1 * rows OR age(relfrozenxid) > 200000000)`;

/** A vacuum writes to the log, which needs room. A folder that cannot be asked has none. */
async function hasRoom(directory: string): Promise<boolean> {
  return statfs(directory).then(
    (disk) => freeBytesOf(disk) >= databaseBytesMin,
    () => false,
  );
}

/** Runs checkpoints and vacuums by bytes written, and earlier when no client is active. Call the result to stop. */
export function maintain(bridge: Bridge, directory: string, writtenBytes: () => number): () => void {
  let checkpointed = 0;
  let vacuumed = 0;
  let working = false;

  async function ask(sql: string): Promise<string[]> {
    const { error, firstColumn } = await bridge.ask(sql);
    if (error)
      emitWarning(`The embedded database engine's maintenance failed: ${text(error, error.indexOf('\0M') + 2)}`);
    return firstColumn();
  }

  async function tick(): Promise<void> {
    const idle = performance.now() - bridge.busyAt >= idleMs;
    if (writtenBytes() - vacuumed >= (idle ? vacuumBytes.idle : vacuumBytes.busy) && (await hasRoom(directory))) {
      for (const vacuum of await ask(vacuumable(idle ? 0 : 0.2))) await ask(vacuum);
      vacuumed = writtenBytes();
    }
    const bytes = writtenBytes() - checkpointed;
    if (bytes >= checkpointBytes || (idle && bytes > 0)) {
      await ask('CHECKPOINT');
      checkpointed = writtenBytes();
    }
  }

  const timer = setInterval(async () => {
    if (working) return;
    working = true;
    await tick();
    working = false;
  }, tickMs);
  return () => clearInterval(timer);
}
