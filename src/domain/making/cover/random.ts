/** Deterministic random numbers from 0 to below 1. */
export type Random = () => number;

/** Mulberry32 seeded with the FNV-1a hash of a text. */
export function randomOf(text: string): Random {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to below `count`. */
export const below = (random: Random, count: number) => Math.floor(random() * count);

/** A random item. */
export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[below(random, items.length)] ?? items[0];
}

export const between = (random: Random, low: number, high: number) => low + (high - low) * random();
