/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type GetCapabilitiesQueryVariables = Exact<{ [key: string]: never; }>;


export type GetCapabilitiesQuery = { instance: { features: Array<{ name: string, enabled: boolean, reason: string | null }>, limits: { requestsPerMinute: number, graphqlCostPerMinute: number, planPerMinute: number, providerPerMinute: number, providerConcurrent: number, storageBytes: number, generationSecondsMax: number } } };


export const GetCapabilitiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetCapabilities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"features"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"limits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestsPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"graphqlCostPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"planPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"providerPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"providerConcurrent"}},{"kind":"Field","name":{"kind":"Name","value":"storageBytes"}},{"kind":"Field","name":{"kind":"Name","value":"generationSecondsMax"}}]}}]}}]}}]} as unknown as DocumentNode<GetCapabilitiesQuery, GetCapabilitiesQueryVariables>;