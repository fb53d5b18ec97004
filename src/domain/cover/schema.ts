import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { inputOf } from '../../graphql/input.ts';
import type { BookKey } from '../book/store.ts';
import { ended } from '../generation/ended.ts';
import { leaseSeconds } from '../generation/rules.ts';
import { Run } from '../generation/run-schema.ts';
import type * as runs from '../generation/store.ts';
import { Cover } from './cover-schema.ts';
import { generateCovers } from './generate.ts';
import { addCover } from './picture.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

interface OfRun {
  key: BookKey;
  run: runs.Run;
}

const CoverGeneration = builder.objectRef<OfRun>('CoverGeneration').implement({
  ofRun: {
    runOf: ({ run }) => run,
    answerOf: (run): OfRun => ({ key: { accountId: run.accountId, bookId: run.bookId }, run }),
  },
  description: 'A run that makes pictures for a cover, and those it has made so far.',
  fields: (t) => ({
    run: t.expose('run', {
      type: Run,
      description: 'The run; follow it with `run` while it is running.',
    }),
    covers: t.field({
      type: [Cover],
      description: 'What it has made so far, oldest first.',
      resolve: async ({ key, run }, _args, { sql }) =>
        ((await store.coversOfBook(sql, key)) ?? []).filter(({ runId }) => runId === run.id),
    }),
  }),
});

const DeletedCover = builder.objectRef<{ id: string }>('DeletedCover').implement({
  description: 'A picture that is gone for good.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The picture, so that a client can drop it from its lists.' }),
  }),
});

const RemovedCoverChoice = builder.objectRef<{ bookId: string }>('RemovedCoverChoice').implement({
  description: 'A book whose cover is drawn again.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    bookId: t.exposeID('bookId', { description: 'The book; its pictures stay, to be chosen again.' }),
  }),
});

const CoverRequest = inputOf('CoverRequest', rules.coverRequest, 'What pictures are asked for; nothing is required.');
const NewCover = inputOf('NewCover', rules.newCover, 'A picture of the author’s own.');
const bookId = { required: true, description: 'The book.' } as const;
const coverId = { required: true, description: 'The picture.' } as const;

builder.mutationFields((t) => ({
  generateCovers: t.field({
    type: CoverGeneration,
    authScopes: { scope: 'generation:run' },
    description: `Has a model make pictures for the cover, without lettering. The first picture of a book becomes its cover; after that choose one. A book keeps ${rules.coversMax}.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: CoverRequest, description: 'What they show, and how many.' }),
      waitSeconds: t.arg.int({
        description: `Wait for the run to end, up to so many seconds, at most ${rules.waitSecondsMax}. Absent or 0: answer at once.`,
        validate: { schema: rules.waitSeconds },
      }),
    },
    resolve: async (_root, { bookId, input, waitSeconds }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      context.patience.allow((waitSeconds ?? 0) + leaseSeconds);
      const run = await generateCovers(context, key, rules.coverRequest.parse(input ?? {}));
      return { key, run: await ended(context, run, waitSeconds) };
    },
  }),
  addCover: t.field({
    type: Cover,
    authScopes: { scope: 'books:write' },
    description:
      'Adds a picture of the author’s own, which is used as it is. The first picture of a book becomes its cover. Over `/graphql` a request is at most 4 MB; REST takes the picture itself, up to 8 MB.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewCover, required: true, description: 'The bytes of the picture.' }),
    },
    resolve: (_root, { bookId, input }, { sql, caller }) =>
      addCover(sql, { accountId: caller.accountId, bookId }, input),
  }),
  chooseCover: t.field({
    type: Cover,
    authScopes: { scope: 'books:write' },
    description: 'Makes a picture the cover of its book, in place of the present one.',
    args: { bookId: t.arg.id(bookId), coverId: t.arg.id(coverId) },
    resolve: async (_root, { bookId, coverId }, { sql, caller }) =>
      (await store.chooseCover(sql, { accountId: caller.accountId, bookId, coverId })) ?? notFound('cover'),
  }),
  removeCoverChoice: t.field({
    type: RemovedCoverChoice,
    authScopes: { scope: 'books:write' },
    description: 'Goes back to the drawn cover; the pictures stay.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { sql, caller }) =>
      (await store.unchooseCover(sql, { accountId: caller.accountId, bookId })) ? { bookId } : notFound('book'),
  }),
  deleteCover: t.field({
    type: DeletedCover,
    authScopes: { scope: 'books:write' },
    description: 'Deletes a picture for good; a book whose cover it was has the drawn one again.',
    args: { bookId: t.arg.id(bookId), coverId: t.arg.id(coverId) },
    resolve: async (_root, { bookId, coverId }, { sql, caller }) =>
      (await store.deleteCover(sql, { accountId: caller.accountId, bookId, coverId }))
        ? { id: coverId }
        : notFound('cover'),
  }),
}));
