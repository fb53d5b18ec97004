import { createHash } from 'node:crypto';
import { columnOf, type RecordDeclaration, searchedOf } from '../record.ts';
import type { AnySql, Transaction } from './connect.ts';

/** Triggers of one declaration, with the name and hash under which they are recorded as applied. */
export interface RecordTriggers {
  name: string;
  sha256: string;
  apply(tx: Transaction): Promise<void>;
}

/** The migration that defines what the triggers do. When another one does, all triggers are made again. */
const form = '0037_one_trigger';

/** One entry per declaration with generic event or search triggers. */
export function recordTriggers(records: readonly RecordDeclaration[]): RecordTriggers[] {
  return records.flatMap((record) => {
    const { name, table, events } = record;
    const texts = Object.entries(searchedOf(record)?.texts ?? {});
    const isAnnounced = 'created' in events;
    if (!isAnnounced && texts.length === 0) return [];
    const sha256 = createHash('sha256').update(JSON.stringify({ form, table, isAnnounced, texts })).digest('hex');
    return [
      {
        name: `record:${name}`,
        sha256,
        async apply(tx) {
          if (isAnnounced) await tx`SELECT announce_record(${table}, ${name})`;
          if (texts.length > 0) await indexTexts(tx, table, texts);
        },
      },
    ];
  });
}

async function indexTexts(tx: AnySql, table: string, texts: [member: string, kind: string][]): Promise<void> {
  const members = texts.map(([member]) => member);
  const kinds = texts.map(([, kind]) => kind);
  await tx`
    SELECT index_record(${table}, ${table === 'book' ? 'id' : 'book_id'}, ${members}::text[], ${kinds}::text[],
      ${members.map(columnOf)}::text[])`;
}
