import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { Book } from '../book/schema.ts';
import { bookById } from '../book/store.ts';
import { RunError } from '../generation/run-schema.ts';
import { type BookNarration as Progress, progressOfBooks, type ChapterNarration as Standing } from './book-progress.ts';
import * as rules from './book-rules.ts';
import { cancelBookNarration, narrateBook } from './narrate-book.ts';
import { NarrationRequest } from './schema.ts';

const ChapterNarrationState = enumOf(
  'ChapterNarrationState',
  rules.chapterNarrationStates,
  'Where a chapter stands in the narration of its book.',
  {
    incomplete: 'Its text is not finished, so it is left out.',
    missing: 'It was never narrated, and nobody asked for it.',
    stale: 'Its text or title have changed since it was narrated, and nobody asked for it anew.',
    queued: 'Its turn comes, or comes again.',
    running: 'It is being spoken.',
    ready: 'It can be heard as it stands.',
    failed: 'It was tried several times in vain. Narrating the book again tries it again.',
  },
);

const ChapterNarration = builder.objectRef<Standing>('ChapterNarration').implement({
  description: 'How one chapter stands in the narration of its book.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The chapter that is heard, or is to be.' }),
    order: t.exposeInt('order', { description: 'Its place in the book, 1 for the first.' }),
    title: t.exposeString('title', { description: 'Its present heading, which is spoken too.' }),
    state: t.expose('state', {
      type: ChapterNarrationState,
      description: 'Where it stands; with `queued` and `running` the work is not done yet.',
    }),
    runId: t.exposeID('runId', {
      nullable: true,
      description: 'The run that speaks it, or that tried last; null before the first one, and where nothing is asked.',
    }),
    error: t.expose('error', {
      type: RunError,
      nullable: true,
      description: 'Why it failed; null unless it did.',
    }),
    waitsUntil: t.expose('waitsUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next, where a limit, the day’s quota or a failure makes it wait; else null.',
    }),
  }),
});

const count = (state: rules.ChapterNarrationState) => (progress: Progress) =>
  progress.chapters.filter((chapter) => chapter.state === state).length;

const BookNarration = builder.objectRef<Progress>('BookNarration').implement({
  description: 'How far the narration of a book is. It goes on in the background until nothing is queued or running.',
  fields: (t) => ({
    bookId: t.exposeID('bookId', { description: 'The book that is being read aloud.' }),
    total: t.int({ description: 'Its chapters, unfinished ones too.', resolve: ({ chapters }) => chapters.length }),
    ready: t.int({ description: 'Chapters that can be heard as they stand.', resolve: count('ready') }),
    queued: t.int({ description: 'Chapters whose turn comes.', resolve: count('queued') }),
    running: t.int({ description: 'Chapters that are being spoken.', resolve: count('running') }),
    failed: t.int({ description: 'Chapters that were tried in vain.', resolve: count('failed') }),
    chapters: t.expose('chapters', {
      type: [ChapterNarration],
      description: 'Each chapter, in order.',
    }),
  }),
});

const progressOf = perOperation(
  ({ read, caller }) => new DataLoader((ids: readonly string[]) => progressOfBooks(read, caller.accountId, ids)),
);

/** As it stands now: what a mutation has just changed is read from where it wrote. */
async function present({ sql, caller }: Context, bookId: string): Promise<Progress> {
  const [progress] = await progressOfBooks(sql, caller.accountId, [bookId]);
  return progress ?? notFound('book');
}

builder.objectField(Book, 'narration', (t) =>
  t.field({
    type: BookNarration,
    authScopes: { scope: 'books:read' },
    complexity: { field: 20, multiplier: 20 },
    description: 'How far its narration is.',
    resolve: ({ id }, _args, context) => progressOf(context).load(id),
  }),
);

const bookId = { required: true, description: 'The book.' } as const;

builder.queryField('bookNarration', (t) =>
  t.field({
    type: BookNarration,
    authScopes: { scope: 'books:read' },
    complexity: { field: 20, multiplier: 20 },
    description: 'How far the narration of a book is, chapter by chapter.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context) => {
      if (!(await bookById(context.read, { accountId: context.caller.accountId, bookId }))) notFound('book');
      return progressOf(context).load(bookId);
    },
  }),
);

builder.mutationFields((t) => ({
  narrateBook: t.field({
    type: BookNarration,
    authScopes: { scope: 'generation:run' },
    description:
      'Queues every finished chapter that has no narration of its present text, and answers how the book stands. What is queued already is not queued twice; limits and quotas are waited for.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NarrationRequest, description: 'Wishes; nothing is required.' }),
    },
    resolve: async (_root, { bookId, input }, context) => {
      await narrateBook(context, { accountId: context.caller.accountId, bookId }, input ?? {});
      return present(context, bookId);
    },
  }),
  cancelBookNarration: t.field({
    type: BookNarration,
    authScopes: { scope: 'generation:run' },
    description:
      'Takes back what is queued of a book and stops what is being spoken. What was spoken of it is kept for the next time.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context) => {
      await cancelBookNarration(context, { accountId: context.caller.accountId, bookId });
      return present(context, bookId);
    },
  }),
}));
