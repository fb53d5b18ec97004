import { createHash } from 'node:crypto';
import { idOfDigest } from '../../../ids/id.ts';
import { unescaped } from '../../../prose/escape.ts';
import { findAvoidedWords } from './avoided.ts';
import { findLostBeats, findMisplacedBeats, findUnknownBeats } from './beats.ts';
import { findCalledTooEarly, findDeadWhoAct } from './dated.ts';
import { findForetold } from './foretold.ts';
import { findLengthOff } from './length.ts';
import { type Draft, type LintInput, type Material, read, type Verdict } from './material.ts';
import { findMisspelledNames } from './misspelled.ts';
import { findAbsentCharacters, findUnplannedCharacters, findUnseenCharacters } from './people.ts';
import { findPovDrift } from './point-of-view.ts';
import { findProsePatterns } from './prose-patterns.ts';
import { findMetaText, findPlaceholders, findRepeatedHeadings } from './remarks.ts';
import { findRepeatsOfPrevious, findRepeatsWithin } from './repeats.ts';
import { excerptMax, type LintCode, lintCodes, lintRules, type Severity } from './rules.ts';
import { findTenseDrift } from './tense.ts';
import { findUnlistedNames } from './unlisted.ts';

/** A potential problem in a chapter. */
export interface Finding {
  /** Fingerprint of the evidence; independent of its position. */
  id: string;
  code: LintCode;
  severity: Severity;
  message: string;
  fix: string;
  /** Code point offset in the chapter's text; null for the whole chapter. */
  start: number | null;
  end: number | null;
  /** The first 200 code points of the text there. */
  excerpt: string | null;
  /** Fingerprints that it can have had in chapters which were merged into this one; absent without any. */
  formerIds?: string[];
}

export interface Judgement {
  /** Those of the whole chapter first, then in the order of the text. */
  findings: Finding[];
  skipped: { code: LintCode; reason: string }[];
}

const checks: Readonly<Record<LintCode, (material: Material) => Verdict>> = {
  name_misspelled: findMisspelledNames,
  name_unlisted: findUnlistedNames,
  character_unseen: findUnseenCharacters,
  character_unplanned: findUnplannedCharacters,
  character_absent: findAbsentCharacters,
  dead_acts: findDeadWhoAct,
  called_too_early: findCalledTooEarly,
  pov_drift: findPovDrift,
  tense_drift: findTenseDrift,
  beat_unknown: findUnknownBeats,
  beat_misplaced: findMisplacedBeats,
  beat_lost: findLostBeats,
  next_chapter_told: findForetold,
  previous_chapter_repeated: findRepeatsOfPrevious,
  text_repeated: findRepeatsWithin,
  meta_text: findMetaText,
  placeholder: findPlaceholders,
  heading_repeated: findRepeatedHeadings,
  length_off: findLengthOff,
  avoided_words: findAvoidedWords,
  prose_patterns: findProsePatterns,
};

/** Checks a chapter against its book. Deterministic; calls no provider. */
export function judge(input: LintInput): Judgement {
  const material = read(input);
  const toCodePoints = codePointsIn(input.content);
  const judgement: Judgement = { findings: [], skipped: [] };
  for (const code of lintCodes) {
    const verdict = checks[code](material);
    if ('skipped' in verdict) judgement.skipped.push({ code, reason: verdict.skipped });
    else judgement.findings.push(...findingsOf(verdict, code, input, toCodePoints));
  }
  judgement.findings.sort((one, other) => (one.start ?? -1) - (other.start ?? -1));
  return judgement;
}

export function findingsOf(
  drafts: readonly Draft[],
  code: LintCode,
  {
    chapter,
    content,
    lintId,
    formerLintIds = [],
  }: Pick<LintInput, 'content' | 'lintId' | 'formerLintIds'> & { chapter: { id: string } },
  toCodePoints: (at: number) => number,
): Finding[] {
  const times = new Map<string, number>();
  return drafts.map(({ evidence, message, fix, start, end }) => {
    const occurrence = times.get(evidence) ?? 0;
    times.set(evidence, occurrence + 1);
    const about = {
      id: fingerprintOf(lintId ?? chapter.id, code, evidence, occurrence),
      code,
      severity: lintRules[code].severity,
      message,
      fix,
      ...(formerLintIds.length > 0 && { formerIds: formerIdsOf(formerLintIds, code, evidence, occurrence) }),
    };
    if (start === undefined || end === undefined) return { ...about, start: null, end: null, excerpt: null };
    const [from, text] = trimmed(content, start, end);
    return {
      ...about,
      start: toCodePoints(from),
      end: toCodePoints(from + text.length),
      excerpt: [...unescaped(text.slice(0, excerptMax * 4))].slice(0, excerptMax).join(''),
    };
  });
}

function fingerprintOf(lintId: string, code: LintCode, evidence: string, occurrence: number): string {
  const digest = createHash('sha256').update([lintId, code, evidence, occurrence].join('\0')).digest();
  return idOfDigest('fnd', digest);
}

/** Findings alike before one that may have come from another chapter with it (ours). */
const formerTimesMax = 20;

/** The fingerprints that a finding can have had in chapters which were merged into this one: it may have been an earlier one there. */
function formerIdsOf(lintIds: readonly string[], code: LintCode, evidence: string, occurrence: number): string[] {
  const times = Array.from({ length: Math.min(occurrence, formerTimesMax) + 1 }, (_, before) => occurrence - before);
  return lintIds.flatMap((lintId) => times.map((time) => fingerprintOf(lintId, code, evidence, time)));
}

/** Maps fingerprints of findings about characters to those after a change of character ids. */
export function renamedFindings(lintId: string, renamed: ReadonlyMap<string, string>): Map<string, string> {
  const aboutPeople = ['character_unseen', 'character_unplanned', 'character_absent'] as const;
  return new Map(
    aboutPeople.flatMap((code) =>
      [...renamed].map(([former, now]) => [
        fingerprintOf(lintId, code, former, 0),
        fingerprintOf(lintId, code, now, 0),
      ]),
    ),
  );
}

function trimmed(content: string, start: number, end: number): [from: number, text: string] {
  const text = content.slice(start, end);
  return [start + text.length - text.trimStart().length, text.trim()];
}

/** Converts UTF-16 offsets to code points. */
export function codePointsIn(text: string): (at: number) => number {
  const second = /[\udc00-\udfff]/;
  if (!second.test(text)) return (at) => at;
  const before = new Uint32Array(text.length + 1);
  for (let at = 0; at < text.length; at += 1)
    before[at + 1] = (before[at] ?? 0) + (second.test(text.charAt(at)) ? 0 : 1);
  return (at) => before[at] ?? text.length;
}
