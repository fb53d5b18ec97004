import { invalidRequest, notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { Download, madeFile } from '../../../graphql/download.ts';
import { creates } from '../../../graphql/effect.ts';
import { enumOf, inputOf } from '../../../graphql/input.ts';
import { Book } from '../../story/book/schema.ts';
import type { Book as BookRecord } from '../../story/book/store.ts';
import { Warning } from '../../story/book/warnings-schema.ts';
import { exportBook } from './export/export.ts';
import { importBook, previewImport } from './import/import.ts';
import type { ImportPreview as Preview } from './import/read-import.ts';
import { type ImportEvent, importEvents } from './import/watch.ts';
import * as rules from './rules.ts';

const ExportFormat = enumOf('ExportFormat', rules.exportFormats, 'File formats that a book can be exported to.', {
  markdown: 'The chapters. Importing them gives the same text, byte for byte.',
  text: 'The chapters, under underlined titles.',
  html: 'One self-contained page with styles, contents and all chapters.',
  epub: 'EPUB 3, for e-readers and shops: cover, title page, contents, chapters.',
  docx: 'Standard manuscript format for Word and other editors, as agents and publishers request it.',
  json: 'Everything: plan, cast, conflicts, outlines, chapters with all former texts. It can be imported without loss.',
});

const ExportMarks = enumOf('ExportMarks', rules.exportMarks, 'How an export shows open proposals and notes.', {
  none: 'Not at all.',
  criticmarkup: 'As CriticMarkup, in Markdown.',
  tracked: 'As tracked changes and comments, in `docx`.',
});

/** Options of an export in its address. */
const shown = ({ format, marks }: rules.ExportRequest) => ({ format, ...(marks === 'none' ? {} : { marks }) });

enumOf('ImportFormat', rules.importFormats, 'Document formats that can be imported.', {
  json: 'An export as JSON.',
  markdown: 'Markdown; chapters are cut at headings.',
  text: 'Plain text; chapters are cut at underlined lines, or at lines such as “Chapter 12”.',
});

/** The cost of parsing the Markdown of a whole book. It is most of the work of an import and of an export as plain text. */
const parsesBook = 60_000;

builder.queryFields((t) => ({
  bookExport: t.field({
    type: Download,
    authScopes: { scope: 'books:read' },
    complexity: parsesBook,
    description: 'The book as a file for download. The same book gives the same bytes.',
    args: {
      bookId: t.arg.id(bookId),
      format: t.arg({ type: ExportFormat, description: 'File format. Default: `markdown`.' }),
      marks: t.arg({ type: ExportMarks, description: 'How open proposals and notes are shown. Default: `none`.' }),
    },
    resolve: async (_root, { bookId, ...options }, context) => {
      const { sql, work, caller, signal, timeAllowance } = context;
      timeAllowance.allow(rules.exportSecondsMax);
      const request = rules.exportRequest.parse({
        format: options.format ?? undefined,
        marks: options.marks ?? undefined,
      });
      const fault = rules.whyNotMarked(request);
      if (fault) throw invalidRequest([{ path: 'marks', message: fault }]);
      const file = await exportBook(sql, work, { accountId: caller.accountId, bookId }, request, signal);
      const path = `${rules.exportPath.replace('{bookId}', bookId)}?${new URLSearchParams(shown(request))}`;
      return file ? madeFile(context, file, path) : notFound('book');
    },
  }),
}));

const BookImport = inputOf('BookImport', rules.bookImport, 'A document to import as a new book.');
const input = { type: BookImport, required: true, description: 'The document and its metadata.' } as const;

enumOf('ImportChanges', rules.importChanges, 'What an import makes of the marks of a review.', {
  accepted: 'The text with its changes made.',
  original: 'The text without its changes.',
  proposals: 'The original text, each change as a proposal.',
});

const ParagraphMark = enumOf('ParagraphMark', rules.paragraphMarks, 'What separates the paragraphs of a plain text.', {
  blank: 'Blank lines. Line ends within a paragraph are those of an editor that wraps lines, or line breaks.',
  line: 'The end of each line.',
  indent: 'An indent at the start of a line: a tab, 2–8 blanks or U+3000.',
});

const ImportPreviewChapter = builder.objectRef<Preview['chapters'][number]>('ImportPreviewChapter').implement({
  description: 'A chapter that an import would make.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Heading of the chapter.' }),
    wordCount: t.exposeInt('wordCount', { description: 'Words, counted by the rules of the language.' }),
    firstLine: t.exposeString('firstLine', { description: 'Begin of its text, at most 200 code points.' }),
  }),
});

