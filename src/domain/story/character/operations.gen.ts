/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Fields to change; omitted fields stay unchanged, and null clears want, fear or lie. */
export type CharacterPatch = {
  /** Other names in the prose. Default: none. */
  aliases?: Array<string> | null | undefined;
  /** Who they are and where they come from, up to 2000 characters. */
  bio?: string | null | undefined;
  /** Names from a chapter on, such as a married name. Default: none. */
  datedAliases?: Array<DatedAliasInput> | null | undefined;
  /** What they fear, likewise. */
  fear?: string | null | undefined;
  /** True if chapters can be told from their point of view. Default: false. */
  isPov?: boolean | null | undefined;
  /** Their false belief, likewise. */
  lie?: string | null | undefined;
  /** Name in the prose. */
  name?: string | null | undefined;
  /** Their part in the story: protagonist, mentor, a place. */
  role?: string | null | undefined;
  /** Since when they are dead, away or back. Default: none. */
  status?: Array<CharacterStatusInput> | null | undefined;
  /** How they talk: rhythm, words they use and never use. */
  voiceProfile?: string | null | undefined;
  /** What they want, one short clause. */
  want?: string | null | undefined;
};

/** Since when somebody is so. */
export type CharacterStatusInput = {
  /** Id of the chapter. Default: the beginning of the book. */
  fromChapterId?: string | null | undefined;
  /** dead: after the chapter; away: from it on. */
  is: LifeStatus;
};

/** A name from a chapter on. */
export type DatedAliasInput = {
  /** Id of the chapter. Default: the beginning of the book. */
  fromChapterId?: string | null | undefined;
  /** Name in the prose. */
  text: string;
};

/** State of a character from a chapter on. */
export type LifeStatus =
  /** They take part where a chapter names or lists them. */
  | 'alive'
  /** They take no part from the chapter on. */
  | 'away'
  /** They died in the chapter, and take no part in later ones. */
  | 'dead';

/** A character to add. Only the name is required. */
export type NewCharacter = {
  /** Other names in the prose. Default: none. */
  aliases?: Array<string> | null | undefined;
  /** Who they are and where they come from, up to 2000 characters. */
  bio?: string | null | undefined;
  /** Names from a chapter on, such as a married name. Default: none. */
  datedAliases?: Array<DatedAliasInput> | null | undefined;
  /** What they fear, likewise. */
  fear?: string | null | undefined;
  /** True if chapters can be told from their point of view. Default: false. */
  isPov?: boolean | null | undefined;
  /** Their false belief, likewise. */
  lie?: string | null | undefined;
  /** Name in the prose. */
  name: string;
  /** Their part in the story: protagonist, mentor, a place. */
  role?: string | null | undefined;
  /** Since when they are dead, away or back. Default: none. */
  status?: Array<CharacterStatusInput> | null | undefined;
  /** How they talk: rhythm, words they use and never use. */
  voiceProfile?: string | null | undefined;
  /** What they want, one short clause. */
  want?: string | null | undefined;
};

export type CharacterDatesFragment = { status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> };

export type CharacterOutlineFragment = { id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, isPov: boolean, version: number, status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> };

export type CharacterFieldsFragment = { bio: string, voiceProfile: string, id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, isPov: boolean, version: number, status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> };

export type ListCharactersQueryVariables = Exact<{
  bookId: string;
  ids?: Array<string> | string | null | undefined;
}>;


export type ListCharactersQuery = { characters: Array<{ bio: string, voiceProfile: string, id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, isPov: boolean, version: number, status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> }> };

export type ListCharacterDatesQueryVariables = Exact<{
  bookId: string;
}>;


export type ListCharacterDatesQuery = { characters: Array<{ id: string, name: string, status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> }> };

export type GetCharacterQueryVariables = Exact<{
  bookId: string;
  characterId: string;
}>;


export type GetCharacterQuery = { character: { bio: string, voiceProfile: string, id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, isPov: boolean, version: number, status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> } };

export type CreateCharacterMutationVariables = Exact<{
  bookId: string;
  input: NewCharacter;
}>;


export type CreateCharacterMutation = { createCharacter: { bio: string, voiceProfile: string, id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, isPov: boolean, version: number, status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> } };

