import type { BookProse } from './book-prose.ts';
import { exactChapter } from './exact-markdown.ts';
import { frontMatterOf } from './front-matter.ts';

/** The chapters as they stand, as Markdown that comes back exactly. */
export function* markdownParts({ book, chapters }: BookProse): Generator<string> {
  yield frontMatterOf({ ...book });
  for (const chapter of chapters) yield `\n${exactChapter(chapter)}`;
}

/** The chapters as they stand, to be read as they are: titles have a line under them. */
export function* textParts({ book: { title, author }, chapters }: BookProse): Generator<string> {
  yield `${underlined(title, '=')}\nby ${author}\n`;
  for (const { title, content } of chapters)
    yield `\n\n${underlined(title, '-')}${content === '' ? '' : `\n${content}\n`}`;
}

/** A line under a line is as long as that, within reason. */
function underlined(line: string, mark: string): string {
  const oneLine = line.replace(/\s+/gu, ' ');
  return `${oneLine}\n${mark.repeat(Math.min(60, Math.max(3, [...oneLine].length)))}\n`;
}
