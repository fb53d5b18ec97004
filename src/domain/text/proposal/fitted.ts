import type { AnchoredWords } from '../passage/anchoring.ts';
import { keptAsTyped, keptFromQuote } from '../passage/repeated.ts';

/** A replacement of the words that a call has named: what it repeats of them stays as it is in the text. */
export function fittedTo(
  words: Pick<AnchoredWords, 'exact' | 'isExact'> | undefined,
  quote: string | undefined,
  replacement: string,
): string {
  if (!words) return replacement;
  if (quote === undefined) return keptAsTyped(words.exact, replacement);
  // A quote that was found tolerantly was found without the white space at its ends.
  return words.isExact
    ? replacement
    : keptFromQuote(words.exact, quote.trim(), withoutSharedBlanks(quote, replacement));
}

/** A replacement without the white space at its ends that the quote has there, too. */
function withoutSharedBlanks(quote: string, text: string): string {
  const [before] = /^\s*/.exec(quote) ?? [''];
  const after = quote.slice(quote.trimEnd().length);
  const rest = text.startsWith(before) ? text.slice(before.length) : text;
  return after !== '' && rest.endsWith(after) ? rest.slice(0, -after.length) : rest;
}
