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

/** Text for the end of a chapter. */
export type ChapterAddition = {
  /** Prose, Markdown. It begins a new paragraph. */
  text: string;
};

/** Small edits of a text. */
export type ChapterEdits = {
  /** 1–100; all are made, or none. */
  edits: Array<PassageEdit>;
};

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

/** A passage of a text, and what takes its place. */
export type PassageEdit = {
  /** What replaces it, up to 30,000 characters. Empty: the passage is deleted. */
  new: string;
  /** The passage, up to 30,000 characters, with enough around it to be found once. */
  old: string;
};

/** Grammatical person of a narration. */
export type Person =
  /** The viewpoint character tells it as "I". */
  | 'first'
  /** The viewpoint character is "you". */
  | 'second'
  /** A narrator tells it; characters are "he", "she" or "they". */
  | 'third';

export type ChapterOutlineFragment = { id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string };

export type EditedFieldsFragment = { chapter: { id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string }, changes: Array<{ line: number, before: string, after: string }> };

export type EditChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: ChapterEdits;
  expectedVersion?: number | null | undefined;
}>;


export type EditChapterMutation = { editChapter: { chapter: { id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string }, changes: Array<{ line: number, before: string, after: string }> } };

export type AppendToChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: ChapterAddition;
  expectedVersion?: number | null | undefined;
}>;


export type AppendToChapterMutation = { appendToChapter: { chapter: { id: string, bookId: string, order: number, title: string, summary: string, notes: string, status: ChapterStatus, wordCount: number, readingTimeSec: number, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, targetWords: number | null, person: Person | null, tense: string | null, audioUrl: string | null, audioStatus: AudioStatus, version: number, createdAt: string, updatedAt: string }, changes: Array<{ line: number, before: string, after: string }> } };

export const ChapterOutlineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<ChapterOutlineFragment, unknown>;
export const EditedFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EditedChapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChapterOutline"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<EditedFieldsFragment, unknown>;
export const EditChapterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EditChapter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChapterEdits"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"editChapter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EditedFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EditedChapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChapterOutline"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]} as unknown as DocumentNode<EditChapterMutation, EditChapterMutationVariables>;
export const AppendToChapterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AppendToChapter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChapterAddition"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appendToChapter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EditedFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChapterOutline"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Chapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"beatKeys"}},{"kind":"Field","name":{"kind":"Name","value":"povCharacterId"}},{"kind":"Field","name":{"kind":"Name","value":"participantIds"}},{"kind":"Field","name":{"kind":"Name","value":"mentionedIds"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tense"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioStatus"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EditedChapter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChapterOutline"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]} as unknown as DocumentNode<AppendToChapterMutation, AppendToChapterMutationVariables>;