import { z } from 'zod';
import type { Progress } from '../../../graphql/progress.ts';
import { longText } from '../../shapes.ts';
import { bookPatch } from '../../story/book/rules.ts';

/** Export formats. */
export const exportFormats = ['markdown', 'text', 'html', 'epub', 'docx', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Import formats. */
export const importFormats = ['json', 'markdown', 'text'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What separates the paragraphs of a plain text. */
export const paragraphMarks = ['blank', 'line', 'indent'] as const;
export type ParagraphMark = (typeof paragraphMarks)[number];

/** File type of each format. */
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

/** Media types without charset. */
export const exportMediaTypes = Object.values(files).map(({ mediaType }) => mediaType.replace(/;.*/, ''));

/** Path of an export; `format` is in the query. */
export const exportPath = '/v1/books/{bookId}/export';

/** contract 10. */
export const importBytesMax = 20 * 1024 * 1024;

/** Extra time for an import, seconds (ours): 20 MB take a tenth of it. */
export const importSecondsMax = 110;

/** Extra time for an export, seconds (ours): a million words take a quarter of it. */
export const exportSecondsMax = 50;

const exportFormat = z
  .enum(exportFormats)
  .default('markdown')
  .describe(
    '`epub` to read, `docx` to send to an editor, `html` for one page; `markdown` or `text` as written; `json` for everything. Default: `markdown`.',
  );

const importParagraphs = z
  .enum(paragraphMarks)
  .optional()
  .describe('What separates the paragraphs of plain text. Default: what its lines say; the answer names it.');

const importVerbatim = z
  .boolean()
  .optional()
  .describe('True keeps the notations of other writing programs in Markdown as text. Default: false.');

/** What an import makes of the marks of a review. */
export const importChanges = ['accepted', 'original', 'proposals'] as const;
export type ImportChanges = (typeof importChanges)[number];

const changes = z
  .enum(importChanges)
  .optional()
  .describe(
    'CriticMarkup in Markdown: the text with or without its changes, or these as proposals. Default: `proposals`.',
  );

/** How a document is read. */
export const importOptions = z.strictObject({ paragraphs: importParagraphs, verbatim: importVerbatim, changes });
export type ImportOptions = z.output<typeof importOptions>;

/** How an export shows open proposals and notes. */
export const exportMarks = ['none', 'criticmarkup', 'tracked'] as const;
export type ExportMarks = (typeof exportMarks)[number];

const marks = z
  .enum(exportMarks)
  .default('none')
  .describe(
    'Open proposals and notes: `criticmarkup` in Markdown, `tracked` changes and comments in `docx`. Default: `none`.',
  );

const formatOfMarks: Readonly<Record<Exclude<ExportMarks, 'none'>, ExportFormat>> = {
  criticmarkup: 'markdown',
  tracked: 'docx',
};

export const exportRequest = z.strictObject({ format: exportFormat, marks });
export type ExportRequest = z.output<typeof exportRequest>;

/** Why these marks cannot be in a file of this format; undefined if they can. */
export function whyNotMarked({ format, marks }: ExportRequest): string | undefined {
  if (marks === 'none' || formatOfMarks[marks] === format) return undefined;
  return `is for the format ${formatOfMarks[marks]}, and the format is ${format}. Set one of them.`;
}

const format = z
  .enum(importFormats)
  .describe('What `content` is: `markdown`, `text`, or `json` for what an export as JSON answered.');

/** Body of an import, with fields that replace those of the document. */
export const bookImport = z.strictObject({
  format,
  content: longText.describe('The whole document. Markdown and text are split into chapters at headings.'),
  title: bookPatch.shape.title.describe('Replaces the title of the document.'),
  author: bookPatch.shape.author.describe('Replaces the author of the document. Default: the name of the account.'),
  language: bookPatch.shape.language.describe('BCP 47 tag; replaces the language of the document. Default: `en`.'),
  premise: bookPatch.shape.premise.describe(
    'What the book is about, 10–4000 characters; replaces the premise of the document.',
  ),
  ...importOptions.shape,
});
export type BookImport = z.output<typeof bookImport>;

/** Format and version of our JSON documents. */
export const documentFormat = 'fabula-book';
export const documentVersion = 1;

/** Import of an exported file as the body itself, without JSON escaping. */
export function importOfJson(content: string): BookImport | undefined {
  return /"format"\s*:\s*"fabula-book"/.test(content) ? { format: 'json', content } : undefined;
}

export const importStages = ['reading', 'checking', 'counting', 'saving'] as const;
export type ImportStage = (typeof importStages)[number];

/** Progress of an import. */
export interface ImportProgress extends Progress {
  stage: ImportStage;
}
