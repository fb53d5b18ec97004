import { builder } from '../../graphql/builder.ts';
import { CoverRequest } from '../cover/schema.ts';
import { GradeRequest, OutlineRequest, VariantsRequest } from '../outline/schema.ts';
import { ReadRequest } from '../reading/schema.ts';
import { RewriteRequest, WriteRequest } from '../writing/schema.ts';

const chapterId = (what: string) => ({ required: true, description: `The chapter to ${what}.` }) as const;
const options = 'Its options; all are optional.';

/** The arguments of a paid mutation, without the book. */
const Call = {
  write: builder.inputType('WriteCall', {
    description: 'The arguments of `writeChapter`.',
    fields: (t) => ({
      chapterId: t.id(chapterId('write or continue')),
      input: t.field({ type: WriteRequest, description: options }),
    }),
  }),
  rewrite: builder.inputType('RewriteCall', {
    description: 'The arguments of `rewriteChapter`.',
    fields: (t) => ({
      chapterId: t.id(chapterId('tell anew')),
      input: t.field({ type: RewriteRequest, required: true, description: 'Instructions for the rewrite.' }),
    }),
  }),
  outline: builder.inputType('OutlineCall', {
    description: 'The arguments of `generateOutline`.',
    fields: (t) => ({ input: t.field({ type: OutlineRequest, description: options }) }),
  }),
  variants: builder.inputType('OutlineVariantsCall', {
    description: 'The arguments of `generateOutlineVariants`.',
    fields: (t) => ({
      input: t.field({ type: VariantsRequest, required: true, description: 'Number of variants and instructions.' }),
    }),
  }),
  grade: builder.inputType('GradeCall', {
    description: 'The arguments of `gradeOutline`.',
    fields: (t) => ({
      variantId: t.id({ description: 'The outline variant; null or absent: the book’s own outline.' }),
      input: t.field({ type: GradeRequest, description: options }),
    }),
  }),
  recap: builder.inputType('RecapCall', {
    description: 'The arguments of `generateRecap`.',
    fields: (t) => ({ chapterId: t.id(chapterId('sum up')) }),
  }),
  read: builder.inputType('ReadCall', {
    description: 'The arguments of `readManuscript`.',
    fields: (t) => ({ input: t.field({ type: ReadRequest, description: options }) }),
  }),
  profile: builder.inputType('ProfileCall', {
    description: 'The arguments of `generateProfile`, which has none beside the book.',
    fields: (t) => ({ waitSeconds: t.int({ description: 'Ignored: a preview does not wait.' }) }),
  }),
  covers: builder.inputType('CoversCall', {
    description: 'The arguments of `generateCovers`.',
    fields: (t) => ({ input: t.field({ type: CoverRequest, description: options }) }),
  }),
};

export const PaidCall = builder.inputType('PaidCall', {
  isOneOf: true,
  description: 'A call that a text or image provider is paid for: one mutation with its arguments, without the book.',
  fields: (t) => ({
    writeChapter: t.field({ type: Call.write, description: 'Writes or continues a chapter.' }),
    rewriteChapter: t.field({ type: Call.rewrite, description: 'Tells a chapter anew, as a directive asks.' }),
    generateOutline: t.field({ type: Call.outline, description: 'Outlines the book.' }),
    generateOutlineVariants: t.field({ type: Call.variants, description: 'Generates outlines to compare.' }),
    gradeOutline: t.field({ type: Call.grade, description: 'Judges an outline.' }),
    generateRecap: t.field({ type: Call.recap, description: 'Makes the recap of a chapter.' }),
    readManuscript: t.field({ type: Call.read, description: 'Makes the recaps that a manuscript lacks.' }),
    generateProfile: t.field({ type: Call.profile, description: 'Proposes what the book is, from its recaps.' }),
    generateCovers: t.field({ type: Call.covers, description: 'Generates pictures for the cover.' }),
  }),
});
