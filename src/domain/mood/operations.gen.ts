/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Kind of a mood reference. */
export type MoodKind =
  /** A film, a series or a scene of one. */
  | 'film'
  /** A picture, a painting, a photograph. */
  | 'image'
  /** A piece, a record, a sound. */
  | 'music'
  /** Anything else; the note says what. */
  | 'other'
  /** A real place, present or past. */
  | 'place'
  /** Another book, a poem, a letter. */
  | 'text';

/** Fields to change; omitted fields stay unchanged, and null clears the URL. */
export type MoodReferencePatch = {
  /** What sort of work or thing it is. */
  kind?: MoodKind | null | undefined;
  /** What to take from it, at most 1000 characters; part of the chapter prompt. Default: empty. */
  note?: string | null | undefined;
  /** Title, 1–200 characters; part of the chapter prompt. */
  title?: string | null | undefined;
  /** URL, http or https, at most 2000 characters; null for none. Only for the author: it is not part of the chapter prompt. */
  url?: string | null | undefined;
};

/** A mood reference to add. */
export type NewMoodReference = {
  /** What sort of work or thing it is. */
  kind: MoodKind;
  /** What to take from it, at most 1000 characters; part of the chapter prompt. Default: empty. */
  note?: string | null | undefined;
  /** Title, 1–200 characters; part of the chapter prompt. */
  title: string;
  /** URL, http or https, at most 2000 characters; null for none. Only for the author: it is not part of the chapter prompt. */
  url?: string | null | undefined;
};

export type MoodReferenceFieldsFragment = { id: string, kind: MoodKind, title: string, url: string | null, note: string, version: number };

export type ListMoodReferencesQueryVariables = Exact<{
  bookId: string;
}>;


export type ListMoodReferencesQuery = { moodReferences: Array<{ id: string, kind: MoodKind, title: string, url: string | null, note: string, version: number }> };

export type AddMoodReferenceMutationVariables = Exact<{
  bookId: string;
  input: NewMoodReference;
}>;


export type AddMoodReferenceMutation = { addMoodReference: { id: string, kind: MoodKind, title: string, url: string | null, note: string, version: number } };

export type UpdateMoodReferenceMutationVariables = Exact<{
  bookId: string;
  moodId: string;
  patch: MoodReferencePatch;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateMoodReferenceMutation = { updateMoodReference: { id: string, kind: MoodKind, title: string, url: string | null, note: string, version: number } };

export type RemoveMoodReferenceMutationVariables = Exact<{
  bookId: string;
  moodId: string;
  expectedVersion?: number | null | undefined;
}>;


export type RemoveMoodReferenceMutation = { removeMoodReference: { ok: boolean } };

export const MoodReferenceFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoodReferenceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MoodReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<MoodReferenceFieldsFragment, unknown>;
export const ListMoodReferencesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListMoodReferences"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moodReferences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoodReferenceFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoodReferenceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MoodReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<ListMoodReferencesQuery, ListMoodReferencesQueryVariables>;
export const AddMoodReferenceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddMoodReference"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NewMoodReference"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addMoodReference"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoodReferenceFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoodReferenceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MoodReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<AddMoodReferenceMutation, AddMoodReferenceMutationVariables>;
export const UpdateMoodReferenceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateMoodReference"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"moodId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MoodReferencePatch"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateMoodReference"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"moodId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"moodId"}}},{"kind":"Argument","name":{"kind":"Name","value":"patch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patch"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoodReferenceFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoodReferenceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MoodReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<UpdateMoodReferenceMutation, UpdateMoodReferenceMutationVariables>;
export const RemoveMoodReferenceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveMoodReference"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"moodId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeMoodReference"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"moodId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"moodId"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ok"}}]}}]}}]} as unknown as DocumentNode<RemoveMoodReferenceMutation, RemoveMoodReferenceMutationVariables>;