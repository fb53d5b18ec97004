/** Bits of a hash (ours): 60 words among 40,000 others are hardly ever taken for one of them. */
const hashBits = 18;

/** Hashes are below this number. */
export const hashesMax = 2 ** hashBits;

/** A number for a part of a text, in UTF-16 units. Different parts can have the same. */
export function hashAt(text: string, at: number, length: number): number {
  let hash = 0;
  for (let unit = at; unit < at + length; unit += 1) hash = mixed(hash, text.charCodeAt(unit));
  return hashOf(hash);
}

/** The hash of a part is that of its units, mixed in from 0. */
export const mixed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x9e3779b1);
export const hashOf = (hash: number): number => hash >>> (32 - hashBits);
