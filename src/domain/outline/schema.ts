import { invalidState, notFound, StaleVersion } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { inputOf } from '../../graphql/input.ts';
import { versionArgument } from '../../graphql/versions.ts';
import { Book } from '../book/schema.ts';
import { type BookKey, bookById } from '../book/store.ts';
import { Chapter } from '../chapter/schema.ts';
import { chaptersOfBook } from '../chapter/store.ts';
import { ended } from '../generation/ended.ts';
import { leaseSeconds } from '../generation/rules.ts';
import { Run } from '../generation/run-schema.ts';
import type * as runs from '../generation/store.ts';
import { adoptVariant } from './adopt.ts';
import { generateOutline, whyNot } from './generate.ts';
import { type Grading, gradeGiven, gradeOutline } from './grade.ts';
import { OutlineGrade } from './grade-schema.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import { OutlineVariant } from './variant-schema.ts';
import { generateVariants } from './variants.ts';

const bookId = { required: true, description: 'The book.' } as const;
const variantId = { required: true, description: 'The variant.' } as const;
const waitSeconds = {
  description: `Wait for the run to end, up to so many seconds, at most ${rules.waitSecondsMax}. Absent or 0: answer at once.`,
  validate: { schema: rules.waitSeconds },
};

interface OfBook {
  key: BookKey;
  run: runs.Run;
}

const ofRun = {
  runOf: ({ run }: { run: runs.Run | null }) => run,
  answerOf: (run: runs.Run): OfBook => ({ key: { accountId: run.accountId, bookId: run.bookId }, run }),
};

const OutlineGeneration = builder.objectRef<OfBook>('OutlineGeneration').implement({
  ofRun,
  description: 'A run that outlines a book, and the book once that is done.',
  fields: (t) => ({
    run: t.expose('run', {
      type: Run,
      description: 'The run; follow it with `run` while it is running.',
    }),
    book: t.field({
      type: Book,
      nullable: true,
      description: 'The book with its new outline; null while the run goes on.',
      resolve: ({ key, run }, _args, { sql }) => (run.state === 'running' ? null : bookById(sql, key)),
    }),
    chapters: t.field({
      type: [Chapter],
      nullable: true,
      description: 'Its new chapters, in order; null while the run goes on.',
      resolve: ({ key, run }, _args, { sql }) => (run.state === 'running' ? null : chaptersOfBook(sql, key)),
    }),
  }),
});

const VariantGeneration = builder.objectRef<OfBook>('VariantGeneration').implement({
  ofRun,
  description: 'A run that makes variants of an outline, and those it has made so far.',
  fields: (t) => ({
    run: t.expose('run', {
      type: Run,
      description: 'The run; follow it with `run` while it is running.',
    }),
    variants: t.field({
      type: [OutlineVariant],
      description: 'What it has made so far, oldest first.',
      resolve: async ({ key, run }, _args, { sql }) =>
        ((await store.variantsOfBook(sql, key)) ?? []).filter(({ runId }) => runId === run.id),
    }),
  }),
});

const OutlineGrading = builder.objectRef<Grading>('OutlineGrading').implement({
  ofRun: {
    ...ofRun,
    answerOf: async (run, context): Promise<Grading> => ({ run, grade: await gradeGiven(context, run) }),
  },
  description: 'A grade, or the run that is working on one.',
  fields: (t) => ({
    run: t.expose('run', {
      type: Run,
      nullable: true,
      description: 'The run in which a model judged; null where none was asked.',
    }),
    grade: t.expose('grade', {
      type: OutlineGrade,
      nullable: true,
      description: 'The grade; null while the run goes on. Ask again then: the same outline is not judged twice.',
    }),
  }),
});

const OutlineAdoption = builder.objectRef<{ key: BookKey }>('OutlineAdoption').implement({
  description: 'A book with the outline that was chosen.',
  fields: (t) => ({
    book: t.field({
      type: Book,
      description: 'The book as it stands with its new outline.',
      resolve: async ({ key }, _args, { sql }) => (await bookById(sql, key)) ?? notFound('book'),
    }),
    chapters: t.field({
      type: [Chapter],
      description: 'Its new chapters, in order; the former ones are archived.',
      resolve: async ({ key }, _args, { sql }) => (await chaptersOfBook(sql, key)) ?? notFound('book'),
    }),
  }),
});

