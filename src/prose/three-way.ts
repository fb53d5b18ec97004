import { type Hunk, hunksFrom, isInsertion } from './hunks.ts';
import { keptIn } from './kept.ts';
import { normalForm } from './normal-form.ts';
import { stretchesBetween } from './token-diff.ts';

/** A part of a merge: merged text, or what two changes of the same words make of them. */
export interface MergePart {
  /** Null for a conflict. */
  text: string | null;
  /** Null for merged text. */
  conflict: MergeConflict | null;
}

export interface MergeConflict {
  base: string;
  mine: string;
  theirs: string;
}

type Side = 'mine' | 'theirs';

/** Changes of both sides that meet, and the part of the base that they are in. */
interface Group {
  start: number;
  end: number;
  mine: Hunk[];
  theirs: Hunk[];
}

/**
 * Merges two changes of one text by words, whatever spelling (NFC) each has. Changes of different words are all made. Changes of the same words, or of words
 * that touch, are a conflict unless they are equal.
 *
 * @param effortMax Maximum cost of each of the two comparisons (token-diff.ts).
 */
export function mergedThreeWay(
  base: string,
  mine: string,
  theirs: string,
  wordsOf: (text: string) => string[],
  effortMax: number,
): MergePart[] {
  const speltOf = (text: string) => ({ text, form: normalForm(text) });
  const [ofBase, ofMine, ofTheirs] = [speltOf(base), speltOf(mine), speltOf(theirs)];
  if (![ofBase, ofMine, ofTheirs].some(({ form }) => form.places))
    return mergedWords(base, mine, theirs, wordsOf, effortMax);
  // What is spelt in another way is no change: all three are spelt as the present text is.
  const spelt = keptIn(ofTheirs, ofBase, wordsOf, effortMax);
  const changed = keptIn(speltOf(spelt), ofMine, wordsOf, effortMax);
  return mergedWords(spelt, changed, theirs, wordsOf, effortMax);
}

function mergedWords(...[base, mine, theirs, wordsOf, effortMax]: Parameters<typeof mergedThreeWay>): MergePart[] {
  if (mine === theirs || mine === base) return [merged(theirs)];
  if (theirs === base) return [merged(mine)];
  const hunksOf = (text: string) => hunksFrom(base, stretchesBetween(base, text, wordsOf, effortMax), wordsOf);
  const parts: MergePart[] = [];
  let at = 0;
  for (const group of groupsOf(base, hunksOf(mine), hunksOf(theirs))) {
    parts.push(merged(base.slice(at, group.start)), partOf(base, group));
    at = group.end;
  }
  return joined([...parts, merged(base.slice(at))]);
}

const merged = (text: string): MergePart => ({ text, conflict: null });

function partOf(base: string, { start, end, mine, theirs }: Group): MergePart {
  const textOf = (hunks: readonly Hunk[]) => changed(base, start, end, hunks);
  if (mine.length === 0 || theirs.length === 0) return merged(textOf([...mine, ...theirs]));
  const conflict = { base: base.slice(start, end), mine: textOf(mine), theirs: textOf(theirs) };
  return conflict.mine === conflict.theirs ? merged(conflict.mine) : { text: null, conflict };
}

/** A part of the base with the hunks within it. */
function changed(base: string, start: number, end: number, hunks: readonly Hunk[]): string {
  let [text, at] = ['', start];
  for (const hunk of hunks) {
    text += base.slice(at, hunk.start) + hunk.text;
    at = hunk.end;
  }
  return text + base.slice(at, end);
}

function joined(parts: readonly MergePart[]): MergePart[] {
  const result: MergePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last && last.text !== null && part.text !== null) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}

function groupsOf(base: string, mine: readonly Hunk[], theirs: readonly Hunk[]): Group[] {
  const ofSide = (side: Side) => (hunk: Hunk) => ({ hunk, side });
  const all = [...mine.map(ofSide('mine')), ...theirs.map(ofSide('theirs'))];
  const groups: Group[] = [];
  for (const { hunk, side } of all.toSorted((one, other) => orderOf(one.hunk, other.hunk))) {
    const last = groups.at(-1);
    // Those of one side are in order, so only the last can meet another.
    const before = last ? [...last.mine.slice(-1), ...last.theirs.slice(-1)] : [];
    const mixed = before.filter((one) => !touch(base, one, hunk) && areMixed(one, hunk));
    const isSame = mixed.length > 0 || before.some((one) => touch(base, one, hunk));
    const group = last && isSame ? last : { start: hunk.start, end: hunk.end, mine: [], theirs: [] };
    if (group !== last) groups.push(group);
    widen(group, hunk.start, hunk.end);
    for (const { from, to } of mixed.length > 0 ? [...mixed, hunk] : []) widen(group, from, to);
    group[side].push(hunk);
  }
  return groups;
}

const orderOf = (one: Hunk, other: Hunk) =>
  one.from - other.from || one.to - other.to || one.start - other.start || one.end - other.end;

function widen(group: Group, from: number, to: number): void {
  group.start = Math.min(group.start, from);
  group.end = Math.max(group.end, to);
}

/** Whether two changes touch, or an insertion has only blanks and signs between it and the other. */
function touch(base: string, one: Hunk, other: Hunk): boolean {
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  if (second.start <= first.end || one.start === other.start) return true;
  return (isInsertion(one) || isInsertion(other)) && !/[\p{L}\p{N}\p{M}\n]/u.test(base.slice(first.end, second.start));
}

/** Whether two changes that do not touch could be made, with the same result, where they do. */
const areMixed = (one: Hunk, other: Hunk) =>
  (other.from < one.to && other.to > one.from) || (isInsertion(one) && isInsertion(other) && other.from <= one.to);
