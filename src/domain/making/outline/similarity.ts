// Maximum shingles that are compared; summaries of ordinary length have fewer and are compared in full. Ours.
const sketchSize = 128;

/** MinHash sketch: ascending hashes of a text's shingles, for estimating similarity. */
export type Sketch = Uint32Array;

// A word; a character in scripts without spaces.
const words =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]|[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]+/gv;

/** Sketch of a summary: pairs of neighbouring words. */
export function sketchOfWords(text: string): Sketch {
  return sketch(folded(text).match(words) ?? []);
}

/** Sketch of a title: pairs of neighbouring characters. A number is one character, so chapters 1 and 11 differ. */
export function sketchOfLetters(text: string): Sketch {
  return sketch(folded(text).match(/\p{N}+|[\p{L}\p{M}]/gu) ?? []);
}

/** Jaccard similarity of two sketches, 0–1; exact for short texts. Texts without letters resemble nothing. */
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

/** Avalanche step, so that the smallest hashes are a fair sample. */
function stirred(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
