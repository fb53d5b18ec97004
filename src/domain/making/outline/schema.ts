import { invalidState, notFound, StaleVersion } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { creates, removes, startsRun } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { versionArgument } from '../../../graphql/versions.ts';
import { idBeside } from '../../../ids/id.ts';
import { leaseSeconds } from '../../calls/run/rules.ts';
import { Run } from '../../calls/run/run-schema.ts';
import type * as runs from '../../calls/run/store.ts';
import { waitForRun } from '../../calls/run/wait.ts';
import { Book } from '../../story/book/schema.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import { lacksViewpoint, viewpointRemedy } from '../../story/character/viewpoint.ts';
import { Chapter } from '../../text/chapter/schema.ts';
import { chaptersOfBook } from '../../text/chapter/store.ts';
import { adoptVariant } from './adopt.ts';
import { GradeRequest, grades, OutlineRequest, outlines, VariantsRequest, variants } from './calls-schema.ts';
import { generateOutline, whyNot } from './generate.ts';
import { type Grading, gradeGiven, gradeOutline } from './grade.ts';
import { OutlineGrade } from './grade-schema.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import { OutlineVariant } from './variant-schema.ts';
import { generateVariants } from './variants.ts';

const variantId = { required: true, description: 'The variant.' } as const;
const waitSeconds = {
  description: `Seconds to wait for the run to end, at most ${rules.waitSecondsMax}. Absent or 0: answer immediately.`,
  validate: { schema: rules.waitSeconds },
};

interface OfBook {
  key: BookKey;
  run: runs.Run;
}

/** A grading with the id of its subject: a variant, or the book for its own outline. */
type GradingOf = Grading & { of: string };

const ofRun = {
  runOf: ({ run }: { run: runs.Run | null }) => run,
  answerOf: (run: runs.Run): OfBook => ({ key: { accountId: run.accountId, bookId: run.bookId }, run }),
};

const OutlineGeneration = builder.objectRef<OfBook>('OutlineGeneration').implement({
  ofRun,
  description: 'A run that outlines a book, with the result.',
  fields: (t) => ({
    id: t.id({
      description: 'Derived from the run, so that client caches update.',
      resolve: ({ run }) => idBeside('outlining', run.id),
    }),
    run: t.expose('run', {
      type: Run,
      description: 'The run; poll it with `run` while it is running.',
    }),
    book: t.field({
      type: Book,
      nullable: true,
      description: 'The book with its new outline; null until the run completes.',
      resolve: ({ key, run }, _args, { sql }) => (run.state === 'running' ? null : bookById(sql, key)),
    }),
    chapters: t.field({
      type: [Chapter],
      nullable: true,
      description: 'Its new chapters, in order; null until the run completes.',
      resolve: ({ key, run }, _args, { sql }) => (run.state === 'running' ? null : chaptersOfBook(sql, key)),
    }),
    warnings: t.stringList({
      complexity: 1,
      description: 'What keeps the chapters from being written: a book with several viewpoints whose cast has none.',
      resolve: async ({ key }, _args, { sql }) =>
        (await lacksViewpoint(sql, key))
          ? [
              `No chapter can be written yet: the plan's point of view is multi, and no character is a viewpoint. ${viewpointRemedy}`,
            ]
          : [],
    }),
  }),
});

const VariantGeneration = builder.objectRef<OfBook>('VariantGeneration').implement({
  ofRun,
  description: 'A run that generates outline variants, with those generated so far.',
  fields: (t) => ({
    id: t.id({
      description: 'Derived from the run, so that client caches update.',
      resolve: ({ run }) => idBeside('variants', run.id),
    }),
    run: t.expose('run', {
      type: Run,
      description: 'The run; poll it with `run` while it is running.',
    }),
    variants: t.field({
      type: [OutlineVariant],
      description: 'Generated so far, oldest first.',
      resolve: async ({ key, run }, _args, { sql }) =>
        ((await store.variantsOfBook(sql, key)) ?? []).filter(({ runId }) => runId === run.id),
    }),
  }),
});

const OutlineGrading = builder.objectRef<GradingOf>('OutlineGrading').implement({
  ofRun: {
    ...ofRun,
    answerOf: async (run: runs.Run, context): Promise<GradingOf> => ({
      run,
      grade: await gradeGiven(context, run),
      of: run.subjectId ?? run.bookId,
    }),
  },
  description: 'A grade, or the run that works on it.',
  fields: (t) => ({
    id: t.id({
      description: 'Derived from the outline: another grading of it has the same id.',
      resolve: ({ of }) => idBeside('grading', of),
    }),
    run: t.expose('run', {
      type: Run,
      nullable: true,
      description: 'The run in which a model judged; null without a model.',
    }),
    grade: t.expose('grade', {
      type: OutlineGrade,
      nullable: true,
      description:
        'The grade; null while the run is active. Send the request again then: the same outline is not judged twice.',
    }),
  }),
});

