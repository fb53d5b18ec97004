import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { Download, madeFile } from '../../graphql/download.ts';
import { enumOf, inputOf } from '../../graphql/input.ts';
import { Book } from '../book/schema.ts';
import type { Book as BookRecord } from '../book/store.ts';
import { exportBook } from './export.ts';
import { importBook } from './import.ts';
import * as rules from './rules.ts';
import { type ImportEvent, importEvents } from './watch.ts';

const ExportFormat = enumOf('ExportFormat', rules.exportFormats, 'What a book can be exported as.', {
  markdown: 'The chapters as they stand; imported again they are the same, byte for byte.',
  text: 'The chapters as they stand, under underlined titles.',
  html: 'One page with styles, contents and all chapters, which needs nothing else.',
  epub: 'EPUB 3, for reading programs and shops: cover, title page, contents, chapters.',
  docx: 'Standard manuscript format for Word and others, as editors and agents ask for it.',
  json: 'Everything: plan, cast, conflicts, outlines, chapters with all former texts. Importing it brings it back without loss.',
});

enumOf('ImportFormat', rules.importFormats, 'What a book can be made from.', {
  json: 'An export as JSON.',
  markdown: 'Markdown; chapters are cut at headings.',
  text: 'Plain text; chapters are cut at underlined lines, or at lines such as “Chapter 12”.',
});

builder.queryFields((t) => ({
  bookExport: t.field({
    type: Download,
    authScopes: { scope: 'books:read' },
    // The whole book is read.
    complexity: 20_000,
    description: 'The book as a file to be fetched; the same bytes for the same book.',
    args: {
      bookId: t.arg.id({ required: true, description: 'The book.' }),
      format: t.arg({ type: ExportFormat, description: 'What kind of file. Default: `markdown`.' }),
    },
    resolve: async (_root, { bookId, ...asked }, context) => {
      const { sql, caller, signal, patience } = context;
      patience.allow(rules.exportSecondsMax);
      const { format } = rules.exportRequest.parse({ format: asked.format ?? undefined });
      const file = await exportBook(sql, { accountId: caller.accountId, bookId }, format, signal);
      const path = `${rules.exportPath.replace('{bookId}', bookId)}?format=${format}`;
      return file ? madeFile(context, file, path) : notFound('book');
    },
  }),
}));

const BookImport = inputOf('BookImport', rules.bookImport, 'A document to make a book of.');
const input = { type: BookImport, required: true, description: 'The document, and what to call the book.' } as const;

builder.mutationFields((t) => ({
  importBook: t.field({
    type: Book,
    authScopes: { scope: 'books:write' },
    keepsAnswer: true,
    description:
      'Makes a new book of a document, with ids of its own: of an export as JSON without loss, of Markdown or plain text by chapters. All of it or, where something is wrong, nothing. Over `/graphql` a request is at most 4 MB; REST takes 20 MB.',
    args: { input: t.arg(input) },
    resolve: (_root, { input }, context) => importBook(context, input),
  }),
}));

const ImportStage = enumOf('ImportStage', rules.importStages, 'What an import is doing.', {
  reading: 'Finding the chapters.',
  checking: 'Holding every record against its limits.',
  counting: 'Counting words.',
  saving: 'Writing it down, all at once.',
});

const BookImportProgress = builder.objectRef<rules.ImportProgress>('BookImportProgress').implement({
  description: 'How far an import is.',
  fields: (t) => ({
    stage: t.field({ type: ImportStage, description: 'What it is doing.', resolve: ({ stage }) => stage }),
    done: t.exposeInt('done', { description: 'How much of `total` is done in this stage; chapters, usually.' }),
    total: t.exposeInt('total', { description: 'How much there is to do in this stage.' }),
    percent: t.exposeFloat('percent', { description: '0–100, of the whole; it never goes back.' }),
  }),
});

const BookImportEvent = builder.objectRef<ImportEvent<BookRecord>>('BookImportEvent').implement({
  description: 'How far an import is, or at last its book.',
  fields: (t) => ({
    progress: t.expose('progress', {
      type: BookImportProgress,
      nullable: true,
      description: 'Null in the last event.',
    }),
    book: t.expose('book', {
      type: Book,
      nullable: true,
      description: 'Null until the last event, which has the book.',
    }),
  }),
});

builder.subscriptionField('bookImport', (t) =>
  t.field({
    type: BookImportEvent,
    authScopes: { scope: 'books:write' },
    description:
      'Does what `importBook` does and tells how far it is. Who goes away before it is saved changes nothing.',
    args: { input: t.arg(input) },
    subscribe: (_root, { input }, context) =>
      importEvents((report, gone) =>
        importBook({ ...context, signal: AbortSignal.any([context.signal, gone]) }, input, report),
      ),
    resolve: (event) => event,
  }),
);
