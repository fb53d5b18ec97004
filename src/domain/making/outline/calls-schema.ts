import { inputOf } from '../../../graphql/input.ts';
import { paid } from '../../calls/run/paid-schema.ts';
import { outlineCall } from './generate.ts';
import { gradeCall } from './grade.ts';
import * as rules from './rules.ts';
import { variantsCall } from './variants.ts';

export const OutlineRequest = inputOf(
  'OutlineRequest',
  rules.outlineRequest,
  'Options of an outline; all are optional.',
);
export const VariantsRequest = inputOf(
  'VariantsRequest',
  rules.variantsRequest,
  'Number of variants and instructions.',
);
export const GradeRequest = inputOf('GradeRequest', rules.gradeRequest, 'Options of a grading; all are optional.');

export const outlines = paid('generateOutline', {
  provider: 'text',
  type: 'OutlineCall',
  about: 'Outlines the book.',
  fields: (t) => ({ input: t.field({ type: OutlineRequest, description: 'Its options; all are optional.' }) }),
  prepare: (context, key, { input }) => outlineCall(context, key, input ?? {}),
});

export const variants = paid('generateOutlineVariants', {
  provider: 'text',
  type: 'OutlineVariantsCall',
  about: 'Generates outlines to compare.',
  fields: (t) => ({
    input: t.field({ type: VariantsRequest, required: true, description: 'Number of variants and instructions.' }),
  }),
  prepare: (context, key, { input }) => variantsCall(context, key, input),
});

export const grades = paid('gradeOutline', {
  provider: 'text',
  type: 'GradeCall',
  about: 'Judges an outline.',
  fields: (t) => ({
    variantId: t.id({ description: 'The outline variant; null or absent: the book’s own outline.' }),
    input: t.field({ type: GradeRequest, description: 'Its options; all are optional.' }),
  }),
  prepare: (context, key, { variantId, input }) =>
    gradeCall(context, { ...key, variantId: variantId ?? null }, input ?? {}),
});
