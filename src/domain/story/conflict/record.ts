import { record } from '../../../record.ts';
import { conflictsMax, newConflict, twinFaults } from './rules.ts';

export const conflictRecord = record({
  name: 'conflict',
  type: 'Conflict',
  table: 'conflict',
  prefix: 'cfl',
  parent: 'book',
  export: {
    member: 'conflicts',
    shape: newConflict,
    max: conflictsMax,
    references: { fromCharacterId: 'chr', toCharacterId: 'chr' },
    faults: twinFaults,
  },
  search: {
    kinds: { conflict: 'Description, stakes or connection of a conflict.' },
    texts: { description: 'conflict', stakes: 'conflict', connection: 'conflict' },
    label: `(SELECT one.name || ' – ' || other.name FROM character one, character other
      WHERE one.account_id = r.account_id AND one.id = r.from_character_id
        AND other.account_id = r.account_id AND other.id = r.to_character_id)`,
  },
  events: {
    created: 'A conflict was added.',
    updated: 'Fields of the conflict changed.',
    deleted: 'A conflict was removed, by itself or with a character.',
  },
  staleness: {
    input: 'conflict',
    fields: [
      'fromCharacterId',
      'toCharacterId',
      'mutual',
      'kind',
      'description',
      'stakes',
      'connection',
      'intensity',
      'status',
    ],
  },
});
