/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
type ReadershipFields_BookAnalytics_Fragment = { views: number, visitors: number };

type ReadershipFields_ChapterReading_Fragment = { views: number, visitors: number };

type ReadershipFields_DayOfReading_Fragment = { views: number, visitors: number };

type ReadershipFields_TitlePageReading_Fragment = { views: number, visitors: number };

export type ReadershipFieldsFragment =
  | ReadershipFields_BookAnalytics_Fragment
  | ReadershipFields_ChapterReading_Fragment
  | ReadershipFields_DayOfReading_Fragment
  | ReadershipFields_TitlePageReading_Fragment
;

export type GetAnalyticsQueryVariables = Exact<{
  bookId: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type GetAnalyticsQuery = { analytics: { from: string, to: string, completion: number | null, views: number, visitors: number, days: Array<{ day: string, views: number, visitors: number }>, titlePage: { views: number, visitors: number }, chapters: Array<{ chapterId: string, order: number | null, title: string, reach: number | null, views: number, visitors: number }>, topChapter: { chapterId: string, order: number | null, title: string, views: number, visitors: number } | null } };

export const ReadershipFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReadershipFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Readership"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"views"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}}]}}]} as unknown as DocumentNode<ReadershipFieldsFragment, unknown>;
export const GetAnalyticsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetAnalytics"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReadershipFields"}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReadershipFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"titlePage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReadershipFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"chapters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReadershipFields"}},{"kind":"Field","name":{"kind":"Name","value":"reach"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topChapter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReadershipFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"completion"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReadershipFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Readership"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"views"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}}]}}]} as unknown as DocumentNode<GetAnalyticsQuery, GetAnalyticsQueryVariables>;