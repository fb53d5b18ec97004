import { z } from 'zod';
import { operation } from '../../../operation.ts';
import { waitSecondsMax as callSecondsMax } from '../../calls/run/rules.ts';
import { idOf } from '../../shapes.ts';
import {
  AdoptOutlineVariantDocument,
  DeleteOutlineVariantDocument,
  GenerateOutlineDocument,
  GenerateOutlineVariantsDocument,
  GradeOutlineDocument,
  GradeOutlineVariantDocument,
  ListOutlineVariantsDocument,
  StartOutlineDocument,
} from './operations.gen.ts';
import { adoption, gradeRequest, outlineRequest, variantsRequest, waitSecondsMax } from './rules.ts';

/** Agents get an answer within a minute and poll; REST calls wait for the end. */
const forAgents = z.strictObject({
  waitSeconds: z
    .int()
    .min(0)
    .max(callSecondsMax)
    .default(callSecondsMax)
    .describe(`How long to wait for the end, seconds, at most and by default ${callSecondsMax}.`),
});
const toTheEnd = <Input extends object>(input: Input) => ({ waitSeconds: waitSecondsMax, ...input });
const goOn = 'While the run’s state is `running`, call get_generation with its id';

const withoutText =
  'You can outline the book yourself: get_plan and list_beat_sheets, then create_chapter with title, summary and beatKeys for each chapter.';

export const outlineOperations = [
  operation(GenerateOutlineDocument, {
    answer: 'generateOutline',
    isPaid: true,
    statements: 17,
    body: ['input', outlineRequest],
    example: { instructions: 'Begin on the ferry.' },
    variables: toTheEnd,
    rest: 'POST /v1/books/{bookId}/outline',
  }),
  operation(StartOutlineDocument, {
    answer: 'generateOutline',
    isPaid: true,
    statements: 17,
    body: ['input', outlineRequest],
    example: { instructions: 'Begin on the ferry.' },
    variables: toTheEnd,
    tool: {
      name: 'generate_outline',
      feature: 'outline',
      withoutProvider: withoutText,
      description: `Have the instance's model outline the book: chapters with title, summary, beats and who is in them. ${goOn}, then list_chapters. Chapters that have text are never replaced unless replaceWritten is true.`,
      options: forAgents,
    },
  }),
  operation(GenerateOutlineVariantsDocument, {
    answer: 'generateOutlineVariants',
    isPaid: true,
    statements: 16,
    body: ['input', variantsRequest],
    example: { count: 2 },
    variables: toTheEnd,
    rest: 'POST /v1/books/{bookId}/outline/variants 201',
    tool: {
      name: 'generate_outline_variants',
      feature: 'outline',
      withoutProvider: withoutText,
      description: `Have several outlines made beside the book's own, which stays as it is. ${goOn}, then list_outline_variants, grade_outline each, and adopt_outline_variant the best.`,
      options: forAgents,
    },
  }),
  operation(ListOutlineVariantsDocument, {
    answer: 'outlineVariants',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/outline/variants',
    tool: {
      name: 'list_outline_variants',
      feature: 'outline',
      description: 'The outlines that were made for a book, with their last grades.',
    },
  }),
  operation(GradeOutlineDocument, {
    answer: 'gradeOutline',
    isPaid: true,
    statements: 16,
    body: ['input', gradeRequest],
    example: { judge: false },
    variables: toTheEnd,
    rest: 'POST /v1/books/{bookId}/outline/grade',
    summary: 'Grades the book’s outline by the rubric: what is found without a model, and what a model judges.',
  }),
  operation(GradeOutlineVariantDocument, {
    answer: 'gradeOutline',
    isPaid: true,
    statements: 17,
    body: ['input', gradeRequest],
    example: { judge: false },
    variables: toTheEnd,
    rest: 'POST /v1/books/{bookId}/outline/variants/{variantId}/grade',
    summary: 'Grades a variant by the same rubric as the book’s own outline, and keeps the grade with it.',
  }),
  operation(GradeOutlineDocument, {
    answer: 'gradeOutline',
    isPaid: true,
    statements: 16,
    body: ['input', gradeRequest],
    example: { judge: false },
    variables: toTheEnd,
    tool: {
      name: 'grade_outline',
      feature: 'outline',
      withoutProvider: 'With judge: false it is graded without a model.',
      description: `Grade the book's outline, or a variant: 0–100 with findings, each with evidence and a fix. ${goOn}, then call this again: the same outline is not judged or paid for twice. judge: false costs nothing.`,
      options: forAgents.extend({
        variantId: idOf('outline variant').optional().describe('A variant; left out for the book’s own outline.'),
      }),
    },
  }),
  operation(AdoptOutlineVariantDocument, {
    answer: 'adoptOutlineVariant',
    statements: 11,
    body: ['input', adoption],
    example: { replaceWritten: false },
    rest: 'POST /v1/books/{bookId}/outline/variants/{variantId}/adopt',
    tool: {
      name: 'adopt_outline_variant',
      feature: 'outline',
      description:
        'Make a variant the book’s outline. Former chapters are archived, never lost; those with text only when replaceWritten is true.',
      without: ['expectedVersion'],
    },
  }),
  operation(DeleteOutlineVariantDocument, {
    answer: 'deleteOutlineVariant',
    statements: 1,
    rest: 'DELETE /v1/books/{bookId}/outline/variants/{variantId}',
    tool: {
      name: 'delete_outline_variant',
      feature: 'outline',
      description: 'Delete an outline variant for good. The chapters of the book stay as they are.',
    },
  }),
];
