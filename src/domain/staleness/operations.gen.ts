/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** How an input differs from what a text was built from. */
export type ChangeKind =
  /** It would be told now and was not then: new, or taking part now, or a neighbour now. */
  | 'added'
  /** It says something else; `fields` tells where. */
  | 'changed'
  /** It was told then and would not be now: gone, or taking part no more, or a neighbour no more. */
  | 'removed';

/** What a chapter is built from. */
export type InputKind =
  /** The book: title, premise, language, genre, audience, tone, target length. */
  | 'book'
  /** The chapter’s own line of the outline: title, summary, notes, beats, viewpoint. */
  | 'chapter'
  /** Somebody who takes part. */
  | 'character'
  /** A conflict whose two ends take part. */
  | 'conflict'
  /** A mood reference of the book. */
  | 'mood'
  /** Title and summary of the chapter before it or after it. */
  | 'outline'
  /** The plan: theme, promise, comparable authors, beat sheet, locks, citations. */
  | 'plan';

export type ListStalenessQueryVariables = Exact<{
  bookId: string;
}>;


export type ListStalenessQuery = { staleness: Array<{ chapterId: string, order: number, title: string, isStale: boolean, changes: Array<{ input: InputKind, change: ChangeKind, id: string, name: string, fields: Array<string> }> }> };


export const ListStalenessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListStaleness"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"staleness"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"isStale"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]}}]} as unknown as DocumentNode<ListStalenessQuery, ListStalenessQueryVariables>;