/** Bits of a hash (ours): 60 words among 40,000 others are hardly ever taken for one of them. */
const hashBits = 18;

/** Hashes are below this number. */
export const hashesMax = 2 ** hashBits;

/** A number for a part of a text, in UTF-16 units. Different parts can have the same. */
export function hashAt(text: string, at: number, length: number): number {
  let hash = 0;
  for (let unit = at; unit < at + length; unit += 1) hash = Math.imul(hash ^ text.charCodeAt(unit), 0x9e3779b1);
  return hash >>> (32 - hashBits);
}
