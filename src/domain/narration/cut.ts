import { lengthOf } from '../shapes.ts';
import { endsAbbreviated } from './abbreviations.ts';

/**
 * Splits a text into parts of at most `max` code points without loss: at sentence ends; longer sentences at commas and
 * similar marks, then at spaces, then between any characters. Not behind an abbreviation, which belongs to what follows.
 */
export function cutToFit(text: string, language: string, max: number): string[] {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const characters = new Intl.Segmenter(language, { granularity: 'grapheme' });
  const whole = (parts: readonly string[]) => withAbbreviated(parts, language);
  return partsOf(text, max, [
    (long) => whole(Array.from(sentences.segment(long), ({ segment }) => segment)),
    (long) => whole(long.match(pause) ?? []),
    (long) => whole(long.match(/\s*\S+\s*/gu) ?? []),
    (long) => Array.from(characters.segment(long), ({ segment }) => segment),
    (long) => [...long],
  ]);
}

/** A part of a sentence, to its pause. Commas and colons without a blank behind them are in numbers and hours. */
const pause = /[\s\S]+?(?:[,;:،]+(?=\s)|[—–、，；：]+|$)/gu;

/** Joins parts that end with an abbreviation with the next. */
function withAbbreviated(parts: readonly string[], language: string): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const part of parts) {
    if (isOpen) joined.push(`${joined.pop()}${part}`);
    else joined.push(part);
    isOpen = endsAbbreviated(part, language);
  }
  return joined;
}

type Split = (text: string) => string[];

function partsOf(text: string, max: number, [split, ...finer]: readonly Split[]): string[] {
  if (!split || lengthOf(text) <= max) return [text];
  const parts: string[] = [];
  let room = 0;
  for (const part of split(text).flatMap((one) => partsOf(one, max, finer))) {
    const length = lengthOf(part);
    if (length <= room) parts.push(`${parts.pop()}${part}`);
    else parts.push(part);
    room = (length <= room ? room : max) - length;
  }
  return parts;
}
