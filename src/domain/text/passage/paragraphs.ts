import { fenceAt } from '../../../prose/fence.ts';
import type { Passage } from './locate.ts';

/** The paragraphs of a text, which blank lines divide. A code fence is one with its blank lines. */
export function paragraphsOf(text: string): Passage[] {
  const paragraphs: Passage[] = [];
  let [open, fence]: [Passage | undefined, ReturnType<typeof fenceAt>] = [undefined, undefined];
  let at = 0;
  for (const line of text.split('\n')) {
    fence ??= fenceAt(line);
    if (fence || line.trim() !== '') {
      if (open) open.end = at + line.length;
      else {
        open = { start: at, end: at + line.length };
        paragraphs.push(open);
      }
    } else open = undefined;
    if (!fence?.goesOn(line)) fence = undefined;
    at += line.length + 1;
  }
  return paragraphs;
}
