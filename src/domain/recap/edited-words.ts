import type { Region } from '../../prose/region.ts';
import { countWords } from '../../prose/words.ts';
import { widenedToBlanks } from '../text/parts.ts';

/** An edit: its place in UTF-16 units, and the words there before and after. */
export interface Edit extends Region {
  was: number;
  is: number;
  /** False if it has changed several places or a long one: then `was` and `is` are the words that differ. */
  isOnePlace: boolean;
}

/** The length of one place (ours). */
const placeMax = 1_000;
/** More than a recap survives, so that it need not be counted (ours). */
const countedMax = 20_000;

/** Measures an edit by words. The cost follows the region that differs. */
export function editOf(former: string, text: string, region: Region, language: string): Edit {
  const place = withoutSameEnds(former, text, widenedToBlanks(former, region));
  const [before, after] = [former.slice(place.start, place.formerEnd), text.slice(place.start, place.textEnd)];
  const words = differing(before, after, language);
  if (before.length + after.length <= placeMax) {
    const [was, is] = [countWords(before, language), countWords(after, language)];
    if (Math.max(was, is) === words) return { ...place, was, is, isOnePlace: true };
  }
  return { ...place, was: words, is: words, isOnePlace: false };
}

/** A place without the first and the last word if both texts have them: a word beside an inserted one does not differ. */
function withoutSameEnds(former: string, text: string, { start, formerEnd, textEnd }: Region): Region {
  const [before, after] = [former.slice(start, formerEnd), text.slice(start, textEnd)];
  const last = lastWord(before);
  const tail = last === lastWord(after) ? last.length : 0;
  const [rest, restAfter] = [before.slice(0, before.length - tail), after.slice(0, after.length - tail)];
  const first = firstWord(rest);
  const head = first === firstWord(restAfter) ? first.length : 0;
  return { start: start + head, formerEnd: formerEnd - tail, textEnd: textEnd - tail };
}

/** A word with the blanks before it, up to the next blank. */
const firstWord = (text: string) => /^[ \n]*[^ \n]*/.exec(text)?.[0] ?? '';
const lastWord = (text: string) => text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1);

/** Words in lines that differ, and in these only the words that differ. An upper bound. */
function differing(former: string, text: string, language: string): number {
  const gaps = gapsBetween(former.split('\n'), text.split('\n'))
    .flatMap(linePairs)
    .flatMap(([before, after]) => gapsBetween(partsOf(before.join('\n')), partsOf(after.join('\n'))))
    .map(([before, after]): [string, string] => [before.join(' '), after.join(' ')]);
  const length = gaps.reduce((sum, [before, after]) => sum + Math.max(before.length, after.length), 0);
  if (length > countedMax) return length;
  return gaps.reduce((sum, gap) => sum + Math.max(...gap.map((part) => countWords(part, language))), 0);
}

/** Lines that take the place of as many others are compared one by one. */
function linePairs([before, after]: Gap): Gap[] {
  return before.length === after.length
    ? before.map((line, at): Gap => [[line], [after[at] ?? '']])
    : [[before, after]];
}

/** Words, and clauses in scripts without blanks. */
const partsOf = (text: string) => text.split(/[ \n]+|(?<=[。！？，、；：」』”])/u).filter(Boolean);

type Gap = [former: string[], present: string[]];

/** What differs between parts that both lists have once and in the same order. */
function gapsBetween(former: string[], present: string[]): Gap[] {
  const gaps: Gap[] = [];
  let [at, to] = [0, 0];
  for (const [before, after] of [...anchors(former, present), [former.length, present.length] as const]) {
    const gap = trimmed(former.slice(at, before), present.slice(to, after));
    if (gap[0].length + gap[1].length > 0) gaps.push(gap);
    [at, to] = [before + 1, after + 1];
  }
  return gaps;
}

function trimmed(former: string[], present: string[]): Gap {
  const shorter = Math.min(former.length, present.length);
  let head = 0;
  while (head < shorter && former[head] === present[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && former.at(-1 - tail) === present.at(-1 - tail)) tail += 1;
  return [former.slice(head, former.length - tail), present.slice(head, present.length - tail)];
}

/** Positions of the parts that occur once in each list, as long a series in both orders as there is. */
function anchors(former: string[], present: string[]): (readonly [number, number])[] {
  const [ofFormer, ofPresent] = [placesOfUnique(former), placesOfUnique(present)];
  const pairs = [...ofFormer].flatMap(([part, at]): [number, number][] => {
    const to = ofPresent.get(part);
    return to === undefined ? [] : [[at, to]];
  });
  return longestRise(pairs);
}

function placesOfUnique(parts: string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [place, part] of parts.entries()) {
    if (places.has(part)) repeated.add(part);
    else places.set(part, place);
  }
  for (const part of repeated) places.delete(part);
  return places;
}

/** The longest series of pairs whose second members rise; the first ones rise already. */
function longestRise(pairs: [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, [, to]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const rise: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) rise.push(pair);
  }
  return rise.reverse();
}