export type UpdateCharacterMutationVariables = Exact<{
  bookId: string;
  characterId: string;
  patch: CharacterPatch;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateCharacterMutation = { updateCharacter: { bio: string, voiceProfile: string, id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, isPov: boolean, version: number, status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> } };

export type DateCharacterMutationVariables = Exact<{
  bookId: string;
  characterId: string;
  patch: CharacterPatch;
  expectedVersion?: number | null | undefined;
}>;


export type DateCharacterMutation = { updateCharacter: { id: string, name: string, version: number, status: Array<{ is: LifeStatus, fromChapterId: string | null }>, datedAliases: Array<{ text: string, fromChapterId: string | null }> } };

export type DeleteCharacterMutationVariables = Exact<{
  bookId: string;
  characterId: string;
  expectedVersion?: number | null | undefined;
}>;


export type DeleteCharacterMutation = { deleteCharacter: { ok: boolean } };

export const CharacterDatesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}}]} as unknown as DocumentNode<CharacterDatesFragment, unknown>;
export const CharacterOutlineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"want"}},{"kind":"Field","name":{"kind":"Name","value":"fear"}},{"kind":"Field","name":{"kind":"Name","value":"lie"}},{"kind":"Field","name":{"kind":"Name","value":"isPov"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterDates"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}}]} as unknown as DocumentNode<CharacterOutlineFragment, unknown>;
export const CharacterFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterOutline"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"voiceProfile"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"want"}},{"kind":"Field","name":{"kind":"Name","value":"fear"}},{"kind":"Field","name":{"kind":"Name","value":"lie"}},{"kind":"Field","name":{"kind":"Name","value":"isPov"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterDates"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<CharacterFieldsFragment, unknown>;
export const ListCharactersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListCharacters"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"characters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"want"}},{"kind":"Field","name":{"kind":"Name","value":"fear"}},{"kind":"Field","name":{"kind":"Name","value":"lie"}},{"kind":"Field","name":{"kind":"Name","value":"isPov"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterDates"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterOutline"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"voiceProfile"}}]}}]} as unknown as DocumentNode<ListCharactersQuery, ListCharactersQueryVariables>;
export const ListCharacterDatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListCharacterDates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"characters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterDates"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}}]} as unknown as DocumentNode<ListCharacterDatesQuery, ListCharacterDatesQueryVariables>;
export const GetCharacterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetCharacter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"character"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"characterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"want"}},{"kind":"Field","name":{"kind":"Name","value":"fear"}},{"kind":"Field","name":{"kind":"Name","value":"lie"}},{"kind":"Field","name":{"kind":"Name","value":"isPov"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterDates"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterOutline"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"voiceProfile"}}]}}]} as unknown as DocumentNode<GetCharacterQuery, GetCharacterQueryVariables>;
export const CreateCharacterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCharacter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NewCharacter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCharacter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"want"}},{"kind":"Field","name":{"kind":"Name","value":"fear"}},{"kind":"Field","name":{"kind":"Name","value":"lie"}},{"kind":"Field","name":{"kind":"Name","value":"isPov"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterDates"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterOutline"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"voiceProfile"}}]}}]} as unknown as DocumentNode<CreateCharacterMutation, CreateCharacterMutationVariables>;
export const UpdateCharacterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateCharacter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CharacterPatch"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCharacter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"characterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"patch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patch"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"want"}},{"kind":"Field","name":{"kind":"Name","value":"fear"}},{"kind":"Field","name":{"kind":"Name","value":"lie"}},{"kind":"Field","name":{"kind":"Name","value":"isPov"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterDates"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterOutline"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"voiceProfile"}}]}}]} as unknown as DocumentNode<UpdateCharacterMutation, UpdateCharacterMutationVariables>;
export const DateCharacterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DateCharacter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CharacterPatch"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCharacter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"characterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"patch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patch"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterDates"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterDates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"is"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"datedAliases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"fromChapterId"}}]}}]}}]} as unknown as DocumentNode<DateCharacterMutation, DateCharacterMutationVariables>;
export const DeleteCharacterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteCharacter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteCharacter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"characterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"characterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ok"}}]}}]}}]} as unknown as DocumentNode<DeleteCharacterMutation, DeleteCharacterMutationVariables>;