const DeletedVariant = builder.objectRef<{ id: string }>('DeletedOutlineVariant').implement({
  description: 'An outline variant that is gone for good.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The variant, so that a client can drop it from its lists.' }),
  }),
});

const OutlineRequest = inputOf(
  'OutlineRequest',
  rules.outlineRequest,
  'What an outline is asked; nothing is required.',
);
const VariantsRequest = inputOf('VariantsRequest', rules.variantsRequest, 'How many variants, and wishes for them.');
const Adoption = inputOf(
  'OutlineAdoptionRequest',
  rules.adoption,
  'How a variant is to be adopted; nothing is required.',
);
const GradeRequest = inputOf('GradeRequest', rules.gradeRequest, 'Who grades; nothing is required.');

builder.mutationFields((t) => ({
  generateOutline: t.field({
    type: OutlineGeneration,
    authScopes: { scope: 'generation:run' },
    description:
      'Has a model outline the book: titles, summaries, beats, points of view. It replaces the chapters, which are archived; where some have text it is refused unless `replaceWritten`. The plan’s locks and beat sheet are honoured, and a missing genre, audience or title is filled in.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: OutlineRequest, description: 'Wishes for this outline.' }),
      waitSeconds: t.arg.int(waitSeconds),
    },
    resolve: async (_root, { bookId, input, waitSeconds }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      context.patience.allow((waitSeconds ?? 0) + leaseSeconds);
      return { key, run: await ended(context, await generateOutline(context, key, input ?? {}), waitSeconds) };
    },
  }),
  generateOutlineVariants: t.field({
    type: VariantGeneration,
    authScopes: { scope: 'generation:run' },
    description: `Has a model make outlines beside the book’s own, to compare, grade and adopt; the book stays as it is. A book keeps ${rules.variantsMax}.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: VariantsRequest, required: true, description: 'How many, and wishes for them.' }),
      waitSeconds: t.arg.int(waitSeconds),
    },
    resolve: async (_root, { bookId, input, waitSeconds }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      context.patience.allow((waitSeconds ?? 0) + leaseSeconds);
      return { key, run: await ended(context, await generateVariants(context, key, input), waitSeconds) };
    },
  }),
  gradeOutline: t.field({
    type: OutlineGrading,
    // Grading a thousand chapters keeps a processor busy for a second.
    complexity: 60_000,
    authScopes: { scope: 'generation:run' },
    description:
      'Grades the book’s outline, or a variant, by one rubric. What can be found without a model costs nothing and is the same every time; a model judges the rest.',
    args: {
      bookId: t.arg.id(bookId),
      variantId: t.arg.id({ description: 'A variant; null or absent for the book’s own outline.' }),
      input: t.arg({ type: GradeRequest, description: 'Whether a model takes part.' }),
      waitSeconds: t.arg.int(waitSeconds),
    },
    resolve: async (_root, { bookId, variantId, input, waitSeconds }, context) => {
      const key = { accountId: context.caller.accountId, bookId, variantId: variantId ?? null };
      context.patience.allow((waitSeconds ?? 0) + leaseSeconds);
      const grading = await gradeOutline(context, key, input?.judge);
      if (!grading.run || grading.grade) return grading;
      const run = await ended(context, grading.run, waitSeconds);
      return { run, grade: await gradeGiven(context, run) };
    },
  }),
  adoptOutlineVariant: t.field({
    type: OutlineAdoption,
    authScopes: { scope: 'books:write' },
    description:
      'Makes a variant the book’s outline. The chapters that were there are archived; where some have text it is refused unless `replaceWritten`.',
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
    type: DeletedVariant,
    authScopes: { scope: 'books:write' },
    description: 'Deletes a variant for good, to make room for others; the book stays as it is.',
    args: { bookId: t.arg.id(bookId), variantId: t.arg.id(variantId) },
    resolve: async (_root, { bookId, variantId }, { sql, caller }) =>
      (await store.deleteVariant(sql, { accountId: caller.accountId, bookId, variantId }))
        ? { id: variantId }
        : notFound('outline variant'),
  }),
}));
