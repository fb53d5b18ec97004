import type { AnySql } from '../../../sql/connect.ts';
import type { AnchorPlace } from './rules.ts';

/** The places of the anchors of a chapter, as they are stored. `lost` has more about those that are not `ok`. */
export interface PlaceColumns {
  ids: string[];
  starts: number[];
  lengths: number[];
  lost: Record<string, Omit<AnchorPlace, 'id' | 'start' | 'end'>>;
}

/** The columns of the row `a`. Lists as texts, which are read many times faster than arrays. */
export const placeColumns = (sql: AnySql) => sql`
  array_to_string(a.ids, ',') AS ids, array_to_string(a.starts, ',') AS starts, array_to_string(a.lengths, ',') AS lengths, a.lost`;

export interface PlaceRow {
  /** Null, like the others, for a chapter that never had an anchor. */
  ids: string | null;
  starts: string;
  lengths: string;
  lost: PlaceColumns['lost'];
}

export function placesFrom({ ids, starts, lengths, lost }: PlaceRow): AnchorPlace[] {
  if (!ids) return [];
  const [from, long] = [starts.split(','), lengths.split(',')];
  return ids.split(',').map((id, index) => {
    const start = Number(from[index]);
    return { id, start, end: start + Number(long[index]), state: 'ok', ...lost[id] };
  });
}

export function columnsFrom(places: readonly AnchorPlace[]): PlaceColumns {
  const lost = places.filter(({ state }) => state !== 'ok');
  return {
    ids: places.map(({ id }) => id),
    starts: places.map(({ start }) => start),
    lengths: places.map(({ start, end }) => end - start),
    lost: Object.fromEntries(lost.map(({ id, start: _start, end: _end, ...rest }) => [id, rest])),
  };
}

/** A list as a value of SQL. */
export const listed = (sql: AnySql, values: readonly (string | number)[]) =>
  sql`string_to_array(${values.join(',')}, ',')`;
