import { createHash } from 'node:crypto';
import { type RecordDeclaration, spaceOf } from '../record.ts';
import type { RecordTriggers } from './record-triggers.ts';

/**
 * Counts the space of all declared tables. Applied after every new migration too: it may have added a column with text.
 */
export function storageTriggers(
  records: readonly RecordDeclaration[],
  migrations: readonly { name: string }[],
): RecordTriggers {
  const tables = Object.entries(Object.assign({}, ...records.map(spaceOf)) as ReturnType<typeof spaceOf>).sort();
  const newest = migrations.at(-1)?.name;
  return {
    name: 'storage',
    sha256: createHash('sha256').update(JSON.stringify({ tables, newest })).digest('hex'),
    async apply(tx) {
      for (const [table, part] of tables) await tx`SELECT count_storage(${table}, ${part})`;
    },
  };
}
