/**
 * Prints tokens and shared leading bytes of the prompts of three books, or one prompt:
 * `node bench/prompt-texts.ts [BOOK CHAPTER|outline|grade]`.
 */

import { gradeMessages } from '../src/domain/outline/grade-prompt.ts';
import { outlineMessages } from '../src/domain/outline/outline-prompt.ts';
import { rubricFor } from '../src/domain/outline/rubric.ts';
import { assemblePrompt } from '../src/domain/prompt/prompt.ts';
import { tellingOf } from '../src/domain/prompt/telling.ts';
import { tokenCounter } from '../src/providers/tokenizer.ts';
import { inputFor, type SampleBook } from '../test/books/book.ts';
import { kontor } from '../test/books/kontor.ts';
import { marches } from '../test/books/marches.ts';
import { pilot } from '../test/books/pilot.ts';
import { sharedShare } from '../test/books/shares.ts';

const books: Record<string, SampleBook> = { pilot, marches, kontor };
const countTokens = await tokenCounter();
const [name = '', wanted = ''] = process.argv.slice(2);
const chosen = books[name];

if (chosen && wanted) {
  for (const { role, content } of messagesOf(chosen, wanted)) console.log(`--- ${role}\n${content}\n`);
} else {
  for (const [title, book] of Object.entries(books)) console.log(`${title}: ${factsOf(book)}`);
}

type Messages = readonly { role: string; content: string }[];

function messagesOf(book: SampleBook, asked: string): Messages {
  if (asked === 'outline')
    return outlineMessages({ ...finished(book, 'planned'), chapterCount: 12, instructions: null });
  if (asked === 'grade') return gradeOf(book, 'planned');
  return assemblePrompt(inputFor(book, Number(asked), countTokens)).messages;
}

/** The whole book, with its plan or as after an import that was read. */
function finished(book: SampleBook, as: 'planned' | 'read') {
  const input = inputFor(book, book.chapters.length, countTokens);
  const chapters = input.chapters.map((one, at) => {
    const [events, state] = book.chapters[at]?.recap ?? ['', ''];
    return { ...one, summary: as === 'read' ? '' : one.summary, recap: { events, state, isStale: false } };
  });
  return { ...input, book: { ...input.book, description: null }, chapters };
}

function gradeOf(book: SampleBook, as: 'planned' | 'read'): Messages {
  const { chapters, ...input } = finished(book, as);
  const told = chapters.map((one) => {
    const { text: summary, isWritten } = tellingOf(one);
    return { ...one, summary, isWritten };
  });
  return gradeMessages({ ...input, chapters: told }, rubricFor(input.plan.beatSheetTemplate));
}

function factsOf(book: SampleBook): string {
  const prompts = book.chapters.map((_one, index) => assemblePrompt(inputFor(book, index + 1, countTokens)));
  const tokens = [2, 7, 12].map((at) => prompts[at - 1]?.tokens);
  const shares = prompts.slice(1).map((prompt, index) => Math.round(sharedShare(prompts[index], prompt) * 100));
  const sizeOf = (messages: Messages) => messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  const others = [messagesOf(book, 'outline'), gradeOf(book, 'planned'), gradeOf(book, 'read')].map(sizeOf);
  return `${tokens.join(' · ')} tokens; shared with the chapter before ${shares.join(' ')} %; outline, grade, grade of a read book ${others.join(' · ')}`;
}
