import type { Order } from '../../calls/prompt/order.ts';
import { type Dated, NamesByChapter } from '../../story/names/as-of.ts';
import type { CastNames, Mention, Mentions } from '../../story/names/cast-names.ts';
import { type TextWords, textWords } from '../../story/names/words.ts';
import type { Person } from '../../story/plan/rules.ts';
import { type Prose, readProse, readWords, withoutMarkdown } from './prose.ts';

export interface CastMember extends Dated {
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
  person?: Person | null;
  tense?: string | null;
  participantIds: readonly string[];
  mentionedIds?: readonly string[];
}

/** Inputs of the checks: the book, and the texts of this chapter and the previous one. */
export interface LintInput {
  /** BCP 47. */
  language: string;
  plan: { povLock: string | null; tenseLock: string | null; beatSheetTemplate: string | null };
  style: { personLock: Person | null; avoid: readonly string[]; prosePatterns: boolean };
  cast: readonly CastMember[];
  /** In order. */
  chapters: readonly OutlinedChapter[];
  chapter: OutlinedChapter;
  content: string;
  previousContent: string;
  /** Id that fingerprints are based on; default: the chapter's id. */
  lintId?: string | undefined;
  /** Base ids of fingerprints in chapters that were merged into this one. */
  formerLintIds?: readonly string[];
  /** The length that was ordered from the run that wrote the text; undefined if the text is not as a run left it. */
  ordered?: Order | undefined;
}

/** The inputs, parsed once for all checks. */
export interface Material extends LintInput {
  prose: Prose;
  /** Words of the previous chapter's text. */
  previousWords: readonly string[];
  names: CastNames;
  /** The same for another chapter. */
  namesAt: (order: number) => CastNames;
  /** Words of the text without Markdown, for names. */
  nameWords: TextWords;
  /** Mentions by character id. */
  mentions: ReadonlyMap<string, readonly Mention[]>;
  /** Ids of characters that are named, or may be: an ambiguous word is no proof of absence. */
  present: ReadonlySet<string>;
}

/** What the checks of one text read that need neither cast nor outline. */
export interface TextMaterial extends Pick<LintInput, 'language' | 'content' | 'ordered'> {
  chapter: Pick<OutlinedChapter, 'id' | 'order' | 'title' | 'status' | 'targetWords'>;
  prose: { words: { length: number } };
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

export function read(input: LintInput): Material {
  const { cast, language } = input;
  const byChapter = new NamesByChapter(cast, language);
  const names = byChapter.at(input.chapter.order);
  const nameWords = textWords(withoutMarkdown(input.content), language);
  const found = names.read(nameWords);
  return {
    ...input,
    prose: readProse(input.content, language),
    previousWords: readWords(input.previousContent, language),
    names,
    namesAt: (order) => byChapter.at(order),
    nameWords,
    present: ownersOf(found),
    mentions: Map.groupBy(found.certain, ({ owners: [id = ''] }) => id),
  };
}

/** Everybody whom a text may name. */
export function ownersOf({ certain, ambiguous, doubtful }: Mentions): Set<string> {
  return new Set([...certain, ...ambiguous, ...doubtful].flatMap(({ owners }) => owners));
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
