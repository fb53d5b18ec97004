import type { PromptArc } from '../prompt/prompt-input.ts';
import type { Arc } from './arc-store.ts';
import type { ToldRecap } from './store.ts';

/** An arc is made again when this many of its recaps have changed. Ours. */
const changedMax = 3;

interface Placed {
  id: string;
  order: number;
}

/** What an arc is made from: each chapter with the version of its recap. */
export function madeFromOf(chapters: readonly Placed[], recaps: ReadonlyMap<string, ToldRecap>): string[] {
  return chapters.map(({ id }) => `${id} ${recaps.get(id)?.version ?? 0}`);
}

/** The arcs whose chapters still stand where they stood, in the order of the book. */
export function toldArcs(
  chapters: readonly Placed[],
  recaps: ReadonlyMap<string, ToldRecap>,
  arcs: readonly Arc[],
): PromptArc[] {
  const found = new Map(arcs.map((arc) => [arc.chapterId, arc]));
  return chapters.flatMap(({ id }, index) => {
    const arc = found.get(id);
    if (!arc) return [];
    const group = chapters.slice(index + 1 - arc.madeFrom.length, index + 1);
    const now = madeFromOf(group, recaps);
    if (arc.madeFrom.some((entry, at) => idIn(entry) !== idIn(now[at] ?? ''))) return [];
    const changed = arc.madeFrom.filter((entry, at) => entry !== now[at]).length;
    const { events, state } = arc;
    return [{ from: group[0]?.order ?? 0, to: index + 1, events, state, isOutdated: changed >= changedMax }];
  });
}

/** The chapter of an entry. */
export function idIn(entry: string): string {
  return entry.split(' ')[0] ?? '';
}
