import { answerWithin } from '../peer-timeout.ts';
import type { Database } from './connect.ts';
import { NotWritableError } from './disk.ts';

/** Below the second within which `/readyz` must answer. */
const readyMsMax = 600;

/**
 * Checks that the database answers with a stored row and is writable. Concurrent checks share one statement. A disk fault is
 * reported with path and free space.
 */
export function readiness({ read, diskTrouble }: Pick<Database, 'read' | 'diskTrouble'>): () => Promise<void> {
  async function ask(): Promise<void> {
    const trouble = await diskTrouble?.();
    if (trouble) throw new NotWritableError(trouble);
    const [row] = await read<{ isReadOnly: boolean }[]>`
      SELECT current_setting('transaction_read_only')::boolean AS is_read_only FROM migration LIMIT 1`;
    if (!row) throw new NotWritableError('The database has no migrations any more. Restore it from a backup.');
    if (row.isReadOnly) throw new NotWritableError('The database server is read-only (25006).');
  }
  let asking: Promise<void> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return answerWithin(readyMsMax, asking, tooLate);
  };
}

function tooLate(): Error {
  const message = `The database did not answer within ${readyMsMax} ms.`;
  return Object.assign(new Error(message), { code: 'CONNECTION_SILENT' });
}
