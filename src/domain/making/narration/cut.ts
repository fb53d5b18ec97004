import { lengthOf } from '../../shapes.ts';
import { abbreviationEnds } from './abbreviations.ts';

/**
 * Splits a text into parts of at most `max` code points without loss: at sentence ends; longer sentences at commas and
 * similar marks, then at spaces outside names, then at any space, then between any characters.
 */
export function cutToFit(text: string, language: string, max: number): string[] {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const characters = new Intl.Segmenter(language, { granularity: 'grapheme' });
  const isOpen = abbreviationEnds(language);
  const words = (long: string) => long.match(/\s*\S+\s*/gu) ?? [];
  return partsOf(text, max, [
    (long) =>
      joined(
        Array.from(sentences.segment(long), ({ segment }) => segment),
        isOpen,
      ),
    (long) => joined(long.match(pause) ?? [], isOpen),
    (long) => joined(words(long), (part, next) => isOpen(part) || isWithinName(part, next)),
    (long) => joined(words(long), isOpen),
    words,
    (long) => Array.from(characters.segment(long), ({ segment }) => segment),
    (long) => [...long],
  ]);
}

/** A part of a sentence, to its pause. Commas and colons without a blank behind them are in numbers and hours. */
const pause = /[\s\S]+?(?:[,;:،]+(?=\s)|[—–、，；：]+|$)/gu;

const isWithinName = (word: string, next: string) =>
  /^\s*\p{Lu}[\p{L}\p{M}'’-]*\s*$/u.test(word) && /^\s*\p{Lu}/u.test(next);

/** Joins parts between which a speaker does not pause. */
function joined(parts: readonly string[], goesOn: (part: string, next: string) => boolean): string[] {
  const runs: string[][] = [];
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (before !== undefined && goesOn(before, part)) runs.at(-1)?.push(part);
    else runs.push([part]);
  }
  return runs.map((run) => run.join(''));
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
