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
  beatKeys: readonly string[];
  povCharacterId: string | null;
  participantIds: readonly string[];
}

/** Everything that a chapter is judged by: the book, and the text of this chapter and the one before. */
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
  /** By what the findings are told from those of other chapters; absent: the chapter's id. */
  lintId?: string | undefined;
}

/** The same, read once for all checks. */
export interface Reading extends LintInput {
  prose: Prose;
  /** Words of the previous chapter's text. */
  previousWords: readonly string[];
  names: NameIndex;
  /** Who is named in the text by a whole name or alias, by id. */
  mentions: ReadonlyMap<string, readonly Mention[]>;
  /** Finds people by a part of their name too, where only an absence is a finding. */
  parts: NameIndex;
  /** Who is named in the text by any part of a name, by id. */
  present: ReadonlySet<string>;
}

/** What a check found, before it has an id. Places are UTF-16 units; absent, it is about the whole chapter. */
export interface Draft {
  /** What makes it this finding and no other, free of places. */
  evidence: string;
  message: string;
  fix: string;
  start?: number;
  end?: number;
}

/** Findings in the order of the text, or why there was nothing to judge. */
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

/** Text as evidence: letters and digits alone, so that punctuation, case and line breaks may change. */
export function normalised(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
