import { placesIn, withoutEscapes } from './escapes.ts';

/** What to look for in a text. */
export interface Wanted {
  words: string;
  matchesCase: boolean;
  isWholeWord: boolean;
}

/** A place in a text as the editor shows it, in UTF-16 units. */
export interface Place {
  start: number;
  end: number;
}

/** Straight quotation marks find curved ones too: few keyboards have those. */
const quotes: Record<string, string> = { "'": "['‘’‚]", '"': '["“”„«»]' };
const letter = '[\\p{L}\\p{M}\\p{N}_]';

/** Where words occur in a text, without its escapes. */
export function occurrencesOf(content: string, { words, matchesCase, isWholeWord }: Wanted): Place[] {
  if (words === '') return [];
  const literal = words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/['"]/g, (quote) => quotes[quote] ?? quote);
  const pattern = isWholeWord ? `(?<!${letter})${literal}(?!${letter})` : literal;
  const found = withoutEscapes(content).matchAll(new RegExp(pattern, matchesCase ? 'gu' : 'giu'));
  return [...found].map(({ 0: match, index }) => ({ start: index, end: index + match.length }));
}

/** The text with other words at some places, in order. Escapes elsewhere stay. */
export function withReplaced(content: string, places: readonly Place[], words: string): string {
  const pieces: string[] = [];
  const placeOf = placesIn(content);
  let from = 0;
  for (const { start, end } of places) {
    pieces.push(content.slice(from, placeOf(start)), words);
    from = placeOf(end);
  }
  return pieces.join('') + content.slice(from);
}
