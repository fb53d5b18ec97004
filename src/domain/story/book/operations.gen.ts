/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** State of the narration of a chapter. */
export type AudioStatus =
  /** The last narration of the present text failed. Older audio stays playable. */
  | 'failed'
  /** Never narrated. */
  | 'none'
  /** Being narrated, or queued. */
  | 'pending'
  /** The audio matches the present text and title. */
  | 'ready'
  /** The text or title has changed since the narration; the old audio stays playable. */
  | 'stale';

/** Fields to change; omitted fields stay unchanged. */
export type BookPatch = {
  /** Who it is for. Null: the outliner detects it. */
  audience?: string | null | undefined;
  /** Name on the title page. Default: the name of the account. */
  author?: string | null | undefined;
  /** Colour of the drawn cover, `#rrggbb`; null for the default. */
  coverColor?: string | null | undefined;
  /** Shown to readers before they open the book. */
  description?: string | null | undefined;
  /** Genre. Null: the outliner detects it. */
  genre?: string | null | undefined;
  /** Language of the chapters: a BCP 47 tag such as `de`, or a name such as German. Default: `en`. */
  language?: string | null | undefined;
  /** Model quality for chapters: `draft`, `standard` or `editorial`. Default: `standard`. */
  modelTier?: ModelTierInput | null | undefined;
  /** What the book is about, 10–4000 characters. */
  premise?: string | null | undefined;
  /** Second line of the title page. */
  subtitle?: string | null | undefined;
  /** Target length in words, 1,000–1,000,000; null for none. */
  targetWords?: number | null | undefined;
  /** Title of the book. Default: `Untitled Book`, which an outline may replace. */
  title?: string | null | undefined;
  /** Tone of the prose in a few words. */
  toneStyle?: string | null | undefined;
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

/** State of the text of a chapter. */
export type ChapterStatus =
  /** Complete, or set by hand. */
  | 'complete'
  /** No text yet. */
  | 'empty'
  /** A write is running; `content` has the text saved so far. */
  | 'generating'
  /** A write stopped before the end; writing again continues from the last saved character. */
  | 'partial';

/** Model quality for chapters. The instance configures the model of each tier. */
export type ModelTier =
  /** Fast and cheap, for trying things. */
  | 'draft'
  /** Best prose, at the highest price. */
  | 'editorial'
  /** The default. */
  | 'standard';

/** A tier, or one of its former names, which answers show under the current name. */
export type ModelTierInput =
  | 'draft'
  | 'editorial'
  /** Means `draft`. */
  | 'haiku'
  /** Means `editorial`. */
  | 'opus'
  /** Means `standard`. */
  | 'sonnet'
  | 'standard';

/** A book to create. Only the premise is required. */
export type NewBook = {
  /** Who it is for. Null: the outliner detects it. */
  audience?: string | null | undefined;
  /** Name on the title page. Default: the name of the account. */
  author?: string | null | undefined;
  /** Colour of the drawn cover, `#rrggbb`; null for the default. */
  coverColor?: string | null | undefined;
  /** Shown to readers before they open the book. */
  description?: string | null | undefined;
  /** Genre. Null: the outliner detects it. */
  genre?: string | null | undefined;
  /** Language of the chapters: a BCP 47 tag such as `de`, or a name such as German. Default: `en`. */
  language?: string | null | undefined;
  /** Model quality for chapters: `draft`, `standard` or `editorial`. Default: `standard`. */
  modelTier?: ModelTierInput | null | undefined;
  /** What the book is about, 10–4000 characters. */
  premise: string;
  /** Second line of the title page. */
  subtitle?: string | null | undefined;
  /** Target length in words, 1,000–1,000,000; null for none. */
  targetWords?: number | null | undefined;
  /** Title of the book. Default: `Untitled Book`, which an outline may replace. */
  title?: string | null | undefined;
  /** Tone of the prose in a few words. */
  toneStyle?: string | null | undefined;
};

/** Grammatical person of a narration. */
export type Person =
  /** The viewpoint character tells it as "I". */
  | 'first'
  /** The viewpoint character is "you". */
  | 'second'
  /** A narrator tells it; characters are "he", "she" or "they". */
  | 'third';

/** Who can read a published book. */
export type Visibility =
  /** Only its author. */
  | 'private'
  /** Everybody. */
  | 'public'
  /** Everyone with the link; search engines are told not to index it. */
  | 'unlisted';

export type BookFieldsFragment = { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number };

export type ListBooksQueryVariables = Exact<{
  limit?: number | null | undefined;
  cursor?: string | null | undefined;
  deleted?: boolean;
}>;


export type ListBooksQuery = { books: { nodes: Array<{ deletedAt?: string | null, id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type GetBookQueryVariables = Exact<{
  bookId: string;
  withContent: boolean;
}>;


export type GetBookQuery = { book: { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number, chapters: Array<{ content?: string, id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string }> } | null };

export type CreateBookMutationVariables = Exact<{
  input: NewBook;
}>;


export type CreateBookMutation = { createBook: { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number } };

export type UpdateBookMutationVariables = Exact<{
  bookId: string;
  patch: BookPatch;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateBookMutation = { updateBook: { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number } };

export type DeleteBookMutationVariables = Exact<{
  bookId: string;
  expectedVersion?: number | null | undefined;
}>;


export type DeleteBookMutation = { deleteBook: { ok: boolean } };

export type RestoreBookMutationVariables = Exact<{
  bookId: string;
  expectedVersion?: number | null | undefined;
}>;


export type RestoreBookMutation = { restoreBook: { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number } };

export type ChapterOutlineFragment = { id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string };

export const BookFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<BookFieldsFragment, unknown>;
export const ChapterOutlineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<ChapterOutlineFragment, unknown>;
export const ListBooksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListBooks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deleted"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"books"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}},{"kind":"Argument","name":{"kind":"Name","value":"deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deleted"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BookFields"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deleted"}}}]}]}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<ListBooksQuery, ListBooksQueryVariables>;
export const GetBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withContent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"book"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BookFields"}},{"kind":"Field","name":{"kind":"Name","value":"chapters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChapterOutline"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withContent"}}}]}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<GetBookQuery, GetBookQueryVariables>;
export const CreateBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NewBook"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createBook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BookFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<CreateBookMutation, CreateBookMutationVariables>;
export const UpdateBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BookPatch"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateBook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"patch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patch"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BookFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<UpdateBookMutation, UpdateBookMutationVariables>;
export const DeleteBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteBook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ok"}}]}}]}}]} as unknown as DocumentNode<DeleteBookMutation, DeleteBookMutationVariables>;
export const RestoreBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreBook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BookFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<RestoreBookMutation, RestoreBookMutationVariables>;