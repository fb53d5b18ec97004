import type { BookProse } from './book-prose.ts';
import { exactChapter } from './exact-markdown.ts';
import { frontMatterOf } from './front-matter.ts';

/** Chapters as Markdown that is restored exactly by an import. */
export function* markdownParts({ book, chapters }: BookProse): Generator<string> {
  yield frontMatterOf({ ...book });
  for (const chapter of chapters) yield `\n${exactChapter(chapter)}`;
}

/** Chapters as plain text with underlined titles. */
export function* textParts({ book: { title, author }, chapters }: BookProse): Generator<string> {
  yield `${underlined(title, '=')}\nby ${author}\n`;
  for (const { title, content } of chapters)
    yield `\n\n${underlined(title, '-')}${content === '' ? '' : `\n${content}\n`}`;
}

/** The underline is as long as the line, within limits. */
function underlined(line: string, mark: string): string {
  const oneLine = line.replace(/\s+/gu, ' ');
  return `${oneLine}\n${mark.repeat(Math.min(60, Math.max(3, [...oneLine].length)))}\n`;
}
