/**
 * Prints tokens and shared leading bytes of the prompts of three books, or one prompt, or writes all of them to a folder:
 * `node bench/prompt-texts.ts [BOOK CHAPTER|continue|rewrite|outline|grade | --write FOLDER]`.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemblePrompt } from '../src/domain/calls/prompt/prompt.ts';
import { tokenCounter } from '../src/providers/tokenizer.ts';
import { inputFor, type SampleBook } from '../test/books/book.ts';
import { books, gradePromptOf, type Messages, otherCalls, printedPrompts, promptOf } from '../test/books/prompts.ts';
import { sharedShare } from '../test/books/shares.ts';

const countTokens = await tokenCounter();
const [name = '', wanted = ''] = process.argv.slice(2);
const chosen = books[name];

if (name === '--write') {
  mkdirSync(wanted, { recursive: true });
  for (const [title, text] of printedPrompts(countTokens)) writeFileSync(join(wanted, `${title}.md`), text);
} else if (chosen && wanted) {
  const call = otherCalls.find((one) => one === wanted) ?? Number(wanted);
  for (const { role, content } of promptOf(chosen, call, countTokens)) console.log(`--- ${role}\n${content}\n`);
} else {
  for (const [title, book] of Object.entries(books)) console.log(`${title}: ${factsOf(book)}`);
}

function factsOf(book: SampleBook): string {
  const prompts = book.chapters.map((_one, index) => assemblePrompt(inputFor(book, index + 1, countTokens)));
  const tokens = [2, 7, 12].map((at) => prompts[at - 1]?.tokens);
  const shares = prompts.slice(1).map((prompt, index) => Math.round(sharedShare(prompts[index], prompt) * 100));
  const sizeOf = (messages: Messages) => messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  const others = [
    promptOf(book, 'outline', countTokens),
    promptOf(book, 'grade', countTokens),
    gradePromptOf(book, 'read', countTokens),
  ].map(sizeOf);
  return `${tokens.join(' · ')} tokens; shared with the chapter before ${shares.join(' ')} %; outline, grade, grade of a read book ${others.join(' · ')}`;
}
