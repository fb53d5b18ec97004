import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { arranges, creates, promptCost } from '../../../graphql/effect.ts';
import { enumOf, inputOf } from '../../../graphql/input.ts';
import { paid } from '../../calls/run/paid-schema.ts';
import type { BookProgress } from '../../calls/run/progress.ts';
import { progressType } from '../../calls/run/progress-schema.ts';
import { bookById } from '../../story/book/store.ts';
import { cancelReading, readCall, readingsOf, readManuscript } from './read.ts';
import * as rules from './rules.ts';

const ManuscriptChapterState = enumOf(
  'ManuscriptChapterState',
  rules.readingStates,
  'State of a chapter in the reading of its manuscript.',
  {
    empty: 'It has no text.',
    missing: 'Its text has no recap and is not queued.',
    stale: 'Its recap is of an earlier text and is not queued.',
    queued: 'It is queued, or waits for a retry.',
    running: 'Its recap is being made.',
    ready: 'It has a recap of its text.',
    failed: 'All tries failed. Read the manuscript again to retry.',
  },
);

const ManuscriptReading = progressType({
  types: ['ManuscriptReading', 'ManuscriptChapter'],
  noun: 'reading',
  State: ManuscriptChapterState,
});

/** The reading of a book, as `sql` sees it: the primary after a change, which a replica may not have. */
async function readingIn(
  sql: Context['read'],
  { caller }: Context,
  bookId: string,
): Promise<BookProgress<rules.ReadingState>> {
  const [reading] = await readingsOf(sql, caller.accountId, [bookId]);
  return reading ?? notFound('book');
}

builder.queryField('manuscriptReading', (t) =>
  t.field({
    type: ManuscriptReading,
    authScopes: { scope: 'books:read' },
    complexity: { field: 20, multiplier: 20 },
    description: 'Which chapters of a book have a recap of their text, and how far the reading of the others is.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context) => {
      if (!(await bookById(context.read, { accountId: context.caller.accountId, bookId }))) notFound('book');
      return readingIn(context.read, context, bookId);
    },
  }),
);

export const ReadRequest = inputOf('ReadRequest', rules.readRequest, 'Which chapters to read; by default all.');

const reads = paid('readManuscript', {
  provider: 'text',
  type: 'ReadCall',
  about: 'Makes the recaps that a manuscript lacks.',
  fields: (t) => ({ input: t.field({ type: ReadRequest, description: 'Its options; all are optional.' }) }),
  prepare: (context, key, { input }) => readCall(context, key, input ?? {}),
});

builder.mutationFields((t) => ({
  readManuscript: t.field({
    ...creates,
    calls: reads,
    type: ManuscriptReading,
    authScopes: { scope: 'generation:run' },
    // It reads every chapter, as a prompt does.
    complexity: { field: promptCost, multiplier: 20 },
    description:
      'Has the draft model make the recaps that chapters with a text lack, one after the other, and answers the progress. Recaps of the present text, and those of persons, stay. It waits for limits and quotas.',
    args: { bookId: t.arg.id(bookId), input: t.arg({ type: ReadRequest, description: 'Options; all are optional.' }) },
    resolve: async (_root, { bookId, input }, context) => {
      await readManuscript(context, { accountId: context.caller.accountId, bookId }, input ?? {});
      return readingIn(context.sql, context, bookId);
    },
  }),
  cancelManuscriptReading: t.field({
    ...arranges,
    waitsForRun: true,
    type: ManuscriptReading,
    authScopes: { scope: 'generation:run' },
    description: 'Cancels the reading of a manuscript. Recaps that are made stay.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context) => {
      await cancelReading(context, { accountId: context.caller.accountId, bookId });
      return readingIn(context.sql, context, bookId);
    },
  }),
}));
