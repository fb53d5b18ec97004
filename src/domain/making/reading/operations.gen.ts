/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** State of a chapter in the reading of its manuscript. */
export type ManuscriptChapterState =
  /** It has no text. */
  | 'empty'
  /** All tries failed. Read the manuscript again to retry. */
  | 'failed'
  /** Its text has no recap and is not queued. */
  | 'missing'
  /** It is queued, or waits for a retry. */
  | 'queued'
  /** It has a recap of its text. */
  | 'ready'
  /** Its recap is being made. */
  | 'running'
  /** Its recap is of an earlier text and is not queued. */
  | 'stale';

/** Which chapters to read; by default all. */
export type ReadRequest = {
  /** Position of the first chapter, 1–10,000. Default: the first of the book. */
  from?: number | null | undefined;
  /** Position of the last chapter, 1–10,000. Default: the last of the book. */
  to?: number | null | undefined;
};

export type ManuscriptReadingFieldsFragment = { bookId: string, total: number, ready: number, queued: number, running: number, failed: number, chapters: Array<{ chapterId: string, order: number, title: string, state: ManuscriptChapterState, runId: string | null, waitsUntil: string | null, error: { code: string, message: string } | null }> };

export type ReadManuscriptMutationVariables = Exact<{
  bookId: string;
  input?: ReadRequest | null | undefined;
}>;


export type ReadManuscriptMutation = { readManuscript: { bookId: string, total: number, ready: number, queued: number, running: number, failed: number, chapters: Array<{ chapterId: string, order: number, title: string, state: ManuscriptChapterState, runId: string | null, waitsUntil: string | null, error: { code: string, message: string } | null }> } };

export type GetManuscriptReadingQueryVariables = Exact<{
  bookId: string;
}>;


export type GetManuscriptReadingQuery = { manuscriptReading: { bookId: string, total: number, ready: number, queued: number, running: number, failed: number, chapters: Array<{ chapterId: string, order: number, title: string, state: ManuscriptChapterState, runId: string | null, waitsUntil: string | null, error: { code: string, message: string } | null }> } };

export type CancelManuscriptReadingMutationVariables = Exact<{
  bookId: string;
}>;


export type CancelManuscriptReadingMutation = { cancelManuscriptReading: { bookId: string, total: number, ready: number, queued: number, running: number, failed: number, chapters: Array<{ chapterId: string, order: number, title: string, state: ManuscriptChapterState, runId: string | null, waitsUntil: string | null, error: { code: string, message: string } | null }> } };

export const ManuscriptReadingFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ManuscriptReadingFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ManuscriptReading"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"chapters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"waitsUntil"}}]}}]}}]} as unknown as DocumentNode<ManuscriptReadingFieldsFragment, unknown>;
export const ReadManuscriptDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReadManuscript"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ReadRequest"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"readManuscript"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ManuscriptReadingFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ManuscriptReadingFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ManuscriptReading"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"chapters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"waitsUntil"}}]}}]}}]} as unknown as DocumentNode<ReadManuscriptMutation, ReadManuscriptMutationVariables>;
export const GetManuscriptReadingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetManuscriptReading"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"manuscriptReading"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ManuscriptReadingFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ManuscriptReadingFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ManuscriptReading"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"chapters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"waitsUntil"}}]}}]}}]} as unknown as DocumentNode<GetManuscriptReadingQuery, GetManuscriptReadingQueryVariables>;
export const CancelManuscriptReadingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelManuscriptReading"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelManuscriptReading"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ManuscriptReadingFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ManuscriptReadingFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ManuscriptReading"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"chapters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"waitsUntil"}}]}}]}}]} as unknown as DocumentNode<CancelManuscriptReadingMutation, CancelManuscriptReadingMutationVariables>;