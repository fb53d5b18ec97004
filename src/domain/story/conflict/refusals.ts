import { invalidRequest, invalidState, notFound } from '../../../errors.ts';
import type { Sql } from '../../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import type { PartKey } from '../roster/store.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

/** Adds a conflict; undefined if the list is full. Throws if the two ends cannot have it. */
export async function insert(sql: Sql, key: BookKey, row: rules.NewConflict): Promise<store.Conflict | undefined> {
  const made = await store.insertConflict(sql, key, row);
  if (made) return accepted(made);
  const ends = (await store.endsInCast(sql, key, row)) ?? notFound('book');
  if (ends < 2) notFound('character');
  refuseTwin(await store.twinOf(sql, key, row));
  return undefined;
}

/** Writes a change of a conflict, or throws why it is refused. */
export function changeOf(sql: Sql, key: PartKey, patch: rules.ConflictPatch) {
  return {
    async write(expected: number | undefined) {
      const written = await store.updateConflict(sql, key, patch, expected);
      return written && accepted(written);
    },
    async refuse(current: store.Conflict): Promise<store.Conflict> {
      refuseTwin(await store.twinOf(sql, key, rules.edgeAfter(current, patch), key.id));
      return invalidState('The conflicts of this book were changed concurrently. Try again.');
    },
  };
}

function accepted(written: store.Conflict | store.Refusal): store.Conflict {
  if (written === 'missing_end') return notFound('character');
  if (written === 'same_ends') throw invalidRequest([{ path: 'toCharacterId', message: rules.sameEnds }]);
  return written;
}

function refuseTwin(id: string | undefined): void {
  if (id) invalidState(`These characters already have a conflict of this kind: ${id}. Change or delete it.`);
}
