import type { PromptArc, PromptChapter } from './prompt-input.ts';

/** Chapters of an arc. */
export const arcChapters = 10;
/** The last chapters keep their recaps, whatever arcs there are. Ours. */
const ownRecapChapters = 10;

/** The groups of ten chapters that an arc may stand for in the prompt of a chapter, oldest first. */
export function groupsBefore(chapters: readonly PromptChapter[], index: number): PromptChapter[][] {
  const count = Math.max(0, Math.floor((index - ownRecapChapters) / arcChapters));
  return Array.from({ length: count }, (_, group) => chapters.slice(group * arcChapters, (group + 1) * arcChapters));
}

/** Arcs of the groups that may have one, oldest first. */
export function arcsBefore(arcs: readonly PromptArc[], index: number): PromptArc[] {
  return arcs.filter(({ to }) => to + ownRecapChapters <= index).toSorted((one, other) => one.from - other.from);
}

/**
 * Orders of the last chapters of those groups that want an arc, oldest first: all of their chapters have recaps, and some
 * have no room in the prompt.
 */
export function arcsWanted(
  groups: readonly (readonly PromptChapter[])[],
  arcs: readonly PromptArc[],
  hasRoom: (chapterId: string) => boolean,
): number[] {
  const current = new Set(arcs.filter(({ isOutdated }) => !isOutdated).map(({ to }) => to));
  return groups.flatMap((group) => {
    const to = group.at(-1)?.order ?? 0;
    const isWanted = group.every(({ recap }) => recap?.events.trim()) && !group.every(({ id }) => hasRoom(id));
    return isWanted && !current.has(to) ? [to] : [];
  });
}
