/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Kind of a finding. */
export type LintCode =
  /** A word or phrase of the list `avoid` of the style. */
  | 'avoided_words'
  /** A beat that belongs in the chapter but is carried by none. */
  | 'beat_lost'
  /** A beat whose position is more than a twentieth of the book away from the chapter. */
  | 'beat_misplaced'
  /** A beat key that the book’s beat sheet does not have. */
  | 'beat_unknown'
  /** A name that a character has only from a later chapter on. */
  | 'called_too_early'
  /** A main character who is absent for more than a quarter of the book and at least three chapters. */
  | 'character_absent'
  /** A character who is named at least three times but is not a listed participant. */
  | 'character_unplanned'
  /** A viewpoint character or participant who is not named in the text. */
  | 'character_unseen'
  /** A character who acts in the narration after the chapter in which they die. */
  | 'dead_acts'
  /** A line that repeats the number or the title of the chapter. */
  | 'heading_repeated'
  /** A complete text with less than 60 % or more than 160 % of its ordered words. */
  | 'length_off'
  /** A remark in which a model speaks as an assistant, outside dialogue. */
  | 'meta_text'
  /** A name that differs by one letter from that of a character. */
  | 'name_misspelled'
  /** A named person who acts repeatedly but is not in the cast. */
  | 'name_unlisted'
  /** A passage that tells events from the summary of the next chapter. */
  | 'next_chapter_told'
  /** A note that stands for missing text, such as `[Insert …]` or `{{name}}`. */
  | 'placeholder'
  /** Narration in another grammatical person than the plan’s point of view. */
  | 'pov_drift'
  /** At least fifteen consecutive words that are also in the previous chapter. */
  | 'previous_chapter_repeated'
  /** A worn phrase or a pattern of prose that is much denser than in novels. */
  | 'prose_patterns'
  /** Paragraphs in another tense than that of the plan. */
  | 'tense_drift'
  /** A repetition within the chapter: twenty consecutive words, a sentence of eight, or text doubled where a run continued it. */
  | 'text_repeated';

/** How serious a finding is. */
export type LintSeverity =
  /** The text almost certainly has an error: fix it. */
  | 'error'
  /** Worth a look. */
  | 'note'
  /** The text contradicts the book: change one of them, or waive the finding. */
  | 'warning';

/** A finding to waive, and why. */
export type NewLintWaiver = {
  /** The finding to waive, in the chapter’s present text. */
  findingId: string;
  /** Why it is intended, 1–500 characters; shown with the finding. */
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