/** Length of a text's end that shows the voice and the point to continue from (docs/prompt.md, "Blocks": about 600 words). */
export const tailWordsMax = 600;
/** The least that a small budget leaves of it. */
export const tailWordsMin = 200;
/** Length of the end of the chapter's own text, if the whole is too long (docs/prompt.md, "Blocks"). */
export const ownTailWordsMax = 1_500;
/** Length of its opening. */
const openingWordsMax = 200;

// Bounds the work on texts without spaces, and the tail; a word with its space is about 6 units. Ours.
const unitsPerWordMax = 13;

const paragraphStart = /\n\s*\n\s*(?=\S)/g;
const sentenceStart = /[.!?…]["'”’»)*_]*\s+(?=\S)|[。！？][」』”]*/g;

/** End of a text, verbatim to its last character, from the start of a paragraph or sentence. */
export function tailOf(text: string, language: string, wordsMax = tailWordsMax): string {
  const unitsMax = wordsMax * unitsPerWordMax;
  const near = text.length <= unitsMax ? text : wellFormedEnd(text, unitsMax);
  const earliest = startOfLastWords(near, language, wordsMax);
  if (earliest === 0 && near.length === text.length) return text;

  const candidates = near.slice(earliest);
  const start =
    firstWithin(candidates, paragraphStart, candidates.length / 2) ??
    firstWithin(candidates, sentenceStart, candidates.length / 2) ??
    0;
  return candidates.slice(start);
}

/** Beginning of a text, verbatim from its first character: about 200 words at most, to the end of a paragraph or sentence. */
export function openingOf(text: string, language: string): string {
  const units = text.slice(0, openingWordsMax * unitsPerWordMax).replace(/[\ud800-\udbff]$/, '');
  const starts: number[] = [];
  for (const segment of wordSegmenter(language).segment(units)) {
    if (segment.isWordLike) starts.push(segment.index);
  }
  const near = units.slice(0, starts[openingWordsMax]);
  if (near.length === text.length) return text;
  const ends = [paragraphStart, sentenceStart].map((boundary) => {
    const last = [...near.matchAll(boundary)].at(-1);
    return last === undefined ? 0 : last.index + last[0].length;
  });
  return near.slice(0, ends.find((end) => end >= near.length / 2) ?? near.length);
}

function startOfLastWords(text: string, language: string, wordsMax: number): number {
  const starts: number[] = [];
  for (const segment of wordSegmenter(language).segment(text)) {
    if (segment.isWordLike) starts.push(segment.index);
  }
  return starts.length <= wordsMax ? 0 : (starts.at(-wordsMax) ?? 0);
}

/** Words of a text, as its language counts them. */
export function wordCount(text: string, language: string): number {
  let words = 0;
  for (const { isWordLike } of wordSegmenter(language).segment(text)) if (isWordLike) words += 1;
  return words;
}

/** The last one is kept: to build one costs more than to read a sentence. */
let latest: { language: string; segmenter: Intl.Segmenter } | undefined;

function wordSegmenter(language: string): Intl.Segmenter {
  if (latest?.language !== language) latest = { language, segmenter: newWordSegmenter(language) };
  return latest.segmenter;
}

function newWordSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    // Malformed tags are refused on input; any that remain must not break the chapter.
    return new Intl.Segmenter('en', { granularity: 'word' });
  }
}

function firstWithin(text: string, boundary: RegExp, before: number): number | undefined {
  for (const match of text.matchAll(boundary)) {
    const start = match.index + match[0].length;
    return start <= before ? start : undefined;
  }
  return undefined;
}

function wellFormedEnd(text: string, units: number): string {
  const end = text.slice(-units);
  return /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end;
}
