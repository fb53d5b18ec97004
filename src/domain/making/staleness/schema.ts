import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { computedFrom } from '../../../graphql/rows.ts';
import { inputKinds } from '../../shapes.ts';
import { Chapter } from '../../text/chapter/schema.ts';
import type { Chapter as WholeChapter } from '../../text/chapter/store.ts';
import { builtFromOfChapters } from '../../text/texts/present.ts';
import { type Change, Comparer } from './changes.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

export const InputKind = enumOf('InputKind', inputKinds, 'Kind of an input of a chapter.', {
  book: 'The book: title, premise, language, genre, audience, tone, target length.',
  plan: 'The plan: theme, promise, comparable authors, beat sheet, locks, citations.',
  style: 'The style: guide, sample, words to avoid, person. Only if one of them is set.',
  chapter: 'The chapter itself: title, summary, notes, beats, viewpoint, person, tense.',
  outline: 'Title and summary of the previous or next chapter.',
  character: 'A character that takes part.',
  conflict: 'A conflict whose two characters take part.',
  mood: 'A mood reference of the book.',
});
const ChangeKind = enumOf('ChangeKind', rules.changeKinds, 'How an input has changed since a text was written.', {
  changed: 'It has changed; `fields` lists where.',
  added: 'An input now but not then: it is new, takes part now, or is an adjacent chapter now.',
  removed: 'An input then but not now: it is deleted, no longer takes part, or is no longer an adjacent chapter.',
});

const InputChange = builder.objectRef<Change>('InputChange').implement({
  description: 'One input that differs from the one with which a chapter was written.',
  fields: (t) => ({
    input: t.field({ type: InputKind, description: 'Kind of the record.', resolve: ({ input }) => input }),
    change: t.expose('change', {
      type: ChangeKind,
      description: 'How it differs.',
    }),
    id: t.exposeID('id', { description: 'Id of the record; for a plan or style, that of its book.' }),
    name: t.exposeString('name', {
      description: 'Name of the record, at most 60 characters; its former name if it was removed.',
    }),
    fields: t.exposeStringList('fields', {
      complexity: 1,
      description: 'Names of its changed fields; empty for added and removed.',
    }),
  }),
});

type ToldChapter = Pick<WholeChapter, 'id' | 'bookId' | 'order' | 'title'>;

interface ChapterStaleness {
  chapter: ToldChapter;
  changes: Change[];
}

const Staleness = builder.objectRef<ChapterStaleness>('Staleness').implement({
  description: 'Whether the present text of a chapter was written from older inputs, with the changes since.',
  fields: (t) => ({
    chapterId: t.id({
      description: 'The chapter whose text is compared.',
      resolve: ({ chapter }) => chapter.id,
    }),
    order: t.int({ description: 'Position in the book, from 1.', resolve: ({ chapter }) => chapter.order }),
    title: t.string({ description: 'Current title of the chapter.', resolve: ({ chapter }) => chapter.title }),
    isStale: t.boolean({
      description: 'Whether `changes` is not empty; always false for a text set by hand and for an empty chapter.',
      resolve: ({ changes }) => changes.length > 0,
    }),
    changes: t.expose('changes', {
      type: [InputChange],
      description:
        'Inputs that differ now: book, plan, style, the chapter itself, adjacent chapters, characters, conflicts, mood references.',
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
      const rows = await builtFromOfChapters(read, caller.accountId, chapterIds);
      const found = new Map(rows.map(({ chapterId, builtFrom }) => [chapterId, builtFrom]));
      return chapterIds.map((id) => found.get(id));
    }),
);

async function stalenessOf(context: Context, chapter: ToldChapter): Promise<ChapterStaleness> {
  const [known, then] = await Promise.all([
    knownOf(context).load(chapter.bookId),
    builtFromOf(context).load(chapter.id),
  ]);
  return { chapter, changes: known && then ? await known.comparer.changesSince(then, chapter.id) : [] };
}

builder.objectField(Chapter, 'staleness', (t) =>
  computedFrom(t, 'title').field({
    type: Staleness,
    authScopes: { scope: 'books:read' },
    complexity: 10,
    description: 'Whether its text was written from older inputs. Archived chapters are not compared.',
    resolve: (chapter, _args, context) => stalenessOf(context, chapter),
  }),
);

builder.queryField('staleness', (t) =>
  t.field({
    type: [Staleness],
    authScopes: { scope: 'books:read' },
    complexity: { field: 100, multiplier: 60 },
    description: 'The chapters whose present text was written from older inputs, in order, with the changes since.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context) => {
      const { material } = (await knownOf(context).load(bookId)) ?? notFound('book');
      const all = await Promise.all(material.chapters.map((chapter) => stalenessOf(context, chapter)));
      return all.filter(({ changes }) => changes.length > 0);
    },
  }),
);
