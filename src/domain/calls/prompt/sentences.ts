import { wordCount } from './tail.ts';

/** Ends like "Mr." or an initial, and so inside a sentence. */
const abbreviation = /(?<!\p{L})\p{Lu}\p{L}{0,2}\.\s*$/u;

/** Sentences of a text, verbatim with the space after them: together they are the text. */
export function sentencesOf(text: string, language: string): string[] {
  return [...eachSentence(text, language)];
}

/** Yields these sentences one at a time: text after those that are taken is not read. */
export function* eachSentence(text: string, language: string): Generator<string, void, void> {
  let [sentence, rest] = ['', ''];
  for (const { segment } of segmenterFor(language).segment(text)) {
    rest += segment;
    if (abbreviation.test(rest.slice(-8)) || wordCount(rest, language) === 0) continue;
    if (sentence !== '') yield sentence;
    [sentence, rest] = [rest, ''];
  }
  // An end without words belongs to the last sentence.
  if (sentence + rest !== '') yield sentence + rest;
}

/** The first sentences of a text, at most this many code points; empty if the first one is longer. */
export function firstSentences(text: string, language: string, codePointsMax: number): string {
  let taken = '';
  for (const sentence of eachSentence(text, language)) {
    if (Array.from((taken + sentence).trimEnd()).length > codePointsMax) break;
    taken += sentence;
  }
  return taken.trimEnd();
}

/** The last one is kept: to build one costs more than to read a text. */
let latest: { language: string; segmenter: Intl.Segmenter } | undefined;

function segmenterFor(language: string): Intl.Segmenter {
  if (latest?.language !== language) latest = { language, segmenter: newSegmenter(language) };
  return latest.segmenter;
}

function newSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    // Malformed tags are refused on input; any that remain must not break the chapter.
    return new Intl.Segmenter('en', { granularity: 'sentence' });
  }
}
