import { type MergeConflict, type MergePart, mergedThreeWay } from '../../../prose/three-way.ts';
import { comparedWords } from '../comparison/diff.ts';

/** A text and the present one, both changed from the base. */
export interface MergedTexts {
  base: string;
  mine: string;
  theirs: string;
  language: string;
}

/** A conflict with the line of the merge in which it begins, from 1. A paragraph is one line. */
export interface PlacedConflict extends MergeConflict {
  line: number;
}

export interface PlacedPart {
  text: string | null;
  conflict: PlacedConflict | null;
}

/** Cost of each of two comparisons (token-diff.ts); both cost as much as one comparison of revisions. Ours. */
const effortMax = 1_500_000;

export function combineTexts({ base, mine, theirs, language }: MergedTexts): PlacedPart[] {
  return placed(mergedThreeWay(base, mine, theirs, (text) => comparedWords(text, language), effortMax));
}

/** Lines are counted with the current words of the conflicts. */
function placed(parts: readonly MergePart[]): PlacedPart[] {
  let line = 1;
  return parts.map(({ text, conflict }) => {
    const at = line;
    line += (text ?? conflict?.theirs ?? '').split('\n').length - 1;
    return { text, conflict: conflict && { line: at, ...conflict } };
  });
}
