/** Prints tokens and shared leading bytes of the prompts of three books, or one prompt: `node bench/prompt-texts.ts [BOOK CHAPTER]`. */
import { assemblePrompt } from '../src/domain/prompt/prompt.ts';
import { tokenCounter } from '../src/providers/tokenizer.ts';
import { inputFor } from '../test/books/book.ts';
import { kontor } from '../test/books/kontor.ts';
import { marches } from '../test/books/marches.ts';
import { pilot } from '../test/books/pilot.ts';
import { sharedShare } from '../test/books/shares.ts';

const books = { pilot, marches, kontor };
const countTokens = await tokenCounter();
const [name, order] = process.argv.slice(2);

if (name && order) {
  const prompt = assemblePrompt(inputFor(books[name as keyof typeof books], Number(order), countTokens));
  for (const { role, content } of prompt.messages) console.log(`--- ${role}\n${content}\n`);
} else {
  for (const [title, book] of Object.entries(books)) {
    const prompts = book.chapters.map((_one, index) => assemblePrompt(inputFor(book, index + 1, countTokens)));
    const tokens = [2, 7, 12].map((at) => prompts[at - 1]?.tokens);
    const shares = prompts.slice(1).map((prompt, index) => Math.round(sharedShare(prompts[index], prompt) * 100));
    console.log(`${title}: ${tokens.join(' · ')} tokens; shared with the chapter before ${shares.join(' ')} %`);
  }
}
