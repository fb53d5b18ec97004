import type { Transaction } from '../../sql/connect.ts';
import { type ChangedPart, canHaveReturned, carried, type TextChange } from './carrier.ts';
import { anchorsTurned } from './hooks.ts';
import type { AnchorPlace, AnchorWords } from './rules.ts';
import { type AnchoredText, movePlaces, placesIn, wordsOf } from './store.ts';

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
  const lost = await returnedWords(tx, at, places, change);
  const present = carried(change, places, lost);
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

/** Words of lost anchors that can have returned. */
async function returnedWords(
  tx: Transaction,
  { accountId }: AnchoredText,
  places: readonly AnchorPlace[],
  change: TextChange,
): Promise<Map<string, AnchorWords>> {
  const lost = places.filter((place) => canHaveReturned(change, place)).map(({ id }) => id);
  if (lost.length === 0) return new Map();
  const rows = await wordsOf(tx, accountId, lost);
  return new Map(rows.map((row) => [row.id, row]));
}
