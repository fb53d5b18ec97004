import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code for a file that someone else has locked. */
const busy = 5;

/**
 * Takes the lock on a file, for this process, without waiting; undefined when it is taken. Node has no file locks of
 * its own, SQLite does: the kernel drops them with the process, however it ends, so none is ever stale.
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
