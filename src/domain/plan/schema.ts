import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/context.ts';
import { inputOf, wordsOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { Book, booksOf } from '../book/schema.ts';
import {
  type Beat as BeatData,
  type BeatSheet as BeatSheetData,
  beatSheetIds,
  beatSheets,
  findBeatSheet,
} from './beats.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const BeatSheetName = wordsOf('BeatSheetId', beatSheetIds, 'A beat sheet.');

export const Beat = builder.objectRef<BeatData>('Beat').implement({
  description: 'One turn of a story and where in the book it belongs.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Names the beat within its sheet; chapters carry it in `beatKeys`.' }),
    label: t.exposeString('label', { description: 'The name that writers know it by.' }),
    intent: t.exposeString('intent', {
      description: 'What it has to do for the book; the prompt of a chapter that carries it says so.',
    }),
    start: t.exposeFloat('start', { description: 'Where it begins, as a fraction of the book.' }),
    end: t.exposeFloat('end', {
      description: 'Where it ends, as a fraction of the book; equal to `start`, it is a point.',
    }),
  }),
});

export const BeatSheet = builder.objectRef<BeatSheetData>('BeatSheet').implement({
  description: 'A story shape that a plan can choose.',
  fields: (t) => ({
    id: t.field({ type: BeatSheetName, description: 'What `beatSheetTemplate` takes.', resolve: (sheet) => sheet.id }),
    name: t.exposeString('name', { description: 'The name that writers know it by.' }),
    description: t.exposeString('description', {
      description: 'What shape it gives a book, and which books it suits.',
    }),
    beats: t.expose('beats', {
      type: [Beat],
      complexity: { field: 1, multiplier: 15 },
      description: 'Its beats, in the order in which a reader meets them.',
    }),
  }),
});

export const Citation = builder.objectRef<rules.Citation>('Citation').implement({
  description: 'A source that the book rests on; part of every chapter prompt that has room for it.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What the source is called.' }),
    url: t.exposeString('url', { description: 'Where it is, http or https.' }),
  }),
});

export const Plan = builder.objectRef<store.Plan>('Plan').implement({
  description:
    'The decisions of a book that every chapter and outline keeps to. A change counts from the next generation on.',
  fields: (t) => ({
    themeStatement: t.exposeString('themeStatement', {
      nullable: true,
      description: 'What the book is about underneath. Null: not said, and no part of a prompt.',
    }),
    readerPromise: t.exposeString('readerPromise', {
      nullable: true,
      description: 'What readers are promised and must get. Null: not said.',
    }),
    compAuthors: t.exposeString('compAuthors', {
      nullable: true,
      description: 'Authors it should be comparable to. Null: not said.',
    }),
    beatSheet: t.field({
      type: BeatSheet,
      nullable: true,
      description: 'The story shape that chapters are laid along; chosen with `beatSheetTemplate`. Null: none.',
      resolve: (plan) => (plan.beatSheetTemplate ? findBeatSheet(plan.beatSheetTemplate) : null),
    }),
    povLock: t.exposeString('povLock', {
      nullable: true,
      description: 'The point of view that every chapter keeps. Null: not locked.',
    }),
    tenseLock: t.exposeString('tenseLock', {
      nullable: true,
      description: 'The tense that every chapter keeps. Null: not locked.',
    }),
    povDepth: t.exposeInt('povDepth', {
      nullable: true,
      description: 'How deep the narration goes, from 0 (a camera) to 100 (inside the mind). Null: not said.',
    }),
    genre: t.exposeString('genre', {
      nullable: true,
      description: 'One value with `Book.genre`. Null: to be detected by the outliner.',
    }),
    audience: t.exposeString('audience', {
      nullable: true,
      description: 'One value with `Book.audience`. Null: to be detected by the outliner.',
    }),
    genreConfidence: t.exposeInt('genreConfidence', {
      nullable: true,
      description: 'How sure the genre is, 0–100. Null: nobody said.',
    }),
    audienceConfidence: t.exposeInt('audienceConfidence', {
      nullable: true,
      description: 'How sure the audience is, 0–100. Null: nobody said.',
    }),
    autoDetectedGenre: t.exposeBoolean('autoDetectedGenre', {
      description: 'Whether the outliner, not the author, found genre or audience.',
    }),
    researchCitations: t.expose('researchCitations', {
      type: [Citation],
      complexity: { field: 1, multiplier: 5 },
      description: 'Sources that the book rests on, in the author’s order.',
    }),
    version: t.exposeInt('version', {
      description:
        'Grows with each change of the plan, a genre or audience set on the book included; send it as `expectedVersion`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the book was made: a plan is as old as its book.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of the plan.' }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book whose chapters are written by it.',
      resolve: (plan, _args, context) => booksOf(context).load(plan.bookId),
    }),
  }),
});

export const plansOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const plans = new Map(
        (await store.plansOfBooks(read, caller.accountId, bookIds)).map((plan) => [plan.bookId, plan]),
      );
      return bookIds.map((bookId) => plans.get(bookId) ?? new Error(`Book ${bookId} is gone.`));
    }),
);

builder.objectField(Book, 'plan', (t) =>
  t.field({
    type: Plan,
    authScopes: { scope: 'books:read', bucket: 'plan' },
    description: 'Its locked decisions. Counts once an operation against the limit of plan calls.',
    resolve: (book, _args, context) => plansOf(context).load(book.id),
  }),
);

const bookId = { required: true, description: 'The book.' } as const;

builder.queryFields((t) => ({
  plan: t.field({
    type: Plan,
    authScopes: { scope: 'books:read', bucket: 'plan' },
    description: 'The plan of a book. Every book has one; what was never said is null.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { read, caller }) =>
      (await store.planOfBook(read, { accountId: caller.accountId, bookId })) ?? notFound('book'),
  }),
  beatSheets: t.field({
    type: [BeatSheet],
    authScopes: { scope: 'books:read' },
    complexity: { field: 1, multiplier: beatSheetIds.length },
    description: 'Every beat sheet that a plan can choose, with its beats. The same for every book.',
    args: {
      bookId: t.arg.id({
        description:
          'A book of yours to choose for; `not_found` when there is no such book. Absent: for no book in particular.',
      }),
    },
    resolve: async (_root, { bookId }, { read, caller }) => {
      if (bookId && !(await store.planOfBook(read, { accountId: caller.accountId, bookId }))) notFound('book');
      return beatSheets;
    },
  }),
}));

const PlanPatch = inputOf('PlanPatch', rules.planPatch, 'Fields to change; those left out stay, null clears.');

builder.mutationFields((t) => ({
  updatePlan: t.field({
    type: Plan,
    authScopes: { scope: 'books:write', bucket: 'plan' },
    description: 'Changes the fields that are sent; the next chapter or outline is written by them.',
    args: {
      bookId: t.arg.id(bookId),
      patch: t.arg({
        type: PlanPatch,
        required: true,
        description: 'The fields to change; those that are left out stay as they are.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const changed =
        Object.keys(patch).length > 0
          ? await store.updatePlan(sql, key, patch, expectedVersion ?? undefined)
          : undefined;
      return changed ?? unchanged((await store.planOfBook(sql, key)) ?? notFound('book'), 'plan', expectedVersion);
    },
  }),
}));
