import { clip } from '../prompt/fence.ts';
import type { OutlineCharacter } from './outline-input.ts';
import type { DimensionKey } from './rubric.ts';

export const severities = ['error', 'warning', 'note'] as const;
export type Severity = (typeof severities)[number];

/** One thing that an outline could do better. */
export interface Finding {
  /** What kind of thing it is, stable enough to filter by. */
  code: string;
  severity: Severity;
  dimension: DimensionKey;
  /** Orders of the chapters it is about; empty for the whole book. */
  chapters: number[];
  /** What it rests on, quoted where it is somebody's text. */
  evidence: string;
  /** What to do about it. */
  fix: string;
}

/** What is found in one dimension without a model. */
export interface Facts {
  /** 0–100; null where there is nothing to go by. */
  score: number | null;
  findings: Finding[];
}

/** Makes the findings of one dimension. */
export function findingsIn(dimension: DimensionKey) {
  return (code: string, severity: Severity, chapters: number[], evidence: string, fix: string): Finding => ({
    code,
    severity,
    dimension,
    chapters,
    evidence,
    fix,
  });
}

// An author mends one thing after the other; the score counts all. Ours.
const findingsMax = 20;
const chaptersMax = 50;
/** Length of a text quoted as evidence, in code points. Ours. */
export const quoteMax = 160;

/** The gravest findings, at most 20, each naming at most 50 chapters. */
export function gravest(findings: readonly Finding[]): Finding[] {
  return byGravity(findings)
    .slice(0, findingsMax)
    .map((finding) => ({ ...finding, chapters: finding.chapters.slice(0, chaptersMax) }));
}

/** Errors, then warnings, then notes; within one as they came. */
export function byGravity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
}

/** Somebody's text on one line, in quotation marks. */
export function quote(text: string): string {
  return `“${clip(text.replace(/\s+/gu, ' ').trim(), quoteMax)}”`;
}

/** The names of some, quoted; how many more there are where it is many. */
export function quoteNames(members: readonly Pick<OutlineCharacter, 'name'>[]): string {
  const shown = members.slice(0, 10).map(({ name }) => quote(name));
  return members.length > shown.length
    ? `${shown.join(', ')} and ${members.length - shown.length} more`
    : shown.join(', ');
}

/** A part of a whole as 0–100, rounded; 0 of nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}
