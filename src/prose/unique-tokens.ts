/** Positions of a token in the two texts. */
type Pair = readonly [before: number, after: number];

/**
 * Tokens that occur exactly once in each text, as many as keep their order in both ("patience" diff). The time does not
 * depend on how much the texts differ.
 */
export function uniqueTokens(before: readonly string[], after: readonly string[]): Pair[] {
  const others = singlesOf(after);
  const pairs = [...singlesOf(before)].flatMap(([token, at]): Pair[] => {
    const other = others.get(token);
    return other === undefined ? [] : [[at, other]];
  });
  return longestRising(pairs);
}

/** Positions of tokens with a letter or digit that occur once, in order. */
function singlesOf(tokens: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  tokens.forEach((token, at) => {
    if (places.has(token)) repeated.add(token);
    else if (/[\p{L}\p{N}]/u.test(token)) places.set(token, at);
  });
  for (const token of repeated) places.delete(token);
  return places;
}

interface Link {
  pair: Pair;
  previous: Link | undefined;
}

/** Longest increasing subsequence of pairs that are sorted by the first text. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  // Entry n is the run of n + 1 pairs with the smallest end.
  const runs: Link[] = [];
  for (const pair of pairs) {
    const length = firstBehind(runs, pair[1]);
    runs[length] = { pair, previous: runs[length - 1] };
  }
  const result: Pair[] = [];
  for (let link = runs.at(-1); link; link = link.previous) result.push(link.pair);
  return result.reverse();
}

/** Binary search for the first run that ends behind a position; ends increase. */
function firstBehind(runs: readonly Link[], place: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.pair[1] ?? place) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
