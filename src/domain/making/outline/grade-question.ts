import { type ReplyFaults, schemaOf } from '../../../providers/json-reply.ts';
import type { Question, Read } from './ask.ts';
import { completeParts } from './cut-reply.ts';
import type { GradeInput } from './grade-input.ts';
import { type Judgement, readJudgement } from './grade-prompt.ts';
import { type JudgedParts, judgementShape, partsOf, proved } from './judgement.ts';

/** Asks for a judgement, or for the dimensions that are missing in it. */
export function gradeQuestion(input: GradeInput, done: JudgedParts = {}): Question<Judgement> {
  return {
    subject: { about: 'grade', input, done },
    shape: { name: 'grade', schema: schemaOf(judgementShape(input, done)) },
    read: (reply) => answerOf(readJudgement(reply, input, done)),
    continued(cut) {
      const parts = partsOf(completeParts(cut) ?? {}, input);
      if (Object.keys(parts).every((key) => key in done)) return undefined;
      const all = { ...done, ...parts };
      const isWhole = Object.keys(judgementShape(input, all).shape).length === 0;
      return isWhole ? answerOf(proved(all, input)) : { next: gradeQuestion(input, all) };
    },
    withTexts: ({ dimensions }, change) => ({
      dimensions: dimensions.map((one) => ({
        ...one,
        findings: one.findings.map((finding) => ({ ...finding, fix: change(finding.fix) })),
      })),
    }),
  };
}

function answerOf(found: { judgement: Judgement } | ReplyFaults): Read<Judgement> {
  return 'judgement' in found ? { answer: found.judgement } : found;
}
