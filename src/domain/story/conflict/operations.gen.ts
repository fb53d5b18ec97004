/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What sets two characters against each other. */
export type ConflictKind =
  /** One owes the other something, not only money. */
  | 'debt'
  /** They want things that cannot both be had. */
  | 'goal'
  /** They hold beliefs that exclude each other. */
  | 'ideology'
  /** Affection that is unequal, forbidden or at odds. */
  | 'love'
  /** One owes faithfulness that the other claims or betrays. */
  | 'loyalty'
  /** Anything else; the description says what. */
  | 'other'
  /** One has a hold over the other, or both fight for it. */
  | 'power'
  /** They compete for the same place. */
  | 'rivalry'
  /** One hides something from the other. */
  | 'secret'
  /** They disagree about what matters. */
  | 'value';

/** Fields to change, including both ends; omitted fields stay unchanged, and null clears stakes or connection. */
export type ConflictPatch = {
  /** What connects them in spite of it, at most 240 characters. */
  connection?: string | null | undefined;
  /** The conflict in words, 1–500 characters, for the chapter prompt. */
  description?: string | null | undefined;
  /** The first character. */
  fromCharacterId?: string | null | undefined;
  /** How strong it is, 1–5; the strongest come first in a prompt. Default: 3. */
  intensity?: number | null | undefined;
  /** What it is about; one of each kind a pair. */
  kind?: ConflictKind | null | undefined;
  /** False if only the first character feels it. Default: true. */
  mutual?: boolean | null | undefined;
  /** What is at risk, at most 240 characters. */
  stakes?: string | null | undefined;
  /** Its state; resolved ones come last in a prompt. Default: `open`. */
  status?: ConflictStatus | null | undefined;
  /** The other character, of the same book. */
  toCharacterId?: string | null | undefined;
};

/** State of a conflict. */
export type ConflictStatus =
  /** Getting worse from scene to scene. */
  | 'escalating'
  /** Present, but neither has acted on it. */
  | 'latent'
  /** Known to both, and unsettled. */
  | 'open'
  /** Settled; the chapter writer is told not to open it again. */
  | 'resolved';

/** A conflict to add between two characters of the book. */
export type NewConflict = {
  /** What connects them in spite of it, at most 240 characters. */
  connection?: string | null | undefined;
  /** The conflict in words, 1–500 characters, for the chapter prompt. */
  description: string;
  /** The first character. */
  fromCharacterId: string;
  /** How strong it is, 1–5; the strongest come first in a prompt. Default: 3. */
  intensity?: number | null | undefined;
  /** What it is about; one of each kind a pair. */
  kind: ConflictKind;
  /** False if only the first character feels it. Default: true. */
  mutual?: boolean | null | undefined;
  /** What is at risk, at most 240 characters. */
  stakes?: string | null | undefined;
  /** Its state; resolved ones come last in a prompt. Default: `open`. */
  status?: ConflictStatus | null | undefined;
  /** The other character, of the same book. */
  toCharacterId: string;
};

export type ConflictFieldsFragment = { id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, connection: string | null, intensity: number, status: ConflictStatus, createdAt: string, updatedAt: string, version: number };

export type ListConflictsQueryVariables = Exact<{
  bookId: string;
  characterId?: string | null | undefined;
}>;


export type ListConflictsQuery = { conflicts: Array<{ id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, connection: string | null, intensity: number, status: ConflictStatus, createdAt: string, updatedAt: string, version: number }> };

export type AddConflictMutationVariables = Exact<{
  bookId: string;
  input: NewConflict;
}>;


export type AddConflictMutation = { addConflict: { id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, connection: string | null, intensity: number, status: ConflictStatus, createdAt: string, updatedAt: string, version: number } };

export type GetConflictQueryVariables = Exact<{
  bookId: string;
  conflictId: string;
}>;


export type GetConflictQuery = { conflict: { id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, connection: string | null, intensity: number, status: ConflictStatus, createdAt: string, updatedAt: string, version: number } };

export type UpdateConflictMutationVariables = Exact<{
  bookId: string;
  conflictId: string;
  patch: ConflictPatch;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateConflictMutation = { updateConflict: { id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, connection: string | null, intensity: number, status: ConflictStatus, createdAt: string, updatedAt: string, version: number } };

export type RemoveConflictMutationVariables = Exact<{
  bookId: string;
  conflictId: string;
  expectedVersion?: number | null | undefined;
}>;


export type RemoveConflictMutation = { removeConflict: { ok: boolean } };

export const ConflictFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConflictFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conflict"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fromCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"toCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"mutual"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"stakes"}},{"kind":"Field","name":{"kind":"Name","value":"connection"}},{"kind":"Field","name":{"kind":"Name","value":"intensity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<ConflictFieldsFragment, unknown>;
export const ListConflictsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListConflicts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conflicts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"characterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConflictFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConflictFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conflict"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fromCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"toCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"mutual"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"stakes"}},{"kind":"Field","name":{"kind":"Name","value":"connection"}},{"kind":"Field","name":{"kind":"Name","value":"intensity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<ListConflictsQuery, ListConflictsQueryVariables>;
export const AddConflictDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddConflict"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NewConflict"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addConflict"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConflictFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConflictFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conflict"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fromCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"toCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"mutual"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"stakes"}},{"kind":"Field","name":{"kind":"Name","value":"connection"}},{"kind":"Field","name":{"kind":"Name","value":"intensity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<AddConflictMutation, AddConflictMutationVariables>;
export const GetConflictDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetConflict"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conflictId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conflict"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"conflictId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conflictId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConflictFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConflictFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conflict"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fromCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"toCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"mutual"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"stakes"}},{"kind":"Field","name":{"kind":"Name","value":"connection"}},{"kind":"Field","name":{"kind":"Name","value":"intensity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<GetConflictQuery, GetConflictQueryVariables>;
export const UpdateConflictDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateConflict"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conflictId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictPatch"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateConflict"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"conflictId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conflictId"}}},{"kind":"Argument","name":{"kind":"Name","value":"patch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patch"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConflictFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConflictFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conflict"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fromCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"toCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"mutual"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"stakes"}},{"kind":"Field","name":{"kind":"Name","value":"connection"}},{"kind":"Field","name":{"kind":"Name","value":"intensity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<UpdateConflictMutation, UpdateConflictMutationVariables>;
export const RemoveConflictDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveConflict"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conflictId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeConflict"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"conflictId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conflictId"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ok"}}]}}]}}]} as unknown as DocumentNode<RemoveConflictMutation, RemoveConflictMutationVariables>;