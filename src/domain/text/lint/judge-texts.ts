import { codePointsIn, type Finding, findingsOf } from './judge.ts';
import { findLengthOff } from './length.ts';
import type { LintInput, TextMaterial, Verdict } from './material.ts';
import { readWords } from './prose.ts';
import { findMetaText, findPlaceholders, findRepeatedHeadings } from './remarks.ts';
import { publishCodes, publishFindingsMax, waiversMax } from './rules.ts';

/** A chapter's text with what the checks before publishing read. */
export type JudgedText = Omit<TextMaterial, 'prose'> &
  Required<Pick<LintInput, 'lintId'>> &
  Pick<LintInput, 'formerLintIds'>;

export interface TextFindings {
  findings: Finding[];
  /** Number of findings beyond the listed ones. */
  omitted: number;
}

const checks: Readonly<Record<(typeof publishCodes)[number], (material: TextMaterial) => Verdict>> = {
  meta_text: findMetaText,
  placeholder: findPlaceholders,
  heading_repeated: findRepeatedHeadings,
  length_off: findLengthOff,
};

/** Enough to fill the list of a book when every waiver of the chapter is for one of them. */
const keptMax = waiversMax + publishFindingsMax;

/** The findings that publishing warns about, by text, with the fingerprints of `judge`. */
export function judgeTexts(texts: readonly JudgedText[]): TextFindings[] {
  return texts.map((text) => {
    const material = {
      ...text,
      // Only a text of an ordered length is divided into words.
      get prose() {
        return { words: readWords(text.content, text.language) };
      },
    };
    const toCodePoints = codePointsIn(text.content);
    const findings = publishCodes.flatMap((code) => {
      const verdict = checks[code](material);
      return 'skipped' in verdict ? [] : findingsOf(verdict, code, text, toCodePoints);
    });
    findings.sort((one, other) => (one.start ?? -1) - (other.start ?? -1));
    return { findings: findings.slice(0, keptMax), omitted: Math.max(0, findings.length - keptMax) };
  });
}
