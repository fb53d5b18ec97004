import type { BeatSheetId } from '../plan/beat.ts';

/** A record at the version in which the prompt uses it. */
interface Versioned {
  readonly id: string;
  readonly version: number;
}

export interface PromptBook extends Versioned {
  readonly title: string;
  readonly premise: string;
  /** BCP 47 tag of the language in which the prose is written. */
  readonly language: string;
  readonly genre: string | null;
  readonly audience: string | null;
  readonly toneStyle: string | null;
  /** Length of the whole book in words; null or absent asks for no length. */
  readonly targetWords?: number | null;
}

export interface PromptPlan {
  readonly version: number;
  readonly themeStatement: string | null;
  readonly readerPromise: string | null;
  readonly compAuthors: string | null;
  readonly beatSheetTemplate: BeatSheetId | null;
  readonly povLock: string | null;
  readonly tenseLock: string | null;
  /** 0 (a camera) to 100 (inside the mind). */
  readonly povDepth: number | null;
  readonly researchCitations: readonly { readonly title: string; readonly url: string }[];
}

export interface PromptMood extends Versioned {
  readonly kind: string;
  readonly title: string;
  readonly note: string;
}

export interface PromptCharacter extends Versioned {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly role: string;
  readonly bio: string;
  readonly voiceProfile: string;
  readonly want: string | null;
  readonly fear: string | null;
  readonly lie: string | null;
  readonly isPov: boolean;
}

export interface PromptConflict extends Versioned {
  readonly fromCharacterId: string;
  readonly toCharacterId: string;
  readonly mutual: boolean;
  readonly kind: string;
  readonly description: string;
  readonly stakes: string | null;
  readonly connection: string | null;
  /** 1 to 5. */
  readonly intensity: number;
  readonly status: string;
}

export interface PromptChapter extends Versioned {
  /** 1-based. */
  readonly order: number;
  readonly title: string;
  /** What the outline plans for it. */
  readonly summary: string;
  readonly notes: string;
  readonly beatKeys: readonly string[];
  readonly povCharacterId: string | null;
  readonly participantIds: readonly string[];
  /** The summary made of its finished text; null or absent while there is none. */
  readonly recap?: string | null;
  /** First and last sentences of its text, which serve while there is no recap. */
  readonly opening?: string | null;
  readonly closing?: string | null;
}

/** All that one chapter's prompt is made of. */
export interface PromptInput {
  readonly book: PromptBook;
  readonly plan: PromptPlan;
  readonly moods: readonly PromptMood[];
  /** Oldest first. */
  readonly cast: readonly PromptCharacter[];
  readonly conflicts: readonly PromptConflict[];
  /** The whole outline, in order. */
  readonly chapters: readonly PromptChapter[];
  /** The chapter to write, one of `chapters`. */
  readonly chapterId: string;
  /** The end of the previous chapter's text, at least as long as the tail to be shown; null without one. */
  readonly previousTail: string | null;
  /** The chapter's whole text where that is to be rewritten; null or absent where the chapter is to be written. */
  readonly presentText?: string | null;
  /** What this chapter (or the new text of a rewritten one) already holds and is to be continued; empty to begin. */
  readonly ownText: string;
  /** The caller's wishes for this one call. */
  readonly instructions: string | null;
  readonly budgetTokens: number;
  /** How the model counts, or what stands in for it. */
  readonly countTokens: (text: string) => number;
}
