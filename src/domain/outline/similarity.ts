// As many of a text's shingles as are compared; a summary of an ordinary length has fewer, and is compared whole. Ours.
const sketchSize = 128;

/** A fixed choice of a text's shingles, as ascending hashes: two texts' choices tell how alike the texts are. */
export type Sketch = Uint32Array;

// A word; a sign of a script without spaces between words counts as one.
const words =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]|[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]+/gv;

/** Of a summary: its pairs of neighbouring words. */
export function sketchOfWords(text: string): Sketch {
  return sketch(folded(text).match(words) ?? []);
}

/** Of a title: its pairs of neighbouring letters, a number being one: chapters 1 and 11 are two. */
export function sketchOfLetters(text: string): Sketch {
  return sketch(folded(text).match(/\p{N}+|[\p{L}\p{M}]/gu) ?? []);
}

/**
 * How alike two texts are, 0–1: the shingles that both have among those that either has (Jaccard), estimated from the least
 * hashes of their union, and exact where both have few. Texts without letters are like nothing.
 */
export function resemblance(one: Sketch, other: Sketch): number {
  const sizeMax = Math.min(sketchSize, one.length + other.length);
  let [at, otherAt, union, shared] = [0, 0, 0, 0];
  while (union < sizeMax && (at < one.length || otherAt < other.length)) {
    const hash = one[at] ?? Number.POSITIVE_INFINITY;
    const otherHash = other[otherAt] ?? Number.POSITIVE_INFINITY;
    if (hash <= otherHash) at += 1;
    if (otherHash <= hash) otherAt += 1;
    if (hash === otherHash) shared += 1;
    union += 1;
  }
  return union === 0 ? 0 : shared / union;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function sketch(tokens: readonly string[]): Sketch {
  const hashes = tokens.map(hashOf);
  const pairs = new Set(hashes.length === 1 ? hashes : []);
  for (let at = 1; at < hashes.length; at += 1)
    pairs.add(stirred(Math.imul(hashes[at - 1] ?? 0, 31) ^ (hashes[at] ?? 0)));
  return Uint32Array.from(pairs).sort().slice(0, sketchSize);
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Spread over all 32 bits, so that the least hashes are a fair choice. */
function stirred(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
