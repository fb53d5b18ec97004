import { type Finding, type Judgement, judge } from '../../../src/domain/text/lint/judge.ts';
import type { CastMember, LintInput, OutlinedChapter } from '../../../src/domain/text/lint/material.ts';
import type { LintCode } from '../../../src/domain/text/lint/rules.ts';

/** A cast member whose id is the name in lower case. */
export function member(name: string, fields: Partial<CastMember> = {}): CastMember {
  return { id: name.toLowerCase(), name, aliases: [], isPov: false, ...fields };
}

export function chapterAt(order: number, fields: Partial<OutlinedChapter> = {}): OutlinedChapter {
  return {
    id: `ch${order}`,
    order,
    title: `Chapter ${order}`,
    summary: '',
    notes: '',
    status: 'complete',
    beatKeys: [],
    povCharacterId: null,
    participantIds: [],
    ...fields,
  };
}

export interface Given extends Partial<Omit<LintInput, 'plan' | 'style' | 'chapter'>> {
  plan?: Partial<LintInput['plan']>;
  style?: Partial<LintInput['style']>;
  /** The order of the checked chapter, from 1. */
  order?: number;
}

/** Lints a text, in a book of one chapter by default. */
export function judged(content: string, { plan, style, order = 1, ...given }: Given = {}): Judgement {
  const chapters = given.chapters ?? [chapterAt(1)];
  const chapter = chapters.find((one) => one.order === order) ?? chapterAt(order);
  return judge({
    language: 'en',
    cast: [],
    previousContent: '',
    ...given,
    plan: { povLock: null, tenseLock: null, beatSheetTemplate: null, ...plan },
    style: { personLock: null, avoid: [], prosePatterns: true, ...style },
    chapters,
    chapter,
    content,
  });
}

export function found(code: LintCode, content: string, given?: Given): Finding[] {
  return judged(content, given).findings.filter((finding) => finding.code === code);
}

/** The excerpts of a check’s findings. */
export function excerpts(code: LintCode, content: string, given?: Given): (string | null)[] {
  return found(code, content, given).map(({ excerpt }) => excerpt);
}

export function skipped(code: LintCode, content: string, given?: Given): string | undefined {
  return judged(content, given).skipped.find((one) => one.code === code)?.reason;
}
