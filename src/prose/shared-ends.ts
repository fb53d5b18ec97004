/** How many members two texts or lists share at their beginning. */
export function sharedHead(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  return head;
}

/** How many they share at their end, at most `max`. */
export function sharedTail(
  one: ArrayLike<unknown>,
  other: ArrayLike<unknown>,
  max = Math.min(one.length, other.length),
): number {
  let tail = 0;
  while (tail < max && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return tail;
}

/** How many they share at their beginning, and how many of the rest at their end. */
export function sharedEnds(
  one: ArrayLike<unknown>,
  other: ArrayLike<unknown>,
): { readonly head: number; readonly tail: number } {
  const head = sharedHead(one, other);
  return { head, tail: sharedTail(one, other, Math.min(one.length, other.length) - head) };
}
