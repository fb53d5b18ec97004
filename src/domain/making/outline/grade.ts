import { createHash } from 'node:crypto';
import { invalidRequest, invalidState, notFound } from '../../../errors.ts';
import type { TextMessage } from '../../../providers/text-provider.ts';
import { expectedJson } from '../../calls/prompt/estimate.ts';
import { tellingOf } from '../../calls/prompt/telling.ts';
import type { PaidCall } from '../../calls/run/paid-call.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { joinRun, type RunContext } from '../../calls/run/start.ts';
import { type Run, runById, runningOnOutline } from '../../calls/run/store.ts';
import type { Work } from '../../calls/run/work.ts';
import type { BookKey } from '../../story/book/store.ts';
import { type Asked, ask, prepared } from './ask.ts';
import { assembleFor, beginOnBook, type CallContext, callOf } from './generate.ts';
import type { GradeInput } from './grade-input.ts';
import { gradeMessages, type Judgement } from './grade-prompt.ts';
import { gradeQuestion } from './grade-question.ts';
import { type Material, materialOf } from './material.ts';
import { rubricFor } from './rubric.ts';
import type { GradeRequest } from './rules.ts';
import { type Grade, gradeOf } from './score.ts';
import * as store from './store.ts';

/** Ten dimensions without findings, and with two each. Ours. */
const expected = expectedJson(100, 2_500);

/**
 * Grade of a book's own outline (no variant) or of a variant. Without a run no model was used; without a grade the run is
 * in progress.
 */
export interface Grading {
  run: Run | null;
  grade: Grade | null;
}

/** Grades by facts, and optionally by a model. The same outline is not judged twice. */
export async function gradeOutline(
  context: RunContext,
  key: BookKey & { variantId: string | null },
  judge: boolean | undefined,
): Promise<Grading> {
  for (;;) {
    const material = (await materialOf(context.sql, key)) ?? notFound('book');
    const input = await graded(context, key, material);
    const fingerprint = fingerprintOf(input);
    const before = await store.judgedBefore(context.sql, key, fingerprint);
    if (before && judge !== false) {
      await keep(context, key, before.grade);
      return { run: (await runById(context.sql, { ...key, runId: before.runId })) ?? null, grade: before.grade };
    }
    if (!(judge ?? context.runs.providers.has('text'))) {
      const grade = gradeOf(input, null);
      await keep(context, key, grade);
      return { run: null, grade };
    }
    const hash = requestHash('grade', fingerprint);
    const running = await runningOnOutline(context.sql, key, 'grade', key.variantId);
    const asked = await questionFor(context, key, material, input);
    const about = {
      kind: 'grade' as const,
      hash,
      subjectId: key.variantId,
      material,
      messages: () => asked.prompt.messages,
    };
    const run = running
      ? await joinRun(context, running, hash, 'the grade of this outline')
      : await beginOnBook(context, key, about, judging(key, asked, input, fingerprint));
    if (run) return { run, grade: null };
  }
}

function questionFor(context: CallContext, key: BookKey, material: Material, input: GradeInput) {
  return prepared(assembleFor(context, key, material, expected), gradeQuestion(input));
}

/** What a run asks first for a judgement of the book's own outline (no variant) or of a variant. */
export async function gradeCall(
  context: CallContext,
  key: BookKey & { variantId: string | null },
  { judge }: GradeRequest,
): Promise<PaidCall> {
  if (judge === false) throw invalidRequest([{ path: 'judge', message: withoutModel }]);
  const material = (await materialOf(context.sql, key)) ?? notFound('book');
  const asked = await questionFor(context, key, material, await graded(context, key, material));
  return callOf(context, key, material, asked.prompt, expected);
}

const withoutModel = 'is false, so no model is called and there is no prompt to preview. Leave it out.';

/** The grade of a run; null without one. */
export async function gradeGiven(context: RunContext, run: Run): Promise<Grade | null> {
  return (await store.gradeOfRun(context.sql, run)) ?? null;
}

/** The outline to grade: the book's own, or the variant. */
async function graded(
  { sql }: Pick<RunContext, 'sql'>,
  key: BookKey & { variantId: string | null },
  { book, plan, cast, conflicts, chapters }: Material,
): Promise<GradeInput> {
  if (key.variantId === null) {
    if (chapters.length === 0) invalidState('The book has no chapters to grade. Outline it, or add some.');
    return { book, plan, cast, conflicts, chapters: gradable(chapters) };
  }
  const variant = (await store.variantById(sql, { ...key, variantId: key.variantId })) ?? notFound('outline variant');
  const numbered = variant.chapters.map((chapter, index) => ({ ...chapter, order: index + 1 }));
  return { book, plan, cast, conflicts, chapters: numbered };
}

/** The chapters with what is known of each. Throws if nothing is. */
function gradable(chapters: Material['chapters']): GradeInput['chapters'] {
  const told = chapters.map((chapter) => {
    const { text, isWritten } = tellingOf(chapter);
    return { ...chapter, summary: text, isWritten };
  });
  if (told.every(({ summary }) => summary.trim() === '')) invalidState(nothingToGrade);
  return told;
}

const nothingToGrade =
  'No chapter has a summary or a recap, so there is nothing to grade. Write summaries, generate an outline, or let the manuscript be read (POST /v1/books/{bookId}/read, read_manuscript).';

function questionOf(input: GradeInput): TextMessage[] {
  return gradeMessages(input, rubricFor(input.plan.beatSheetTemplate));
}

/** Equal for equal inputs. */
function fingerprintOf(input: GradeInput): string {
  return createHash('sha256')
    .update(JSON.stringify(questionOf(input)))
    .digest('hex');
}

async function keep(
  { sql }: RunContext,
  { accountId, bookId, variantId }: BookKey & { variantId: string | null },
  grade: Grade,
) {
  if (variantId !== null) await store.putGrade(sql, { accountId, bookId, variantId }, grade);
}

function judging(
  key: BookKey & { variantId: string | null },
  asked: Asked<Judgement>,
  input: GradeInput,
  fingerprint: string,
): Work {
  let grade: Grade | undefined;
  return {
    async perform({ text }, live, idleMsMax) {
      grade = gradeOf(input, await ask(text, live, asked, idleMsMax));
    },
    async finish(tx, run) {
      if (!grade) return undefined;
      await store.putJudged(tx, run, { fingerprint, grade });
      if (key.variantId !== null) await store.putGrade(tx, { ...key, variantId: key.variantId }, grade);
      return undefined;
    },
  };
}
