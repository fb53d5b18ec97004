import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { bookId } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { arranges, creates, promptCost } from '../../graphql/effect.ts';
import { enumOf } from '../../graphql/input.ts';
import { perOperation } from '../../graphql/operation-cache.ts';
import { idBeside } from '../../ids/id.ts';
import { Book } from '../book/schema.ts';
import { bookById } from '../book/store.ts';
import { RunError } from '../run/run-schema.ts';
import { type BookNarration as Progress, progressOfBooks, type ChapterNarration as Standing } from './book-progress.ts';
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
    ready: 'Its audio matches the current text and title.',
    failed: 'All tries failed. Narrate the book again to retry.',
  },
);

const ChapterNarration = builder.objectRef<Standing>('ChapterNarration').implement({
  description: 'State of one chapter in the narration of its book.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The chapter that this state describes.' }),
    order: t.exposeInt('order', { description: 'Position in the book, from 1.' }),
    title: t.exposeString('title', { description: 'Its current title, which is narrated too.' }),
    state: t.expose('state', {
      type: ChapterNarrationState,
      description: 'State of its narration; `queued` and `running` are not final.',
    }),
    runId: t.exposeID('runId', {
      nullable: true,
      description: 'The current or last run that narrates it; null without one.',
    }),
    error: t.expose('error', {
      type: RunError,
      nullable: true,
      description: 'Why it failed; null unless it did.',
    }),
    waitsUntil: t.expose('waitsUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next try if it waits for a limit, the daily quota or a retry; else null.',
    }),
  }),
});

const count = (state: rules.ChapterNarrationState) => (progress: Progress) =>
  progress.chapters.filter((chapter) => chapter.state === state).length;

const BookNarration = builder.objectRef<Progress>('BookNarration').implement({
  description:
    'Progress of the narration of a book. It continues in the background until nothing is queued or running.',
  fields: (t) => ({
    id: t.id({
      description: 'Derived from the book: every narration object of a book has the same id.',
      resolve: ({ bookId }) => idBeside('narration', bookId),
    }),
    bookId: t.exposeID('bookId', { description: 'The narrated book.' }),
    total: t.int({
      description: 'Number of chapters, including unfinished ones.',
      resolve: ({ chapters }) => chapters.length,
    }),
    ready: t.int({ description: 'Chapters with audio of the current text.', resolve: count('ready') }),
    queued: t.int({ description: 'Chapters that are queued.', resolve: count('queued') }),
    running: t.int({ description: 'Chapters that are being narrated.', resolve: count('running') }),
    failed: t.int({ description: 'Chapters whose narration failed.', resolve: count('failed') }),
    chapters: t.expose('chapters', {
      type: [ChapterNarration],
      description: 'All chapters, in order.',
    }),
  }),
});

const progressOf = perOperation(
  ({ read, caller }) => new DataLoader((ids: readonly string[]) => progressOfBooks(read, caller.accountId, ids)),
);

/** Current state, read from the primary pool, because a mutation has just changed it. */
async function present({ sql, caller }: Context, bookId: string): Promise<Progress> {
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
    type: BookNarration,
    authScopes: { scope: 'generation:run' },
    // It reads every chapter, as a prompt does.
    complexity: { field: promptCost, multiplier: 20 },
    description:
      'Queues every complete chapter without a narration of its current text, and answers the progress of the book. Queued chapters are not queued twice. The narration waits for limits and quotas.',
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
