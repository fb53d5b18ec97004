import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { arranges, creates, removes, startsRun } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { idBeside } from '../../../ids/id.ts';
import { paid } from '../../calls/run/paid-schema.ts';
import { leaseSeconds } from '../../calls/run/rules.ts';
import { Run } from '../../calls/run/run-schema.ts';
import type * as runs from '../../calls/run/store.ts';
import { waitForRun } from '../../calls/run/wait.ts';
import type { BookKey } from '../../story/book/store.ts';
import { Cover } from './cover-schema.ts';
import { coverCall, generateCovers } from './generate.ts';
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
    answerOf: (run: runs.Run): OfRun => ({ key: { accountId: run.accountId, bookId: run.bookId }, run }),
  },
  description: 'A run that generates cover pictures, with those generated so far.',
  fields: (t) => ({
    id: t.id({
      description: 'Derived from the run, so that client caches update.',
      resolve: ({ run }) => idBeside('covers', run.id),
    }),
    run: t.expose('run', {
      type: Run,
      description: 'The run; poll it with `run` while it is running.',
    }),
    covers: t.field({
      type: [Cover],
      description: 'Generated so far, oldest first.',
      resolve: async ({ key, run }, _args, { sql }) =>
        ((await store.coversOfBook(sql, key)) ?? []).filter(({ runId }) => runId === run.id),
    }),
  }),
});

const DeletedCover = builder.objectRef<{ id: string }>('DeletedCover').implement({
  description: 'A permanently deleted picture.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The picture, for client caches.' }),
  }),
});

const RemovedCoverChoice = builder.objectRef<{ bookId: string }>('RemovedCoverChoice').implement({
  description: 'A book that uses the drawn cover again.',
  fields: (t) => ({
    id: t.id({
      description: 'Derived from the book.',
      resolve: ({ bookId }) => idBeside('drawn', bookId),
    }),
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    bookId: t.exposeID('bookId', { description: 'The book; its pictures are kept.' }),
  }),
});

export const CoverRequest = inputOf(
  'CoverRequest',
  rules.coverRequest,
  'Options for generated covers; all are optional.',
);
const NewCover = inputOf('NewCover', rules.newCover, 'A picture to upload.');
const coverId = { required: true, description: 'The picture.' } as const;

const covers = paid('generateCovers', {
  provider: 'image',
  type: 'CoversCall',
  about: 'Generates pictures for the cover.',
  fields: (t) => ({ input: t.field({ type: CoverRequest, description: 'Its options; all are optional.' }) }),
  prepare: (context, key, { input }) => coverCall(context, key, input ?? rules.coverRequest.parse({})),
});

builder.mutationFields((t) => ({
  generateCovers: t.field({
    ...startsRun(covers),
    type: CoverGeneration,
    authScopes: { scope: 'generation:run' },
    description: `Generates cover pictures without lettering. The first picture of a book becomes its cover; use \`chooseCover\` for others. A book keeps at most ${rules.coversMax}.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: CoverRequest, description: 'Content and number of the pictures.' }),
      waitSeconds: t.arg.int({
        description: `Seconds to wait for the run to end, at most ${rules.waitSecondsMax}. Absent or 0: answer immediately.`,
        validate: { schema: rules.waitSeconds },
      }),
    },
    resolve: async (_root, { bookId, input, waitSeconds }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      context.timeAllowance.allow((waitSeconds ?? 0) + leaseSeconds);
      const run = await generateCovers(context, key, rules.coverRequest.parse(input ?? {}));
      return { key, run: await waitForRun(context, run, waitSeconds) };
    },
  }),
  addCover: t.field({
    ...creates,
    type: Cover,
    authScopes: { scope: 'books:write' },
    description:
      'Uploads a cover picture, which is used unchanged. The first picture of a book becomes its cover. A request to `/graphql` has at most 4 MB; REST accepts the picture itself, up to 8 MB.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewCover, required: true, description: 'The bytes of the picture.' }),
    },
    resolve: (_root, { bookId, input }, { sql, caller }) =>
      addCover(sql, { accountId: caller.accountId, bookId }, input),
  }),
  chooseCover: t.field({
    ...arranges,
    type: Cover,
    authScopes: { scope: 'books:write' },
    description: 'Makes a picture the cover of its book.',
    args: { bookId: t.arg.id(bookId), coverId: t.arg.id(coverId) },
    resolve: async (_root, { bookId, coverId }, { sql, caller }) =>
      (await store.chooseCover(sql, { accountId: caller.accountId, bookId, coverId })) ?? notFound('cover'),
  }),
  removeCoverChoice: t.field({
    ...removes,
    type: RemovedCoverChoice,
    authScopes: { scope: 'books:write' },
    description: 'Uses the drawn cover again. The pictures are kept.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { sql, caller }) =>
      (await store.unchooseCover(sql, { accountId: caller.accountId, bookId })) ? { bookId } : notFound('book'),
  }),
  deleteCover: t.field({
    ...removes,
    type: DeletedCover,
    authScopes: { scope: 'books:write' },
    description: 'Deletes a picture permanently. If it was the cover of its book, the book has the drawn cover again.',
    args: { bookId: t.arg.id(bookId), coverId: t.arg.id(coverId) },
    resolve: async (_root, { bookId, coverId }, { sql, caller }) =>
      (await store.deleteCover(sql, { accountId: caller.accountId, bookId, coverId }))
        ? { id: coverId }
        : notFound('cover'),
  }),
}));
