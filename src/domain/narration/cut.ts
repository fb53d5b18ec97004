import { lengthOf } from '../shapes.ts';

/**
 * Splits a text into parts of at most `max` code points without loss: at sentence ends; longer sentences at commas and
 * similar marks, then at spaces, then between any characters.
 */
export function cutToFit(text: string, language: string, max: number): string[] {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const characters = new Intl.Segmenter(language, { granularity: 'grapheme' });
  return partsOf(text, max, [
    (long) => Array.from(sentences.segment(long), ({ segment }) => segment),
    (long) => long.match(/[^,;:—–،、，；：]+[,;:—–،、，；：]*|[,;:—–،、，；：]+/gu) ?? [],
    (long) => long.match(/\s*\S+\s*/gu) ?? [],
    (long) => Array.from(characters.segment(long), ({ segment }) => segment),
    (long) => [...long],
  ]);
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
