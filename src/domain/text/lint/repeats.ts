import { type Draft, type Material, noText, type Verdict } from './material.ts';
import type { Prose } from './prose.ts';

// Ours, in words: minimum repeat to consider, and lengths above chance and refrains.
const seedWords = 8;
const [fromPreviousMin, withinMin, differentMin] = [15, 20, 5];
const [seamMin, seamMax] = [4, 19];

/** Words as numbers, equal for equal words, with sentence boundaries. */
interface Numbered {
  ids: number[];
  prose: Prose;
  begins: ReadonlySet<number>;
  ends: ReadonlySet<number>;
}

/** Passages that repeat the previous chapter word for word. */
export function findRepeatsOfPrevious({ content, chapter, previousWords, prose }: Material): Verdict {
  if (content === '') return noText;
  if (chapter.order === 1) return { skipped: 'It is the first chapter.' };
  if (previousWords.length === 0) return { skipped: 'The previous chapter has no text.' };
  const numbers = new Map<string, number>();
  const earlier = numbered(previousWords, numbers);
  const here = read(prose, numbers);
  const seeds = new Map<number, number>();
  seedsOf(earlier, (hash, at) => void (seeds.has(hash) || seeds.set(hash, at)));
  const drafts: Draft[] = [];
  let passed = 0;
  seedsOf(here.ids, (hash, at) => {
    const from = seeds.get(hash);
    if (from === undefined || at < passed || !isVaried(here.ids, at)) return;
    const length = sharedLength(earlier, from, here.ids, at, Number.POSITIVE_INFINITY);
    if (length < fromPreviousMin) return;
    passed = at + length;
    drafts.push(draft(here, at, length, `These ${length} words stand in the previous chapter too, word for word.`));
  });
  return drafts;
}

/** Repeated passages, whole sentences and seams within the text; the later one is the finding. */
export function findRepeatsWithin({ content, prose }: Material): Verdict {
  if (content === '') return noText;
  const here = read(prose, new Map());
  const seeds = new Map<number, number>();
  const drafts: Draft[] = [];
  let passed = 0;
  seedsOf(here.ids, (hash, at) => {
    const from = seeds.get(hash);
    if (from === undefined) seeds.set(hash, at);
    if (from === undefined || from + seedWords > at || at < passed || !isVaried(here.ids, at)) return;
    const shared = sharedLength(here.ids, from, here.ids, at, at - from);
    const length = shared >= withinMin ? shared : sentenceWithin(here, at, shared);
    if (!length) return;
    passed = at + length;
    drafts.push(
      draft(here, at, length, `These ${length} words have already been said in this chapter, word for word.`),
    );
  });
  return [...drafts, ...doubledSeams(here)].sort((one, other) => (one.start ?? 0) - (other.start ?? 0));
}

/** Word count of a whole sentence that starts here within the limit; 0 for less than eight words. */
function sentenceWithin({ begins, ends }: Numbered, at: number, words: number): number {
  if (!begins.has(at)) return 0;
  for (let length = words; length >= seedWords; length -= 1) if (ends.has(at + length)) return length;
  return 0;
}

/** A few words repeated with only whitespace between, as at the seam of a continuation. */
function doubledSeams(here: Numbered): Draft[] {
  const { ids, prose } = here;
  const drafts: Draft[] = [];
  for (let at = 0; at + seamMin * 2 <= ids.length; at += 1) {
    const length = seamLengths.find((one) => isDoubled(ids, at, one) && isUnbroken(prose, at + one));
    if (!length) continue;
    drafts.push(draft(here, at + length, length, `These ${length} words stand here twice, one after the other.`));
    at += length;
  }
  return drafts;
}

const seamLengths = Array.from({ length: seamMax - seamMin + 1 }, (_, shorter) => seamMax - shorter);

function isDoubled(ids: readonly number[], at: number, length: number): boolean {
  for (let one = 0; one < length; one += 1)
    if (ids[at + one] === undefined || ids[at + one] !== ids[at + length + one]) return false;
  return new Set(ids.slice(at, at + length)).size >= seamMin;
}

function isUnbroken({ text, words }: Prose, at: number): boolean {
  return /^\s*$/.test(text.slice(words[at - 1]?.end, words[at]?.start));
}

function draft({ prose }: Numbered, at: number, length: number, message: string): Draft {
  const words = prose.words.slice(at, at + length);
  return {
    evidence: words.map(({ text }) => key(text)).join(' '),
    message,
    fix: 'Take out one of the two; waive it if it is a refrain.',
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
  };
}

function key(word: string): string {
  return word.normalize('NFC').toLowerCase().replaceAll("'", '’');
}

function numbered(words: readonly string[], numbers: Map<string, number>): number[] {
  return words.map((text) => {
    const word = key(text);
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  });
}

function read(prose: Prose, numbers: Map<string, number>): Numbered {
  return {
    ids: numbered(
      prose.words.map(({ text }) => text),
      numbers,
    ),
    prose,
    begins: new Set(prose.sentences.map(({ from }) => from)),
    ends: new Set(prose.sentences.map(({ to }) => to)),
  };
}

const factor = 0x01000193;
const leaving = Array.from({ length: seedWords - 1 }).reduce<number>((power) => Math.imul(power, factor), 1);

/** Visits each run of eight words in order with a rolling hash. */
function seedsOf(ids: readonly number[], visit: (hash: number, at: number) => void): void {
  let hash = 0;
  ids.forEach((id, at) => {
    const gone = ids[at - seedWords];
    if (gone !== undefined) hash = (hash - Math.imul(gone + 1, leaving)) | 0;
    hash = (Math.imul(hash, factor) + id + 1) | 0;
    if (at >= seedWords - 1) visit(hash, at - seedWords + 1);
  });
}

function sharedLength(one: readonly number[], from: number, other: readonly number[], at: number, max: number): number {
  let length = 0;
  while (length < max && one[from + length] !== undefined && one[from + length] === other[at + length]) length += 1;
  return length;
}

/** Whether the eight words vary. Checked before a run is measured, so that an endless "no, no, no" costs nothing. */
function isVaried(ids: readonly number[], at: number): boolean {
  return new Set(ids.slice(at, at + seedWords)).size >= differentMin;
}
