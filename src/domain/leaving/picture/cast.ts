import { type Medium, onOneLine, renderableText } from '../../../drawing/lettering.ts';
import type { Character } from '../../story/character/store.ts';
import type { Conflict } from '../../story/conflict/store.ts';

/** A character in a picture. Numbers are positions in the cast, so that all pictures of a book agree. */
export interface Person {
  id: string;
  number: number;
  /** The full name, on one line. */
  name: string;
  /** The part that the medium can render; empty if only the number is shown. */
  shown: string;
  isPov: boolean;
  isAlone: boolean;
}

export interface PicturedCast {
  people: Person[];
  leftOut: number;
}

/** The cast in order; if it is too large for a picture, those with the most conflicts. */
export function picturedCast(
  characters: readonly Character[],
  conflicts: readonly Conflict[],
  most: number,
  medium: Medium,
): PicturedCast {
  const counts = conflictCounts(conflicts);
  const countOf = ({ id }: { id: string }) => counts.get(id) ?? 0;
  const everybody = characters.map(({ id, name, isPov }, index) => ({
    id,
    number: index + 1,
    name: onOneLine(name),
    shown: renderableText(name, medium),
    isPov,
    isAlone: countOf({ id }) === 0,
  }));
  const people = everybody
    .toSorted((one, other) => countOf(other) - countOf(one) || one.number - other.number)
    .slice(0, most)
    .toSorted((one, other) => one.number - other.number);
  return { people, leftOut: everybody.length - people.length };
}

function conflictCounts(conflicts: readonly Conflict[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fromCharacterId, toCharacterId } of conflicts)
    for (const id of [fromCharacterId, toCharacterId]) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Open before resolved, strong before weak, old before new. */
export function strongestFirst(conflicts: readonly Conflict[]): Conflict[] {
  return conflicts.toSorted(
    (one, other) =>
      Number(one.status === 'resolved') - Number(other.status === 'resolved') || other.intensity - one.intensity,
  );
}

/** Keeps the number to the left of a right-to-left name. */
export const leftToRight = '\u200e';

/** `3 Emma`, or only the number if the medium cannot render the name. */
export function labelOf({ number, shown }: Person): string {
  return shown === '' ? `${number}` : `${leftToRight}${number} ${shown}`;
}
