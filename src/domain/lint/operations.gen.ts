/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What a finding is about. */
export type LintCode =
  /** A beat that falls to the chapter and that no chapter carries. */
  | 'beat_lost'
  /** A beat whose place lies more than a twentieth of the book from the chapter. */
  | 'beat_misplaced'
  /** A beat key that the book’s beat sheet does not have. */
  | 'beat_unknown'
  /** A leading character who has been away for more than a quarter of the book, at least three chapters. */
  | 'character_absent'
  /** One of the cast who is named three times or more and is not among the participants. */
  | 'character_unplanned'
  /** A viewpoint character or participant whom the text never names. */
  | 'character_unseen'
  /** A name that is one letter away from one of the cast. */
  | 'name_misspelled'
  /** Somebody who acts again and again and is not in the cast. */
  | 'name_unlisted'
  /** A passage that tells what the next chapter’s summary holds. */
  | 'next_chapter_told'
  /** Narration in another person than the point of view of the plan. */
  | 'pov_drift'
  /** A run of fifteen words or more that stands in the previous chapter, word for word. */
  | 'previous_chapter_repeated'
  /** Paragraphs told in the other tense than that of the plan. */
  | 'tense_drift'
  /** A run of twenty words, a sentence of eight or a doubled seam that the chapter already has. */
  | 'text_repeated';

/** How grave a finding is. */
export type LintSeverity =
  /** The text is almost certainly not as it was meant: repair it. */
  | 'error'
  /** Worth a look. */
  | 'note'
  /** The text and the book contradict each other: change one of them, or waive it. */
  | 'warning';

/** A finding to waive, and why. */
export type NewLintWaiver = {
  /** The finding to waive, of the chapter’s present text. */
  findingId: string;
  /** Why it is meant so, 1–500 characters; shown beside the finding. */
  reason: string;
};

export type LintFindingFieldsFragment = { id: string, code: LintCode, severity: LintSeverity, message: string, start: number | null, end: number | null, excerpt: string | null, fix: string, waiver: { reason: string, createdAt: string } | null };

export type LintChapterQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type LintChapterQuery = { lintChapter: { chapterId: string, chapterVersion: number, language: string, open: number, waived: number, omitted: number, findings: Array<{ id: string, code: LintCode, severity: LintSeverity, message: string, start: number | null, end: number | null, excerpt: string | null, fix: string, waiver: { reason: string, createdAt: string } | null }>, checksSkipped: Array<{ code: LintCode, reason: string }> } };

export type WaiveFindingMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: NewLintWaiver;
}>;


export type WaiveFindingMutation = { waiveFinding: { id: string, code: LintCode, severity: LintSeverity, message: string, start: number | null, end: number | null, excerpt: string | null, fix: string, waiver: { reason: string, createdAt: string } | null } };

export type RemoveWaiverMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  findingId: string;
}>;


export type RemoveWaiverMutation = { removeWaiver: { ok: boolean } };

export const LintFindingFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LintFindingFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LintFinding"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"fix"}},{"kind":"Field","name":{"kind":"Name","value":"waiver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<LintFindingFieldsFragment, unknown>;
export const LintChapterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LintChapter"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lintChapter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"chapterVersion"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LintFindingFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"waived"}},{"kind":"Field","name":{"kind":"Name","value":"omitted"}},{"kind":"Field","name":{"kind":"Name","value":"checksSkipped"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LintFindingFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LintFinding"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"fix"}},{"kind":"Field","name":{"kind":"Name","value":"waiver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<LintChapterQuery, LintChapterQueryVariables>;
export const WaiveFindingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"WaiveFinding"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NewLintWaiver"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"waiveFinding"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LintFindingFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LintFindingFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LintFinding"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"fix"}},{"kind":"Field","name":{"kind":"Name","value":"waiver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<WaiveFindingMutation, WaiveFindingMutationVariables>;
export const RemoveWaiverDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveWaiver"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"findingId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeWaiver"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"chapterId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chapterId"}}},{"kind":"Argument","name":{"kind":"Name","value":"findingId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"findingId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ok"}}]}}]}}]} as unknown as DocumentNode<RemoveWaiverMutation, RemoveWaiverMutationVariables>;