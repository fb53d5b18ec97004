/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A document to import as a new book. */
export type BookImport = {
  /** Replaces the author of the document. Default: the name of the account. */
  author?: string | null | undefined;
  /** CriticMarkup in Markdown: the text with or without its changes, or these as proposals. Default: `proposals`. */
  changes?: ImportChanges | null | undefined;
  /** The whole document. Markdown and text are split into chapters at headings. */
  content: string;
  /** What `content` is: `markdown`, `text`, or `json` for what an export as JSON answered. */
  format: ImportFormat;
  /** BCP 47 tag; replaces the language of the document. Default: `en`. */
  language?: string | null | undefined;
  /** What separates the paragraphs of plain text. Default: what its lines say; the answer names it. */
  paragraphs?: ParagraphMark | null | undefined;
  /** What the book is about, 10–4000 characters; replaces the premise of the document. */
  premise?: string | null | undefined;
  /** Replaces the title of the document. */
  title?: string | null | undefined;
  /** True keeps the notations of other writing programs in Markdown as text. Default: false. */
  verbatim?: boolean | null | undefined;
};

/** State of a book, derived from its chapters. */
export type BookStatus =
  /** It has no chapters yet. */
  | 'draft'
  /** Readers see the snapshot that was last published. */
  | 'published'
  /** Every chapter is complete. */
  | 'ready'
  /** At least one chapter is not complete. */
  | 'writing';

/** File formats that a book can be exported to. */
export type ExportFormat =
  /** Standard manuscript format for Word and other editors, as agents and publishers request it. */
  | 'docx'
  /** EPUB 3, for e-readers and shops: cover, title page, contents, chapters. */
  | 'epub'
  /** One self-contained page with styles, contents and all chapters. */
  | 'html'
  /** Everything: plan, cast, conflicts, outlines, chapters with all former texts. It can be imported without loss. */
  | 'json'
  /** The chapters. Importing them gives the same text, byte for byte. */
  | 'markdown'
  /** The chapters, under underlined titles. */
  | 'text';

/** How an export shows open proposals and notes. */
export type ExportMarks =
  /** As CriticMarkup, in Markdown. */
  | 'criticmarkup'
  /** Not at all. */
  | 'none'
  /** As tracked changes and comments, in `docx`. */
  | 'tracked';

/** What an import makes of the marks of a review. */
export type ImportChanges =
  /** The text with its changes made. */
  | 'accepted'
  /** The text without its changes. */
  | 'original'
  /** The original text, each change as a proposal. */
  | 'proposals';

/** Document formats that can be imported. */
export type ImportFormat =
  /** An export as JSON. */
  | 'json'
  /** Markdown; chapters are cut at headings. */
  | 'markdown'
  /** Plain text; chapters are cut at underlined lines, or at lines such as “Chapter 12”. */
  | 'text';

/** Model quality for chapters. The instance configures the model of each tier. */
export type ModelTier =
  /** Fast and cheap, for trying things. */
  | 'draft'
  /** Best prose, at the highest price. */
  | 'editorial'
  /** The default. */
  | 'standard';

/** What separates the paragraphs of a plain text. */
export type ParagraphMark =
  /** Blank lines. Line ends within a paragraph are those of an editor that wraps lines, or line breaks. */
  | 'blank'
  /** An indent at the start of a line: a tab, 2–8 blanks or U+3000. */
  | 'indent'
  /** The end of each line. */
  | 'line';

/** Who can read a published book. */
export type Visibility =
  /** Only its author. */
  | 'private'
  /** Everybody. */
  | 'public'
  /** Everyone with the link; search engines are told not to index it. */
  | 'unlisted';

export type ExportBookQueryVariables = Exact<{
  bookId: string;
  format?: ExportFormat | null | undefined;
  marks?: ExportMarks | null | undefined;
}>;


export type ExportBookQuery = { bookExport: { url: string, fileName: string, mediaType: string, sizeBytes: number, sha256: string } };

export type ProduceBookQueryVariables = Exact<{
  bookId: string;
  format?: ExportFormat | null | undefined;
  marks?: ExportMarks | null | undefined;
}>;


export type ProduceBookQuery = { bookExport: { url: string, fileName: string, mediaType: string, sizeBytes: number, sha256: string } };

export type ImportBookMutationVariables = Exact<{
  input: BookImport;
}>;


export type ImportBookMutation = { importBook: { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number, warnings: Array<{ code: string, message: string, count: number, chapterId: string | null }> } };

export type PreviewImportQueryVariables = Exact<{
  input: BookImport;
}>;


export type PreviewImportQuery = { importPreview: { title: string, author: string | null, language: string, paragraphs: ParagraphMark | null, chapters: Array<{ title: string, wordCount: number, firstLine: string }>, warnings: Array<{ code: string, message: string, count: number, chapterId: string | null }> } };

export type BookFieldsFragment = { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number };

export type WarningFieldsFragment = { code: string, message: string, count: number, chapterId: string | null };

export const BookFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<BookFieldsFragment, unknown>;
export const WarningFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WarningFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Warning"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}}]}}]} as unknown as DocumentNode<WarningFieldsFragment, unknown>;
export const ExportBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"format"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExportFormat"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"marks"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExportMarks"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"Variable","name":{"kind":"Name","value":"format"}}},{"kind":"Argument","name":{"kind":"Name","value":"marks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"marks"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}}]}}]} as unknown as DocumentNode<ExportBookQuery, ExportBookQueryVariables>;
export const ProduceBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProduceBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"format"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExportFormat"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"marks"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExportMarks"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"Variable","name":{"kind":"Name","value":"format"}}},{"kind":"Argument","name":{"kind":"Name","value":"marks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"marks"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}}]}}]} as unknown as DocumentNode<ProduceBookQuery, ProduceBookQueryVariables>;
export const ImportBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ImportBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BookImport"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"importBook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BookFields"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WarningFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WarningFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Warning"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}}]}}]} as unknown as DocumentNode<ImportBookMutation, ImportBookMutationVariables>;
export const PreviewImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PreviewImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BookImport"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"importPreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"paragraphs"}},{"kind":"Field","name":{"kind":"Name","value":"chapters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"firstLine"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WarningFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WarningFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Warning"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}}]}}]} as unknown as DocumentNode<PreviewImportQuery, PreviewImportQueryVariables>;