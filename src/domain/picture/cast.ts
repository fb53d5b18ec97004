import { legible, type Medium, onOneLine } from '../../drawing/lettering.ts';
import type { Character } from '../character/store.ts';
import type { Conflict } from '../conflict/store.ts';

/** One of the cast in a picture. Numbers are places in the cast, so that all pictures of a book agree. */
export interface Person {
  id: string;
  number: number;
  /** As it is, on one line. */
  name: string;
  /** What the medium can show of it; empty where the number must do. */
  shown: string;
  isPov: boolean;
  isAlone: boolean;
}

export interface Company {
  people: Person[];
  leftOut: number;
}

/** The cast in its order; where it is larger than a picture, those with the most conflicts. */
export function companyOf(
  characters: readonly Character[],
  conflicts: readonly Conflict[],
  most: number,
  medium: Medium,
): Company {
  const counts = conflictCounts(conflicts);
  const countOf = ({ id }: { id: string }) => counts.get(id) ?? 0;
  const everybody = characters.map(({ id, name, isPov }, index) => ({
    id,
    number: index + 1,
    name: onOneLine(name),
    shown: legible(name, medium),
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

/** Unsettled before resolved, strong before weak, old before new. */
export function strongestFirst(conflicts: readonly Conflict[]): Conflict[] {
  return conflicts.toSorted(
    (one, other) =>
      Number(one.status === 'resolved') - Number(other.status === 'resolved') || other.intensity - one.intensity,
  );
}

/** Keeps the number at the left of a name that is written from the right. */
export const leftToRight = '\u200e';

/** `3 Emma`, or the number alone where the medium has no letters for the name. */
export function labelOf({ number, shown }: Person): string {
  return shown === '' ? `${number}` : `${leftToRight}${number} ${shown}`;
}
