import { z } from 'zod';
import { idOf, line } from '../../shapes.ts';

export const severities = ['error', 'warning', 'note'] as const;
export type Severity = (typeof severities)[number];

/** Meaning and severity of each check (ours), in the order in which they run. Source of the table in docs/lint.md. */
export const lintRules = {
  name_misspelled: { severity: 'warning', summary: 'A name that differs by one letter from that of a character.' },
  name_unlisted: { severity: 'note', summary: 'A named person who acts repeatedly but is not in the cast.' },
  character_unseen: {
    severity: 'warning',
    summary: 'A viewpoint character or participant who is not named in the text.',
  },
  character_unplanned: {
    severity: 'note',
    summary: 'A character who is named at least three times but is not a listed participant.',
  },
  character_absent: {
    severity: 'note',
    summary: 'A main character who is absent for more than a quarter of the book and at least three chapters.',
  },
  dead_acts: {
    severity: 'warning',
    summary: 'A character who acts in the narration after the chapter in which they die.',
  },
  called_too_early: {
    severity: 'warning',
    summary: 'A name that a character has only from a later chapter on.',
  },
  pov_drift: { severity: 'warning', summary: 'Narration in another grammatical person than the plan’s point of view.' },
  tense_drift: { severity: 'warning', summary: 'Paragraphs in another tense than that of the plan.' },
  beat_unknown: { severity: 'warning', summary: 'A beat key that the book’s beat sheet does not have.' },
  beat_misplaced: {
    severity: 'warning',
    summary: 'A beat whose position is more than a twentieth of the book away from the chapter.',
  },
  beat_lost: { severity: 'warning', summary: 'A beat that belongs in the chapter but is carried by none.' },
  next_chapter_told: {
    severity: 'warning',
    summary: 'A passage that tells events from the summary of the next chapter.',
  },
  previous_chapter_repeated: {
    severity: 'error',
    summary: 'At least fifteen consecutive words that are also in the previous chapter.',
  },
  text_repeated: {
    severity: 'warning',
    summary:
      'A repetition within the chapter: twenty consecutive words, a sentence of eight, or text doubled where a run continued it.',
  },
  meta_text: { severity: 'error', summary: 'A remark in which a model speaks as an assistant, outside dialogue.' },
  placeholder: {
    severity: 'error',
    summary: 'A note that stands for missing text, such as `[Insert …]` or `{{name}}`.',
  },
  heading_repeated: { severity: 'error', summary: 'A line that repeats the number or the title of the chapter.' },
  length_off: {
    severity: 'warning',
    summary: 'A complete text with less than 60 % or more than 160 % of its ordered words.',
  },
  avoided_words: { severity: 'warning', summary: 'A word or phrase of the list `avoid` of the style.' },
  prose_patterns: {
    severity: 'note',
    summary: 'A worn phrase or a pattern of prose that is much denser than in novels.',
  },
} as const satisfies Readonly<Record<string, { severity: Severity; summary: string }>>;
export type LintCode = keyof typeof lintRules;
export const lintCodes = Object.keys(lintRules) as [LintCode, ...LintCode[]];

/** What publishing warns about: a reader would take it for a mistake (docs/publishing.md). */
export const publishCodes = ['meta_text', 'placeholder', 'heading_repeated', 'length_off'] as const;

/** Maximum findings that publishing lists (ours). */
export const publishFindingsMax = 50;

/** Maximum listed findings per code (ours); the answer has the number of further ones. */
export const findingsPerCodeMax = 20;

/** Maximum length of an excerpt, code points (ours). */
export const excerptMax = 200;

/** Maximum waivers of a chapter, including those without a current finding (ours). */
export const waiversMax = 500;

/** Marks a finding as intended, with a reason (ours). */
export const newWaiver = z.strictObject({
  findingId: idOf('finding').describe('The finding to waive, in the chapter’s present text.'),
  reason: line(500).describe('Why it is intended, 1–500 characters; shown with the finding.'),
});
export type NewWaiver = z.output<typeof newWaiver>;
