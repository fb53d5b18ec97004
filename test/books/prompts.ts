import { assemblePrompt, type PromptInput } from '../../src/domain/calls/prompt/prompt.ts';
import { tellingOf } from '../../src/domain/calls/prompt/telling.ts';
import { gradeMessages } from '../../src/domain/making/outline/grade-prompt.ts';
import { outlineMessages } from '../../src/domain/making/outline/outline-prompt.ts';
import { rubricFor } from '../../src/domain/making/outline/rubric.ts';
import { inputFor, type SampleBook } from './book.ts';
import { kontor } from './kontor.ts';
import { marches } from './marches.ts';
import { pilot } from './pilot.ts';

/** Messages to a model. */
export type Messages = readonly { role: string; content: string }[];
type CountTokens = (text: string) => number;

export const books: Record<string, SampleBook> = { pilot, marches, kontor };

/** The calls of a book whose prompts are printed beside those of its chapters. */
export const otherCalls = ['continue', 'rewrite', 'outline', 'grade'] as const;
type OtherCall = (typeof otherCalls)[number];

const directive = 'Let it rain from the first line on, and let nobody say sorry.';

/** The prompt of a chapter, by its position, or of another call. Chapter 7 is continued and rewritten. */
export function promptOf(book: SampleBook, call: number | OtherCall, countTokens: CountTokens): Messages {
  if (call === 'outline')
    return outlineMessages({ ...finished(book, 'planned', countTokens), chapterCount: 12, instructions: null });
  if (call === 'grade') return gradePromptOf(book, 'planned', countTokens);
  if (call === 'continue') return promptWith(book, { ownText: book.ending }, countTokens);
  if (call === 'rewrite')
    return promptWith(book, { presentText: book.ending, instructions: directive, order: undefined }, countTokens);
  return assemblePrompt(inputFor(book, call, countTokens)).messages;
}

function promptWith(book: SampleBook, change: Partial<PromptInput>, countTokens: CountTokens): Messages {
  return assemblePrompt({ ...inputFor(book, 7, countTokens), ...change }).messages;
}

/** The whole book, with its plan or as after an import that was read. */
function finished(book: SampleBook, as: 'planned' | 'read', countTokens: CountTokens) {
  const input = inputFor(book, book.chapters.length, countTokens);
  const chapters = input.chapters.map((one, at) => {
    const [events, state] = book.chapters[at]?.recap ?? ['', ''];
    return { ...one, summary: as === 'read' ? '' : one.summary, recap: { events, state, isStale: false } };
  });
  return { ...input, book: { ...input.book, description: null }, chapters };
}

/** The prompt of the grade of a whole book. */
export function gradePromptOf(book: SampleBook, as: 'planned' | 'read', countTokens: CountTokens): Messages {
  const { chapters, ...input } = finished(book, as, countTokens);
  const told = chapters.map((one) => {
    const { text: summary, isWritten } = tellingOf(one);
    return { ...one, summary, isWritten };
  });
  return gradeMessages({ ...input, chapters: told }, rubricFor(input.plan.beatSheetTemplate));
}

const printedCalls = [1, 2, 12, ...otherCalls] as const;

/** The prompts of each book as a page of Markdown (docs/prompts), by the name of the book. */
export function printedPrompts(countTokens: CountTokens): Map<string, string> {
  const pages = Object.entries(books).map(([name, book]) => {
    const calls = printedCalls.map((call) => {
      const told = promptOf(book, call, countTokens).map(
        ({ role, content }) => `### ${role === 'system' ? 'Rules' : 'Material'}\n\n\`\`\`text\n${content}\n\`\`\`\n`,
      );
      return `## ${typeof call === 'number' ? `Chapter ${call}` : titles[call]}\n\n${told.join('\n')}`;
    });
    const intro = `The prompts of [${name}.ts](../../test/books/${name}.ts) as a model gets them. Written by \`npm run generate\`.`;
    return [name, `# ${book.book.title}\n\n${intro}\n\n${calls.join('\n')}`] as const;
  });
  return new Map(pages);
}

const titles: Record<OtherCall, string> = {
  continue: 'Chapter 7, continued',
  rewrite: 'Chapter 7, rewritten',
  outline: 'An outline of twelve chapters',
  grade: 'The grade of the outline',
};
