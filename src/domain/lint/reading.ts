import type { Order } from '../prompt/order.ts';
import { type Mention, NameIndex, partsOfNames } from './names.ts';
import { type Prose, readProse, readWords } from './prose.ts';

export interface CastMember {
  id: string;
  name: string;
  aliases: readonly string[];
  isPov: boolean;
}

export interface OutlinedChapter {
  id: string;
  order: number;
  title: string;
  summary: string;
  notes: string;
  status: string;
  targetWords?: number | null;
  beatKeys: readonly string[];
  povCharacterId: string | null;
  participantIds: readonly string[];
}

/** Inputs of the checks: the book, and the texts of this chapter and the previous one. */
export interface LintInput {
  /** BCP 47. */
  language: string;
  plan: { povLock: string | null; tenseLock: string | null; beatSheetTemplate: string | null };
  cast: readonly CastMember[];
  /** In order. */
  chapters: readonly OutlinedChapter[];
  chapter: OutlinedChapter;
  content: string;
  previousContent: string;
  /** Id that fingerprints are based on; default: the chapter's id. */
  lintId?: string | undefined;
  /** The length that was ordered from the run that wrote the text; undefined if the text is not as a run left it. */
  ordered?: Order | undefined;
}

/** The inputs, parsed once for all checks. */
export interface Reading extends LintInput {
  prose: Prose;
  /** Words of the previous chapter's text. */
  previousWords: readonly string[];
  names: NameIndex;
  /** Mentions by full name or alias, by character id. */
  mentions: ReadonlyMap<string, readonly Mention[]>;
  /** Index that also matches parts of names, for checks of absence. */
  parts: NameIndex;
  /** Ids of characters mentioned by any part of a name. */
  present: ReadonlySet<string>;
}

/** A finding before it has an id. Positions are UTF-16 units; absent for the whole chapter. */
export interface Draft {
  /** Identifies the finding independently of its position. */
  evidence: string;
  message: string;
  fix: string;
  start?: number;
  end?: number;
}

/** Findings in the order of the text, or why the check does not apply. */
export type Verdict = Draft[] | { skipped: string };

export function read(input: LintInput): Reading {
  const { cast, language } = input;
  const names = new NameIndex(cast, language);
  const parts = new NameIndex(partsOfNames(cast), language);
  return {
    ...input,
    prose: readProse(input.content, language),
    previousWords: readWords(input.previousContent, language),
    names,
    parts,
    present: new Set(parts.mentionsIn(input.content).keys()),
    mentions: names.mentionsIn(input.content),
  };
}

export const noText = { skipped: 'The chapter has no text.' };

/** Text as evidence: only letters and digits, independent of punctuation, case and line breaks. */
export function normalised(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
