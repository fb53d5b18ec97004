/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A source of the book. */
export type CitationInput = {
  /** Its title, for the chapter prompt. */
  title: string;
  /** Its URL, for the chapter prompt; never fetched. */
  url: string;
};

/** Fields to change; omitted fields stay unchanged, and null clears a field. */
export type PlanPatch = {
  /** Who it is for. Null: the outliner detects it. */
  audience?: string | null | undefined;
  /** Confidence in a detected audience, 0–100. */
  audienceConfidence?: number | null | undefined;
  /** Whether the outliner detected genre or audience. Setting one of them resets it. */
  autoDetectedGenre?: boolean | null | undefined;
  /** The beat sheet, which is the story structure; read it as `beatSheet`. */
  beatSheetTemplate?: string | null | undefined;
  /** Comparable authors, free text. */
  compAuthors?: string | null | undefined;
  /** Genre. Null: the outliner detects it. */
  genre?: string | null | undefined;
  /** Confidence in a detected genre, 0–100. */
  genreConfidence?: number | null | undefined;
  /** Narrative depth, from 0 (a camera) to 100 (inside the mind). */
  povDepth?: number | null | undefined;
  /** Point of view of every chapter: first, second, third-limited, third-omniscient, third-objective, multi, or free text. Null: not locked. */
  povLock?: string | null | undefined;
  /** What the book promises its readers. */
  readerPromise?: string | null | undefined;
  /** Sources; replaces the existing list. */
  researchCitations?: Array<CitationInput> | null | undefined;
  /** Tense of every chapter: past, present, or free text. Null: not locked. */
  tenseLock?: string | null | undefined;
  /** Theme of the book. */
  themeStatement?: string | null | undefined;
};

export type PlanFieldsFragment = { themeStatement: string | null, readerPromise: string | null, compAuthors: string | null, povLock: string | null, tenseLock: string | null, povDepth: number | null, genre: string | null, audience: string | null, genreConfidence: number | null, audienceConfidence: number | null, autoDetectedGenre: boolean, version: number, beatSheet: { id: string, name: string } | null, researchCitations: Array<{ title: string, url: string }> };

export type GetPlanQueryVariables = Exact<{
  bookId: string;
}>;


export type GetPlanQuery = { plan: { themeStatement: string | null, readerPromise: string | null, compAuthors: string | null, povLock: string | null, tenseLock: string | null, povDepth: number | null, genre: string | null, audience: string | null, genreConfidence: number | null, audienceConfidence: number | null, autoDetectedGenre: boolean, version: number, beatSheet: { id: string, name: string } | null, researchCitations: Array<{ title: string, url: string }> } };

export type UpdatePlanMutationVariables = Exact<{
  bookId: string;
  patch: PlanPatch;
  expectedVersion?: number | null | undefined;
}>;


export type UpdatePlanMutation = { updatePlan: { themeStatement: string | null, readerPromise: string | null, compAuthors: string | null, povLock: string | null, tenseLock: string | null, povDepth: number | null, genre: string | null, audience: string | null, genreConfidence: number | null, audienceConfidence: number | null, autoDetectedGenre: boolean, version: number, beatSheet: { id: string, name: string } | null, researchCitations: Array<{ title: string, url: string }> } };

export type ListBeatSheetsQueryVariables = Exact<{
  bookId?: string | null | undefined;
}>;


export type ListBeatSheetsQuery = { beatSheets: Array<{ id: string, name: string, description: string, beats: Array<{ key: string, label: string, intent: string, start: number, end: number }> }> };

export const PlanFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlanFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Plan"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"themeStatement"}},{"kind":"Field","name":{"kind":"Name","value":"readerPromise"}},{"kind":"Field","name":{"kind":"Name","value":"compAuthors"}},{"kind":"Field","name":{"kind":"Name","value":"beatSheet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"povLock"}},{"kind":"Field","name":{"kind":"Name","value":"tenseLock"}},{"kind":"Field","name":{"kind":"Name","value":"povDepth"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"genreConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"audienceConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"autoDetectedGenre"}},{"kind":"Field","name":{"kind":"Name","value":"researchCitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<PlanFieldsFragment, unknown>;
export const GetPlanDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetPlan"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlanFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlanFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Plan"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"themeStatement"}},{"kind":"Field","name":{"kind":"Name","value":"readerPromise"}},{"kind":"Field","name":{"kind":"Name","value":"compAuthors"}},{"kind":"Field","name":{"kind":"Name","value":"beatSheet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"povLock"}},{"kind":"Field","name":{"kind":"Name","value":"tenseLock"}},{"kind":"Field","name":{"kind":"Name","value":"povDepth"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"genreConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"audienceConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"autoDetectedGenre"}},{"kind":"Field","name":{"kind":"Name","value":"researchCitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<GetPlanQuery, GetPlanQueryVariables>;
export const UpdatePlanDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdatePlan"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PlanPatch"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updatePlan"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"patch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patch"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlanFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlanFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Plan"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"themeStatement"}},{"kind":"Field","name":{"kind":"Name","value":"readerPromise"}},{"kind":"Field","name":{"kind":"Name","value":"compAuthors"}},{"kind":"Field","name":{"kind":"Name","value":"beatSheet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"povLock"}},{"kind":"Field","name":{"kind":"Name","value":"tenseLock"}},{"kind":"Field","name":{"kind":"Name","value":"povDepth"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"genreConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"audienceConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"autoDetectedGenre"}},{"kind":"Field","name":{"kind":"Name","value":"researchCitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<UpdatePlanMutation, UpdatePlanMutationVariables>;
export const ListBeatSheetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListBeatSheets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"beatSheets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"beats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"intent"}},{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}}]}}]}}]} as unknown as DocumentNode<ListBeatSheetsQuery, ListBeatSheetsQueryVariables>;