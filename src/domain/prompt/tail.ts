/** Length of a text's end that shows the voice and the point to continue from (docs/prompt.md, "Blocks": about 600 words). */
export const tailWordsMax = 600;

// Bounds the work on texts without spaces, and the tail; 600 words are about 3,500 characters. Ours.
const tailUnitsMax = 8_000;

const paragraphStart = /\n\s*\n\s*(?=\S)/g;
const sentenceStart = /[.!?…]["'”’»)*_]*\s+(?=\S)|[。！？][」』”]*/g;

/** End of a text, verbatim to its last character: about 600 words at most, from the start of a paragraph or sentence. */
export function tailOf(text: string, language: string): string {
  const near = text.length <= tailUnitsMax ? text : wellFormedEnd(text, tailUnitsMax);
  const earliest = startOfLastWords(near, language);
  if (earliest === 0 && near.length === text.length) return text;

  const candidates = near.slice(earliest);
  const start =
    firstWithin(candidates, paragraphStart, candidates.length / 2) ??
    firstWithin(candidates, sentenceStart, candidates.length / 2) ??
    0;
  return candidates.slice(start);
}

function startOfLastWords(text: string, language: string): number {
  const starts: number[] = [];
  for (const segment of wordSegmenter(language).segment(text)) {
    if (segment.isWordLike) starts.push(segment.index);
  }
  return starts.length <= tailWordsMax ? 0 : (starts.at(-tailWordsMax) ?? 0);
}

/** Words of a text, as its language counts them. */
export function wordCount(text: string, language: string): number {
  let words = 0;
  for (const { isWordLike } of wordSegmenter(language).segment(text)) if (isWordLike) words += 1;
  return words;
}

function wordSegmenter(language: string): Intl.Segmenter {
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
