/** Jobs for the tests of the worker pool. */
export function lengthOf({ text }: { text: string }): number {
  return text.length;
}

export function forever(): never {
  for (;;);
}

export function failing(): never {
  throw new TypeError('This job fails.');
}

export function greedy(): number {
  const held: number[][] = [];
  for (;;) held.push(new Array(1_000_000).fill(held.length));
}
