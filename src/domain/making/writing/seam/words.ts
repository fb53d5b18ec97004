/** Letters of scripts that put no space between words. */
const unspaced =
  '[[\\p{L}\\p{M}]&&[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]]';

const unspacedLetter = new RegExp(`^${unspaced}`, 'v');
const lastUnspacedLetter = new RegExp(`${unspaced}$`, 'v');
const wordPattern = new RegExp(`${unspaced}\\p{M}*|[[\\p{L}\\p{M}\\p{N}]--${unspaced}]+`, 'gv');

/** Whether a text begins with a letter of a script without spaces. */
export const startsUnspaced = (text: string) => unspacedLetter.test(text);
/** Whether a text ends with a letter of a script without spaces. */
export const endsUnspaced = (text: string) => lastUnspacedLetter.test(text);

/** A sequence of letters and digits, or one letter of a script without spaces. Positions are UTF-16 units. */
export interface SeamWord {
  text: string;
  start: number;
  end: number;
  isUnspaced: boolean;
}

export function wordsIn(text: string): SeamWord[] {
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    text: word.normalize('NFC'),
    start: index,
    end: index + word.length,
    isUnspaced: startsUnspaced(word),
  }));
}
