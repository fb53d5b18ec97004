import type { JSONValue } from 'postgres';
import { prefixOf, rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { newId } from '../../src/ids/id.ts';
import type { Ids } from './faces.ts';
import { idPrefixes } from './sample-records.ts';
import type { TestService } from './service.ts';

/** Adds `count` copies of each record of the sample book, with new ids. */
export async function addCopies(
  { database: { write: sql } }: Pick<TestService, 'database'>,
  ids: Ids,
  count: number,
): Promise<void> {
  const each = <Row>(row: (index: number) => Row) => Array.from({ length: count }, (_, index) => row(index));
  const copy = (table: string, column: string, id: string | undefined, changes: JSONValue[]) => sql`
    INSERT INTO ${sql(table)} SELECT copy.* FROM ${sql(table)} r
    CROSS JOIN jsonb_array_elements(${sql.json(changes)}) AS change
    CROSS JOIN LATERAL jsonb_populate_record(r, change) AS copy
    WHERE r.${sql(column)} = ${id ?? ''}`;
  const cast = each((index) => ({ id: newId('chr'), name: `Extra ${index}` }));
  const chapters = each((index) => ({ id: newId('ch'), rank: index + 3, text_status: 'complete', word_count: 18 }));
  await copy('character', 'id', ids.characterId, cast);
  await copy('chapter', 'id', ids.chapterId, chapters);
  await copy(
    'chapter_text',
    'chapter_id',
    ids.chapterId,
    chapters.map(({ id }) => ({ chapter_id: id, revision_id: newId('rev') })),
  );
  await copy(
    'conflict',
    'id',
    ids.conflictId,
    cast.map(({ id }) => ({ id: newId('cfl'), to_character_id: id })),
  );
  // The rosters that name no other records.
  for (const roster of rosters.filter(({ name }) => name !== 'character' && name !== 'conflict')) {
    const [parameter = ''] = Object.entries(idPrefixes).find(([, prefix]) => prefix === roster.prefix) ?? [];
    const changes = each(() => ({ id: newId(prefixOf(roster)) }));
    await copy(roster.table, 'id', ids[parameter], changes);
  }
  await copy(
    'run',
    'id',
    ids.runId,
    each(() => ({ id: newId('run') })),
  );
  await copy(
    'outline_variant',
    'id',
    ids.variantId,
    each(() => ({ id: newId('var') })),
  );
}
