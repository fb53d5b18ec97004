import { invalidState } from '../../../errors.ts';
import type { AnySql } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import { lacksViewpoint, viewpointRemedy } from '../../story/character/viewpoint.ts';

/** Throws `invalid_state` for a book with several viewpoints whose cast has none. */
export async function refuseWithoutViewpoint(sql: AnySql, key: BookKey): Promise<void> {
  if (await lacksViewpoint(sql, key))
    invalidState(`The plan's point of view is multi, and no character is a viewpoint. ${viewpointRemedy}`);
}
