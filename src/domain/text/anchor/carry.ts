import type { Region } from '../../../prose/region.ts';
import type { Transaction } from '../../../sql/connect.ts';
import { carried } from './carrier.ts';
import { anchorsTurned } from './hooks.ts';
import { NormalChange, normalWords } from './normal.ts';
import { canHaveReturned } from './returned.ts';
import type { AnchorPlace, AnchorWords } from './rules.ts';
import { type AnchoredText, anchoredWords, movePlaces, placesIn } from './store.ts';
import { WordSearch } from './word-search.ts';

/**
 * Moves the anchors of a chapter with its text, in the transaction of the change. The book is locked.
 *
 * @param known Their places, if they were read with the text.
 */
export async function carryAnchors(
  tx: Transaction,
  at: AnchoredText,
  former: string,
  text: string,
  part: Region,
  known?: readonly AnchorPlace[],
): Promise<void> {
  const places = known ?? (await placesIn(tx, at));
  if (places.length === 0) return;
  const normal = new NormalChange(former, text, part);
  const { change } = normal;
  const search = new WordSearch(change.text);
  const lost = await returnedWords(tx, at, await canHaveReturned(change, places, search));
  const present = normal.after(await carried(change, normal.before(places), lost, search));
  if (isAsBefore(places, present)) return;
  await movePlaces(tx, at, places, present);
  const turned = present.filter((one, index) => (one.state === 'ok') !== (places[index]?.state === 'ok'));
  if (turned.length === 0) return;
  await anchorsTurned.run(tx, {
    accountId: at.accountId,
    found: turned.filter(({ state }) => state === 'ok').map(({ id }) => id),
    lost: turned.filter(({ state }) => state !== 'ok').map(({ id }) => id),
  });
}

const isAsBefore = (one: readonly AnchorPlace[], other: readonly AnchorPlace[]) =>
  one.every((place, index) => {
    const { start, end, state } = other[index] ?? place;
    return place.start === start && place.end === end && place.state === state;
  });

async function returnedWords(
  tx: Transaction,
  { accountId }: AnchoredText,
  places: readonly AnchorPlace[],
): Promise<Map<string, AnchorWords>> {
  if (places.length === 0) return new Map();
  const rows = await anchoredWords(
    tx,
    accountId,
    places.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.id, normalWords(row)]));
}
