import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code for a file that another process has locked. */
const busy = 5;

/**
 * Locks a file for this process without waiting; undefined if it is locked. Node has no file locks, SQLite does. The kernel
 * releases them with the process, so none is ever stale.
 */
export function takeLock(file: string): { release(): void } | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
