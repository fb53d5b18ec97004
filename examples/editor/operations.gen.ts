/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Whether the words of an anchor are still in the text. */
export type AnchorState =
  /** They are at its place. */
  | 'ok'
  /** They were deleted at `start`. */
  | 'orphaned'
  /** They were edited; what stands there now is between `start` and `end`. */
  | 'stale';

/** A document to import as a new book. */
export type BookImport = {
  /** Replaces the author of the document. Default: the name of the account. */
  author?: string | null | undefined;
  /** CriticMarkup in Markdown: the text with or without its changes, or these as proposals. Default: `proposals`. */
  changes?: ImportChanges | null | undefined;
  /** The whole document. Markdown and text are split into chapters at headings. */
  content: string;
  /** What `content` is: `markdown`, `text`, or `json` for what an export as JSON answered. */
  format: ImportFormat;
  /** BCP 47 tag; replaces the language of the document. Default: `en`. */
  language?: string | null | undefined;
  /** What separates the paragraphs of plain text. Default: what its lines say; the answer names it. */
  paragraphs?: ParagraphMark | null | undefined;
  /** What the book is about, 10–4000 characters; replaces the premise of the document. */
  premise?: string | null | undefined;
  /** Replaces the title of the document. */
  title?: string | null | undefined;
  /** True keeps the notations of other writing programs in Markdown as text. Default: false. */
  verbatim?: boolean | null | undefined;
};

/** Fields to change; omitted fields stay unchanged. */
export type BookPatch = {
  /** Who it is for. Null: the outliner detects it. */
  audience?: string | null | undefined;
  /** Name on the title page. Default: the name of the account. */
  author?: string | null | undefined;
  /** Colour of the drawn cover, `#rrggbb`; null for the default. */
  coverColor?: string | null | undefined;
  /** Shown to readers before they open the book. */
  description?: string | null | undefined;
  /** Genre. Null: the outliner detects it. */
  genre?: string | null | undefined;
  /** Language of the chapters: a BCP 47 tag such as `de`, or a name such as German. Default: `en`. */
  language?: string | null | undefined;
  /** Model quality for chapters: `draft`, `standard` or `editorial`. Default: `standard`. */
  modelTier?: ModelTierInput | null | undefined;
  /** What the book is about, 10–4000 characters. */
  premise?: string | null | undefined;
  /** Second line of the title page. */
  subtitle?: string | null | undefined;
  /** Target length in words, 1,000–1,000,000; null for none. */
  targetWords?: number | null | undefined;
  /** Title of the book. Default: `Untitled Book`, which an outline may replace. */
  title?: string | null | undefined;
  /** Tone of the prose in a few words. */
  toneStyle?: string | null | undefined;
};

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

/** State of a chapter in the narration of its book. */
export type ChapterNarrationState =
  /** All tries failed. Narrate the book again to retry. */
  | 'failed'
  /** Its text is not complete, so it is skipped. */
  | 'incomplete'
  /** It was never narrated and is not queued. */
  | 'missing'
  /** It is queued, or waits for a retry. */
  | 'queued'
  /** Its audio matches the present text and title. */
  | 'ready'
  /** It is being narrated. */
  | 'running'
  /** Its text or title has changed since it was narrated, and it is not queued. */
  | 'stale';

