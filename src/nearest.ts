/** Longer texts are compared by their beginning (ours). */
const comparedMax = 60;

/** The candidate that a word was probably meant to be, or undefined. Case does not count; a third of the letters may differ. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = comparable(word);
  let [best, bestDistance] = [undefined as string | undefined, Math.ceil(wanted.length / 3) + 1];
  for (const candidate of candidates) {
    const distance = distanceBelow(bestDistance, wanted, comparable(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function comparable(word: string): string {
  return word.slice(0, comparedMax).normalize('NFC').trim().toLowerCase();
}

/** Letters to insert, remove or replace (Levenshtein), or `limit` for that many and more. */
function distanceBelow(limit: number, one: string, other: string): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (one[line - 1] === other[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(row[other.length] ?? limit, limit);
}
