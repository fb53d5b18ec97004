/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Grammatical person of a narration. */
export type Person =
  /** The viewpoint character tells it as "I". */
  | 'first'
  /** The viewpoint character is "you". */
  | 'second'
  /** A narrator tells it; characters are "he", "she" or "they". */
  | 'third';

/** Fields to change; omitted fields stay unchanged, and null clears a field. */
export type StylePatch = {
  /** Words and phrases that the prose avoids, at most 200 of 80 characters; replaces the existing list. Lint reports them. Null: none. */
  avoid?: Array<string> | null | undefined;
  /** Person of the narration: first, second or third. With `povLock` `multi` it applies to every viewpoint. Null: not locked. */
  personLock?: Person | null | undefined;
  /** Whether lint looks for worn phrases and patterns of prose. Null: true. */
  prosePatterns?: boolean | null | undefined;
  /** Rules of the book’s prose, at most 4000 characters: diction, rhythm, spelling, what dialogue looks like. Null: none. */
  styleGuide?: string | null | undefined;
  /** Prose in the wanted voice, at most 12,000 characters; a model imitates its voice, never its content. Null: earlier chapters show the voice. */
  styleSample?: string | null | undefined;
};

export type StyleFieldsFragment = { styleGuide: string | null, styleSample: string | null, avoid: Array<string>, personLock: Person | null, prosePatterns: boolean, version: number };

export type GetStyleQueryVariables = Exact<{
  bookId: string;
}>;


export type GetStyleQuery = { style: { styleGuide: string | null, styleSample: string | null, avoid: Array<string>, personLock: Person | null, prosePatterns: boolean, version: number } };

export type UpdateStyleMutationVariables = Exact<{
  bookId: string;
  patch: StylePatch;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateStyleMutation = { updateStyle: { styleGuide: string | null, styleSample: string | null, avoid: Array<string>, personLock: Person | null, prosePatterns: boolean, version: number } };

export const StyleFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StyleFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Style"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"styleGuide"}},{"kind":"Field","name":{"kind":"Name","value":"styleSample"}},{"kind":"Field","name":{"kind":"Name","value":"avoid"}},{"kind":"Field","name":{"kind":"Name","value":"personLock"}},{"kind":"Field","name":{"kind":"Name","value":"prosePatterns"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<StyleFieldsFragment, unknown>;
export const GetStyleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetStyle"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"style"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StyleFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StyleFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Style"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"styleGuide"}},{"kind":"Field","name":{"kind":"Name","value":"styleSample"}},{"kind":"Field","name":{"kind":"Name","value":"avoid"}},{"kind":"Field","name":{"kind":"Name","value":"personLock"}},{"kind":"Field","name":{"kind":"Name","value":"prosePatterns"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<GetStyleQuery, GetStyleQueryVariables>;
export const UpdateStyleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateStyle"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StylePatch"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateStyle"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"patch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patch"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StyleFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StyleFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Style"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"styleGuide"}},{"kind":"Field","name":{"kind":"Name","value":"styleSample"}},{"kind":"Field","name":{"kind":"Name","value":"avoid"}},{"kind":"Field","name":{"kind":"Name","value":"personLock"}},{"kind":"Field","name":{"kind":"Name","value":"prosePatterns"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<UpdateStyleMutation, UpdateStyleMutationVariables>;