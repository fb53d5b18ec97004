import { type BodyForms, download, operation } from '../../../operation.ts';
import {
  ExportBookDocument,
  ImportBookDocument,
  PreviewImportDocument,
  ProduceBookDocument,
} from './operations.gen.ts';
import {
  type BookImport,
  bookImport,
  type ExportRequest,
  exportMediaTypes,
  exportPath,
  exportRequest,
  type ImportOptions,
  importBytesMax,
  importOfJson,
  importOptions,
} from './rules.ts';

/** The body of an import over REST: its members as JSON, or the document itself. */
const documents: BodyForms = {
  bytesMax: importBytesMax,
  types: {
    'application/json': importOfJson,
    'text/markdown': (content) => ({ format: 'markdown', content }),
    'text/plain': (content) => ({ format: 'text', content }),
  },
};

/** Parameters of the query stand beside a document that is the whole body. */
const withOptions = ({ input, paragraphs, verbatim, changes, ...rest }: { input: BookImport } & ImportOptions) => ({
  ...rest,
  input: {
    ...input,
    ...(paragraphs && { paragraphs }),
    ...(verbatim !== undefined && { verbatim }),
    ...(changes && { changes }),
  },
});

const importTool = {
  name: 'import_book',
  feature: 'books' as const,
  spansBooks: true,
  also: ['warnings'] as const,
  description:
    'Make a new book of a manuscript or of an export as JSON, of at most 4 MB. Always makes another one. Chapters are cut at headings. Tell the author `warnings`.',
};

export const portOperations = [
  download(ProduceBookDocument, exportMediaTypes, {
    answer: 'bookExport',
    statements: 4,
    body: ['input', exportRequest],
    example: { format: 'markdown' },
    variables: ({ input, ...rest }: { bookId: string; input: ExportRequest }) => ({ ...rest, ...input }),
    rest: 'POST /v1/books/{bookId}/produce',
    summary: 'The book as a file: to read, to send to an editor, as written, or everything as JSON.',
    makesFile: true,
  }),
  download(ExportBookDocument, exportMediaTypes, {
    answer: 'bookExport',
    statements: 4,
    options: exportRequest,
    rest: `GET ${exportPath}`,
    makesFile: true,
    tool: {
      name: 'get_book_export',
      feature: 'books',
      formerly: ['export_book'],
      description:
        'A link to the book as a file, for the author: GET it with the same key. To read chapters yourself, take read_chapter.',
    },
  }),
  operation(ImportBookDocument, {
    answer: 'importBook',
    statements: 10,
    body: ['input', bookImport],
    example: {
      format: 'markdown',
      content: '# The Ferry\n\nIt came in late.\n\n# Fog\n\nNobody was at the rail.',
      title: 'Low Water',
    },
    options: importOptions,
    variables: withOptions,
    reads: documents,
    reports: true,
    beside: ['warnings'],
    rest: 'POST /v1/books/import 201',
    tool: importTool,
    preview: operation(PreviewImportDocument, {
      answer: 'importPreview',
      statements: 0,
      body: ['input', bookImport],
      options: importOptions,
      variables: withOptions,
      reads: documents,
      beside: ['warnings'],
      rest: 'POST /v1/books/import',
      tool: importTool,
    }),
  }),
];
