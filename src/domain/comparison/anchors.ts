/** Where a token stands in each of two texts. */
type Pair = readonly [before: number, after: number];

/**
 * Tokens that stand exactly once in each of two texts, as many as keep their order in both: places that surely belong
 * together ("patience" in the literature). Takes no longer for texts that differ much.
 */
export function anchorsOf(before: readonly string[], after: readonly string[]): Pair[] {
  const others = singlesOf(after);
  const pairs = [...singlesOf(before)].flatMap(([token, at]): Pair[] => {
    const other = others.get(token);
    return other === undefined ? [] : [[at, other]];
  });
  return longestRising(pairs);
}

/** The tokens with a letter or digit that stand there once, and where, in order. */
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

/** Of pairs in the order of the first text, as many as stand in the order of the second too. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  // The nth is the run of n + 1 pairs that ends earliest.
  const runs: Link[] = [];
  for (const pair of pairs) {
    const length = firstBehind(runs, pair[1]);
    runs[length] = { pair, previous: runs[length - 1] };
  }
  const result: Pair[] = [];
  for (let link = runs.at(-1); link; link = link.previous) result.push(link.pair);
  return result.reverse();
}

/** The index of the first run that ends behind a place; found by halving, for they end in rising order. */
function firstBehind(runs: readonly Link[], place: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.pair[1] ?? place) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
