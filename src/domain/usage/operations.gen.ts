/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What an account may have a day. */
export type QuotaName =
  /** Runs that write or rewrite a chapter, one for each that wrote text. */
  | 'chapters'
  /** Runs that make pictures for a cover, one for each that made any. */
  | 'covers'
  /** Runs that narrate a chapter, one for each that had something spoken. */
  | 'narrations'
  /** Outlines, variants and grades, one for each that came about. */
  | 'outlines'
  /** What models wrote, whatever for, also where nothing came of it. */
  | 'outputTokens';

/** What a run does. */
export type RunKind =
  /** Makes pictures for the front of the book. */
  | 'cover'
  /** Judges an outline by the rubric. */
  | 'grade'
  /** Speaks a chapter, which then has audio. */
  | 'narrate'
  /** Plans the chapters of the book, which the book then has. */
  | 'outline'
  /** Tells a chapter anew by an instruction; the text that it replaces becomes a revision. */
  | 'rewrite'
  /** Sums up a finished chapter for the prompts of later ones. */
  | 'summarize'
  /** Plans chapters beside the book’s own, to be compared and adopted. */
  | 'variant'
  /** Writes a chapter, or goes on with one. */
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


export type GetUsageQuery = { usage: { from: string, to: string, totals: { runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number }, days: Array<{ day: string, runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number }>, kinds: Array<{ kind: RunKind, runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number }>, books: Array<{ bookId: string, title: string | null, runs: number, countedRuns: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, estimatedRuns: number, costMicros: number | null, unpricedRuns: number }>, quotas: Array<{ name: QuotaName, limit: number | null, used: number, remaining: number | null, resetsAt: string }> } };

export const UsageSumFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageSumFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"}},{"kind":"Field","name":{"kind":"Name","value":"countedRuns"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedRuns"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedRuns"}}]}}]} as unknown as DocumentNode<UsageSumFieldsFragment, unknown>;
export const GetUsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetUsage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageSumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageSumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageSumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"books"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageSumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quotas"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"remaining"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageSumFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"}},{"kind":"Field","name":{"kind":"Name","value":"countedRuns"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedRuns"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedRuns"}}]}}]} as unknown as DocumentNode<GetUsageQuery, GetUsageQueryVariables>;