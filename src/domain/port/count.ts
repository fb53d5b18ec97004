import { countWords } from '../chapter/rules.ts';
import type { Pace } from './pace.ts';

/** Some milliseconds of counting (ours). */
const pieceUnits = 20_000;

/** Words as the book's language counts them, a piece at a time: no word goes over the end of a line. */
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
