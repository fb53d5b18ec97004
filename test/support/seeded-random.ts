/** A hash of the parts, from 0 to 2³² − 1. */
export function hashOf(...parts: unknown[]): number {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(parts)) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A random source; the same seed gives the same values. */
export class SeededRandom {
  private readonly seed: number;
  private count = 0;

  constructor(seed: number) {
    this.seed = seed;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    this.count += 1;
    return hashOf(this.seed, this.count) % limit;
  }

  /** True with a probability of 1 / `count`. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  from<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error('The list is empty.');
    return item;
  }
}