/** Fields to change; omitted fields stay unchanged. */
export type ChapterPatch = {
  /** Its beats; see `beatSheets`. */
  beatKeys?: Array<string> | null | undefined;
  /** The prose, Markdown. */
  content?: string | null | undefined;
  /** People only spoken of. */
  mentionedIds?: Array<string> | null | undefined;
  /** Notes; part of its prompt. */
  notes?: string | null | undefined;
  /** Participants. Empty: those named in it. */
  participantIds?: Array<string> | null | undefined;
  /** Grammatical person; null: the book’s. */
  person?: Person | null | undefined;
  /** Viewpoint character; null: by the plan. */
  povCharacterId?: string | null | undefined;
  /** The recap of the text. */
  recap?: SavedRecap | null | undefined;
  /** `partial`: the next write continues the text. `complete`: finished. Others change nothing. */
  status?: ChapterStatus | null | undefined;
  /** What happens; the main part of its prompt. */
  summary?: string | null | undefined;
  /** Target words; null: a share of the book’s. */
  targetWords?: number | null | undefined;
  /** Tense; null: the book’s. */
  tense?: string | null | undefined;
  /** Heading. Default: `Chapter N`. */
  title?: string | null | undefined;
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

/** Fields to change; omitted fields stay unchanged, and null clears want, fear or lie. */
export type CharacterPatch = {
  /** Other names in the prose. Default: none. */
  aliases?: Array<string> | null | undefined;
  /** Who they are and where they come from, up to 2000 characters. */
  bio?: string | null | undefined;
  /** Names from a chapter on, such as a married name. Default: none. */
  datedAliases?: Array<DatedAliasInput> | null | undefined;
  /** What they fear, likewise. */
  fear?: string | null | undefined;
  /** True if chapters can be told from their point of view. Default: false. */
  isPov?: boolean | null | undefined;
  /** Their false belief, likewise. */
  lie?: string | null | undefined;
  /** Name in the prose. */
  name?: string | null | undefined;
  /** Their part in the story: protagonist, mentor, a place. */
  role?: string | null | undefined;
  /** Since when they are dead, away or back. Default: none. */
  status?: Array<CharacterStatusInput> | null | undefined;
  /** How they talk: rhythm, words they use and never use. */
  voiceProfile?: string | null | undefined;
  /** What they want, one short clause. */
  want?: string | null | undefined;
};

/** Since when somebody is so. */
export type CharacterStatusInput = {
  /** Id of the chapter. Default: the beginning of the book. */
  fromChapterId?: string | null | undefined;
  /** dead: after the chapter; away: from it on. */
  is: LifeStatus;
};

/** A source of the book. */
export type CitationInput = {
  /** Its title, for the chapter prompt. */
  title: string;
  /** Its URL, for the chapter prompt; never fetched. */
  url: string;
};

/** What sets two characters against each other. */
export type ConflictKind =
  /** One owes the other something, not only money. */
  | 'debt'
  /** They want things that cannot both be had. */
  | 'goal'
  /** They hold beliefs that exclude each other. */
  | 'ideology'
  /** Affection that is unequal, forbidden or at odds. */
  | 'love'
  /** One owes faithfulness that the other claims or betrays. */
  | 'loyalty'
  /** Anything else; the description says what. */
  | 'other'
  /** One has a hold over the other, or both fight for it. */
  | 'power'
  /** They compete for the same place. */
  | 'rivalry'
  /** One hides something from the other. */
  | 'secret'
  /** They disagree about what matters. */
  | 'value';

/** Fields to change, including both ends; omitted fields stay unchanged, and null clears stakes or connection. */
export type ConflictPatch = {
  /** What connects them in spite of it, at most 240 characters. */
  connection?: string | null | undefined;
  /** The conflict in words, 1–500 characters, for the chapter prompt. */
  description?: string | null | undefined;
  /** The first character. */
  fromCharacterId?: string | null | undefined;
  /** How strong it is, 1–5; the strongest come first in a prompt. Default: 3. */
  intensity?: number | null | undefined;
  /** What it is about; one of each kind a pair. */
  kind?: ConflictKind | null | undefined;
  /** False if only the first character feels it. Default: true. */
  mutual?: boolean | null | undefined;
  /** What is at risk, at most 240 characters. */
  stakes?: string | null | undefined;
  /** Its state; resolved ones come last in a prompt. Default: `open`. */
  status?: ConflictStatus | null | undefined;
  /** The other character, of the same book. */
  toCharacterId?: string | null | undefined;
};

/** State of a conflict. */
export type ConflictStatus =
  /** Getting worse from scene to scene. */
  | 'escalating'
  /** Present, but neither has acted on it. */
  | 'latent'
  /** Known to both, and unsettled. */
  | 'open'
  /** Settled; the chapter writer is told not to open it again. */
  | 'resolved';

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

/** Position of removed text, relative to the text of a run. */
export type CutPlace =
  /** After the text of the run. */
  | 'end'
  /** Before the text of the run. */
  | 'start'
  /** Within the text of the run. */
  | 'within';

/** A name from a chapter on. */
export type DatedAliasInput = {
  /** Id of the chapter. Default: the beginning of the book. */
  fromChapterId?: string | null | undefined;
  /** Name in the prose. */
  text: string;
};

/** Kind of a part of a comparison. */
export type DiffKind =
  /** Only in the other text. */
  | 'delete'
  /** In both texts. */
  | 'equal'
  /** Equal text that was omitted because of `context`. */
  | 'gap'
  /** Only in the revision. */
  | 'insert';

/** File formats that a book can be exported to. */
export type ExportFormat =
  /** Standard manuscript format for Word and other editors, as agents and publishers request it. */
  | 'docx'
  /** EPUB 3, for e-readers and shops: cover, title page, contents, chapters. */
  | 'epub'
  /** One self-contained page with styles, contents and all chapters. */
  | 'html'
  /** Everything: plan, cast, conflicts, outlines, chapters with all former texts. It can be imported without loss. */
  | 'json'
  /** The chapters. Importing them gives the same text, byte for byte. */
  | 'markdown'
  /** The chapters, under underlined titles. */
  | 'text';

/** How an export shows open proposals and notes. */
export type ExportMarks =
  /** As CriticMarkup, in Markdown. */
  | 'criticmarkup'
  /** Not at all. */
  | 'none'
  /** As tracked changes and comments, in `docx`. */
  | 'tracked';

/** Rating of a score: the highest band whose lower bound it reaches. */
export type GradeBand =
  /** A score of 0 or more. */
  | 'rethink'
  /** A score of 55 or more. */
  | 'revise'
  /** A score of 85 or more. */
  | 'strong'
  /** A score of 70 or more. */
  | 'workable';

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

/** What an import makes of the marks of a review. */
export type ImportChanges =
  /** The text with its changes made. */
  | 'accepted'
  /** The text without its changes. */
  | 'original'
  /** The original text, each change as a proposal. */
  | 'proposals';

/** Document formats that can be imported. */
export type ImportFormat =
  /** An export as JSON. */
  | 'json'
  /** Markdown; chapters are cut at headings. */
  | 'markdown'
  /** Plain text; chapters are cut at underlined lines, or at lines such as “Chapter 12”. */
  | 'text';

/** State of a character from a chapter on. */
export type LifeStatus =
  /** They take part where a chapter names or lists them. */
  | 'alive'
  /** They take no part from the chapter on. */
  | 'away'
  /** They died in the chapter, and take no part in later ones. */
  | 'dead';

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

/** State of a chapter in the reading of its manuscript. */
export type ManuscriptChapterState =
  /** It has no text. */
  | 'empty'
  /** All tries failed. Read the manuscript again to retry. */
  | 'failed'
  /** Its text has no recap and is not queued. */
  | 'missing'
  /** It is queued, or waits for a retry. */
  | 'queued'
  /** It has a recap of its text. */
  | 'ready'
  /** Its recap is being made. */
  | 'running'
  /** Its recap is of an earlier text and is not queued. */
  | 'stale';

/** Model quality for chapters. The instance configures the model of each tier. */
export type ModelTier =
  /** Fast and cheap, for trying things. */
  | 'draft'
  /** Best prose, at the highest price. */
  | 'editorial'
  /** The default. */
  | 'standard';

/** A tier, or one of its former names, which answers show under the current name. */
export type ModelTierInput =
  | 'draft'
  | 'editorial'
  /** Means `draft`. */
  | 'haiku'
  /** Means `editorial`. */
  | 'opus'
  /** Means `standard`. */
  | 'sonnet'
  | 'standard';

/** Options of a narration; all are optional. */
export type NarrationRequest = {
  /** A voice of the speech provider, 1–100 characters. Default: that of the instance. */
  voice?: string | null | undefined;
};

/** A book to create. Only the premise is required. */
export type NewBook = {
  /** Who it is for. Null: the outliner detects it. */
  audience?: string | null | undefined;
  /** Name on the title page. Default: the name of the account. */
  author?: string | null | undefined;
  /** Colour of the drawn cover, `#rrggbb`; null for the default. */
  coverColor?: string | null | undefined;
  /** Shown to readers before they open the book. */
  description?: string | null | undefined;
  /** Genre. Null: the outliner detects it. */
  genre?: string | null | undefined;
  /** Language of the chapters: a BCP 47 tag such as `de`, or a name such as German. Default: `en`. */
  language?: string | null | undefined;
  /** Model quality for chapters: `draft`, `standard` or `editorial`. Default: `standard`. */
  modelTier?: ModelTierInput | null | undefined;
  /** What the book is about, 10–4000 characters. */
  premise: string;
  /** Second line of the title page. */
  subtitle?: string | null | undefined;
  /** Target length in words, 1,000–1,000,000; null for none. */
  targetWords?: number | null | undefined;
  /** Title of the book. Default: `Untitled Book`, which an outline may replace. */
  title?: string | null | undefined;
  /** Tone of the prose in a few words. */
  toneStyle?: string | null | undefined;
};

/** A chapter to add at the end. Every field has a default. */
export type NewChapter = {
  /** Its beats; see `beatSheets`. */
  beatKeys?: Array<string> | null | undefined;
  /** The prose, Markdown. */
  content?: string | null | undefined;
  /** People only spoken of. */
  mentionedIds?: Array<string> | null | undefined;
  /** Notes; part of its prompt. */
  notes?: string | null | undefined;
  /** Participants. Empty: those named in it. */
  participantIds?: Array<string> | null | undefined;
  /** Grammatical person; null: the book’s. */
  person?: Person | null | undefined;
  /** Viewpoint character; null: by the plan. */
  povCharacterId?: string | null | undefined;
  /** What happens; the main part of its prompt. */
  summary?: string | null | undefined;
  /** Target words; null: a share of the book’s. */
  targetWords?: number | null | undefined;
  /** Tense; null: the book’s. */
  tense?: string | null | undefined;
  /** Heading. Default: `Chapter N`. */
  title?: string | null | undefined;
};

/** A character to add. Only the name is required. */
export type NewCharacter = {
  /** Other names in the prose. Default: none. */
  aliases?: Array<string> | null | undefined;
  /** Who they are and where they come from, up to 2000 characters. */
  bio?: string | null | undefined;
  /** Names from a chapter on, such as a married name. Default: none. */
  datedAliases?: Array<DatedAliasInput> | null | undefined;
  /** What they fear, likewise. */
  fear?: string | null | undefined;
  /** True if chapters can be told from their point of view. Default: false. */
  isPov?: boolean | null | undefined;
  /** Their false belief, likewise. */
  lie?: string | null | undefined;
  /** Name in the prose. */
  name: string;
  /** Their part in the story: protagonist, mentor, a place. */
  role?: string | null | undefined;
  /** Since when they are dead, away or back. Default: none. */
  status?: Array<CharacterStatusInput> | null | undefined;
  /** How they talk: rhythm, words they use and never use. */
  voiceProfile?: string | null | undefined;
  /** What they want, one short clause. */
  want?: string | null | undefined;
};

/** A conflict to add between two characters of the book. */
export type NewConflict = {
  /** What connects them in spite of it, at most 240 characters. */
  connection?: string | null | undefined;
  /** The conflict in words, 1–500 characters, for the chapter prompt. */
  description: string;
  /** The first character. */
  fromCharacterId: string;
  /** How strong it is, 1–5; the strongest come first in a prompt. Default: 3. */
  intensity?: number | null | undefined;
  /** What it is about; one of each kind a pair. */
  kind: ConflictKind;
  /** False if only the first character feels it. Default: true. */
  mutual?: boolean | null | undefined;
  /** What is at risk, at most 240 characters. */
  stakes?: string | null | undefined;
  /** Its state; resolved ones come last in a prompt. Default: `open`. */
  status?: ConflictStatus | null | undefined;
  /** The other character, of the same book. */
  toCharacterId: string;
};

/** A finding to waive, and why. */
export type NewLintWaiver = {
  /** The finding to waive, in the chapter’s present text. */
  findingId: string;
  /** Why it is intended, 1–500 characters; shown with the finding. */
  reason: string;
};

/** A note to write, or a reply to one. */
export type NewNote = {
  /** Markdown, 1–10,000 characters. */
  body: string;
  /** The chapter; absent for a note on the book. */
  chapterId?: string | null | undefined;
  /** The place behind the last character. */
  end?: number | null | undefined;
  /** Default: `comment`. */
  kind?: NoteKind | null | undefined;
  /** In place of a quote: a whole paragraph, from 1. */
  paragraph?: number | null | undefined;
  /** The note that this one replies to. A reply is where that note is, and takes no place of its own. */
  parentId?: string | null | undefined;
  /** Up to 64 characters before the quote, if it is in the text more than once. */
  prefix?: string | null | undefined;
  /** The words, found exactly once; white space and kinds of quotes may differ. */
  quote?: string | null | undefined;
  /** In place of a quote: the first character, from 0, with `end` and `version`. */
  start?: number | null | undefined;
  /** Up to 64 characters behind it. */
  suffix?: string | null | undefined;
  /** The version in which `start` and `end` were read. */
  version?: number | null | undefined;
};

/** Changes to propose together. */
export type NewProposals = {
  /** 1–50 changes, which form a set. All are proposed, or none. */
  edits: Array<ProposedEdit>;
  /** What the proposals are about, 1–200 characters. */
  title?: string | null | undefined;
};

/** A whole recap, in place of the one there is. */
export type NewRecap = {
  /** What happened in the chapter, 1–1200 characters. */
  events: string;
  /** Where everybody stands at its end: what they hold, know and owe. Up to 800 characters; default: empty. */
  state?: string | null | undefined;
};

/** Purpose of a note. */
export type NoteKind =
  /** A remark. */
  | 'comment'
  /** Something to be answered. */
  | 'question'
  /** Something to be done. */
  | 'todo';

/** What to change of a note. */
export type NotePatch = {
  /** Markdown, 1–10,000 characters. */
  body?: string | null | undefined;
  /** True: it is settled. False: it is open again. */
  resolved?: boolean | null | undefined;
};

/** Source of a text. */
export type Origin =
  /** Set by a person, or written by an agent. */
  | 'human'
  /** Part of an imported book. */
  | 'import'
  /** A restored former text. */
  | 'restore'
  /** Rewritten by the instance’s provider. */
  | 'rewrite'
  /** Written by the instance’s provider. */
  | 'write';

/** Options of an adoption; all are optional. */
export type OutlineAdoptionRequest = {
  /** True: replace chapters even if they have text; they are archived and can be restored. Default: fail with `invalid_state`. */
  replaceWritten?: boolean | null | undefined;
};

/** The arguments of `generateOutline`. */
export type OutlineCall = {
  /** Its options; all are optional. */
  input?: OutlineRequest | null | undefined;
};

/** How serious a finding is. */
export type OutlineFindingSeverity =
  /** Violates the plan. */
  | 'error'
  /** Worth a look. */
  | 'note'
  /** Weakens the book. */
  | 'warning';

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

/** What separates the paragraphs of a plain text. */
export type ParagraphMark =
  /** Blank lines. Line ends within a paragraph are those of an editor that wraps lines, or line breaks. */
  | 'blank'
  /** An indent at the start of a line: a tab, 2–8 blanks or U+3000. */
  | 'indent'
  /** The end of each line. */
  | 'line';

/** Grammatical person of a narration. */
export type Person =
  /** The viewpoint character tells it as "I". */
  | 'first'
  /** The viewpoint character is "you". */
  | 'second'
  /** A narrator tells it; characters are "he", "she" or "they". */
  | 'third';

/** Fields to change; omitted fields stay unchanged, and null clears a field. */
export type PlanPatch = {
  /** Who it is for. Null: the outliner detects it. */
  audience?: string | null | undefined;
  /** Confidence in a detected audience, 0–100. */
  audienceConfidence?: number | null | undefined;
  /** Whether the outliner detected genre or audience. Setting one of them resets it. */
  autoDetectedGenre?: boolean | null | undefined;
  /** The beat sheet, which is the story structure; read it as `beatSheet`. */
  beatSheetTemplate?: string | null | undefined;
  /** Comparable authors, free text. */
  compAuthors?: string | null | undefined;
  /** Genre. Null: the outliner detects it. */
  genre?: string | null | undefined;
  /** Confidence in a detected genre, 0–100. */
  genreConfidence?: number | null | undefined;
  /** Narrative depth, from 0 (a camera) to 100 (inside the mind). */
  povDepth?: number | null | undefined;
  /** Point of view of every chapter: first, second, third-limited, third-omniscient, third-objective, multi, or free text. Null: not locked. */
  povLock?: string | null | undefined;
  /** What the book promises its readers. */
  readerPromise?: string | null | undefined;
  /** Sources; replaces the existing list. */
  researchCitations?: Array<CitationInput> | null | undefined;
  /** Tense of every chapter: past, present, or free text. Null: not locked. */
  tenseLock?: string | null | undefined;
  /** Theme of the book. */
  themeStatement?: string | null | undefined;
};

/** The arguments of `generateProfile`, which has none beside the book. */
export type ProfileCall = {
  /** Ignored: a preview does not wait. */
  waitSeconds?: number | null | undefined;
};

/** Proposals to accept. */
export type ProposalAcceptance = {
  /** For proposals with alternatives. Default: the replacement. */
  choices?: Array<ProposalChoice> | null | undefined;
  /** Versions that must still hold, of the proposals or of their chapters. */
  expectedVersions?: Array<VersionRead> | null | undefined;
  /** Ids of 1–100 proposals. */
  ids: Array<string>;
  /** True: those that cannot be accepted stay as they are, and the others are. Default: all or none. */
  partial?: boolean | null | undefined;
};

/** Which text of a proposal is accepted. */
export type ProposalChoice = {
  /** 0: the replacement; n: the nth of `alternatives`. */
  alternative: number;
  /** One of `ids`. */
  id: string;
};

/** Proposals to decline. */
export type ProposalRefusal = {
  /** Ids of 1–100 proposals. */
  ids: Array<string>;
  /** Why, for those who proposed. Up to 1000 characters. */
  reason?: string | null | undefined;
};

/** State of a proposal, by its text or by a decision. */
export type ProposalState =
  /** Its text is in the chapter. */
  | 'accepted'
  /** Somebody decided against it. */
  | 'declined'
  /** It can be accepted. */
  | 'open'
  /** Its words were changed. It is open again when they return. */
  | 'stale'
  /** Its author took it back. */
  | 'withdrawn';

/** Words of a chapter, and what takes their place. */
export type ProposedEdit = {
  /** Other replacements to choose from, at most 3. */
  alternatives?: Array<string> | null | undefined;
  /** The chapter with the words. */
  chapterId: string;
  /** The place behind the last character. */
  end?: number | null | undefined;
  /** In place of a quote: a whole paragraph, from 1. */
  paragraph?: number | null | undefined;
  /** Up to 64 characters before the quote, if it is in the text more than once. */
  prefix?: string | null | undefined;
  /** The words, found exactly once; white space and kinds of quotes may differ. */
  quote?: string | null | undefined;
  /** Why, for those who decide. Up to 1000 characters. */
  reason?: string | null | undefined;
  /** What takes their place, up to 30,000 characters. Empty: they are deleted. */
  replacement: string;
  /** In place of a quote: the first character, from 0, with `end` and `version`. */
  start?: number | null | undefined;
  /** Up to 64 characters behind it. */
  suffix?: string | null | undefined;
  /** The version in which `start` and `end` were read. */
  version?: number | null | undefined;
};

/** Publication state and visibility of a book. */
export type Publication = {
  /** True: publish a snapshot of the current chapters, or renew it. False: unpublish the book. */
  publish: boolean;
  /** Who can read it: `private` only you, `unlisted` everyone with the link, `public` everyone. Absent: unchanged, initially `unlisted`. */
  visibility?: Visibility | null | undefined;
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

/** Who wrote a recap. */
export type RecapOrigin =
  /** An agent, with `setRecap`. */
  | 'agent'
  /** A run of this service. The next one replaces it. */
  | 'model'
  /** A person, with `setRecap`. No run replaces it. */
  | 'person';

/** Whether a text is complete. */
export type RevisionStatus =
  /** Complete, or set by hand. */
  | 'complete'
  /** A run stopped before the end. It can be restored and continued. */
  | 'partial';

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

/** The recap of the text. */
export type SavedRecap = {
  /** What happened in the chapter, 1–1200 characters. */
  events: string;
  /** Where everybody stands at its end: what they hold, know and owe. Up to 800 characters; default: empty. */
  state?: string | null | undefined;
};

/** Fields to change; omitted fields stay unchanged, and null clears a field. */
export type StylePatch = {
  /** Words and phrases that the prose avoids, at most 200 of 80 characters; replaces the existing list. Lint reports them. Null: none. */
  avoid?: Array<string> | null | undefined;
  /** Person of the narration: first, second or third. With `povLock` `multi` it applies to every viewpoint. Null: not locked. */
  personLock?: Person | null | undefined;
  /** Whether lint looks for worn phrases and patterns of prose. Null: true. */
  prosePatterns?: boolean | null | undefined;
  /** Rules of the book’s prose, at most 4000 characters: diction, rhythm, spelling, what dialogue looks like. Null: none. */
  styleGuide?: string | null | undefined;
  /** Prose in the wanted voice, at most 12,000 characters; a model imitates its voice, never its content. Null: earlier chapters show the voice. */
  styleSample?: string | null | undefined;
};

/** A text that was changed from one that is no longer the current one. */
export type TextMerge = {
  /** The revision that you changed: the `revisionId` that you have read. */
  baseRevisionId?: string | null | undefined;
  /** In place of the id: that text itself. Small saves of one session keep no revision; empty: there was none. */
  baseText?: string | null | undefined;
  /** Save the result, if there is no conflict. Default: only show it. */
  save?: boolean | null | undefined;
  /** Your whole text, Markdown. */
  text: string;
};

/** Which former texts of a chapter to keep. */
export type ThinRequest = {
  /** How many of the newest former texts to keep, 0–10,000. */
  keep: number;
  /** True: only answers what would be deleted. Default: false. */
  preview?: boolean | null | undefined;
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

/** A version that you have read. */
export type VersionRead = {
  /** A proposal or its chapter. */
  id: string;
  /** The version that you have read. If it has changed: `conflict`. */
  version: number;
};

/** Who can read a published book. */
export type Visibility =
  /** Only its author. */
  | 'private'
  /** Everybody. */
  | 'public'
  /** Everyone with the link; search engines are told not to index it. */
  | 'unlisted';

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

export type ChapterLineFragment = { id: string, order: number, title: string, status: ChapterStatus, wordCount: number, targetWords: number | null, person: Person | null, tense: string | null, version: number };

export type ChapterTextFragment = { summary: string, content: string, notes: string, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, id: string, order: number, title: string, status: ChapterStatus, wordCount: number, targetWords: number | null, person: Person | null, tense: string | null, version: number };

export type CharacterCardFragment = { id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, bio: string, voiceProfile: string, isPov: boolean, version: number };

export type ConflictEdgeFragment = { id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, intensity: number, status: ConflictStatus, version: number };

export type PlanCardFragment = { themeStatement: string | null, readerPromise: string | null, compAuthors: string | null, povLock: string | null, tenseLock: string | null, povDepth: number | null, genre: string | null, audience: string | null, genreConfidence: number | null, audienceConfidence: number | null, autoDetectedGenre: boolean, version: number, researchCitations: Array<{ title: string, url: string }>, beatSheet: { id: string, name: string, beats: Array<{ key: string, label: string, intent: string, start: number, end: number }> } | null };

export type StyleCardFragment = { styleGuide: string | null, styleSample: string | null, avoid: Array<string>, personLock: Person | null, prosePatterns: boolean, version: number };

export type RecapCardFragment = { events: string, state: string, origin: RecapOrigin, isStale: boolean, version: number, suggestion: { events: string, state: string } | null };

export type PartFragment = { block: string, tokens: number, reason: string | null };

export type PromptFragment = { messages: Array<{ role: string, content: string }>, manifest: Array<{ block: string, tokens: number, reason: string | null }> };

export type ManuscriptReadingFragment = { bookId: string, ready: number, queued: number, running: number, chapters: Array<{ order: number, title: string, state: ManuscriptChapterState, runId: string | null, waitsUntil: string | null, error: { message: string } | null }> };

export type RunStateFragment = { id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null };

export type ShelfBookFragment = { id: string, title: string, author: string, status: BookStatus, wordCount: number, targetWords: number | null, version: number, cover: { url: string } };

export type BooksQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BooksQuery = { books: { nodes: Array<{ id: string, title: string, author: string, status: BookStatus, wordCount: number, targetWords: number | null, version: number, cover: { url: string } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type DeletedBooksQueryVariables = Exact<{ [key: string]: never; }>;


export type DeletedBooksQuery = { books: { nodes: Array<{ id: string, title: string }> } };

export type RenameBookMutationVariables = Exact<{
  bookId: string;
  title: string;
  expectedVersion?: number | null | undefined;
}>;


export type RenameBookMutation = { updateBook: { id: string, title: string, author: string, status: BookStatus, wordCount: number, targetWords: number | null, version: number, cover: { url: string } } };

export type DeleteBookMutationVariables = Exact<{
  bookId: string;
}>;


export type DeleteBookMutation = { deleteBook: { id: string } };

export type RestoreBookMutationVariables = Exact<{
  bookId: string;
}>;


export type RestoreBookMutation = { restoreBook: { id: string } };

export type ImportPreviewQueryVariables = Exact<{
  input: BookImport;
}>;


export type ImportPreviewQuery = { importPreview: { title: string, author: string | null, language: string, chapters: Array<{ title: string, wordCount: number, firstLine: string }>, warnings: Array<{ message: string, count: number }> } };

export type ImportBookMutationVariables = Exact<{
  input: BookImport;
  idempotencyKey?: string | null | undefined;
}>;


export type ImportBookMutation = { importBook: { id: string } };

export type BookCardFragment = { id: string, title: string, subtitle: string | null, author: string, premise: string, description: string | null, language: string, targetWords: number | null, toneStyle: string | null, modelTier: ModelTier, version: number };

export type EditorBookQueryVariables = Exact<{
  bookId: string;
}>;


export type EditorBookQuery = { book: { wordCount: number, id: string, title: string, subtitle: string | null, author: string, premise: string, description: string | null, language: string, targetWords: number | null, toneStyle: string | null, modelTier: ModelTier, version: number, chapters: Array<{ id: string, order: number, title: string, status: ChapterStatus, wordCount: number, targetWords: number | null, person: Person | null, tense: string | null, version: number }>, characters: Array<{ id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, bio: string, voiceProfile: string, isPov: boolean, version: number }>, conflicts: Array<{ id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, intensity: number, status: ConflictStatus, version: number }>, plan: { themeStatement: string | null, readerPromise: string | null, compAuthors: string | null, povLock: string | null, tenseLock: string | null, povDepth: number | null, genre: string | null, audience: string | null, genreConfidence: number | null, audienceConfidence: number | null, autoDetectedGenre: boolean, version: number, researchCitations: Array<{ title: string, url: string }>, beatSheet: { id: string, name: string, beats: Array<{ key: string, label: string, intent: string, start: number, end: number }> } | null }, style: { styleGuide: string | null, styleSample: string | null, avoid: Array<string>, personLock: Person | null, prosePatterns: boolean, version: number } } | null };

export type BeatSheetsQueryVariables = Exact<{ [key: string]: never; }>;


export type BeatSheetsQuery = { beatSheets: Array<{ id: string, name: string, description: string }> };

export type OpenChapterQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type OpenChapterQuery = { chapter: { summary: string, content: string, notes: string, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, id: string, order: number, title: string, status: ChapterStatus, wordCount: number, targetWords: number | null, person: Person | null, tense: string | null, version: number } };

export type WordsFragment = { exact: string, start: number, end: number, state: AnchorState };

export type ReviewProposalFragment = { id: string, state: ProposalState, reason: string, replacement: string, alternatives: Array<string>, author: { kind: string }, anchor: { exact: string, start: number, end: number, state: AnchorState }, diff: Array<{ kind: DiffKind, text: string }> };

export type ReviewNoteFragment = { id: string, body: string, kind: NoteKind, resolvedAt: string | null, version: number, author: { kind: string }, anchor: { exact: string, start: number, end: number, state: AnchorState } | null, replies: Array<{ id: string, body: string, author: { kind: string } }> };

export type RightsQueryVariables = Exact<{ [key: string]: never; }>;


export type RightsQuery = { instance: { scopes: Array<string>, priceCurrency: string, features: Array<{ name: string, reason: string | null }> } };

export type ReviewQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type ReviewQuery = { chapter: { version: number, open: { nodes: Array<{ id: string, state: ProposalState, reason: string, replacement: string, alternatives: Array<string>, author: { kind: string }, anchor: { exact: string, start: number, end: number, state: AnchorState }, diff: Array<{ kind: DiffKind, text: string }> }> }, stale: { nodes: Array<{ id: string, state: ProposalState, reason: string, replacement: string, alternatives: Array<string>, author: { kind: string }, anchor: { exact: string, start: number, end: number, state: AnchorState }, diff: Array<{ kind: DiffKind, text: string }> }> }, marginNotes: { nodes: Array<{ id: string, body: string, kind: NoteKind, resolvedAt: string | null, version: number, author: { kind: string }, anchor: { exact: string, start: number, end: number, state: AnchorState } | null, replies: Array<{ id: string, body: string, author: { kind: string } }> }> } } };

export type RecapQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type RecapQuery = { chapter: { recap: { events: string, state: string, origin: RecapOrigin, isStale: boolean, version: number, suggestion: { events: string, state: string } | null } | null } };

export type ManuscriptReadingQueryVariables = Exact<{
  bookId: string;
}>;


export type ManuscriptReadingQuery = { manuscriptReading: { bookId: string, ready: number, queued: number, running: number, chapters: Array<{ order: number, title: string, state: ManuscriptChapterState, runId: string | null, waitsUntil: string | null, error: { message: string } | null }> } };

export type CallPreviewQueryVariables = Exact<{
  bookId: string;
  call: PaidCall;
}>;


export type CallPreviewQuery = { callPreview: { model: string, times: number, estimate: { inputTokens: number, expectedOutputTokens: number | null, costMicros: number | null, low: { costMicros: number | null } | null, high: { costMicros: number | null } | null }, messages: Array<{ role: string, content: string }>, manifest: Array<{ block: string, tokens: number, reason: string | null }> } };

export type SentPromptQueryVariables = Exact<{
  runId: string;
}>;


export type SentPromptQuery = { run: { prompt: { messages: Array<{ role: string, content: string }>, manifest: Array<{ block: string, tokens: number, reason: string | null }> } | null } };

export type RunsOfBookQueryVariables = Exact<{
  bookId: string;
}>;


export type RunsOfBookQuery = { runs: { nodes: Array<{ id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null }> } };

export type RunsInDetailQueryVariables = Exact<{
  bookId: string;
  after?: string | null | undefined;
}>;


export type RunsInDetailQuery = { runs: { nodes: Array<{ id: string, kind: RunKind, state: RunState, chapterId: string | null, startedAt: string, model: string, draft: string | null, prompt: { keptUntil: string } | null, cut: Array<{ at: CutPlace, text: string }>, error: { message: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type StorageQueryVariables = Exact<{ [key: string]: never; }>;


export type StorageQuery = { usage: { storage: { books: number, revisions: number, pictures: number, sound: number, events: number, total: number, limit: number | null } } };

export type RevisionsQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type RevisionsQuery = { revisions: { nodes: Array<{ id: string, origin: Origin, model: string | null, wordCount: number, status: RevisionStatus, isCurrent: boolean, createdAt: string }> } };

export type RevisionDiffQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
  revisionId: string;
}>;


export type RevisionDiffQuery = { revisionDiff: { wordsAdded: number, wordsRemoved: number, parts: Array<{ kind: DiffKind, text: string, words: number }> } };

export type CreateBookMutationVariables = Exact<{
  input: NewBook;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateBookMutation = { createBook: { id: string, title: string } };

export type CreateChapterMutationVariables = Exact<{
  bookId: string;
  input: NewChapter;
}>;


export type CreateChapterMutation = { createChapter: { id: string, order: number, title: string, status: ChapterStatus, wordCount: number, targetWords: number | null, person: Person | null, tense: string | null, version: number } };

export type SaveChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  patch: ChapterPatch;
  expectedVersion: number;
  keepRevision: boolean;
}>;


export type SaveChapterMutation = { updateChapter: { summary: string, content: string, notes: string, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, id: string, order: number, title: string, status: ChapterStatus, wordCount: number, targetWords: number | null, person: Person | null, tense: string | null, version: number } };

export type ProposeEditsMutationVariables = Exact<{
  bookId: string;
  input: NewProposals;
  idempotencyKey?: string | null | undefined;
}>;


export type ProposeEditsMutation = { proposeEdits: { setId: string } };

export type AcceptProposalsMutationVariables = Exact<{
  bookId: string;
  input: ProposalAcceptance;
  idempotencyKey?: string | null | undefined;
}>;


export type AcceptProposalsMutation = { acceptProposals: { chapters: Array<{ id: string, version: number }> } };

export type DeclineProposalsMutationVariables = Exact<{
  bookId: string;
  input: ProposalRefusal;
  idempotencyKey?: string | null | undefined;
}>;


export type DeclineProposalsMutation = { declineProposals: { proposals: Array<{ id: string }> } };

export type AddNoteMutationVariables = Exact<{
  bookId: string;
  input: NewNote;
  idempotencyKey?: string | null | undefined;
}>;


export type AddNoteMutation = { addNote: { id: string } };

export type UpdateNoteMutationVariables = Exact<{
  bookId: string;
  noteId: string;
  patch: NotePatch;
  expectedVersion: number;
}>;


export type UpdateNoteMutation = { updateNote: { id: string } };

export type MergeTextMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: TextMerge;
}>;


export type MergeTextMutation = { mergeText: { text: string | null, chapter: { version: number } } };

export type SetRecapMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: NewRecap;
  expectedVersion?: number | null | undefined;
}>;


export type SetRecapMutation = { setRecap: { events: string, state: string, origin: RecapOrigin, isStale: boolean, version: number, suggestion: { events: string, state: string } | null } };

export type GenerateRecapMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type GenerateRecapMutation = { generateRecap: { id: string } };

export type ReadManuscriptMutationVariables = Exact<{
  bookId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type ReadManuscriptMutation = { readManuscript: { bookId: string, ready: number, queued: number, running: number, chapters: Array<{ order: number, title: string, state: ManuscriptChapterState, runId: string | null, waitsUntil: string | null, error: { message: string } | null }> } };

export type CancelManuscriptReadingMutationVariables = Exact<{
  bookId: string;
}>;


export type CancelManuscriptReadingMutation = { cancelManuscriptReading: { bookId: string, ready: number, queued: number, running: number, chapters: Array<{ order: number, title: string, state: ManuscriptChapterState, runId: string | null, waitsUntil: string | null, error: { message: string } | null }> } };

export type MoveChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  order: number;
}>;


export type MoveChapterMutation = { moveChapter: { id: string } };

export type DeleteChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type DeleteChapterMutation = { deleteChapter: { id: string } };

export type DeletedChaptersQueryVariables = Exact<{
  bookId: string;
}>;


export type DeletedChaptersQuery = { chapters: Array<{ id: string, title: string, wordCount: number }> };

export type RestoreChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type RestoreChapterMutation = { restoreChapter: { id: string } };

export type RestoreRevisionMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  revisionId: string;
  expectedVersion: number;
}>;


export type RestoreRevisionMutation = { restoreRevision: { summary: string, content: string, notes: string, beatKeys: Array<string>, povCharacterId: string | null, participantIds: Array<string>, mentionedIds: Array<string>, id: string, order: number, title: string, status: ChapterStatus, wordCount: number, targetWords: number | null, person: Person | null, tense: string | null, version: number } };

export type DeleteRevisionMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  revisionId: string;
}>;


export type DeleteRevisionMutation = { deleteRevision: { id: string } };

export type ThinRevisionsMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: ThinRequest;
}>;


export type ThinRevisionsMutation = { thinRevisions: { removed: number, bytes: number } };

export type CreateCharacterMutationVariables = Exact<{
  bookId: string;
  input: NewCharacter;
}>;


export type CreateCharacterMutation = { createCharacter: { id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, bio: string, voiceProfile: string, isPov: boolean, version: number } };

export type UpdateCharacterMutationVariables = Exact<{
  bookId: string;
  characterId: string;
  patch: CharacterPatch;
  expectedVersion: number;
}>;


export type UpdateCharacterMutation = { updateCharacter: { id: string, name: string, aliases: Array<string>, role: string, want: string | null, fear: string | null, lie: string | null, bio: string, voiceProfile: string, isPov: boolean, version: number } };

export type DeleteCharacterMutationVariables = Exact<{
  bookId: string;
  characterId: string;
}>;


export type DeleteCharacterMutation = { deleteCharacter: { id: string, conflictIds: Array<string> } };

export type AddConflictMutationVariables = Exact<{
  bookId: string;
  input: NewConflict;
}>;


export type AddConflictMutation = { addConflict: { id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, intensity: number, status: ConflictStatus, version: number } };

export type UpdateConflictMutationVariables = Exact<{
  bookId: string;
  conflictId: string;
  patch: ConflictPatch;
  expectedVersion: number;
}>;


export type UpdateConflictMutation = { updateConflict: { id: string, fromCharacterId: string, toCharacterId: string, mutual: boolean, kind: ConflictKind, description: string, stakes: string | null, intensity: number, status: ConflictStatus, version: number } };

export type RemoveConflictMutationVariables = Exact<{
  bookId: string;
  conflictId: string;
}>;


export type RemoveConflictMutation = { removeConflict: { id: string } };

export type UpdateBookMutationVariables = Exact<{
  bookId: string;
  patch: BookPatch;
  expectedVersion: number;
}>;


export type UpdateBookMutation = { updateBook: { id: string, title: string, subtitle: string | null, author: string, premise: string, description: string | null, language: string, targetWords: number | null, toneStyle: string | null, modelTier: ModelTier, version: number } };

export type UpdatePlanMutationVariables = Exact<{
  bookId: string;
  patch: PlanPatch;
  expectedVersion: number;
}>;


export type UpdatePlanMutation = { updatePlan: { themeStatement: string | null, readerPromise: string | null, compAuthors: string | null, povLock: string | null, tenseLock: string | null, povDepth: number | null, genre: string | null, audience: string | null, genreConfidence: number | null, audienceConfidence: number | null, autoDetectedGenre: boolean, version: number, researchCitations: Array<{ title: string, url: string }>, beatSheet: { id: string, name: string, beats: Array<{ key: string, label: string, intent: string, start: number, end: number }> } | null } };

export type UpdateStyleMutationVariables = Exact<{
  bookId: string;
  patch: StylePatch;
  expectedVersion: number;
}>;


export type UpdateStyleMutation = { updateStyle: { styleGuide: string | null, styleSample: string | null, avoid: Array<string>, personLock: Person | null, prosePatterns: boolean, version: number } };

export type WriteChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input?: WriteRequest | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type WriteChapterMutation = { writeChapter: { id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null } };

export type CancelRunMutationVariables = Exact<{
  runId: string;
}>;


export type CancelRunMutation = { cancelRun: { id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null } };

export type ProseStreamSubscriptionVariables = Exact<{
  runId: string;
  fromOffset: number;
}>;


export type ProseStreamSubscription = { proseStream: { offset: number, text: string, run: { id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null } | null } };

export type BookChangedSubscriptionVariables = Exact<{
  bookId: string;
  after?: string | null | undefined;
}>;


export type BookChangedSubscription = { bookChanged: { id: string, type: string, chapterId: string | null, chapter: { id: string, order: number, title: string, status: ChapterStatus, wordCount: number, targetWords: number | null, person: Person | null, tense: string | null, version: number } | null } };

export type GradeFragment = { score: number, band: GradeBand, isComplete: boolean, dimensions: Array<{ label: string, score: number | null }>, findings: Array<{ severity: OutlineFindingSeverity, chapters: Array<number>, evidence: string, fix: string }> };

export type VariantFragment = { id: string, title: string | null, genre: string | null, audience: string | null, model: string, instructions: string | null, createdAt: string, adoptedAt: string | null, chapters: Array<{ title: string, summary: string }>, grade: { score: number, band: GradeBand, isComplete: boolean, dimensions: Array<{ label: string, score: number | null }>, findings: Array<{ severity: OutlineFindingSeverity, chapters: Array<number>, evidence: string, fix: string }> } | null };

export type OutlineQueryVariables = Exact<{
  bookId: string;
}>;


export type OutlineQuery = { book: { version: number, chapters: Array<{ title: string, summary: string, wordCount: number }>, outlineVariants: Array<{ id: string, title: string | null, genre: string | null, audience: string | null, model: string, instructions: string | null, createdAt: string, adoptedAt: string | null, chapters: Array<{ title: string, summary: string }>, grade: { score: number, band: GradeBand, isComplete: boolean, dimensions: Array<{ label: string, score: number | null }>, findings: Array<{ severity: OutlineFindingSeverity, chapters: Array<number>, evidence: string, fix: string }> } | null }> } | null, runs: { nodes: Array<{ id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null }> } };

export type MakeVariantsMutationVariables = Exact<{
  bookId: string;
  input: VariantsRequest;
  idempotencyKey?: string | null | undefined;
}>;


export type MakeVariantsMutation = { generateOutlineVariants: { run: { id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null } } };

export type GradeOutlineMutationVariables = Exact<{
  bookId: string;
  variantId?: string | null | undefined;
  input?: GradeRequest | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type GradeOutlineMutation = { gradeOutline: { grade: { score: number, band: GradeBand, isComplete: boolean, dimensions: Array<{ label: string, score: number | null }>, findings: Array<{ severity: OutlineFindingSeverity, chapters: Array<number>, evidence: string, fix: string }> } | null, run: { id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null } | null } };

export type AdoptVariantMutationVariables = Exact<{
  bookId: string;
  variantId: string;
  input?: OutlineAdoptionRequest | null | undefined;
  expectedVersion?: number | null | undefined;
}>;


export type AdoptVariantMutation = { adoptOutlineVariant: { id: string } };

export type DeleteVariantMutationVariables = Exact<{
  bookId: string;
  variantId: string;
}>;


export type DeleteVariantMutation = { deleteOutlineVariant: { id: string } };

export type ChapterNamesQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
  input?: WriteRequest | null | undefined;
}>;


export type ChapterNamesQuery = { chapter: { recap: { events: string, state: string, isStale: boolean } | null }, promptPreview: { participants: Array<string>, names: { recognised: Array<{ characterId: string, words: Array<string> }>, near: Array<{ characterId: string, words: Array<string> }>, ambiguous: Array<{ words: Array<string>, characterIds: Array<string> }> } } };

export type NamedCharacterFragment = { characterId: string, words: Array<string> };

export type RewriteChapterMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: RewriteRequest;
  idempotencyKey?: string | null | undefined;
}>;


export type RewriteChapterMutation = { rewriteChapter: { id: string, kind: RunKind, state: RunState, chapterId: string | null, startOffset: number, error: { code: string, message: string } | null } };

export type FindingFragment = { id: string, code: LintCode, severity: LintSeverity, message: string, start: number | null, end: number | null, excerpt: string | null, fix: string, waiver: { reason: string } | null };

export type CheckQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type CheckQuery = { lintChapter: { chapterVersion: number, open: number, waived: number, omitted: number, findings: Array<{ id: string, code: LintCode, severity: LintSeverity, message: string, start: number | null, end: number | null, excerpt: string | null, fix: string, waiver: { reason: string } | null }>, checksSkipped: Array<{ reason: string }> } };

export type WaiveFindingMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  input: NewLintWaiver;
  idempotencyKey?: string | null | undefined;
}>;


export type WaiveFindingMutation = { waiveFinding: { id: string } };

export type RemoveWaiverMutationVariables = Exact<{
  bookId: string;
  chapterId: string;
  findingId: string;
}>;


export type RemoveWaiverMutation = { removeWaiver: { id: string } };

export type FindTextQueryVariables = Exact<{
  bookId: string;
}>;


export type FindTextQuery = { book: { chapters: Array<{ id: string, order: number, title: string, summary: string, notes: string, content: string, status: ChapterStatus, version: number }> } | null };

export type PublicationQueryVariables = Exact<{
  bookId: string;
}>;


export type PublicationQuery = { book: { version: number, publication: { publishedAt: string, hasChanges: boolean, visibility: Visibility, readerUrl: string | null, wordCount: number } | null, publishWarnings: { chaptersUnchecked: number, more: number, findings: Array<{ chapterId: string, order: number, title: string, message: string, excerpt: string | null }> } | null } | null };

export type PublishMutationVariables = Exact<{
  bookId: string;
  input: Publication;
  expectedVersion?: number | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type PublishMutation = { publishBook: { version: number } };

export type NarrationFragment = { ready: number, total: number, queued: number, running: number, chapters: Array<{ chapterId: string, order: number, title: string, state: ChapterNarrationState, runId: string | null, error: { message: string } | null }> };

export type NarrationQueryVariables = Exact<{
  bookId: string;
}>;


export type NarrationQuery = { bookNarration: { ready: number, total: number, queued: number, running: number, chapters: Array<{ chapterId: string, order: number, title: string, state: ChapterNarrationState, runId: string | null, error: { message: string } | null }> } };

export type NarrateMutationVariables = Exact<{
  bookId: string;
  input?: NarrationRequest | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type NarrateMutation = { narrateBook: { ready: number, total: number, queued: number, running: number, chapters: Array<{ chapterId: string, order: number, title: string, state: ChapterNarrationState, runId: string | null, error: { message: string } | null }> } };

export type CancelNarrationMutationVariables = Exact<{
  bookId: string;
}>;


export type CancelNarrationMutation = { cancelBookNarration: { ready: number, total: number, queued: number, running: number, chapters: Array<{ chapterId: string, order: number, title: string, state: ChapterNarrationState, runId: string | null, error: { message: string } | null }> } };

export type ChapterSoundQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type ChapterSoundQuery = { chapterAudio: { url: string } };

export type ExportQueryVariables = Exact<{
  bookId: string;
  format: ExportFormat;
  marks?: ExportMarks | null | undefined;
}>;


export type ExportQuery = { bookExport: { url: string, fileName: string, sizeBytes: number } };

export type ChapterHtmlQueryVariables = Exact<{
  bookId: string;
  chapterId: string;
}>;


export type ChapterHtmlQuery = { chapter: { version: number, html: string } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ChapterLineFragmentDoc = new TypedDocumentString(`
    fragment ChapterLine on Chapter {
  id
  order
  title
  status
  wordCount
  targetWords
  person
  tense
  version
}
    `, {"fragmentName":"ChapterLine"}) as unknown as TypedDocumentString<ChapterLineFragment, unknown>;
export const ChapterTextFragmentDoc = new TypedDocumentString(`
    fragment ChapterText on Chapter {
  ...ChapterLine
  summary
  content
  notes
  beatKeys
  povCharacterId
  participantIds
  mentionedIds
}
    fragment ChapterLine on Chapter {
  id
  order
  title
  status
  wordCount
  targetWords
  person
  tense
  version
}`, {"fragmentName":"ChapterText"}) as unknown as TypedDocumentString<ChapterTextFragment, unknown>;
export const CharacterCardFragmentDoc = new TypedDocumentString(`
    fragment CharacterCard on Character {
  id
  name
  aliases
  role
  want
  fear
  lie
  bio
  voiceProfile
  isPov
  version
}
    `, {"fragmentName":"CharacterCard"}) as unknown as TypedDocumentString<CharacterCardFragment, unknown>;
export const ConflictEdgeFragmentDoc = new TypedDocumentString(`
    fragment ConflictEdge on Conflict {
  id
  fromCharacterId
  toCharacterId
  mutual
  kind
  description
  stakes
  intensity
  status
  version
}
    `, {"fragmentName":"ConflictEdge"}) as unknown as TypedDocumentString<ConflictEdgeFragment, unknown>;
export const PlanCardFragmentDoc = new TypedDocumentString(`
    fragment PlanCard on Plan {
  themeStatement
  readerPromise
  compAuthors
  povLock
  tenseLock
  povDepth
  genre
  audience
  genreConfidence
  audienceConfidence
  autoDetectedGenre
  researchCitations {
    title
    url
  }
  beatSheet {
    id
    name
    beats {
      key
      label
      intent
      start
      end
    }
  }
  version
}
    `, {"fragmentName":"PlanCard"}) as unknown as TypedDocumentString<PlanCardFragment, unknown>;
export const StyleCardFragmentDoc = new TypedDocumentString(`
    fragment StyleCard on Style {
  styleGuide
  styleSample
  avoid
  personLock
  prosePatterns
  version
}
    `, {"fragmentName":"StyleCard"}) as unknown as TypedDocumentString<StyleCardFragment, unknown>;
export const RecapCardFragmentDoc = new TypedDocumentString(`
    fragment RecapCard on Recap {
  events
  state
  origin
  isStale
  version
  suggestion {
    events
    state
  }
}
    `, {"fragmentName":"RecapCard"}) as unknown as TypedDocumentString<RecapCardFragment, unknown>;
export const PartFragmentDoc = new TypedDocumentString(`
    fragment Part on PromptPart {
  block
  tokens
  reason
}
    `, {"fragmentName":"Part"}) as unknown as TypedDocumentString<PartFragment, unknown>;
export const PromptFragmentDoc = new TypedDocumentString(`
    fragment Prompt on PromptPreview {
  messages {
    role
    content
  }
  manifest {
    ...Part
  }
}
    fragment Part on PromptPart {
  block
  tokens
  reason
}`, {"fragmentName":"Prompt"}) as unknown as TypedDocumentString<PromptFragment, unknown>;
export const ManuscriptReadingFragmentDoc = new TypedDocumentString(`
    fragment ManuscriptReading on ManuscriptReading {
  bookId
  ready
  queued
  running
  chapters {
    order
    title
    state
    runId
    waitsUntil
    error {
      message
    }
  }
}
    `, {"fragmentName":"ManuscriptReading"}) as unknown as TypedDocumentString<ManuscriptReadingFragment, unknown>;
export const RunStateFragmentDoc = new TypedDocumentString(`
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}
    `, {"fragmentName":"RunState"}) as unknown as TypedDocumentString<RunStateFragment, unknown>;
export const ShelfBookFragmentDoc = new TypedDocumentString(`
    fragment ShelfBook on Book {
  id
  title
  author
  status
  wordCount
  targetWords
  version
  cover {
    url
  }
}
    `, {"fragmentName":"ShelfBook"}) as unknown as TypedDocumentString<ShelfBookFragment, unknown>;
export const BookCardFragmentDoc = new TypedDocumentString(`
    fragment BookCard on Book {
  id
  title
  subtitle
  author
  premise
  description
  language
  targetWords
  toneStyle
  modelTier
  version
}
    `, {"fragmentName":"BookCard"}) as unknown as TypedDocumentString<BookCardFragment, unknown>;
export const WordsFragmentDoc = new TypedDocumentString(`
    fragment Words on Anchor {
  exact
  start
  end
  state
}
    `, {"fragmentName":"Words"}) as unknown as TypedDocumentString<WordsFragment, unknown>;
export const ReviewProposalFragmentDoc = new TypedDocumentString(`
    fragment ReviewProposal on Proposal {
  id
  state
  reason
  replacement
  alternatives
  author {
    kind
  }
  anchor {
    ...Words
  }
  diff {
    kind
    text
  }
}
    fragment Words on Anchor {
  exact
  start
  end
  state
}`, {"fragmentName":"ReviewProposal"}) as unknown as TypedDocumentString<ReviewProposalFragment, unknown>;
export const ReviewNoteFragmentDoc = new TypedDocumentString(`
    fragment ReviewNote on Note {
  id
  body
  kind
  resolvedAt
  version
  author {
    kind
  }
  anchor {
    ...Words
  }
  replies {
    id
    body
    author {
      kind
    }
  }
}
    fragment Words on Anchor {
  exact
  start
  end
  state
}`, {"fragmentName":"ReviewNote"}) as unknown as TypedDocumentString<ReviewNoteFragment, unknown>;
export const GradeFragmentDoc = new TypedDocumentString(`
    fragment Grade on OutlineGrade {
  score
  band
  isComplete
  dimensions {
    label
    score
  }
  findings {
    severity
    chapters
    evidence
    fix
  }
}
    `, {"fragmentName":"Grade"}) as unknown as TypedDocumentString<GradeFragment, unknown>;
export const VariantFragmentDoc = new TypedDocumentString(`
    fragment Variant on OutlineVariant {
  id
  title
  genre
  audience
  model
  instructions
  createdAt
  adoptedAt
  chapters {
    title
    summary
  }
  grade {
    ...Grade
  }
}
    fragment Grade on OutlineGrade {
  score
  band
  isComplete
  dimensions {
    label
    score
  }
  findings {
    severity
    chapters
    evidence
    fix
  }
}`, {"fragmentName":"Variant"}) as unknown as TypedDocumentString<VariantFragment, unknown>;
export const NamedCharacterFragmentDoc = new TypedDocumentString(`
    fragment NamedCharacter on NamedCharacter {
  characterId
  words
}
    `, {"fragmentName":"NamedCharacter"}) as unknown as TypedDocumentString<NamedCharacterFragment, unknown>;
export const FindingFragmentDoc = new TypedDocumentString(`
    fragment Finding on LintFinding {
  id
  code
  severity
  message
  start
  end
  excerpt
  fix
  waiver {
    reason
  }
}
    `, {"fragmentName":"Finding"}) as unknown as TypedDocumentString<FindingFragment, unknown>;
export const NarrationFragmentDoc = new TypedDocumentString(`
    fragment Narration on BookNarration {
  ready
  total
  queued
  running
  chapters {
    chapterId
    order
    title
    state
    runId
    error {
      message
    }
  }
}
    `, {"fragmentName":"Narration"}) as unknown as TypedDocumentString<NarrationFragment, unknown>;
export const BooksDocument = new TypedDocumentString(`
    query Books($after: String) {
  books(first: 100, after: $after) {
    nodes {
      ...ShelfBook
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment ShelfBook on Book {
  id
  title
  author
  status
  wordCount
  targetWords
  version
  cover {
    url
  }
}`) as unknown as TypedDocumentString<BooksQuery, BooksQueryVariables>;
export const DeletedBooksDocument = new TypedDocumentString(`
    query DeletedBooks {
  books(first: 100, deleted: true) {
    nodes {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<DeletedBooksQuery, DeletedBooksQueryVariables>;
export const RenameBookDocument = new TypedDocumentString(`
    mutation RenameBook($bookId: ID!, $title: String!, $expectedVersion: Int) {
  updateBook(
    bookId: $bookId
    patch: { title: $title }
    expectedVersion: $expectedVersion
  ) {
    ...ShelfBook
  }
}
    fragment ShelfBook on Book {
  id
  title
  author
  status
  wordCount
  targetWords
  version
  cover {
    url
  }
}`) as unknown as TypedDocumentString<RenameBookMutation, RenameBookMutationVariables>;
export const DeleteBookDocument = new TypedDocumentString(`
    mutation DeleteBook($bookId: ID!) {
  deleteBook(bookId: $bookId) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteBookMutation, DeleteBookMutationVariables>;
export const RestoreBookDocument = new TypedDocumentString(`
    mutation RestoreBook($bookId: ID!) {
  restoreBook(bookId: $bookId) {
    id
  }
}
    `) as unknown as TypedDocumentString<RestoreBookMutation, RestoreBookMutationVariables>;
export const ImportPreviewDocument = new TypedDocumentString(`
    query ImportPreview($input: BookImport!) {
  importPreview(input: $input) {
    title
    author
    language
    chapters {
      title
      wordCount
      firstLine
    }
    warnings {
      message
      count
    }
  }
}
    `) as unknown as TypedDocumentString<ImportPreviewQuery, ImportPreviewQueryVariables>;
export const ImportBookDocument = new TypedDocumentString(`
    mutation ImportBook($input: BookImport!, $idempotencyKey: String) {
  importBook(input: $input, idempotencyKey: $idempotencyKey) {
    id
  }
}
    `) as unknown as TypedDocumentString<ImportBookMutation, ImportBookMutationVariables>;
export const EditorBookDocument = new TypedDocumentString(`
    query EditorBook($bookId: ID!) {
  book(bookId: $bookId) {
    ...BookCard
    wordCount
    chapters {
      ...ChapterLine
    }
    characters {
      ...CharacterCard
    }
    conflicts {
      ...ConflictEdge
    }
    plan {
      ...PlanCard
    }
    style {
      ...StyleCard
    }
  }
}
    fragment ChapterLine on Chapter {
  id
  order
  title
  status
  wordCount
  targetWords
  person
  tense
  version
}
fragment CharacterCard on Character {
  id
  name
  aliases
  role
  want
  fear
  lie
  bio
  voiceProfile
  isPov
  version
}
fragment ConflictEdge on Conflict {
  id
  fromCharacterId
  toCharacterId
  mutual
  kind
  description
  stakes
  intensity
  status
  version
}
fragment PlanCard on Plan {
  themeStatement
  readerPromise
  compAuthors
  povLock
  tenseLock
  povDepth
  genre
  audience
  genreConfidence
  audienceConfidence
  autoDetectedGenre
  researchCitations {
    title
    url
  }
  beatSheet {
    id
    name
    beats {
      key
      label
      intent
      start
      end
    }
  }
  version
}
fragment StyleCard on Style {
  styleGuide
  styleSample
  avoid
  personLock
  prosePatterns
  version
}
fragment BookCard on Book {
  id
  title
  subtitle
  author
  premise
  description
  language
  targetWords
  toneStyle
  modelTier
  version
}`) as unknown as TypedDocumentString<EditorBookQuery, EditorBookQueryVariables>;
export const BeatSheetsDocument = new TypedDocumentString(`
    query BeatSheets {
  beatSheets {
    id
    name
    description
  }
}
    `) as unknown as TypedDocumentString<BeatSheetsQuery, BeatSheetsQueryVariables>;
export const OpenChapterDocument = new TypedDocumentString(`
    query OpenChapter($bookId: ID!, $chapterId: ID!) {
  chapter(bookId: $bookId, chapterId: $chapterId) {
    ...ChapterText
  }
}
    fragment ChapterLine on Chapter {
  id
  order
  title
  status
  wordCount
  targetWords
  person
  tense
  version
}
fragment ChapterText on Chapter {
  ...ChapterLine
  summary
  content
  notes
  beatKeys
  povCharacterId
  participantIds
  mentionedIds
}`) as unknown as TypedDocumentString<OpenChapterQuery, OpenChapterQueryVariables>;
export const RightsDocument = new TypedDocumentString(`
    query Rights {
  instance {
    scopes
    priceCurrency
    features {
      name
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<RightsQuery, RightsQueryVariables>;
export const ReviewDocument = new TypedDocumentString(`
    query Review($bookId: ID!, $chapterId: ID!) {
  chapter(bookId: $bookId, chapterId: $chapterId) {
    version
    open: proposals(first: 100, state: open) {
      nodes {
        ...ReviewProposal
      }
    }
    stale: proposals(first: 100, state: stale) {
      nodes {
        ...ReviewProposal
      }
    }
    marginNotes(first: 100, resolved: false) {
      nodes {
        ...ReviewNote
      }
    }
  }
}
    fragment Words on Anchor {
  exact
  start
  end
  state
}
fragment ReviewProposal on Proposal {
  id
  state
  reason
  replacement
  alternatives
  author {
    kind
  }
  anchor {
    ...Words
  }
  diff {
    kind
    text
  }
}
fragment ReviewNote on Note {
  id
  body
  kind
  resolvedAt
  version
  author {
    kind
  }
  anchor {
    ...Words
  }
  replies {
    id
    body
    author {
      kind
    }
  }
}`) as unknown as TypedDocumentString<ReviewQuery, ReviewQueryVariables>;
export const RecapDocument = new TypedDocumentString(`
    query Recap($bookId: ID!, $chapterId: ID!) {
  chapter(bookId: $bookId, chapterId: $chapterId) {
    recap {
      ...RecapCard
    }
  }
}
    fragment RecapCard on Recap {
  events
  state
  origin
  isStale
  version
  suggestion {
    events
    state
  }
}`) as unknown as TypedDocumentString<RecapQuery, RecapQueryVariables>;
export const ManuscriptReadingDocument = new TypedDocumentString(`
    query ManuscriptReading($bookId: ID!) {
  manuscriptReading(bookId: $bookId) {
    ...ManuscriptReading
  }
}
    fragment ManuscriptReading on ManuscriptReading {
  bookId
  ready
  queued
  running
  chapters {
    order
    title
    state
    runId
    waitsUntil
    error {
      message
    }
  }
}`) as unknown as TypedDocumentString<ManuscriptReadingQuery, ManuscriptReadingQueryVariables>;
export const CallPreviewDocument = new TypedDocumentString(`
    query CallPreview($bookId: ID!, $call: PaidCall!) {
  callPreview(bookId: $bookId, call: $call) {
    ...Prompt
    model
    times
    estimate {
      inputTokens
      expectedOutputTokens
      costMicros
      low {
        costMicros
      }
      high {
        costMicros
      }
    }
  }
}
    fragment Part on PromptPart {
  block
  tokens
  reason
}
fragment Prompt on PromptPreview {
  messages {
    role
    content
  }
  manifest {
    ...Part
  }
}`) as unknown as TypedDocumentString<CallPreviewQuery, CallPreviewQueryVariables>;
export const SentPromptDocument = new TypedDocumentString(`
    query SentPrompt($runId: ID!) {
  run(runId: $runId) {
    prompt {
      messages {
        role
        content
      }
      manifest {
        ...Part
      }
    }
  }
}
    fragment Part on PromptPart {
  block
  tokens
  reason
}`) as unknown as TypedDocumentString<SentPromptQuery, SentPromptQueryVariables>;
export const RunsOfBookDocument = new TypedDocumentString(`
    query RunsOfBook($bookId: ID!) {
  runs(bookId: $bookId, first: 20) {
    nodes {
      ...RunState
    }
  }
}
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<RunsOfBookQuery, RunsOfBookQueryVariables>;
export const RunsInDetailDocument = new TypedDocumentString(`
    query RunsInDetail($bookId: ID!, $after: String) {
  runs(bookId: $bookId, first: 50, after: $after) {
    nodes {
      id
      kind
      state
      chapterId
      startedAt
      model
      draft
      prompt {
        keptUntil
      }
      cut {
        at
        text
      }
      error {
        message
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<RunsInDetailQuery, RunsInDetailQueryVariables>;
export const StorageDocument = new TypedDocumentString(`
    query Storage {
  usage {
    storage {
      books
      revisions
      pictures
      sound
      events
      total
      limit
    }
  }
}
    `) as unknown as TypedDocumentString<StorageQuery, StorageQueryVariables>;
export const RevisionsDocument = new TypedDocumentString(`
    query Revisions($bookId: ID!, $chapterId: ID!) {
  revisions(bookId: $bookId, chapterId: $chapterId, first: 50) {
    nodes {
      id
      origin
      model
      wordCount
      status
      isCurrent
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<RevisionsQuery, RevisionsQueryVariables>;
export const RevisionDiffDocument = new TypedDocumentString(`
    query RevisionDiff($bookId: ID!, $chapterId: ID!, $revisionId: ID!) {
  revisionDiff(
    bookId: $bookId
    chapterId: $chapterId
    revisionId: $revisionId
    context: 40
  ) {
    wordsAdded
    wordsRemoved
    parts {
      kind
      text
      words
    }
  }
}
    `) as unknown as TypedDocumentString<RevisionDiffQuery, RevisionDiffQueryVariables>;
export const CreateBookDocument = new TypedDocumentString(`
    mutation CreateBook($input: NewBook!, $idempotencyKey: String) {
  createBook(input: $input, idempotencyKey: $idempotencyKey) {
    id
    title
  }
}
    `) as unknown as TypedDocumentString<CreateBookMutation, CreateBookMutationVariables>;
export const CreateChapterDocument = new TypedDocumentString(`
    mutation CreateChapter($bookId: ID!, $input: NewChapter!) {
  createChapter(bookId: $bookId, input: $input) {
    ...ChapterLine
  }
}
    fragment ChapterLine on Chapter {
  id
  order
  title
  status
  wordCount
  targetWords
  person
  tense
  version
}`) as unknown as TypedDocumentString<CreateChapterMutation, CreateChapterMutationVariables>;
export const SaveChapterDocument = new TypedDocumentString(`
    mutation SaveChapter($bookId: ID!, $chapterId: ID!, $patch: ChapterPatch!, $expectedVersion: Int!, $keepRevision: Boolean!) {
  updateChapter(
    bookId: $bookId
    chapterId: $chapterId
    patch: $patch
    expectedVersion: $expectedVersion
    keepRevision: $keepRevision
  ) {
    ...ChapterText
  }
}
    fragment ChapterLine on Chapter {
  id
  order
  title
  status
  wordCount
  targetWords
  person
  tense
  version
}
fragment ChapterText on Chapter {
  ...ChapterLine
  summary
  content
  notes
  beatKeys
  povCharacterId
  participantIds
  mentionedIds
}`) as unknown as TypedDocumentString<SaveChapterMutation, SaveChapterMutationVariables>;
export const ProposeEditsDocument = new TypedDocumentString(`
    mutation ProposeEdits($bookId: ID!, $input: NewProposals!, $idempotencyKey: String) {
  proposeEdits(bookId: $bookId, input: $input, idempotencyKey: $idempotencyKey) {
    setId
  }
}
    `) as unknown as TypedDocumentString<ProposeEditsMutation, ProposeEditsMutationVariables>;
export const AcceptProposalsDocument = new TypedDocumentString(`
    mutation AcceptProposals($bookId: ID!, $input: ProposalAcceptance!, $idempotencyKey: String) {
  acceptProposals(bookId: $bookId, input: $input, idempotencyKey: $idempotencyKey) {
    chapters {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<AcceptProposalsMutation, AcceptProposalsMutationVariables>;
export const DeclineProposalsDocument = new TypedDocumentString(`
    mutation DeclineProposals($bookId: ID!, $input: ProposalRefusal!, $idempotencyKey: String) {
  declineProposals(
    bookId: $bookId
    input: $input
    idempotencyKey: $idempotencyKey
  ) {
    proposals {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DeclineProposalsMutation, DeclineProposalsMutationVariables>;
export const AddNoteDocument = new TypedDocumentString(`
    mutation AddNote($bookId: ID!, $input: NewNote!, $idempotencyKey: String) {
  addNote(bookId: $bookId, input: $input, idempotencyKey: $idempotencyKey) {
    id
  }
}
    `) as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const UpdateNoteDocument = new TypedDocumentString(`
    mutation UpdateNote($bookId: ID!, $noteId: ID!, $patch: NotePatch!, $expectedVersion: Int!) {
  updateNote(
    bookId: $bookId
    noteId: $noteId
    patch: $patch
    expectedVersion: $expectedVersion
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateNoteMutation, UpdateNoteMutationVariables>;
export const MergeTextDocument = new TypedDocumentString(`
    mutation MergeText($bookId: ID!, $chapterId: ID!, $input: TextMerge!) {
  mergeText(bookId: $bookId, chapterId: $chapterId, input: $input) {
    text
    chapter {
      version
    }
  }
}
    `) as unknown as TypedDocumentString<MergeTextMutation, MergeTextMutationVariables>;
export const SetRecapDocument = new TypedDocumentString(`
    mutation SetRecap($bookId: ID!, $chapterId: ID!, $input: NewRecap!, $expectedVersion: Int) {
  setRecap(
    bookId: $bookId
    chapterId: $chapterId
    input: $input
    expectedVersion: $expectedVersion
  ) {
    ...RecapCard
  }
}
    fragment RecapCard on Recap {
  events
  state
  origin
  isStale
  version
  suggestion {
    events
    state
  }
}`) as unknown as TypedDocumentString<SetRecapMutation, SetRecapMutationVariables>;
export const GenerateRecapDocument = new TypedDocumentString(`
    mutation GenerateRecap($bookId: ID!, $chapterId: ID!, $idempotencyKey: String) {
  generateRecap(
    bookId: $bookId
    chapterId: $chapterId
    idempotencyKey: $idempotencyKey
    waitSeconds: 45
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<GenerateRecapMutation, GenerateRecapMutationVariables>;
export const ReadManuscriptDocument = new TypedDocumentString(`
    mutation ReadManuscript($bookId: ID!, $idempotencyKey: String) {
  readManuscript(bookId: $bookId, idempotencyKey: $idempotencyKey) {
    ...ManuscriptReading
  }
}
    fragment ManuscriptReading on ManuscriptReading {
  bookId
  ready
  queued
  running
  chapters {
    order
    title
    state
    runId
    waitsUntil
    error {
      message
    }
  }
}`) as unknown as TypedDocumentString<ReadManuscriptMutation, ReadManuscriptMutationVariables>;
export const CancelManuscriptReadingDocument = new TypedDocumentString(`
    mutation CancelManuscriptReading($bookId: ID!) {
  cancelManuscriptReading(bookId: $bookId) {
    ...ManuscriptReading
  }
}
    fragment ManuscriptReading on ManuscriptReading {
  bookId
  ready
  queued
  running
  chapters {
    order
    title
    state
    runId
    waitsUntil
    error {
      message
    }
  }
}`) as unknown as TypedDocumentString<CancelManuscriptReadingMutation, CancelManuscriptReadingMutationVariables>;
export const MoveChapterDocument = new TypedDocumentString(`
    mutation MoveChapter($bookId: ID!, $chapterId: ID!, $order: Int!) {
  moveChapter(bookId: $bookId, chapterId: $chapterId, order: $order) {
    id
  }
}
    `) as unknown as TypedDocumentString<MoveChapterMutation, MoveChapterMutationVariables>;
export const DeleteChapterDocument = new TypedDocumentString(`
    mutation DeleteChapter($bookId: ID!, $chapterId: ID!) {
  deleteChapter(bookId: $bookId, chapterId: $chapterId) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteChapterMutation, DeleteChapterMutationVariables>;
export const DeletedChaptersDocument = new TypedDocumentString(`
    query DeletedChapters($bookId: ID!) {
  chapters(bookId: $bookId, archived: true) {
    id
    title
    wordCount
  }
}
    `) as unknown as TypedDocumentString<DeletedChaptersQuery, DeletedChaptersQueryVariables>;
export const RestoreChapterDocument = new TypedDocumentString(`
    mutation RestoreChapter($bookId: ID!, $chapterId: ID!) {
  restoreChapter(bookId: $bookId, chapterId: $chapterId) {
    id
  }
}
    `) as unknown as TypedDocumentString<RestoreChapterMutation, RestoreChapterMutationVariables>;
export const RestoreRevisionDocument = new TypedDocumentString(`
    mutation RestoreRevision($bookId: ID!, $chapterId: ID!, $revisionId: ID!, $expectedVersion: Int!) {
  restoreRevision(
    bookId: $bookId
    chapterId: $chapterId
    revisionId: $revisionId
    expectedVersion: $expectedVersion
  ) {
    ...ChapterText
  }
}
    fragment ChapterLine on Chapter {
  id
  order
  title
  status
  wordCount
  targetWords
  person
  tense
  version
}
fragment ChapterText on Chapter {
  ...ChapterLine
  summary
  content
  notes
  beatKeys
  povCharacterId
  participantIds
  mentionedIds
}`) as unknown as TypedDocumentString<RestoreRevisionMutation, RestoreRevisionMutationVariables>;
export const DeleteRevisionDocument = new TypedDocumentString(`
    mutation DeleteRevision($bookId: ID!, $chapterId: ID!, $revisionId: ID!) {
  deleteRevision(bookId: $bookId, chapterId: $chapterId, revisionId: $revisionId) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteRevisionMutation, DeleteRevisionMutationVariables>;
export const ThinRevisionsDocument = new TypedDocumentString(`
    mutation ThinRevisions($bookId: ID!, $chapterId: ID!, $input: ThinRequest!) {
  thinRevisions(bookId: $bookId, chapterId: $chapterId, input: $input) {
    removed
    bytes
  }
}
    `) as unknown as TypedDocumentString<ThinRevisionsMutation, ThinRevisionsMutationVariables>;
export const CreateCharacterDocument = new TypedDocumentString(`
    mutation CreateCharacter($bookId: ID!, $input: NewCharacter!) {
  createCharacter(bookId: $bookId, input: $input) {
    ...CharacterCard
  }
}
    fragment CharacterCard on Character {
  id
  name
  aliases
  role
  want
  fear
  lie
  bio
  voiceProfile
  isPov
  version
}`) as unknown as TypedDocumentString<CreateCharacterMutation, CreateCharacterMutationVariables>;
export const UpdateCharacterDocument = new TypedDocumentString(`
    mutation UpdateCharacter($bookId: ID!, $characterId: ID!, $patch: CharacterPatch!, $expectedVersion: Int!) {
  updateCharacter(
    bookId: $bookId
    characterId: $characterId
    patch: $patch
    expectedVersion: $expectedVersion
  ) {
    ...CharacterCard
  }
}
    fragment CharacterCard on Character {
  id
  name
  aliases
  role
  want
  fear
  lie
  bio
  voiceProfile
  isPov
  version
}`) as unknown as TypedDocumentString<UpdateCharacterMutation, UpdateCharacterMutationVariables>;
export const DeleteCharacterDocument = new TypedDocumentString(`
    mutation DeleteCharacter($bookId: ID!, $characterId: ID!) {
  deleteCharacter(bookId: $bookId, characterId: $characterId) {
    id
    conflictIds
  }
}
    `) as unknown as TypedDocumentString<DeleteCharacterMutation, DeleteCharacterMutationVariables>;
export const AddConflictDocument = new TypedDocumentString(`
    mutation AddConflict($bookId: ID!, $input: NewConflict!) {
  addConflict(bookId: $bookId, input: $input) {
    ...ConflictEdge
  }
}
    fragment ConflictEdge on Conflict {
  id
  fromCharacterId
  toCharacterId
  mutual
  kind
  description
  stakes
  intensity
  status
  version
}`) as unknown as TypedDocumentString<AddConflictMutation, AddConflictMutationVariables>;
export const UpdateConflictDocument = new TypedDocumentString(`
    mutation UpdateConflict($bookId: ID!, $conflictId: ID!, $patch: ConflictPatch!, $expectedVersion: Int!) {
  updateConflict(
    bookId: $bookId
    conflictId: $conflictId
    patch: $patch
    expectedVersion: $expectedVersion
  ) {
    ...ConflictEdge
  }
}
    fragment ConflictEdge on Conflict {
  id
  fromCharacterId
  toCharacterId
  mutual
  kind
  description
  stakes
  intensity
  status
  version
}`) as unknown as TypedDocumentString<UpdateConflictMutation, UpdateConflictMutationVariables>;
export const RemoveConflictDocument = new TypedDocumentString(`
    mutation RemoveConflict($bookId: ID!, $conflictId: ID!) {
  removeConflict(bookId: $bookId, conflictId: $conflictId) {
    id
  }
}
    `) as unknown as TypedDocumentString<RemoveConflictMutation, RemoveConflictMutationVariables>;
export const UpdateBookDocument = new TypedDocumentString(`
    mutation UpdateBook($bookId: ID!, $patch: BookPatch!, $expectedVersion: Int!) {
  updateBook(bookId: $bookId, patch: $patch, expectedVersion: $expectedVersion) {
    ...BookCard
  }
}
    fragment BookCard on Book {
  id
  title
  subtitle
  author
  premise
  description
  language
  targetWords
  toneStyle
  modelTier
  version
}`) as unknown as TypedDocumentString<UpdateBookMutation, UpdateBookMutationVariables>;
export const UpdatePlanDocument = new TypedDocumentString(`
    mutation UpdatePlan($bookId: ID!, $patch: PlanPatch!, $expectedVersion: Int!) {
  updatePlan(bookId: $bookId, patch: $patch, expectedVersion: $expectedVersion) {
    ...PlanCard
  }
}
    fragment PlanCard on Plan {
  themeStatement
  readerPromise
  compAuthors
  povLock
  tenseLock
  povDepth
  genre
  audience
  genreConfidence
  audienceConfidence
  autoDetectedGenre
  researchCitations {
    title
    url
  }
  beatSheet {
    id
    name
    beats {
      key
      label
      intent
      start
      end
    }
  }
  version
}`) as unknown as TypedDocumentString<UpdatePlanMutation, UpdatePlanMutationVariables>;
export const UpdateStyleDocument = new TypedDocumentString(`
    mutation UpdateStyle($bookId: ID!, $patch: StylePatch!, $expectedVersion: Int!) {
  updateStyle(bookId: $bookId, patch: $patch, expectedVersion: $expectedVersion) {
    ...StyleCard
  }
}
    fragment StyleCard on Style {
  styleGuide
  styleSample
  avoid
  personLock
  prosePatterns
  version
}`) as unknown as TypedDocumentString<UpdateStyleMutation, UpdateStyleMutationVariables>;
export const WriteChapterDocument = new TypedDocumentString(`
    mutation WriteChapter($bookId: ID!, $chapterId: ID!, $input: WriteRequest, $idempotencyKey: String) {
  writeChapter(
    bookId: $bookId
    chapterId: $chapterId
    input: $input
    idempotencyKey: $idempotencyKey
  ) {
    ...RunState
  }
}
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<WriteChapterMutation, WriteChapterMutationVariables>;
export const CancelRunDocument = new TypedDocumentString(`
    mutation CancelRun($runId: ID!) {
  cancelRun(runId: $runId) {
    ...RunState
  }
}
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<CancelRunMutation, CancelRunMutationVariables>;
export const ProseStreamDocument = new TypedDocumentString(`
    subscription ProseStream($runId: ID!, $fromOffset: Int!) {
  proseStream(runId: $runId, fromOffset: $fromOffset) {
    offset
    text
    run {
      ...RunState
    }
  }
}
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<ProseStreamSubscription, ProseStreamSubscriptionVariables>;
export const BookChangedDocument = new TypedDocumentString(`
    subscription BookChanged($bookId: ID!, $after: ID) {
  bookChanged(bookId: $bookId, after: $after) {
    id
    type
    chapterId
    chapter {
      ...ChapterLine
    }
  }
}
    fragment ChapterLine on Chapter {
  id
  order
  title
  status
  wordCount
  targetWords
  person
  tense
  version
}`) as unknown as TypedDocumentString<BookChangedSubscription, BookChangedSubscriptionVariables>;
export const OutlineDocument = new TypedDocumentString(`
    query Outline($bookId: ID!) {
  book(bookId: $bookId) {
    version
    chapters {
      title
      summary
      wordCount
    }
    outlineVariants {
      ...Variant
    }
  }
  runs(bookId: $bookId, first: 20) {
    nodes {
      ...RunState
    }
  }
}
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}
fragment Grade on OutlineGrade {
  score
  band
  isComplete
  dimensions {
    label
    score
  }
  findings {
    severity
    chapters
    evidence
    fix
  }
}
fragment Variant on OutlineVariant {
  id
  title
  genre
  audience
  model
  instructions
  createdAt
  adoptedAt
  chapters {
    title
    summary
  }
  grade {
    ...Grade
  }
}`) as unknown as TypedDocumentString<OutlineQuery, OutlineQueryVariables>;
export const MakeVariantsDocument = new TypedDocumentString(`
    mutation MakeVariants($bookId: ID!, $input: VariantsRequest!, $idempotencyKey: String) {
  generateOutlineVariants(
    bookId: $bookId
    input: $input
    idempotencyKey: $idempotencyKey
  ) {
    run {
      ...RunState
    }
  }
}
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<MakeVariantsMutation, MakeVariantsMutationVariables>;
export const GradeOutlineDocument = new TypedDocumentString(`
    mutation GradeOutline($bookId: ID!, $variantId: ID, $input: GradeRequest, $idempotencyKey: String) {
  gradeOutline(
    bookId: $bookId
    variantId: $variantId
    input: $input
    idempotencyKey: $idempotencyKey
    waitSeconds: 15
  ) {
    grade {
      ...Grade
    }
    run {
      ...RunState
    }
  }
}
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}
fragment Grade on OutlineGrade {
  score
  band
  isComplete
  dimensions {
    label
    score
  }
  findings {
    severity
    chapters
    evidence
    fix
  }
}`) as unknown as TypedDocumentString<GradeOutlineMutation, GradeOutlineMutationVariables>;
export const AdoptVariantDocument = new TypedDocumentString(`
    mutation AdoptVariant($bookId: ID!, $variantId: ID!, $input: OutlineAdoptionRequest, $expectedVersion: Int) {
  adoptOutlineVariant(
    bookId: $bookId
    variantId: $variantId
    input: $input
    expectedVersion: $expectedVersion
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<AdoptVariantMutation, AdoptVariantMutationVariables>;
export const DeleteVariantDocument = new TypedDocumentString(`
    mutation DeleteVariant($bookId: ID!, $variantId: ID!) {
  deleteOutlineVariant(bookId: $bookId, variantId: $variantId) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteVariantMutation, DeleteVariantMutationVariables>;
export const ChapterNamesDocument = new TypedDocumentString(`
    query ChapterNames($bookId: ID!, $chapterId: ID!, $input: WriteRequest) {
  chapter(bookId: $bookId, chapterId: $chapterId) {
    recap {
      events
      state
      isStale
    }
  }
  promptPreview(bookId: $bookId, chapterId: $chapterId, input: $input) {
    participants
    names {
      recognised {
        ...NamedCharacter
      }
      near {
        ...NamedCharacter
      }
      ambiguous {
        words
        characterIds
      }
    }
  }
}
    fragment NamedCharacter on NamedCharacter {
  characterId
  words
}`) as unknown as TypedDocumentString<ChapterNamesQuery, ChapterNamesQueryVariables>;
export const RewriteChapterDocument = new TypedDocumentString(`
    mutation RewriteChapter($bookId: ID!, $chapterId: ID!, $input: RewriteRequest!, $idempotencyKey: String) {
  rewriteChapter(
    bookId: $bookId
    chapterId: $chapterId
    input: $input
    idempotencyKey: $idempotencyKey
  ) {
    ...RunState
  }
}
    fragment RunState on Run {
  id
  kind
  state
  chapterId
  startOffset
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<RewriteChapterMutation, RewriteChapterMutationVariables>;
export const CheckDocument = new TypedDocumentString(`
    query Check($bookId: ID!, $chapterId: ID!) {
  lintChapter(bookId: $bookId, chapterId: $chapterId) {
    chapterVersion
    open
    waived
    omitted
    findings {
      ...Finding
    }
    checksSkipped {
      reason
    }
  }
}
    fragment Finding on LintFinding {
  id
  code
  severity
  message
  start
  end
  excerpt
  fix
  waiver {
    reason
  }
}`) as unknown as TypedDocumentString<CheckQuery, CheckQueryVariables>;
export const WaiveFindingDocument = new TypedDocumentString(`
    mutation WaiveFinding($bookId: ID!, $chapterId: ID!, $input: NewLintWaiver!, $idempotencyKey: String) {
  waiveFinding(
    bookId: $bookId
    chapterId: $chapterId
    input: $input
    idempotencyKey: $idempotencyKey
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<WaiveFindingMutation, WaiveFindingMutationVariables>;
export const RemoveWaiverDocument = new TypedDocumentString(`
    mutation RemoveWaiver($bookId: ID!, $chapterId: ID!, $findingId: ID!) {
  removeWaiver(bookId: $bookId, chapterId: $chapterId, findingId: $findingId) {
    id
  }
}
    `) as unknown as TypedDocumentString<RemoveWaiverMutation, RemoveWaiverMutationVariables>;
export const FindTextDocument = new TypedDocumentString(`
    query FindText($bookId: ID!) {
  book(bookId: $bookId) {
    chapters {
      id
      order
      title
      summary
      notes
      content
      status
      version
    }
  }
}
    `) as unknown as TypedDocumentString<FindTextQuery, FindTextQueryVariables>;
export const PublicationDocument = new TypedDocumentString(`
    query Publication($bookId: ID!) {
  book(bookId: $bookId) {
    version
    publication {
      publishedAt
      hasChanges
      visibility
      readerUrl
      wordCount
    }
    publishWarnings {
      chaptersUnchecked
      more
      findings {
        chapterId
        order
        title
        message
        excerpt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PublicationQuery, PublicationQueryVariables>;
export const PublishDocument = new TypedDocumentString(`
    mutation Publish($bookId: ID!, $input: Publication!, $expectedVersion: Int, $idempotencyKey: String) {
  publishBook(
    bookId: $bookId
    input: $input
    expectedVersion: $expectedVersion
    idempotencyKey: $idempotencyKey
  ) {
    version
  }
}
    `) as unknown as TypedDocumentString<PublishMutation, PublishMutationVariables>;
export const NarrationDocument = new TypedDocumentString(`
    query Narration($bookId: ID!) {
  bookNarration(bookId: $bookId) {
    ...Narration
  }
}
    fragment Narration on BookNarration {
  ready
  total
  queued
  running
  chapters {
    chapterId
    order
    title
    state
    runId
    error {
      message
    }
  }
}`) as unknown as TypedDocumentString<NarrationQuery, NarrationQueryVariables>;
export const NarrateDocument = new TypedDocumentString(`
    mutation Narrate($bookId: ID!, $input: NarrationRequest, $idempotencyKey: String) {
  narrateBook(bookId: $bookId, input: $input, idempotencyKey: $idempotencyKey) {
    ...Narration
  }
}
    fragment Narration on BookNarration {
  ready
  total
  queued
  running
  chapters {
    chapterId
    order
    title
    state
    runId
    error {
      message
    }
  }
}`) as unknown as TypedDocumentString<NarrateMutation, NarrateMutationVariables>;
export const CancelNarrationDocument = new TypedDocumentString(`
    mutation CancelNarration($bookId: ID!) {
  cancelBookNarration(bookId: $bookId) {
    ...Narration
  }
}
    fragment Narration on BookNarration {
  ready
  total
  queued
  running
  chapters {
    chapterId
    order
    title
    state
    runId
    error {
      message
    }
  }
}`) as unknown as TypedDocumentString<CancelNarrationMutation, CancelNarrationMutationVariables>;
export const ChapterSoundDocument = new TypedDocumentString(`
    query ChapterSound($bookId: ID!, $chapterId: ID!) {
  chapterAudio(bookId: $bookId, chapterId: $chapterId) {
    url
  }
}
    `) as unknown as TypedDocumentString<ChapterSoundQuery, ChapterSoundQueryVariables>;
export const ExportDocument = new TypedDocumentString(`
    query Export($bookId: ID!, $format: ExportFormat!, $marks: ExportMarks) {
  bookExport(bookId: $bookId, format: $format, marks: $marks) {
    url
    fileName
    sizeBytes
  }
}
    `) as unknown as TypedDocumentString<ExportQuery, ExportQueryVariables>;
export const ChapterHtmlDocument = new TypedDocumentString(`
    query ChapterHtml($bookId: ID!, $chapterId: ID!) {
  chapter(bookId: $bookId, chapterId: $chapterId) {
    version
    html
  }
}
    `) as unknown as TypedDocumentString<ChapterHtmlQuery, ChapterHtmlQueryVariables>;