import type { Book } from './api.ts';

export const rehearsalNote =
  'Rehearsal: no text provider was configured, so this is placeholder prose that no model wrote.';

/** Marks a book that was started without a provider. */
export const rehearsalSuffix = ' (rehearsal)';

export const isRehearsed = ({ title }: Pick<Book, 'title'>) => title.endsWith(rehearsalSuffix);

/** The book as Markdown, with a note for each unfinished chapter. */
export function markdownOf(book: Book): string {
  const parts = [
    `# ${book.title}`,
    `*by ${book.author}*`,
    ...(isRehearsed(book) ? [`> **${rehearsalNote}**`] : []),
    `> ${book.premise.replaceAll('\n', '\n> ')}`,
  ];
  for (const { order, title, content, status } of book.chapters) {
    parts.push(`## ${order}. ${title}`);
    if (content) parts.push(content.trim());
    if (status !== 'complete') parts.push(content ? '*(to be continued)*' : '*(not written yet)*');
  }
  return `${parts.join('\n\n')}\n`;
}

/** A title as part of a file name. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return slug || 'book';
}
