import { clip } from '../../calls/prompt/fence.ts';
import type { OutlineCharacter } from './outline-input.ts';
import type { DimensionKey } from './rubric.ts';

export const severities = ['error', 'warning', 'note'] as const;
type Severity = (typeof severities)[number];

/** A possible improvement of an outline. */
export interface Finding {
  /** Stable code to filter by. */
  code: string;
  severity: Severity;
  dimension: DimensionKey;
  /** Orders of the affected chapters; empty for the whole book. */
  chapters: number[];
  /** Its basis, quoted if it is an author's text. */
  evidence: string;
  /** The remedy. */
  fix: string;
}

/** Result of one dimension without a model. */
export interface Facts {
  /** 0–100; null if nothing can be measured. */
  score: number | null;
  findings: Finding[];
}

/** Creates the findings of one dimension. */
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

// Maximum listed findings; the score counts all. Ours.
const findingsMax = 20;
const chaptersMax = 50;
/** Maximum length of quoted evidence, code points. Ours. */
export const quoteMax = 160;

/** The most severe findings, at most 20, each with at most 50 chapters. */
export function gravest(findings: readonly Finding[]): Finding[] {
  return byGravity(findings)
    .slice(0, findingsMax)
    .map((finding) => ({ ...finding, chapters: finding.chapters.slice(0, chaptersMax) }));
}

/** Errors, then warnings, then notes; stable. */
export function byGravity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
}

/** Text on one line, in quotation marks. */
export function quote(text: string): string {
  return `“${clip(text.replace(/\s+/gu, ' ').trim(), quoteMax)}”`;
}

/** Quoted names, with the number of further ones. */
export function quoteNames(members: readonly Pick<OutlineCharacter, 'name'>[]): string {
  const shown = members.slice(0, 10).map(({ name }) => quote(name));
  return members.length > shown.length
    ? `${shown.join(', ')} and ${members.length - shown.length} more`
    : shown.join(', ');
}

/** Percentage, rounded; 0 of nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}
