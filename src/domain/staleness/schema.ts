import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { Chapter } from '../chapter/schema.ts';
import type * as chapters from '../chapter/store.ts';
import { type Change, Comparer } from './changes.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

export const InputKind = enumOf('InputKind', rules.inputKinds, 'What a chapter is built from.', {
  book: 'The book: title, premise, language, genre, audience, tone, target length.',
  plan: 'The plan: theme, promise, comparable authors, beat sheet, locks, citations.',
  chapter: 'The chapter’s own line of the outline: title, summary, notes, beats, viewpoint.',
  outline: 'Title and summary of the chapter before it or after it.',
  character: 'Somebody who takes part.',
  conflict: 'A conflict whose two ends take part.',
  mood: 'A mood reference of the book.',
});
const ChangeKind = enumOf('ChangeKind', rules.changeKinds, 'How an input differs from what a text was built from.', {
  changed: 'It says something else; `fields` tells where.',
  added: 'It would be told now and was not then: new, or taking part now, or a neighbour now.',
  removed: 'It was told then and would not be now: gone, or taking part no more, or a neighbour no more.',
});

const InputChange = builder.objectRef<Change>('InputChange').implement({
  description: 'One thing that a chapter would be told otherwise if it were written now.',
  fields: (t) => ({
    input: t.field({ type: InputKind, description: 'What kind of record it is.', resolve: ({ input }) => input }),
    change: t.expose('change', {
      type: ChangeKind,
      description: 'Whether it says something else, has come in, or has gone.',
    }),
    id: t.exposeID('id', { description: 'The record; a plan goes by the id of its book.' }),
    name: t.exposeString('name', {
      description: 'What it is called, cut at 60 characters; for one that is gone, what it was called.',
    }),
    fields: t.exposeStringList('fields', {
      complexity: 1,
      description: 'Which of its fields are others now, by the names they have here; none for added and removed.',
    }),
  }),
});

interface ChapterStaleness {
  chapter: chapters.Chapter;
  changes: Change[];
}

const Staleness = builder.objectRef<ChapterStaleness>('Staleness').implement({
  description: 'Whether the present text of a chapter was built on older inputs, and what has changed since.',
  fields: (t) => ({
    chapterId: t.id({
      description: 'The chapter whose present text is looked at.',
      resolve: ({ chapter }) => chapter.id,
    }),
    order: t.int({ description: 'Its place, 1 for the first.', resolve: ({ chapter }) => chapter.order }),
    title: t.string({ description: 'Present heading of that chapter.', resolve: ({ chapter }) => chapter.title }),
    isStale: t.boolean({
      description: 'True while `changes` is not empty. Never for a text set by hand or a chapter without text.',
      resolve: ({ changes }) => changes.length > 0,
    }),
    changes: t.expose('changes', {
      type: [InputChange],
      description: 'What it would be told otherwise now: book, plan, its own line, its neighbours, people, moods.',
    }),
  }),
});

interface Known {
  material: store.BookMaterial;
  comparer: Comparer;
}

const knownOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]): Promise<(Known | undefined)[]> => {
      const found = await store.materialOfBooks(read, caller.accountId, bookIds);
      return bookIds.map((bookId) => {
        const material = found.get(bookId);
        return material && { material, comparer: new Comparer(material) };
      });
    }),
);

const builtFromOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (chapterIds: readonly string[]) => {
      const rows = await store.builtFromOfChapters(read, caller.accountId, chapterIds);
      const found = new Map(rows.map(({ chapterId, builtFrom }) => [chapterId, builtFrom]));
      return chapterIds.map((id) => found.get(id));
    }),
);

async function stalenessOf(context: Context, chapter: chapters.Chapter): Promise<ChapterStaleness> {
  const [known, then] = await Promise.all([
    knownOf(context).load(chapter.bookId),
    builtFromOf(context).load(chapter.id),
  ]);
  return { chapter, changes: known && then ? await known.comparer.changesSince(then, chapter.id) : [] };
}

builder.objectField(Chapter, 'staleness', (t) =>
  t.field({
    type: Staleness,
    authScopes: { scope: 'books:read' },
    complexity: 10,
    description: 'Whether its text was built on older inputs. An archived chapter is not compared.',
    resolve: (chapter, _args, context) => stalenessOf(context, chapter),
  }),
);

builder.queryField('staleness', (t) =>
  t.field({
    type: [Staleness],
    authScopes: { scope: 'books:read' },
    complexity: { field: 100, multiplier: 60 },
    description: 'The chapters whose present text was built on older inputs, in order, and what has changed since.',
    args: { bookId: t.arg.id({ required: true, description: 'The book.' }) },
    resolve: async (_root, { bookId }, context) => {
      const { material } = (await knownOf(context).load(bookId)) ?? notFound('book');
      const all = await Promise.all(material.chapters.map((chapter) => stalenessOf(context, chapter)));
      return all.filter(({ changes }) => changes.length > 0);
    },
  }),
);
