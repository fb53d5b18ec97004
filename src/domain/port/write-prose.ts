import type { Book } from '../book/store.ts';
import { exactChapter } from './exact-markdown.ts';
import { frontMatterOf } from './front-matter.ts';
import type { Snapshot } from './snapshot.ts';

/** The chapters as they stand, as Markdown that comes back exactly. */
export function* markdownParts(snapshot: Snapshot): Generator<string> {
  yield frontMatterOf({ ...snapshot.book });
  for (const chapter of chaptersIn(snapshot)) yield `\n${exactChapter(chapter)}`;
}

/** The chapters as they stand, to be read as they are: titles have a line under them. */
export function* textParts(snapshot: Snapshot): Generator<string> {
  const { title, author }: Book = snapshot.book;
  yield `${underlined(title, '=')}\nby ${author}\n`;
  for (const { title, content } of chaptersIn(snapshot))
    yield `\n\n${underlined(title, '-')}${content === '' ? '' : `\n${content}\n`}`;
}

function chaptersIn({ chapters, texts }: Snapshot): { title: string; content: string }[] {
  const bodies = new Map(texts.flatMap(({ chapterId, body, replacedAt }) => (replacedAt ? [] : [[chapterId, body]])));
  return chapters.map(({ id, title }) => ({ title, content: bodies.get(id) ?? '' }));
}

/** A line under a line is as long as that, within reason. */
function underlined(line: string, mark: string): string {
  const oneLine = line.replace(/\s+/gu, ' ');
  return `${oneLine}\n${mark.repeat(Math.min(60, Math.max(3, [...oneLine].length)))}\n`;
}
