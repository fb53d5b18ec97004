import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { changes } from '../../../graphql/effect.ts';
import { inputOf, wordScalar } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { applyPatch, versionArgument } from '../../../graphql/versions.ts';
import { Book, booksOf } from '../book/schema.ts';
import {
  type Beat as BeatData,
  type BeatSheet as BeatSheetData,
  beatSheetIds,
  beatSheets,
  findBeatSheet,
} from './beats.ts';
import { planRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const BeatSheetName = wordScalar('BeatSheetId', beatSheetIds, 'A beat sheet.');

export const Beat = builder.objectRef<BeatData>('Beat').implement({
  description: 'One turn of a story and where in the book it belongs.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Identifies the beat within its sheet; chapters list it in `beatKeys`.',
    }),
    label: t.exposeString('label', { description: 'The name that writers know it by.' }),
    intent: t.exposeString('intent', {
      description: 'Its purpose in the book; part of the prompt of every chapter that carries it.',
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
    id: t.field({ type: BeatSheetName, description: 'Value for `beatSheetTemplate`.', resolve: (sheet) => sheet.id }),
    name: t.exposeString('name', { description: 'The name that writers know it by.' }),
    description: t.exposeString('description', {
      description: 'Its shape, and the books that it suits.',
    }),
    beats: t.expose('beats', {
      type: [Beat],
      complexity: { field: 1, multiplier: 15 },
      description: 'Its beats, in story order.',
    }),
  }),
});

export const Citation = builder.objectRef<rules.Citation>('Citation').implement({
  description: 'A source of the book; part of every chapter prompt that has space for it.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the source.' }),
    url: t.exposeString('url', { description: 'URL, http or https.' }),
  }),
});

export const Plan = builder.objectRef<store.Plan>('Plan').implement({
  description:
    'Decisions of a book that every chapter and outline follows. A change applies from the next generation on.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `plan_…`; it never changes.' }),
    themeStatement: t.exposeString('themeStatement', {
      nullable: true,
      description: 'Theme of the book. Null: not set, and not part of a prompt.',
    }),
    readerPromise: t.exposeString('readerPromise', {
      nullable: true,
      description: 'The promise that the book makes to its readers. Null: not set.',
    }),
    compAuthors: t.exposeString('compAuthors', {
      nullable: true,
      description: 'Comparable authors. Null: not set.',
    }),
    beatSheet: t.field({
      type: BeatSheet,
      nullable: true,
      description: 'The story structure of the book; set with `beatSheetTemplate`. Null: none.',
      resolve: (plan) => (plan.beatSheetTemplate ? findBeatSheet(plan.beatSheetTemplate) : null),
    }),
    povLock: t.exposeString('povLock', {
      nullable: true,
      description: 'Point of view of every chapter. Null: not locked.',
    }),
    tenseLock: t.exposeString('tenseLock', {
      nullable: true,
      description: 'Tense of every chapter. Null: not locked.',
    }),
    povDepth: t.exposeInt('povDepth', {
      nullable: true,
      description: 'Narrative depth, from 0 (a camera) to 100 (inside the mind). Null: not set.',
    }),
    genre: t.exposeString('genre', {
      nullable: true,
      description: 'Same value as `Book.genre`. Null: the outliner detects it.',
    }),
    audience: t.exposeString('audience', {
      nullable: true,
      description: 'Same value as `Book.audience`. Null: the outliner detects it.',
    }),
    genreConfidence: t.exposeInt('genreConfidence', {
      nullable: true,
      description: 'Confidence in the genre, 0–100. Null: not set.',
    }),
    audienceConfidence: t.exposeInt('audienceConfidence', {
      nullable: true,
      description: 'Confidence in the audience, 0–100. Null: not set.',
    }),
    autoDetectedGenre: t.exposeBoolean('autoDetectedGenre', {
      description: 'Whether the outliner detected genre or audience.',
    }),
    researchCitations: t.expose('researchCitations', {
      type: [Citation],
      complexity: { field: 1, multiplier: 5 },
      description: 'Sources of the book, in the author’s order.',
    }),
    version: t.exposeInt('version', {
      description:
        'Increases with each change of the plan, including a genre or audience set on the book; send it as `expectedVersion`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the book was created.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of the plan.' }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book whose chapters follow it.',
      resolve: (plan, _args, context) => booksOf(context).load(plan.bookId),
    }),
  }),
});

implementNode(planRecord, Plan, ({ read, caller }, ids) => store.plansByIds(read, caller, ids), { bucket: 'plan' });

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
    authScopes: { scope: 'books:read' },
    bucket: 'plan',
    description: 'Its locked decisions. Counts once for each root field against the limit of plan calls.',
    resolve: (book, _args, context) => plansOf(context).load(book.id),
  }),
);

builder.queryFields((t) => ({
  plan: t.field({
    type: Plan,
    authScopes: { scope: 'books:read' },
    bucket: 'plan',
    description: 'The plan of a book. Every book has one; unset fields are null.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { read, caller }) =>
      (await store.planOfBook(read, { accountId: caller.accountId, bookId })) ?? notFound('book'),
  }),
  beatSheets: t.field({
    bounds: 'noBook',
    type: [BeatSheet],
    authScopes: { scope: 'books:read' },
    complexity: { field: 1, multiplier: beatSheetIds.length },
    description: 'All beat sheets that a plan can choose, with their beats. The same for every book.',
    args: {
      bookId: t.arg.id({
        description: 'One of your books; `not_found` if there is no such book. Does not change the result.',
      }),
    },
    resolve: async (_root, { bookId }, { read, caller }) => {
      if (bookId && !(await store.planOfBook(read, { accountId: caller.accountId, bookId }))) notFound('book');
      return beatSheets;
    },
  }),
}));

const PlanPatch = inputOf(
  'PlanPatch',
  rules.planPatch,
  'Fields to change; omitted fields stay unchanged, and null clears a field.',
);

builder.mutationFields((t) => ({
  updatePlan: t.field({
    ...changes,
    type: Plan,
    authScopes: { scope: 'books:write' },
    bucket: 'plan',
    description: 'Changes the given fields. They apply from the next chapter or outline on.',
    args: {
      bookId: t.arg.id(bookId),
      patch: t.arg({
        type: PlanPatch,
        required: true,
        description: 'Fields to change; omitted fields stay unchanged.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      return applyPatch({
        what: 'plan',
        patch,
        expectedVersion,
        write: (expected) => store.updatePlan(sql, key, patch, expected),
        read: async () => (await store.planOfBook(sql, key)) ?? notFound('book'),
      });
    },
  }),
}));
