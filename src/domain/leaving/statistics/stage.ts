import type { Character } from '../../story/character/store.ts';
import type { Conflict } from '../../story/conflict/store.ts';
import { shareOf } from './shares.ts';

/** Ids of the participants of each chapter, in order. */
export type Stage = readonly ReadonlySet<string>[];

/** Chapters with an appearance. Orders are 1-based; null if there is none. */
interface Appearances {
  chapters: number;
  firstOrder: number | null;
  lastOrder: number | null;
}

export interface ConflictCoverage<Edge> extends Appearances {
  conflict: Edge;
}

export interface Presence<Member> extends Appearances {
  character: Member;
  share: number;
  /** Longest absence in chapters between two appearances. */
  longestAbsence: number;
}

/** Number of chapters with both ends. Conflicts without any come first, strongest first; the others oldest first. */
export function conflictCoverage<Edge extends Pick<Conflict, 'fromCharacterId' | 'toCharacterId' | 'intensity'>>(
  conflicts: readonly Edge[],
  stage: Stage,
): ConflictCoverage<Edge>[] {
  const covered = conflicts.map((conflict) => ({
    conflict,
    ...appearances(
      ordersWhere(stage, (here) => here.has(conflict.fromCharacterId) && here.has(conflict.toCharacterId)),
    ),
  }));
  const isUnseen = ({ chapters }: Appearances) => chapters === 0;
  return [
    ...covered.filter(isUnseen).toSorted((one, other) => other.conflict.intensity - one.conflict.intensity),
    ...covered.filter((one) => !isUnseen(one)),
  ];
}

/** The whole cast, oldest first. */
export function presenceOfCast<Member extends Pick<Character, 'id'>>(
  cast: readonly Member[],
  stage: Stage,
): Presence<Member>[] {
  return cast.map((character) => {
    const orders = ordersWhere(stage, (here) => here.has(character.id));
    return {
      character,
      ...appearances(orders),
      share: shareOf(orders.length, stage.length),
      longestAbsence: Math.max(0, ...orders.slice(1).map((order, index) => order - (orders[index] ?? order) - 1)),
    };
  });
}

function ordersWhere(stage: Stage, isThere: (here: ReadonlySet<string>) => boolean): number[] {
  return stage.flatMap((here, index) => (isThere(here) ? [index + 1] : []));
}

function appearances(orders: readonly number[]): Appearances {
  return { chapters: orders.length, firstOrder: orders[0] ?? null, lastOrder: orders.at(-1) ?? null };
}
