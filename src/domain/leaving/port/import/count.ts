import { countWords } from '../../../../prose/words.ts';
import type { Pace } from '../pace.ts';

/** A few milliseconds of counting (ours). */
const pieceUnits = 20_000;

/** Counts words by the rules of the book's language, in pieces that end at line breaks. */
export async function countedWords(prose: string, language: string, pace: Pace): Promise<number> {
  let words = 0;
  for (let start = 0; start < prose.length; ) {
    const newline = prose.indexOf('\n', start + pieceUnits);
    const end = newline < 0 ? prose.length : newline + 1;
    words += countWords(prose.slice(start, end), language);
    start = end;
    await pace.breathe();
  }
  return words;
}
