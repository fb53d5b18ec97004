import { type Formed, placeIn } from './normal-form.ts';
import { alignedWords, finished } from './token-diff.ts';

/** A text, and the form in which it is compared. */
interface Compared {
  text: string;
  form: Formed;
}

/**
 * A changed text in which only what was changed is: words that it repeats stay as they are in the original.
 *
 * @param original Its form can be that of the one who changed it, as long as each place in it is one in the original.
 * @param effortMax Maximum cost of the comparison (token-diff.ts). What is too far apart stays as it was sent.
 * @param isRepeated Whether words of the same form are repeated, and not changed to another form; default: always.
 */
export function keptIn(
  original: Compared,
  changed: Compared,
  wordsOf: (text: string) => string[],
  effortMax: number,
  isRepeated: (words: string, changed: string) => boolean = () => true,
): string {
  const { form } = original;
  let [kept, at, changedAt] = ['', 0, 0];
  const sliceOf = ({ text, form }: Compared, from: number, length: number) =>
    text.slice(placeIn(form, from), placeIn(form, from + length));
  const keep = (before: string, after: string, isEqual: boolean) => {
    const [words, sent] = [sliceOf(original, at, before.length), sliceOf(changed, changedAt, after.length)];
    kept += isEqual && isRepeated(words, sent) ? words : sent;
    [at, changedAt] = [at + before.length, changedAt + after.length];
  };
  for (const { isEqual, before, after } of finished(alignedWords(form.text, changed.form.text, wordsOf, effortMax))) {
    if (isEqual) for (const word of wordsOf(before)) keep(word, word, true);
    else keep(before, after, false);
  }
  return kept;
}
