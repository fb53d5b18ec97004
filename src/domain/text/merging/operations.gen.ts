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

/** Grammatical person of a narration. */
export type Person =
  /** The viewpoint character tells it as "I". */
  | 'first'
  /** The viewpoint character is "you". */
  | 'second'
  /** A narrator tells it; characters are "he", "she" or "they". */
  | 'third';

/** A text that was changed from one that is no longer the current one. */
export type TextMerge = {
  /** The revision that you changed: the `revisionId` that you have read. */
  baseRevisionId?: string | null | undefined;
  /** In place of the id: that text itself. Small saves of one session keep no revision; empty: there was none. */
  baseText?: string | null | undefined;
  /** Save the result, if there is no conflict. Default: only show it. */
  save?: boolean | null | undefined;
  /** Your whole text, Markdown. */
  text: string;
};

export type ChapterOutlineFragment = { id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string };

export type MergeConflictFieldsFragment = { line: number, base: string, yours: string, present: string };

export type MergeTextMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: TextMerge;
}>;


export type MergeTextMutation = { mergeText: { isSaved: boolean, text: string | null, chapter: { id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string }, parts: Array<{ text: string | null, conflict: { line: number, base: string, yours: string, present: string } | null }> } };

export type MergeTextWithoutProseMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: TextMerge;
}>;


export type MergeTextWithoutProseMutation = { mergeText: { isSaved: boolean, chapter: { id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string }, conflicts: Array<{ line: number, base: string, yours: string, present: string }> } };

export const ChapterOutlineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<ChapterOutlineFragment, unknown>;
export const MergeConflictFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MergeConflictFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MergeConflict"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"base"}},{"kind":"Field","name":{"kind":"Name","value":"yours"}},{"kind":"Field","name":{"kind":"Name","value":"present"}}]}}]} as unknown as DocumentNode<MergeConflictFieldsFragment, unknown>;
export const MergeTextDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MergeText"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TextMerge"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mergeText"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChapterOutline"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isSaved"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"conflict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MergeConflictFields"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MergeConflictFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MergeConflict"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"base"}},{"kind":"Field","name":{"kind":"Name","value":"yours"}},{"kind":"Field","name":{"kind":"Name","value":"present"}}]}}]} as unknown as DocumentNode<MergeTextMutation, MergeTextMutationVariables>;
export const MergeTextWithoutProseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MergeTextWithoutProse"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TextMerge"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mergeText"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChapterOutline"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isSaved"}},{"kind":"Field","name":{"kind":"Name","value":"conflicts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MergeConflictFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MergeConflictFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MergeConflict"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"base"}},{"kind":"Field","name":{"kind":"Name","value":"yours"}},{"kind":"Field","name":{"kind":"Name","value":"present"}}]}}]} as unknown as DocumentNode<MergeTextWithoutProseMutation, MergeTextWithoutProseMutationVariables>;