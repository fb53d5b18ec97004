import { keptIn } from '../../../prose/kept.ts';
import { type Formed, formPlaceOf, normalForm, placeIn, withForm } from '../../../prose/normal-form.ts';
import { fold } from './locate.ts';

/** Effort of comparing two passages (token-diff.ts), at most about 20 ms (ours). */
const effortMax = 250_000;

const tokensOf = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+|\s+|\.{3}|--|[\s\S]/gu) ?? [];

/** A replacement of words that were found by a quote: what it has of the quote stays as it is in the text. */
export function keptFromQuote(words: string, quote: string, replacement: string): string {
  if (words === quote) return replacement;
  const [inText, inQuote, normal] = [fold(words), fold(quote), normalForm(quote)];
  // Words that a quote was not found as, such as those with the blanks around them, say nothing of its places.
  if (inText.text !== inQuote.text) return replacement;
  const places = Uint32Array.from({ length: normal.text.length + 1 }, (_place, at) =>
    placeIn(inText, formPlaceOf(inQuote, placeIn(normal, at))),
  );
  const original = { text: words, form: { text: normal.text, places } };
  return keptIn(original, { text: replacement, form: normalForm(replacement) }, tokensOf, effortMax);
}

/**
 * A replacement of words that were named by their place: it may repeat them with the marks that a keyboard has. Marks that it
 * sets better stay.
 */
export function keptAsTyped(words: string, replacement: string): string {
  const compared = (text: string) => ({ text, form: typed(text) });
  return keptIn(compared(words), compared(replacement), tokensOf, effortMax, isTypedOf);
}

const isTypedOf = (words: string, sent: string) =>
  [words.normalize(), words.normalize().replaceAll(noBreak, ' '), typed(words).text].includes(sent.normalize());

const noBreak = /[\u00a0\u2007\u202f]/gu;
const keys: Readonly<Record<string, string>> = { '…': '...', '—': '--', '–': '-', '‑': '-', '−': '-' };
/** Marks that few keyboards have, with the blanks of French quotes. */
const marks = /[«‹][ \u00a0\u202f]?|[ \u00a0\u202f]?[»›]|[“”„‟″‘’‚‛′…—–‑−]|[\u00a0\u2007\u202f]/gu;

function typed(text: string): Formed {
  return withForm(normalForm(text), marks, keyOf, 3 * text.length);
}

function keyOf(mark: string): string {
  const [sign = ''] = mark.trim();
  if (/[«»“”„‟″]/u.test(sign)) return '"';
  if (/[‹›‘’‚‛′]/u.test(sign)) return "'";
  return keys[sign] ?? ' ';
}
