import { z } from 'zod';
import type { Progress } from '../../graphql/context.ts';
import { bookPatch } from '../book/rules.ts';
import { longText } from '../shapes.ts';

/** What a book can be exported as. */
export const exportFormats = ['markdown', 'text', 'html', 'epub', 'docx', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What a book can be made from. */
export const importFormats = ['json', 'markdown', 'text'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** How the file of a format goes out. */
export const files: Readonly<Record<ExportFormat, { mediaType: string; extension: string }>> = {
  markdown: { mediaType: 'text/markdown; charset=utf-8', extension: 'md' },
  text: { mediaType: 'text/plain; charset=utf-8', extension: 'txt' },
  html: { mediaType: 'text/html; charset=utf-8', extension: 'html' },
  epub: { mediaType: 'application/epub+zip', extension: 'epub' },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  json: { mediaType: 'application/json; charset=utf-8', extension: 'json' },
};

/** The media types alone, without their charset. */
export const exportMediaTypes = Object.values(files).map(({ mediaType }) => mediaType.replace(/;.*/, ''));

/** Where an export can be fetched; `format` is in the query. */
export const exportPath = '/v1/books/{bookId}/export';

/** contract 10. */
export const importBytesMax = 20 * 1024 * 1024;

/** Longest that an import may take beside an operation's usual time, seconds (ours): a body of 20 MB takes a tenth of it. */
export const importSecondsMax = 110;

/** Longest that an export may take beside an operation’s usual time, seconds (ours): a million words take a quarter of it. */
export const exportSecondsMax = 50;

const exportFormat = z
  .enum(exportFormats)
  .default('markdown')
  .describe(
    '`epub` to read, `docx` to send to an editor, `html` for one page; `markdown` or `text` as written; `json` for everything. Default: `markdown`.',
  );

export const exportRequest = z.strictObject({ format: exportFormat });

const format = z
  .enum(importFormats)
  .describe('What `content` is: `markdown`, `text`, or `json` for what an export as JSON answered.');

/** A book to be made from a document, and what to call it in place of what the document says. */
export const bookImport = z.strictObject({
  format,
  content: longText.describe('The document itself, in full. Of Markdown and text, chapters are cut at headings.'),
  title: bookPatch.shape.title.describe('Title in place of the document’s own.'),
  author: bookPatch.shape.author.describe('Author in place of the document’s own. Default: the name of the account.'),
  language: bookPatch.shape.language.describe('BCP 47 tag in place of the document’s own. Default: `en`.'),
  premise: bookPatch.shape.premise.describe('What the book is about, 10–4000 characters, in place of the document’s.'),
});
export type BookImport = z.output<typeof bookImport>;

/** What says of a JSON object that it is a book of ours, and which form it has. */
export const documentFormat = 'fabula-book';
export const documentVersion = 1;

/** The body of an import where it is the exported file itself. Inside a text of JSON the quotation marks would have backslashes. */
export function importOfJson(content: string): BookImport | undefined {
  return /"format"\s*:\s*"fabula-book"/.test(content) ? { format: 'json', content } : undefined;
}

export const importStages = ['reading', 'checking', 'counting', 'saving'] as const;
export type ImportStage = (typeof importStages)[number];

/** How far an import is. */
export interface ImportProgress extends Progress {
  stage: ImportStage;
}
