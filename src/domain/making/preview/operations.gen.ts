/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Options for generated covers; all are optional. */
export type CoverRequest = {
  /** Number of pictures, 1–3. Default: 1. */
  count?: number | null | undefined;
  /** Content of the picture, up to 2000 characters. Default: derived from title, premise, genre, tone and audience. */
  prompt?: string | null | undefined;
};

/** The arguments of `generateCovers`. */
export type CoversCall = {
  /** Its options; all are optional. */
  input?: CoverRequest | null | undefined;
};

/** The arguments of `gradeOutline`. */
export type GradeCall = {
  /** Its options; all are optional. */
  input?: GradeRequest | null | undefined;
  /** The outline variant; null or absent: the book’s own outline. */
  variantId?: string | null | undefined;
};

/** Options of a grading; all are optional. */
export type GradeRequest = {
  /** False: only the checks without a model, at no cost. True: a model judges as well. Default: true if the instance has a provider. */
  judge?: boolean | null | undefined;
};

/** The arguments of `generateOutline`. */
export type OutlineCall = {
  /** Its options; all are optional. */
  input?: OutlineRequest | null | undefined;
};

/** Options of an outline; all are optional. */
export type OutlineRequest = {
  /** Number of chapters, 1–100. Default: derived from the target length and the beat sheet. */
  chapterCount?: number | null | undefined;
  /** Instructions for this outline, up to 2000 characters. */
  instructions?: string | null | undefined;
  /** True: replace chapters even if they have text; they are archived and can be restored. Default: fail with `invalid_state`. */
  replaceWritten?: boolean | null | undefined;
};

/** The arguments of `generateOutlineVariants`. */
export type OutlineVariantsCall = {
  /** Number of variants and instructions. */
  input: VariantsRequest;
};

/** A call that a text or image provider is paid for: one mutation with its arguments, without the book. */
export type PaidCall =
  {   /** Generates pictures for the cover. */
  generateCovers: CoversCall; generateOutline?: never; generateOutlineVariants?: never; generateProfile?: never; generateRecap?: never; gradeOutline?: never; readManuscript?: never; rewriteChapter?: never; writeChapter?: never; }
  |  { generateCovers?: never;   /** Outlines the book. */
  generateOutline: OutlineCall; generateOutlineVariants?: never; generateProfile?: never; generateRecap?: never; gradeOutline?: never; readManuscript?: never; rewriteChapter?: never; writeChapter?: never; }
  |  { generateCovers?: never; generateOutline?: never;   /** Generates outlines to compare. */
  generateOutlineVariants: OutlineVariantsCall; generateProfile?: never; generateRecap?: never; gradeOutline?: never; readManuscript?: never; rewriteChapter?: never; writeChapter?: never; }
  |  { generateCovers?: never; generateOutline?: never; generateOutlineVariants?: never;   /** Proposes what the book is, from its recaps. */
  generateProfile: ProfileCall; generateRecap?: never; gradeOutline?: never; readManuscript?: never; rewriteChapter?: never; writeChapter?: never; }
  |  { generateCovers?: never; generateOutline?: never; generateOutlineVariants?: never; generateProfile?: never;   /** Makes the recap of a chapter. */
  generateRecap: RecapCall; gradeOutline?: never; readManuscript?: never; rewriteChapter?: never; writeChapter?: never; }
  |  { generateCovers?: never; generateOutline?: never; generateOutlineVariants?: never; generateProfile?: never; generateRecap?: never;   /** Judges an outline. */
  gradeOutline: GradeCall; readManuscript?: never; rewriteChapter?: never; writeChapter?: never; }
  |  { generateCovers?: never; generateOutline?: never; generateOutlineVariants?: never; generateProfile?: never; generateRecap?: never; gradeOutline?: never;   /** Makes the recaps that a manuscript lacks. */
  readManuscript: ReadCall; rewriteChapter?: never; writeChapter?: never; }
  |  { generateCovers?: never; generateOutline?: never; generateOutlineVariants?: never; generateProfile?: never; generateRecap?: never; gradeOutline?: never; readManuscript?: never;   /** Tells a chapter anew, as a directive asks. */
  rewriteChapter: RewriteCall; writeChapter?: never; }
  |  { generateCovers?: never; generateOutline?: never; generateOutlineVariants?: never; generateProfile?: never; generateRecap?: never; gradeOutline?: never; readManuscript?: never; rewriteChapter?: never;   /** Writes or continues a chapter. */
  writeChapter: WriteCall; };

/** The arguments of `generateProfile`, which has none beside the book. */
export type ProfileCall = {
  /** Ignored: a preview does not wait. */
  waitSeconds?: number | null | undefined;
};

