/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** State of a book, derived from its chapters. */
export type BookStatus =
  /** It has no chapters yet. */
  | 'draft'
  /** Readers see the snapshot that was last published. */
  | 'published'
  /** Every chapter is complete. */
  | 'ready'
  /** At least one chapter is not complete. */
  | 'writing';

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

/** Model quality for chapters. The instance configures the model of each tier. */
export type ModelTier =
  /** Fast and cheap, for trying things. */
  | 'draft'
  /** Best prose, at the highest price. */
  | 'editorial'
  /** The default. */
  | 'standard';

/** Publication state and visibility of a book. */
export type Publication = {
  /** True: publish a snapshot of the current chapters, or renew it. False: unpublish the book. */
  publish: boolean;
  /** Who can read it: `private` only you, `unlisted` everyone with the link, `public` everyone. Absent: unchanged, initially `unlisted`. */
  visibility?: Visibility | null | undefined;
};

/** Who can read a published book. */
export type Visibility =
  /** Only its author. */
  | 'private'
  /** Everybody. */
  | 'public'
  /** Everyone with the link; search engines are told not to index it. */
  | 'unlisted';

export type PublishWarningsFieldsFragment = { more: number, chaptersUnchecked: number, findings: Array<{ chapterId: string, order: number, title: string, findingId: string, code: LintCode, severity: LintSeverity, message: string, excerpt: string | null, fix: string }> };

export type PublishBookMutationVariables = Exact<{
  bookId: string;
  input: Publication;
  expectedVersion?: number | null | undefined;
}>;


export type PublishBookMutation = { publishBook: { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number, warnings: Array<{ code: string, message: string, count: number, chapterId: string | null }>, publishWarnings: { more: number, chaptersUnchecked: number, findings: Array<{ chapterId: string, order: number, title: string, findingId: string, code: LintCode, severity: LintSeverity, message: string, excerpt: string | null, fix: string }> } | null } };

export type RotateReaderKeyMutationVariables = Exact<{
  bookId: string;
  expectedVersion?: number | null | undefined;
}>;


export type RotateReaderKeyMutation = { rotateReaderKey: { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number } };

export type GetPublicationQueryVariables = Exact<{
  bookId: string;
}>;


export type GetPublicationQuery = { publication: { publishedAt: string, title: string, wordCount: number, hasChanges: boolean, visibility: Visibility, slug: string | null, readerKey: string | null, readerUrl: string | null, isGuessable: boolean, chapters: Array<{ order: number, chapterId: string, revisionId: string, title: string, wordCount: number, readingTimeSec: number, readerUrl: string | null }> } | null };

export type GetPublishWarningsQueryVariables = Exact<{
  bookId: string;
}>;


export type GetPublishWarningsQuery = { publishWarnings: { more: number, chaptersUnchecked: number, findings: Array<{ chapterId: string, order: number, title: string, findingId: string, code: LintCode, severity: LintSeverity, message: string, excerpt: string | null, fix: string }> } };

export type BookFieldsFragment = { id: string, title: string, subtitle: string | null, premise: string, author: string, description: string | null, language: string, genre: string | null, audience: string | null, toneStyle: string | null, modelTier: ModelTier, coverColor: string | null, targetWords: number | null, status: BookStatus, visibility: Visibility, slug: string | null, readerUrl: string | null, publishedAt: string | null, wordCount: number, createdAt: string, updatedAt: string, version: number };

export type WarningFieldsFragment = { code: string, message: string, count: number, chapterId: string | null };

export const PublishWarningsFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PublishWarningsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PublishWarnings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"findingId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"fix"}}]}},{"kind":"Field","name":{"kind":"Name","value":"more"}},{"kind":"Field","name":{"kind":"Name","value":"chaptersUnchecked"}}]}}]} as unknown as DocumentNode<PublishWarningsFieldsFragment, unknown>;
export const BookFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<BookFieldsFragment, unknown>;
export const WarningFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WarningFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Warning"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}}]}}]} as unknown as DocumentNode<WarningFieldsFragment, unknown>;
export const PublishBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PublishBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Publication"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publishBook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BookFields"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WarningFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"publishWarnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PublishWarningsFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PublishWarningsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PublishWarnings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"findingId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"fix"}}]}},{"kind":"Field","name":{"kind":"Name","value":"more"}},{"kind":"Field","name":{"kind":"Name","value":"chaptersUnchecked"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WarningFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Warning"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}}]}}]} as unknown as DocumentNode<PublishBookMutation, PublishBookMutationVariables>;
export const RotateReaderKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateReaderKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateReaderKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BookFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BookFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Book"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"subtitle"}},{"kind":"Field","name":{"kind":"Name","value":"premise"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"genre"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}},{"kind":"Field","name":{"kind":"Name","value":"toneStyle"}},{"kind":"Field","name":{"kind":"Name","value":"modelTier"}},{"kind":"Field","name":{"kind":"Name","value":"coverColor"}},{"kind":"Field","name":{"kind":"Name","value":"targetWords"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<RotateReaderKeyMutation, RotateReaderKeyMutationVariables>;
export const GetPublicationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetPublication"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publication"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"hasChanges"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"readerKey"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isGuessable"}},{"kind":"Field","name":{"kind":"Name","value":"chapters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"revisionId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"wordCount"}},{"kind":"Field","name":{"kind":"Name","value":"readingTimeSec"}},{"kind":"Field","name":{"kind":"Name","value":"readerUrl"}}]}}]}}]}}]} as unknown as DocumentNode<GetPublicationQuery, GetPublicationQueryVariables>;
export const GetPublishWarningsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetPublishWarnings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publishWarnings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PublishWarningsFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PublishWarningsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PublishWarnings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chapterId"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"findingId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"fix"}}]}},{"kind":"Field","name":{"kind":"Name","value":"more"}},{"kind":"Field","name":{"kind":"Name","value":"chaptersUnchecked"}}]}}]} as unknown as DocumentNode<GetPublishWarningsQuery, GetPublishWarningsQueryVariables>;