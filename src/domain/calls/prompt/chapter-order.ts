import { countWords } from '../../../prose/words.ts';
import { type LengthWish, type Order, orderOf } from './order.ts';
import type { PromptInput } from './prompt.ts';
import { chapterWords } from './system-rules.ts';

/** The length that a call orders of a chapter. */
export function orderFor(
  { book, chapters, chapterId, ownText, instructions }: Omit<PromptInput, 'countTokens' | 'budgetTokens'>,
  { words, appends = false }: Partial<LengthWish>,
): Order | undefined {
  const target = chapters.find(({ id }) => id === chapterId)?.targetWords ?? null;
  const share = chapterWords(book.targetWords, chapters.length);
  const written = appends ? countWords(ownText, book.language) : 0;
  return orderOf({ words, instructions, appends }, { target, share, written });
}