/** The arguments of `readManuscript`. */
export type ReadCall = {
  /** Its options; all are optional. */
  input?: ReadRequest | null | undefined;
};

/** Which chapters to read; by default all. */
export type ReadRequest = {
  /** Position of the first chapter, 1–10,000. Default: the first of the book. */
  from?: number | null | undefined;
  /** Position of the last chapter, 1–10,000. Default: the last of the book. */
  to?: number | null | undefined;
};

/** The arguments of `generateRecap`. */
export type RecapCall = {
  /** The chapter to sum up. */
  chapterId: string;
};

/** The arguments of `rewriteChapter`. */
export type RewriteCall = {
  /** The chapter to tell anew. */
  chapterId: string;
  /** Instructions for the rewrite. */
  input: RewriteRequest;
};

/** Instructions for a rewrite. */
export type RewriteRequest = {
  /** What to change in the chapter, or how to tell it, 1–2000 characters. */
  directive: string;
  /** Notes on the chapter or the book that the rewrite takes into account, at most 20. */
  noteIds?: Array<string> | null | undefined;
};

/** Number of variants and instructions. */
export type VariantsRequest = {
  /** Number of chapters, 1–100. Default: derived from the target length and the beat sheet. */
  chapterCount?: number | null | undefined;
  /** Number of variants, 1–5. */
  count: number;
  /** Instructions for this outline, up to 2000 characters. */
  instructions?: string | null | undefined;
};

/** The arguments of `writeChapter`. */
export type WriteCall = {
  /** The chapter to write or continue. */
  chapterId: string;
  /** Its options; all are optional. */
  input?: WriteRequest | null | undefined;
};

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

export type PartFieldsFragment = { block: string, kind: string, tokens: number, fullTokens: number | null, status: string, reason: string | null, source: { type: string, id: string, version: number } | null };

export type PreviewFieldsFragment = { tokens: number, tokensAreEstimated: boolean, tokenizer: string, model: string, budgetTokens: number | null, participants: Array<string>, times: number, messages: Array<{ role: string, content: string }>, manifest: Array<{ block: string, kind: string, tokens: number, fullTokens: number | null, status: string, reason: string | null, source: { type: string, id: string, version: number } | null }>, estimate: { inputTokens: number, expectedOutputTokens: number | null, costMicros: number | null, low: { inputTokens: number, outputTokens: number, costMicros: number | null } | null, high: { inputTokens: number, outputTokens: number, costMicros: number | null } | null }, room: { contextTokens: number, outputTokens: number, outputReserveTokens: number, isAssumed: boolean } | null, replaces: { wordCount: number, needsRestart: boolean } | null, names: { recognised: Array<{ characterId: string, words: Array<string> }>, ambiguous: Array<{ words: Array<string>, characterIds: Array<string> }>, near: Array<{ words: Array<string>, characterId: string }> } };

export type GetPromptQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
  input?: WriteRequest | null | undefined;
}>;


export type GetPromptQuery = { promptPreview: { tokens: number, tokensAreEstimated: boolean, tokenizer: string, model: string, budgetTokens: number | null, participants: Array<string>, times: number, messages: Array<{ role: string, content: string }>, manifest: Array<{ block: string, kind: string, tokens: number, fullTokens: number | null, status: string, reason: string | null, source: { type: string, id: string, version: number } | null }>, estimate: { inputTokens: number, expectedOutputTokens: number | null, costMicros: number | null, low: { inputTokens: number, outputTokens: number, costMicros: number | null } | null, high: { inputTokens: number, outputTokens: number, costMicros: number | null } | null }, room: { contextTokens: number, outputTokens: number, outputReserveTokens: number, isAssumed: boolean } | null, replaces: { wordCount: number, needsRestart: boolean } | null, names: { recognised: Array<{ characterId: string, words: Array<string> }>, ambiguous: Array<{ words: Array<string>, characterIds: Array<string> }>, near: Array<{ words: Array<string>, characterId: string }> } } };

export type PreviewCallQueryVariables = Exact<{
  bookId: string;
  call: PaidCall;
}>;


export type PreviewCallQuery = { callPreview: { tokens: number, tokensAreEstimated: boolean, tokenizer: string, model: string, budgetTokens: number | null, participants: Array<string>, times: number, messages: Array<{ role: string, content: string }>, manifest: Array<{ block: string, kind: string, tokens: number, fullTokens: number | null, status: string, reason: string | null, source: { type: string, id: string, version: number } | null }>, estimate: { inputTokens: number, expectedOutputTokens: number | null, costMicros: number | null, low: { inputTokens: number, outputTokens: number, costMicros: number | null } | null, high: { inputTokens: number, outputTokens: number, costMicros: number | null } | null }, room: { contextTokens: number, outputTokens: number, outputReserveTokens: number, isAssumed: boolean } | null, replaces: { wordCount: number, needsRestart: boolean } | null, names: { recognised: Array<{ characterId: string, words: Array<string> }>, ambiguous: Array<{ words: Array<string>, characterIds: Array<string> }>, near: Array<{ words: Array<string>, characterId: string }> } } };

