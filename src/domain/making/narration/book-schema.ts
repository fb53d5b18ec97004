import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { arranges, creates, promptCost } from '../../../graphql/effect.ts';
import { enumOf } from '../../../graphql/input.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import type { BookProgress } from '../../calls/run/progress.ts';
import { progressType } from '../../calls/run/progress-schema.ts';
import { Book } from '../../story/book/schema.ts';
import { bookById } from '../../story/book/store.ts';
import { progressOfBooks } from './book-progress.ts';
import * as rules from './book-rules.ts';
import { cancelBookNarration, narrateBook } from './narrate-book.ts';
import { NarrationRequest } from './schema.ts';

const ChapterNarrationState = enumOf(
  'ChapterNarrationState',
  rules.chapterNarrationStates,
  'State of a chapter in the narration of its book.',
  {
    incomplete: 'Its text is not complete, so it is skipped.',
    missing: 'It was never narrated and is not queued.',
    stale: 'Its text or title has changed since it was narrated, and it is not queued.',
    queued: 'It is queued, or waits for a retry.',
    running: 'It is being narrated.',
    ready: 'Its audio matches the present text and title.',
    failed: 'All tries failed. Narrate the book again to retry.',
  },
);

const BookNarration = progressType({
  types: ['BookNarration', 'ChapterNarration'],
  noun: 'narration',
  State: ChapterNarrationState,
});

const progressOf = perOperation(
  ({ read, caller }) => new DataLoader((ids: readonly string[]) => progressOfBooks(read, caller.accountId, ids)),
);

/** Current state, read from the primary pool, because a mutation has just changed it. */
async function present({ sql, caller }: Context, bookId: string): Promise<BookProgress<rules.ChapterNarrationState>> {
  const [progress] = await progressOfBooks(sql, caller.accountId, [bookId]);
  return progress ?? notFound('book');
}

builder.objectField(Book, 'narration', (t) =>
  t.field({
    type: BookNarration,
    authScopes: { scope: 'books:read' },
    complexity: { field: 20, multiplier: 20 },
    description: 'Progress of its narration.',
    resolve: ({ id }, _args, context) => progressOf(context).load(id),
  }),
);

builder.queryField('bookNarration', (t) =>
  t.field({
    type: BookNarration,
    authScopes: { scope: 'books:read' },
    complexity: { field: 20, multiplier: 20 },
    description: 'Progress of the narration of a book, by chapter.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context) => {
      if (!(await bookById(context.read, { accountId: context.caller.accountId, bookId }))) notFound('book');
      return progressOf(context).load(bookId);
    },
  }),
);

builder.mutationFields((t) => ({
  narrateBook: t.field({
    ...creates,
    calls: { provider: 'speech' },
    type: BookNarration,
    authScopes: { scope: 'generation:run' },
    // It reads every chapter, as a prompt does.
    complexity: { field: promptCost, multiplier: 20 },
    description:
      'Queues every complete chapter without a narration of its present text, and answers the progress of the book. Queued chapters are not queued twice. The narration waits for limits and quotas.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NarrationRequest, description: 'Options; all are optional.' }),
    },
    resolve: async (_root, { bookId, input }, context) => {
      await narrateBook(context, { accountId: context.caller.accountId, bookId }, input ?? {});
      return present(context, bookId);
    },
  }),
  cancelBookNarration: t.field({
    ...arranges,
    waitsForRun: true,
    type: BookNarration,
    authScopes: { scope: 'generation:run' },
    description:
      'Cancels the queued and running narrations of a book. Finished paragraphs are kept for the next narration.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context) => {
      await cancelBookNarration(context, { accountId: context.caller.accountId, bookId });
      return present(context, bookId);
    },
  }),
}));
