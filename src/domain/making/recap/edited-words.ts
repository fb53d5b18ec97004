import type { Region } from '../../../prose/region.ts';
import { sharedEnds } from '../../../prose/shared-ends.ts';
import { uniqueTokens } from '../../../prose/unique-tokens.ts';
import { countWords } from '../../../prose/words.ts';
import { widenedToBlanks } from '../../text/texts/parts.ts';

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
  for (const [before, after] of [...uniqueTokens(former, present), [former.length, present.length] as const]) {
    const gap = trimmed(former.slice(at, before), present.slice(to, after));
    if (gap[0].length + gap[1].length > 0) gaps.push(gap);
    [at, to] = [before + 1, after + 1];
  }
  return gaps;
}

function trimmed(former: string[], present: string[]): Gap {
  const { head, tail } = sharedEnds(former, present);
  return [former.slice(head, former.length - tail), present.slice(head, present.length - tail)];
}