const OutlineAdoption = builder.objectRef<{ key: BookKey }>('OutlineAdoption').implement({
  description: 'A book with its adopted outline.',
  fields: (t) => ({
    id: t.id({
      description: 'Derived from the book: adopting another variant gives the same id.',
      resolve: ({ key }) => idBeside('adoption', key.bookId),
    }),
    book: t.field({
      type: Book,
      description: 'The book with its new outline.',
      resolve: async ({ key }, _args, { sql }) => (await bookById(sql, key)) ?? notFound('book'),
    }),
    chapters: t.field({
      type: [Chapter],
      description: 'Its new chapters, in order; the old ones are archived.',
      resolve: async ({ key }, _args, { sql }) => (await chaptersOfBook(sql, key)) ?? notFound('book'),
    }),
  }),
});

const DeletedVariant = builder.objectRef<{ id: string }>('DeletedOutlineVariant').implement({
  description: 'A permanently deleted outline variant.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The variant, for client caches.' }),
  }),
});

const Adoption = inputOf('OutlineAdoptionRequest', rules.adoption, 'Options of an adoption; all are optional.');

builder.mutationFields((t) => ({
  generateOutline: t.field({
    ...startsRun(outlines),
    type: OutlineGeneration,
    authScopes: { scope: 'generation:run' },
    description:
      'Generates an outline of the book: titles, summaries, beats, viewpoints. It replaces the chapters, which are archived; if any has text, `replaceWritten` is required. It follows the plan’s locks and beat sheet, and fills in a missing genre, audience or title.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: OutlineRequest, description: 'Options of the outline; all are optional.' }),
      waitSeconds: t.arg.int(waitSeconds),
    },
    resolve: async (_root, { bookId, input, waitSeconds }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      context.timeAllowance.allow((waitSeconds ?? 0) + leaseSeconds);
      return { key, run: await waitForRun(context, await generateOutline(context, key, input ?? {}), waitSeconds) };
    },
  }),
  generateOutlineVariants: t.field({
    ...startsRun(variants),
    type: VariantGeneration,
    authScopes: { scope: 'generation:run' },
    description: `Generates outlines to compare, grade and adopt. The book is not changed. A book keeps at most ${rules.variantsMax}.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: VariantsRequest, required: true, description: 'Number of variants and instructions.' }),
      waitSeconds: t.arg.int(waitSeconds),
    },
    resolve: async (_root, { bookId, input, waitSeconds }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      context.timeAllowance.allow((waitSeconds ?? 0) + leaseSeconds);
      return { key, run: await waitForRun(context, await generateVariants(context, key, input), waitSeconds) };
    },
  }),
  gradeOutline: t.field({
    ...startsRun(grades),
    type: OutlineGrading,
    // Grading a thousand chapters takes a second of CPU.
    complexity: 60_000,
    authScopes: { scope: 'generation:run' },
    description:
      'Grades the book’s outline, or a variant, by a fixed rubric. Checks without a model cost nothing and always give the same result; a model judges the rest.',
    args: {
      bookId: t.arg.id(bookId),
      variantId: t.arg.id({ description: 'The variant; null or absent: the book’s own outline.' }),
      input: t.arg({ type: GradeRequest, description: 'Whether a model judges as well.' }),
      waitSeconds: t.arg.int(waitSeconds),
    },
    resolve: async (_root, { bookId, variantId, input, waitSeconds }, context) => {
      const key = { accountId: context.caller.accountId, bookId, variantId: variantId ?? null };
      context.timeAllowance.allow((waitSeconds ?? 0) + leaseSeconds);
      const grading = await gradeOutline(context, key, input?.judge);
      const of = variantId ?? bookId;
      if (!grading.run || grading.grade) return { ...grading, of };
      const run = await waitForRun(context, grading.run, waitSeconds);
      return { run, grade: await gradeGiven(context, run), of };
    },
  }),
  adoptOutlineVariant: t.field({
    ...creates,
    type: OutlineAdoption,
    authScopes: { scope: 'books:write' },
    description:
      'Makes a variant the book’s outline. The existing chapters are archived. If any of them has text, `replaceWritten` is required.',
    args: {
      bookId: t.arg.id(bookId),
      variantId: t.arg.id(variantId),
      input: t.arg({ type: Adoption, description: 'Whether written chapters may be replaced.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, variantId, input, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, variantId };
      const replaceWritten = input?.replaceWritten ?? false;
      const done = await adoptVariant(context.sql, key, replaceWritten, expectedVersion ?? undefined);
      if (!done) return notFound('outline variant');
      if (done === 'adopted') return { key };
      if (done.not === 'expected') throw new StaleVersion('book', done.current, done.expected);
      return invalidState(whyNot(done));
    },
  }),
  deleteOutlineVariant: t.field({
    ...removes,
    type: DeletedVariant,
    authScopes: { scope: 'books:write' },
    description: 'Deletes a variant permanently. The book is not changed.',
    args: { bookId: t.arg.id(bookId), variantId: t.arg.id(variantId) },
    resolve: async (_root, { bookId, variantId }, { sql, caller }) =>
      (await store.deleteVariant(sql, { accountId: caller.accountId, bookId, variantId }))
        ? { id: variantId }
        : notFound('outline variant'),
  }),
}));