const ImportPreview = builder.objectRef<Preview>('ImportPreview').implement({
  description: 'What an import would make of a document.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the book.' }),
    author: t.exposeString('author', {
      nullable: true,
      description: 'The name on the title page. Null: the document has none, and the account’s name is taken.',
    }),
    language: t.exposeString('language', { description: 'BCP 47 tag of its language.' }),
    paragraphs: t.expose('paragraphs', {
      type: ParagraphMark,
      nullable: true,
      description: 'How the paragraphs of a plain text were found; null for other formats.',
    }),
    chapters: t.expose('chapters', { type: [ImportPreviewChapter], description: 'Its chapters in order.' }),
    warnings: t.expose('warnings', {
      type: [Warning],
      description: 'What would be left out or read otherwise than it stands in the document.',
    }),
  }),
});

builder.queryField('importPreview', (t) =>
  t.field({
    type: ImportPreview,
    bounds: 'newBook',
    authScopes: { scope: 'books:write' },
    complexity: parsesBook,
    description: 'What `importBook` would make of the same input. Saves nothing.',
    args: { input: t.arg(input) },
    resolve: (_root, { input }, context) => previewImport(context, input),
  }),
);

builder.mutationFields((t) => ({
  importBook: t.field({
    ...creates,
    type: Book,
    bounds: 'newBook',
    authScopes: { scope: 'books:write' },
    complexity: parsesBook,
    keepsAnswer: true,
    description:
      'Creates a book from a document, with new ids: an export as JSON without loss, or Markdown or plain text split into chapters. An invalid document changes nothing. A request to `/graphql` has at most 4 MB; REST accepts 20 MB.',
    args: { input: t.arg(input) },
    resolve: (_root, { input }, context) => importBook(context, input),
  }),
}));

const ImportStage = enumOf('ImportStage', rules.importStages, 'What an import currently does.', {
  reading: 'Splitting the document into chapters.',
  checking: 'Checking every record against the limits.',
  counting: 'Counting words.',
  saving: 'Saving the book; no read shows it before the end.',
});

const BookImportProgress = builder.objectRef<rules.ImportProgress>('BookImportProgress').implement({
  description: 'How far an import has come.',
  fields: (t) => ({
    stage: t.field({
      type: ImportStage,
      description: 'What the import currently does.',
      resolve: ({ stage }) => stage,
    }),
    done: t.exposeInt('done', { description: 'Completed part of `total` in this stage; usually chapters.' }),
    total: t.exposeInt('total', { description: 'Total work of this stage.' }),
    percent: t.exposeFloat('percent', { description: 'Progress of the whole import, 0–100; it never decreases.' }),
  }),
});

const BookImportEvent = builder.objectRef<ImportEvent<BookRecord>>('BookImportEvent').implement({
  description: 'Progress of an import; the last event has the book.',
  fields: (t) => ({
    progress: t.expose('progress', {
      type: BookImportProgress,
      nullable: true,
      description: 'Null in the last event.',
    }),
    book: t.expose('book', {
      type: Book,
      nullable: true,
      description: 'The imported book; null before the last event.',
    }),
  }),
});

builder.subscriptionField('bookImport', (t) =>
  t.field({
    type: BookImportEvent,
    bounds: 'newBook',
    authScopes: { scope: 'books:write' },
    complexity: parsesBook,
    description:
      'Like `importBook`, with progress. If the caller disconnects before the book is saved, nothing is changed.',
    args: { input: t.arg(input) },
    subscribe: (_root, { input }, context) =>
      importEvents((report, gone) =>
        importBook({ ...context, signal: AbortSignal.any([context.signal, gone]) }, input, report),
      ),
    resolve: (event) => event,
  }),
);
