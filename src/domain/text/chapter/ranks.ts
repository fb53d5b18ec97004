/** Ranks for `count` chapters between two neighbours; undefined if there is no room left. At an end a neighbour is absent. */
export function ranksBetween(
  before: number | undefined,
  after: number | undefined,
  count: number,
): number[] | undefined {
  const from = before ?? (after === undefined ? 0 : after - count - 1);
  const to = after ?? from + count + 1;
  const ranks = Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 1)) / (count + 1));
  return isIncreasing([from, ...ranks, to]) ? ranks : undefined;
}

/** Chapters in a new order: the rank of each, and whether it moved. */
interface Reranked {
  ranks: number[];
  isMoved: boolean[];
}

/** Takes the ranks of all chapters, in their new order. As few chapters as possible move; without room all ranks are spread. */
export function rerank(former: readonly number[]): Reranked {
  const staying = longestIncreasing(former);
  const isMoved = former.map((_, index) => !staying.has(index));
  const ranks: number[] = [];
  for (let start = 0; start < former.length; ) {
    let end = start;
    while (isMoved[end]) end += 1;
    const made = ranksBetween(ranks.at(-1), former[end], end - start);
    if (!made) return { ranks: former.map((_, index) => index + 1), isMoved };
    ranks.push(...made, ...former.slice(end, end + 1));
    start = end + 1;
  }
  return { ranks, isMoved };
}

function isIncreasing(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));
}

/** Indexes of a longest strictly increasing subsequence. */
function longestIncreasing(numbers: readonly number[]): Set<number> {
  // The index of the smallest last member of a subsequence of each length, and the index before each member.
  const [lasts, previous]: [number[], (number | undefined)[]] = [[], []];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, lasts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[lasts[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.push(lasts[low - 1]);
    lasts[low] = index;
  }
  const found = new Set<number>();
  for (let at = lasts.at(-1); at !== undefined; at = previous[at]) found.add(at);
  return found;
}
