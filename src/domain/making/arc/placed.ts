import { computedArc, groupsOf, isTold } from '../../calls/prompt/arc.ts';
import type { PromptArc } from '../../calls/prompt/prompt-input.ts';
import type { ToldRecap } from '../recap/store.ts';
import type { Arc } from './store.ts';

/** An arc is out of date when this many of its recaps have changed. Ours. */
const changedMax = 3;

interface Placed {
  id: string;
  order: number;
}

/** An arc where its chapters stand now. */
export interface PlacedArc extends Arc {
  /** Positions of the first and the last chapter. */
  from: number;
  to: number;
  /** Whether its chapters are still neighbours in the same order. Prompts leave out an arc that is not used. */
  isUsed: boolean;
  /** Number of its recaps that have changed since it was written. */
  changed: number;
  isOutdated: boolean;
}

/** The sources of an arc: each chapter with the version of its recap, 0 without one. */
export function madeFromOf(chapters: readonly Pick<Placed, 'id'>[], recaps: ReadonlyMap<string, ToldRecap>): string[] {
  return chapters.map(({ id }) => `${id} ${recaps.get(id)?.version ?? 0}`);
}

/** The arcs of a book by the place of their last chapters. */
export function placedArcs(
  chapters: readonly Placed[],
  recaps: ReadonlyMap<string, ToldRecap>,
  arcs: readonly Arc[],
): PlacedArc[] {
  const found = new Map(arcs.map((arc) => [arc.chapterId, arc]));
  return chapters.flatMap(({ id, order: to }, index) => {
    const arc = found.get(id);
    if (!arc) return [];
    const first = Math.max(0, index + 1 - arc.madeFrom.length);
    const now = madeFromOf(chapters.slice(first, index + 1), recaps);
    const isUsed = arc.madeFrom.every((entry, at) => idIn(entry) === idIn(now[at] ?? ''));
    const changed = arc.madeFrom.filter((entry, at) => entry !== now[at]).length;
    return [{ ...arc, from: chapters[first]?.order ?? to, to, isUsed, changed, isOutdated: changed >= changedMax }];
  });
}

/** The arcs that prompts may use. One of a person is never to be made again. */
export function toldArcs(...args: Parameters<typeof placedArcs>): PromptArc[] {
  return placedArcs(...args)
    .filter(({ isUsed }) => isUsed)
    .map(({ from, to, events, state, isOutdated, origin }) => {
      return { from, to, events, state, isOutdated: isOutdated && origin !== 'person' };
    });
}

/** An arc that is shown: one that somebody wrote, or one that is computed. */
export type ShownArc = Pick<PlacedArc, 'chapterId' | 'from' | 'to' | 'events' | 'state' | 'isUsed' | 'isOutdated'> &
  (
    | Pick<Arc, 'origin' | 'version' | 'createdAt' | 'updatedAt'>
    | { origin: null; version: 0; createdAt: null; updatedAt: null }
  );

const nobody = { origin: null, version: 0, createdAt: null, updatedAt: null } as const;

/** All arcs of a book, also those of chapters that no longer stand together, with computed ones for tens of recaps that have none. */
export function shownArcs(
  chapters: readonly Placed[],
  recaps: ReadonlyMap<string, ToldRecap>,
  arcs: readonly Arc[],
  language: string,
): ShownArc[] {
  const written = placedArcs(chapters, recaps, arcs);
  const used = written.filter(({ isUsed }) => isUsed);
  const computed = groupsOf(chapters, used).flatMap((group): ShownArc[] => {
    const [from, to] = [group[0]?.order ?? 0, group.at(-1)?.order ?? 0];
    const told = group.map(({ id, order }) => ({ order, recap: recaps.get(id) ?? null }));
    if (used.some((arc) => arc.from === from) || !told.every(isTold)) return [];
    const { events, state } = computedArc(told, { from, to }, language);
    const chapterId = group.at(-1)?.id ?? '';
    return [{ chapterId, from, to, events, state, isUsed: true, isOutdated: false, ...nobody }];
  });
  return [...written, ...computed].toSorted((one, other) => one.to - other.to);
}

/** The chapter of an entry. */
export function idIn(entry: string): string {
  return entry.split(' ')[0] ?? '';
}
