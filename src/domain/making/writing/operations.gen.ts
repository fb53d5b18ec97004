/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Position of removed text, relative to the text of a run. */
export type CutPlace =
  /** After the text of the run. */
  | 'end'
  /** Before the text of the run. */
  | 'start'
  /** Within the text of the run. */
  | 'within';

/** Instructions for a rewrite. */
export type RewriteRequest = {
  /** What to change in the chapter, or how to tell it, 1–2000 characters. */
  directive: string;
  /** Notes on the chapter or the book that the rewrite takes into account, at most 20. */
  noteIds?: Array<string> | null | undefined;
};

/** Task of a run. */
export type RunKind =
  /** Generates cover pictures. */
  | 'cover'
  /** Grades an outline. */
  | 'grade'
  /** Narrates a chapter. */
  | 'narrate'
  /** Outlines the book. */
  | 'outline'
  /** Rewrites a chapter; the old text becomes a revision. */
  | 'rewrite'
  /** Makes the recap of a chapter or of ten, or proposes what a manuscript is. */
  | 'summarize'
  /** Generates outline variants. */
  | 'variant'
  /** Writes or continues a chapter. */
  | 'write';

/** Progress or result of a run. */
export type RunState =
  /** It was cancelled; its text so far is kept. */
  | 'cancelled'
  /** The provider reported the end. */
  | 'completed'
  /** The provider failed. The text so far is kept, and the same request continues it. */
  | 'failed'
  /** It stopped before the end: at its time limit, by the loss of its node, or at the limit of provider calls. Its text is kept, and the same request continues it. */
  | 'partial'
  /** A node is working on it. */
  | 'running';

/** Options of a write; all are optional. */
export type WriteRequest = {
  /** True: append to a complete chapter; its text is kept as a revision. */
  continue?: boolean | null | undefined;
  /** Instructions for this call, up to 2000 characters. */
  instructions?: string | null | undefined;
  /** True: start over; the old text is kept as a revision. */
  restart?: boolean | null | undefined;
  /** Ordered length, 50–30,000 words; with `continue`, of the addition. Default: `targetWords`. */
  words?: number | null | undefined;
};

export type RunFieldsFragment = { id: string, kind: RunKind, bookId: string, chapterId: string | null, state: RunState, startOffset: number, charsWritten: number, startedAt: string, deadlineAt: string, finishedAt: string | null, model: string, resumeOf: string | null, recapWaitMs: number | null, draft: string | null, error: { code: string, message: string, retryAt: string | null } | null, usage: { inputTokens: number | null, cachedInputTokens: number | null, outputTokens: number | null, costMicros: number | null }, cut: Array<{ at: CutPlace, text: string }> };

export type WriteChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input?: WriteRequest | null | undefined;
  waitSeconds?: number | null | undefined;
}>;


export type WriteChapterMutation = { writeChapter: { id: string, kind: RunKind, bookId: string, chapterId: string | null, state: RunState, startOffset: number, charsWritten: number, startedAt: string, deadlineAt: string, finishedAt: string | null, model: string, resumeOf: string | null, recapWaitMs: number | null, draft: string | null, error: { code: string, message: string, retryAt: string | null } | null, usage: { inputTokens: number | null, cachedInputTokens: number | null, outputTokens: number | null, costMicros: number | null }, cut: Array<{ at: CutPlace, text: string }> } };

export type RewriteChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: RewriteRequest;
  waitSeconds?: number | null | undefined;
}>;


export type RewriteChapterMutation = { rewriteChapter: { id: string, kind: RunKind, bookId: string, chapterId: string | null, state: RunState, startOffset: number, charsWritten: number, startedAt: string, deadlineAt: string, finishedAt: string | null, model: string, resumeOf: string | null, recapWaitMs: number | null, draft: string | null, error: { code: string, message: string, retryAt: string | null } | null, usage: { inputTokens: number | null, cachedInputTokens: number | null, outputTokens: number | null, costMicros: number | null }, cut: Array<{ at: CutPlace, text: string }> } };

export const RunFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"startOffset"}},{"kind":"Field","name":{"kind":"Name","value":"charsWritten"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deadlineAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resumeOf"}},{"kind":"Field","name":{"kind":"Name","value":"recapWaitMs"}},{"kind":"Field","name":{"kind":"Name","value":"cut"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"draft"}}]}}]} as unknown as DocumentNode<RunFieldsFragment, unknown>;
export const WriteChapterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"WriteChapter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WriteRequest"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"waitSeconds"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"writeChapter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"waitSeconds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"waitSeconds"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"startOffset"}},{"kind":"Field","name":{"kind":"Name","value":"charsWritten"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deadlineAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resumeOf"}},{"kind":"Field","name":{"kind":"Name","value":"recapWaitMs"}},{"kind":"Field","name":{"kind":"Name","value":"cut"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"draft"}}]}}]} as unknown as DocumentNode<WriteChapterMutation, WriteChapterMutationVariables>;
export const RewriteChapterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RewriteChapter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RewriteRequest"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"waitSeconds"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rewriteChapter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"waitSeconds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"waitSeconds"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"startOffset"}},{"kind":"Field","name":{"kind":"Name","value":"charsWritten"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deadlineAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resumeOf"}},{"kind":"Field","name":{"kind":"Name","value":"recapWaitMs"}},{"kind":"Field","name":{"kind":"Name","value":"cut"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"draft"}}]}}]} as unknown as DocumentNode<RewriteChapterMutation, RewriteChapterMutationVariables>;