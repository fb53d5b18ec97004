import { clip } from './fence.ts';
import type { PromptArc, PromptChapter } from './prompt-input.ts';
import { eachSentence } from './sentences.ts';

type Told = Pick<PromptChapter, 'order' | 'recap'>;

/** Chapters of an arc. */
export const arcChapters = 10;
/** The last chapters keep their recaps, whatever arcs there are. Ours. */
const ownRecapChapters = 10;
/** Characters of each chapter in an arc that is computed. Ours. */
const toldCodePointsMax = 120;

/** Chapters by tens, oldest first. Those of an arc stay together, and fewer than ten beside one are in no group. */
export function groupsOf<Chapter>(
  chapters: readonly Chapter[],
  arcs: readonly Pick<PromptArc, 'from' | 'to'>[],
): Chapter[][] {
  const groups: Chapter[][] = [];
  const begins = new Map(arcs.filter(({ to }) => to <= chapters.length).map((arc) => [arc.from, arc]));
  let [first, at] = [0, 0];
  while (at < chapters.length) {
    const arc = begins.get(at + 1);
    if (arc) first = at;
    at = arc?.to ?? at + 1;
    if (!arc && at - first < arcChapters) continue;
    groups.push(chapters.slice(first, at));
    first = at;
  }
  return groups;
}

/** The group that a chapter is in; one in no group is told with its neighbours that are in none. */
export function groupWith<Chapter>(
  chapters: readonly Chapter[],
  arcs: readonly Pick<PromptArc, 'from' | 'to'>[],
  chapter: Chapter,
): Chapter[] {
  const groups = groupsOf(chapters, arcs);
  const grouped = new Set(groups.flat());
  const found = groups.find((group) => group.includes(chapter));
  if (found) return found;
  const at = chapters.indexOf(chapter);
  const before = chapters.slice(0, at).findLastIndex((one) => grouped.has(one));
  const after = chapters.findIndex((one, place) => place > at && grouped.has(one));
  return chapters.slice(before + 1, after < 0 ? undefined : after);
}

/** The groups that an arc may stand for in the prompt of a chapter, oldest first. */
export function groupsBefore(
  chapters: readonly PromptChapter[],
  arcs: readonly PromptArc[],
  index: number,
): PromptChapter[][] {
  return groupsOf(chapters.slice(0, Math.max(0, index - ownRecapChapters)), arcs);
}

/** The number of arcs that the prompt of the last of so many chapters may want. */
export function arcsAtMost(chapters: number): number {
  return Math.floor(Math.max(0, chapters - 1 - ownRecapChapters) / arcChapters);
}

/** Arcs of the groups that may have one, oldest first. A group of recaps that has none has one that is computed from them. */
export function arcsBefore(
  arcs: readonly PromptArc[],
  groups: readonly (readonly PromptChapter[])[],
  language: string,
): PromptArc[] {
  const begins = new Map(arcs.map((arc) => [arc.from, arc]));
  return groups.flatMap((group) => {
    const [from, to] = [group[0]?.order ?? 0, group.at(-1)?.order ?? 0];
    const arc = begins.get(from);
    if (arc?.to === to) return [arc];
    return group.every(isTold) ? [computedArc(group, { from, to }, language)] : [];
  });
}

/** How each recap begins, and where everybody stands after the last one that says so. */
export function computedArc(
  group: readonly Told[],
  place: Pick<PromptArc, 'from' | 'to'>,
  language: string,
): PromptArc {
  const told = group.map(({ order, recap }) => `${order}: ${beginningOf(recap?.events ?? '', language)}`);
  const state = group.findLast(({ recap }) => recap?.state?.trim())?.recap?.state ?? '';
  return { ...place, events: told.join(' '), state, isOutdated: false, isComputed: true };
}

/** The first sentences that have room, or the beginning of the first. */
function beginningOf(text: string, language: string): string {
  let told = '';
  for (const sentence of eachSentence(text.trim(), language)) {
    if (told !== '' && (told + sentence).length > toldCodePointsMax) break;
    told += sentence;
  }
  return clip(told.trim(), toldCodePointsMax);
}

export function isTold({ recap }: Pick<PromptChapter, 'recap'>): boolean {
  return Boolean(recap?.events.trim());
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
  const current = new Set(arcs.filter(({ isOutdated, isComputed }) => !isOutdated && !isComputed).map(({ to }) => to));
  return groups.flatMap((group) => {
    const to = group.at(-1)?.order ?? 0;
    const isWanted = group.every(isTold) && !group.every(({ id }) => hasRoom(id));
    return isWanted && !current.has(to) ? [to] : [];
  });
}
