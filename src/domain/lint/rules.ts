import { z } from 'zod';
import { idOf, line } from '../shapes.ts';

export const severities = ['error', 'warning', 'note'] as const;
export type Severity = (typeof severities)[number];

export const lintCodes = [
  'name_misspelled',
  'name_unlisted',
  'character_unseen',
  'character_unplanned',
  'character_absent',
  'pov_drift',
  'tense_drift',
  'beat_unknown',
  'beat_misplaced',
  'beat_lost',
  'next_chapter_told',
  'previous_chapter_repeated',
  'text_repeated',
] as const;
export type LintCode = (typeof lintCodes)[number];

/** What each check looks for, and how grave it is (ours). The table of docs/lint.md is these lines. */
export const lintRules: Readonly<Record<LintCode, { severity: Severity; summary: string }>> = {
  name_misspelled: { severity: 'warning', summary: 'A name that is one letter away from one of the cast.' },
  name_unlisted: { severity: 'note', summary: 'Somebody who acts again and again and is not in the cast.' },
  character_unseen: { severity: 'warning', summary: 'A viewpoint character or participant whom the text never names.' },
  character_unplanned: {
    severity: 'note',
    summary: 'One of the cast who is named three times or more and is not among the participants.',
  },
  character_absent: {
    severity: 'note',
    summary: 'A leading character who has been away for more than a quarter of the book, at least three chapters.',
  },
  pov_drift: { severity: 'warning', summary: 'Narration in another person than the point of view of the plan.' },
  tense_drift: { severity: 'warning', summary: 'Paragraphs told in the other tense than that of the plan.' },
  beat_unknown: { severity: 'warning', summary: 'A beat key that the book’s beat sheet does not have.' },
  beat_misplaced: {
    severity: 'warning',
    summary: 'A beat whose place lies more than a twentieth of the book from the chapter.',
  },
  beat_lost: { severity: 'warning', summary: 'A beat that falls to the chapter and that no chapter carries.' },
  next_chapter_told: { severity: 'warning', summary: 'A passage that tells what the next chapter’s summary holds.' },
  previous_chapter_repeated: {
    severity: 'error',
    summary: 'A run of fifteen words or more that stands in the previous chapter, word for word.',
  },
  text_repeated: {
    severity: 'warning',
    summary: 'A run of twenty words, a sentence of eight or a doubled seam that the chapter already has.',
  },
};

/** Findings of one code that are listed (ours); of more, the answer says how many there are. */
export const findingsPerCodeMax = 20;

/** Code points of a finding's excerpt at most (ours). */
export const excerptMax = 200;

/** Waivers that a chapter keeps, those that match nothing at present included (ours). */
export const waiversMax = 500;

/** A finding that is meant so, and why (ours). */
export const newWaiver = z.strictObject({
  findingId: idOf('finding').describe('The finding to waive, of the chapter’s present text.'),
  reason: line(500).describe('Why it is meant so, 1–500 characters; shown beside the finding.'),
});
export type NewWaiver = z.output<typeof newWaiver>;
