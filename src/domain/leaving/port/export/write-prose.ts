import { plainBlocks } from '../../../../prose/plain.ts';
import { everyHeading } from '../formats/chapter-words.ts';
import { exactChapter } from '../formats/exact-markdown.ts';
import { frontMatterOf } from '../formats/front-matter.ts';
import { textLineOf } from '../formats/text-lines.ts';
import { type BookProse, chapterTitle, printableLine, titleOf } from './book-prose.ts';
import { marksOf } from './marks.ts';
import { criticText } from './write-critic.ts';

/** Chapters as Markdown that is restored exactly by an import. */
export function* markdownParts({ book, chapters }: BookProse): Generator<string> {
  yield frontMatterOf({ ...book }, { hasMarks: chapters.some(({ review }) => review !== undefined) });
  for (const { title, content, review } of chapters)
    yield `\n${exactChapter({ title, content: review ? criticText(content, marksOf(review, content, book.language)) : content })}`;
}

/** Chapters as plain text with underlined titles, which an import reads back. */
export function* textParts({ book, chapters }: BookProse): Generator<string> {
  yield `${underlined(titleOf(book), '=')}\nby ${printableLine(book.author)}\n`;
  for (const [index, chapter] of chapters.entries()) {
    yield `\n\n${headingOf(chapterTitle(chapter, index))}`;
    for (const block of plainBlocks(chapter.content)) yield `\n${block === '***' ? block : asProse(block)}\n`;
  }
}

/** A title that ends as a sentence does, or looks like a rule, is no underlined heading. */
function headingOf(title: string): string {
  const isUnderlined = !/[.,;。，；]$|^#/u.test(title) && !textLineOf(title).isRule;
  return isUnderlined ? underlined(title, '-') : `# ${title}\n`;
}

/** The underline is as long as the line, within limits. */
function underlined(line: string, mark: string): string {
  return `${line}\n${mark.repeat(Math.min(60, Math.max(3, [...line].length)))}\n`;
}

/** Marks lines of prose that would be read as headings or scene breaks. */
function asProse(block: string): string {
  const isRead = (line: string) => everyHeading.beginningOf(line) || /^#{1,6}\s/.test(line) || textLineOf(line).isRule;
  const lines = block.split('\n');
  return lines.map((line) => (isRead(line) ? `\u00a0${line}` : line)).join('\n');
}
