/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** How an input has changed since a text was written. */
export type ChangeKind =
  /** An input now but not then: it is new, takes part now, or is an adjacent chapter now. */
  | 'added'
  /** It has changed; `fields` lists where. */
  | 'changed'
  /** An input then but not now: it is deleted, no longer takes part, or is no longer an adjacent chapter. */
  | 'removed';

/** Kind of an input of a chapter. */
export type InputKind =
  /** The book: title, premise, language, genre, audience, tone, target length. */
  | 'book'
  /** The chapter itself: title, summary, notes, beats, viewpoint, person, tense. */
  | 'chapter'
  /** A character that takes part. */
  | 'character'
  /** A conflict whose two characters take part. */
  | 'conflict'
  /** A mood reference of the book. */
  | 'mood'
  /** Title and summary of the previous or next chapter. */
  | 'outline'
  /** The plan: theme, promise, comparable authors, beat sheet, locks, citations. */
  | 'plan'
  /** The style: guide, sample, words to avoid, person. Only if one of them is set. */
  | 'style';

export type ListStalenessQueryVariables = Exact<{
  bookId: string;
}>;


export type ListStalenessQuery = { staleness: Array<{ chapterId: string, order: number, title: string, isStale: boolean, changes: Array<{ input: InputKind, change: ChangeKind, id: string, name: string, fields: Array<string> }> }> };


export const ListStalenessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListStaleness"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"staleness"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"isStale"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]}}]} as unknown as DocumentNode<ListStalenessQuery, ListStalenessQueryVariables>;