export type GetBriefQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type GetBriefQuery = { promptPreview: { messages: Array<{ role: string, content: string }>, replaces: { wordCount: number } | null } };

export const PartFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PartFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PromptPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"fullTokens"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]} as unknown as DocumentNode<PartFieldsFragment, unknown>;
export const PreviewFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PromptPreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"content"}}]}},{"kind":"Field","name":{"kind":"Name","value":"manifest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PartFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"tokensAreEstimated"}},{"kind":"Field","name":{"kind":"Name","value":"tokenizer"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"estimate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"expectedOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}},{"kind":"Field","name":{"kind":"Name","value":"low"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}},{"kind":"Field","name":{"kind":"Name","value":"high"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"budgetTokens"}},{"kind":"Field","name":{"kind":"Name","value":"room"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contextTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputReserveTokens"}},{"kind":"Field","name":{"kind":"Name","value":"isAssumed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"participants"}},{"kind":"Field","name":{"kind":"Name","value":"replaces"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"needsRestart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"names"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recognised"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"characterId"}},{"kind":"Field","name":{"kind":"Name","value":"words"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ambiguous"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"words"}},{"kind":"Field","name":{"kind":"Name","value":"characterIds"}}]}},{"kind":"Field","name":{"kind":"Name","value":"near"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"words"}},{"kind":"Field","name":{"kind":"Name","value":"characterId"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"times"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PartFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PromptPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"fullTokens"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]} as unknown as DocumentNode<PreviewFieldsFragment, unknown>;
export const GetPromptDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetPrompt"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WriteRequest"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"promptPreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PartFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PromptPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"fullTokens"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PromptPreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"content"}}]}},{"kind":"Field","name":{"kind":"Name","value":"manifest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PartFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"tokensAreEstimated"}},{"kind":"Field","name":{"kind":"Name","value":"tokenizer"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"estimate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"expectedOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}},{"kind":"Field","name":{"kind":"Name","value":"low"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}},{"kind":"Field","name":{"kind":"Name","value":"high"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"budgetTokens"}},{"kind":"Field","name":{"kind":"Name","value":"room"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contextTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputReserveTokens"}},{"kind":"Field","name":{"kind":"Name","value":"isAssumed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"participants"}},{"kind":"Field","name":{"kind":"Name","value":"replaces"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"needsRestart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"names"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recognised"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"characterId"}},{"kind":"Field","name":{"kind":"Name","value":"words"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ambiguous"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"words"}},{"kind":"Field","name":{"kind":"Name","value":"characterIds"}}]}},{"kind":"Field","name":{"kind":"Name","value":"near"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"words"}},{"kind":"Field","name":{"kind":"Name","value":"characterId"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"times"}}]}}]} as unknown as DocumentNode<GetPromptQuery, GetPromptQueryVariables>;
export const PreviewCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PreviewCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"call"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PaidCall"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callPreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"call"},"value":{"kind":"Variable","name":{"kind":"Name","value":"call"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PartFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PromptPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"fullTokens"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PromptPreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"content"}}]}},{"kind":"Field","name":{"kind":"Name","value":"manifest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PartFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"tokensAreEstimated"}},{"kind":"Field","name":{"kind":"Name","value":"tokenizer"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"estimate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"expectedOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}},{"kind":"Field","name":{"kind":"Name","value":"low"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}},{"kind":"Field","name":{"kind":"Name","value":"high"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMicros"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"budgetTokens"}},{"kind":"Field","name":{"kind":"Name","value":"room"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contextTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputReserveTokens"}},{"kind":"Field","name":{"kind":"Name","value":"isAssumed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"participants"}},{"kind":"Field","name":{"kind":"Name","value":"replaces"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"needsRestart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"names"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recognised"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"characterId"}},{"kind":"Field","name":{"kind":"Name","value":"words"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ambiguous"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"words"}},{"kind":"Field","name":{"kind":"Name","value":"characterIds"}}]}},{"kind":"Field","name":{"kind":"Name","value":"near"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"words"}},{"kind":"Field","name":{"kind":"Name","value":"characterId"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"times"}}]}}]} as unknown as DocumentNode<PreviewCallQuery, PreviewCallQueryVariables>;
export const GetBriefDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetBrief"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"promptPreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"content"}}]}},{"kind":"Field","name":{"kind":"Name","value":"replaces"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wordCount"}}]}}]}}]}}]} as unknown as DocumentNode<GetBriefQuery, GetBriefQueryVariables>;