import type { Dated } from '../../story/names/as-of.ts';
import type { BeatSheetId } from '../../story/plan/beat.ts';
import type { Person } from '../../story/plan/rules.ts';
import type { Order } from './order.ts';

/** A record with the version that the prompt uses. */
interface Versioned {
  readonly id: string;
  readonly version: number;
}

export interface PromptBook extends Versioned {
  readonly title: string;
  readonly premise: string;
  /** BCP 47 tag of the prose. */
  readonly language: string;
  readonly genre: string | null;
  readonly audience: string | null;
  readonly toneStyle: string | null;
  /** Target words of the whole book; null or absent for none. */
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

/** How the prose of the book sounds. */
export interface PromptStyle {
  readonly version: number;
  readonly styleGuide: string | null;
  readonly styleSample: string | null;
  readonly avoid: readonly string[];
  readonly personLock: Person | null;
}

export interface PromptMood extends Versioned {
  readonly kind: string;
  readonly title: string;
  readonly note: string;
}

export interface PromptCharacter extends Versioned, Dated {
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

export interface PromptRecap {
  /** What happened. */
  readonly events: string;
  /** Where everybody stands at the end, and what they hold, know and owe. */
  readonly state: string | null;
  /** Whether the text was edited since. */
  readonly isStale: boolean;
}

export interface PromptChapter extends Versioned {
  /** 1-based. */
  readonly order: number;
  readonly title: string;
  /** Plan of the outline for it. */
  readonly summary: string;
  readonly notes: string;
  readonly beatKeys: readonly string[];
  readonly povCharacterId: string | null;
  readonly participantIds: readonly string[];
  /** Those of whom it only speaks; absent for nobody. */
  readonly mentionedIds?: readonly string[];
  /** Target of this chapter, words; null or absent for its share of the book's. */
  readonly targetWords?: number | null;
  /** Person and tense of this chapter; null or absent: those of the book. */
  readonly person?: Person | null;
  readonly tense?: string | null;
  /** Recap of its text; null or absent without one. */
  readonly recap?: PromptRecap | null;
  /** First and last sentences of its text; null or absent without text. */
  readonly opening?: string | null;
  readonly closing?: string | null;
}

/** The recap of ten chapters, which stands for theirs in a prompt without room for them. */
export interface PromptArc {
  /** Orders of the first and last chapter. */
  readonly from: number;
  readonly to: number;
  readonly events: string;
  readonly state: string;
  /** Whether recaps of its chapters have changed much since. */
  readonly isOutdated: boolean;
  /** Whether it is put together from the recaps, because nobody has written one. */
  readonly isComputed?: boolean;
}

/** The text of an earlier chapter, or the end of a very long one. */
export interface EarlierText {
  readonly chapterId: string;
  readonly text: string;
  readonly isWhole: boolean;
}

/** Texts of earlier chapters, for the room that a prompt leaves without them. */
interface Earlier {
  readonly texts: readonly EarlierText[];
  /** That room, tokens. */
  readonly roomTokens: number;
}

/** Inputs of one chapter prompt. */
export interface PromptInput {
  readonly book: PromptBook;
  readonly plan: PromptPlan;
  readonly style: PromptStyle;
  readonly moods: readonly PromptMood[];
  /** Oldest first. */
  readonly cast: readonly PromptCharacter[];
  readonly conflicts: readonly PromptConflict[];
  /** The whole outline, in order. */
  readonly chapters: readonly PromptChapter[];
  /** Arcs of ten chapters each; absent for none. */
  readonly arcs?: readonly PromptArc[];
  /** The chapter to write, one of `chapters`. */
  readonly chapterId: string;
  /** End of the previous chapter's text, at least as long as the tail; null without one. */
  readonly previousTail: string | null;
  /** Absent for the look at the room. */
  readonly earlier?: Earlier | undefined;
  /** Beginning of the last chapter of the same viewpoint, if it is not the previous one; null or absent without one. */
  readonly voice?: { readonly chapterId: string; readonly text: string } | null;
  /** Full text of a chapter to rewrite; null or absent for a write. */
  readonly presentText?: string | null;
  /** Text that a write from the beginning would replace: only its names are read. Empty or absent without one. */
  readonly replacedText?: string;
  /** Existing text of this chapter (or of its rewrite) to continue; empty at the start. */
  readonly ownText: string;
  /** The ordered length; undefined or absent if none is. */
  readonly order?: Order | undefined;
  /** The caller's instructions for this call. */
  readonly instructions: string | null;
  /** Notes on the present text that a rewrite heeds, as others may have written them; absent for none. */
  readonly notes?: readonly string[];
  readonly budgetTokens: number;
  /** Token counter of the model, or a substitute. */
  readonly countTokens: (text: string) => number;
}
