interface Word {
  text: string;
  at: number;
}

/** Words on each side that tell one occurrence of a word from another. */
const contextMax = 12;

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({ text: word, at: index }));

/**
 * Where a place of a text as it reads stands in its Markdown, found by the words around it: lists, quotes, links and notes
 * have signs that nobody reads, and no positions.
 */
export function markdownPlace(markdown: string, read: string, at: number): number {
  const [shown, marked] = [wordsOf(read), wordsOf(markdown)];
  const here = shown.findIndex((word) => at <= word.at + word.text.length);
  const pressed = here < 0 ? shown.length - 1 : here;
  // A word that marks divide is not found: then the one before it.
  for (let index = pressed; index >= 0; index -= 1) {
    const word = shown[index];
    const found = word && likest(marked, shown, index);
    if (!found) continue;
    const within = index === pressed ? at - word.at : word.text.length;
    return found.at + Math.min(Math.max(within, 0), word.text.length);
  }
  return 0;
}

/** The occurrence of a word with most of the same words around it; of equal ones, that which is about as far in the text. */
function likest(marked: readonly Word[], shown: readonly Word[], index: number): Word | undefined {
  const wanted = shown[index]?.text;
  let [best, bestScore]: [Word | undefined, number] = [undefined, -1];
  for (const [place, word] of marked.entries()) {
    if (word.text !== wanted) continue;
    const distance = Math.abs(place / marked.length - index / shown.length);
    const score = sameFrom(marked, shown, place, index, 1) + sameFrom(marked, shown, place, index, -1) - distance;
    if (score > bestScore) [best, bestScore] = [word, score];
  }
  return best;
}

/** Words in a row that are the same, in one direction from two places. */
function sameFrom(a: readonly Word[], b: readonly Word[], inA: number, inB: number, step: 1 | -1): number {
  let same = 0;
  while (same < contextMax && hasSame(a[inA + step * (same + 1)], b[inB + step * (same + 1)])) same += 1;
  return same;
}

const hasSame = (one: Word | undefined, other: Word | undefined) => one !== undefined && one.text === other?.text;
