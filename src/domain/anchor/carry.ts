import type { Transaction } from '../../sql/connect.ts';
import { carried } from './carrier.ts';
import type { ChangedPart } from './changes.ts';
import { anchorsTurned } from './hooks.ts';
import { canHaveReturned } from './returned.ts';
import type { AnchorPlace, AnchorWords } from './rules.ts';
import { type AnchoredText, movePlaces, placesIn, wordsOf } from './store.ts';
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
  part: ChangedPart,
  known?: readonly AnchorPlace[],
): Promise<void> {
  const places = known ?? (await placesIn(tx, at));
  if (places.length === 0) return;
  const change = { former, text, part };
  const search = new WordSearch(text);
  const lost = await wordsOfReturned(tx, at, await canHaveReturned(change, places, search));
  const present = await carried(change, places, lost, search);
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

async function wordsOfReturned(
  tx: Transaction,
  { accountId }: AnchoredText,
  places: readonly AnchorPlace[],
): Promise<Map<string, AnchorWords>> {
  if (places.length === 0) return new Map();
  const rows = await wordsOf(
    tx,
    accountId,
    places.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
