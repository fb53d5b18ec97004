/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What a daily quota counts. */
export type QuotaName =
  /** Runs that write or rewrite a chapter and produced text. */
  | 'chapters'
  /** Runs that generate cover pictures and produced one. */
  | 'covers'
  /** Runs that narrate a chapter and produced audio. */
  | 'narrations'
  /** Runs that outline, make variants or grade, and produced a result. */
  | 'outlines'
  /** Output tokens of all runs, also without a result. */
  | 'outputTokens';

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

type UsageSumFields_UsageDay_Fragment = { runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number };

type UsageSumFields_UsageOfBook_Fragment = { runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number };

type UsageSumFields_UsageOfKind_Fragment = { runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number };

type UsageSumFields_UsageTotals_Fragment = { runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number };

export type UsageSumFieldsFragment =
  | UsageSumFields_UsageDay_Fragment
  | UsageSumFields_UsageOfBook_Fragment
  | UsageSumFields_UsageOfKind_Fragment
  | UsageSumFields_UsageTotals_Fragment
;

export type GetUsageQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type GetUsageQuery = { usage: { from: string, to: string, totals: { runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number }, days: Array<{ day: string, runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number }>, kinds: Array<{ kind: RunKind, runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number }>, books: Array<{ bookId: string, title: string | null, runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number }>, quotas: Array<{ name: QuotaName, limit: number | null, used: number, remaining: number | null, resetsAt: string }>, storage: { books: number, revisions: number, pictures: number, sound: number, events: number, answers: number, total: number, limit: number | null } } };

export const UsageSumFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageSumFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"}},{"kind":"Field","name":{"kind":"Name","value":"countedRuns"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedRuns"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedRuns"}}]}}]} as unknown as DocumentNode<UsageSumFieldsFragment, unknown>;
export const GetUsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetUsage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageSumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageSumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageSumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"books"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageSumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quotas"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"remaining"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"storage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"books"}},{"kind":"Field","name":{"kind":"Name","value":"revisions"}},{"kind":"Field","name":{"kind":"Name","value":"pictures"}},{"kind":"Field","name":{"kind":"Name","value":"sound"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageSumFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"}},{"kind":"Field","name":{"kind":"Name","value":"countedRuns"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedRuns"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedRuns"}}]}}]} as unknown as DocumentNode<GetUsageQuery, GetUsageQueryVariables>;