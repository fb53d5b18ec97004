import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, defaultPageSize, pageCost, pageOf } from '../../graphql/connection.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { versionArgument } from '../../graphql/versions.ts';
import { orRefuse } from '../chapter/edit-schema.ts';
import { origins, textWindow, windowOf } from '../chapter/rules.ts';
import { Chapter } from '../chapter/schema.ts';
import { cursorAt, pageArguments, placeOf } from '../page.ts';
import { type Source, sourcesOf } from '../staleness/rules.ts';
import { InputKind } from '../staleness/schema.ts';
import { restoreRevision } from './restore.ts';
import * as store from './store.ts';

const Origin = enumOf('Origin', origins, 'How a text came to be in its chapter.', {
  human: 'Set by hand, or by an agent that wrote it itself.',
  write: 'Written by the instance’s provider.',
  rewrite: 'Rewritten by the instance’s provider.',
  restore: 'A former text that was brought back.',
  import: 'Came with an imported book.',
});
const RevisionStatus = enumOf('RevisionStatus', ['partial', 'complete'], 'Whether a text was brought to its end.', {
  partial: 'A run stopped before the end; restored, it can be continued.',
  complete: 'Written to the end, or set by hand.',
});
const RevisionSource = builder.objectRef<Source>('RevisionSource').implement({
  description: 'A record that a text was built from, as it then was.',
  fields: (t) => ({
    input: t.field({ type: InputKind, description: 'What kind of record it is.', resolve: ({ input }) => input }),
    id: t.exposeID('id', { description: 'The record; a plan goes by the id of its book.' }),
    name: t.exposeString('name', { description: 'What it was called then, cut at 60 characters.' }),
    version: t.exposeInt('version', { description: 'Its version when the text was written.' }),
  }),
});

/** Prose is long and read apart, in one statement for all the revisions of an operation. */
const proseOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(
      async (texts: readonly store.Revision[]) => {
        const found = new Map((await store.proseOf(read, caller.accountId, texts)).map(({ id, body }) => [id, body]));
        return texts.map(({ id }) => found.get(id) ?? '');
      },
      { cacheKeyFn: ({ id }: store.Revision): string | store.Revision => id },
    ),
);

export const Revision = builder.objectRef<store.Revision>('Revision').implement({
  description:
    'A text of a chapter, the present one or one that gave way. Revisions never change, but for the draft of a rewrite that was cut short: asking again adds to it.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Opaque, `rev_…`; a text keeps it while a run continues it and when it gives way.',
    }),
    chapterId: t.exposeID('chapterId', { description: 'The chapter it is, or was, the text of.' }),
    origin: t.field({ type: Origin, description: 'How it came to be.', resolve: ({ origin }) => origin }),
    runId: t.exposeID('runId', {
      nullable: true,
      description: 'The run that wrote it, the last one where several did; null for a text set by hand.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The model that was asked to write it; null for a text set by hand.',
    }),
    wordCount: t.exposeInt('wordCount', {
      description: 'Words, as the language that the book had when it gave way counts them.',
    }),
    status: t.expose('status', {
      type: RevisionStatus,
      description: 'Whether it was brought to its end; restoring it makes the chapter so.',
    }),
    builtFrom: t.field({
      type: [RevisionSource],
      nullable: true,
      complexity: { field: 1, multiplier: 1 },
      description:
        'The records that counted when it was written and their versions; null for a text set by hand. A restored text keeps them.',
      resolve: ({ builtFrom }) => builtFrom && sourcesOf(builtFrom),
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the present text of its chapter.',
      resolve: ({ replacedAt }) => replacedAt === null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was put down first.' }),
    replacedAt: t.expose('replacedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When another text took its place, which is also its place in the list; null for the present one.',
    }),
    content: t.string({
      complexity: 5,
      description: 'The whole prose, as Markdown.',
      resolve: (revision, _args, context) => proseOf(context).load(revision),
    }),
    text: t.string({
      complexity: 5,
      description: 'A part of the prose, for readers with little room.',
      args: {
        offset: t.arg.int({
          required: true,
          description: 'Where to begin, in code points.',
          validate: { schema: textWindow.shape.offset },
        }),
        limit: t.arg.int({
          required: true,
          description: 'How many code points at most, up to 100,000.',
          validate: { schema: textWindow.shape.limit },
        }),
      },
      resolve: async (revision, { offset, limit }, context) =>
        windowOf(await proseOf(context).load(revision), offset, limit),
    }),
  }),
});

const RevisionConnection = connectionOf('Revision', Revision);
const cursorOf = (revision: store.Revision) => {
  const { at, id } = store.placeInList(revision);
  return cursorAt(at, id);
};

/** Pages of the same size and place are read together, for all the chapters of an operation. */
const pagesOf = perOperation(() => new Map<string, DataLoader<string, store.Revision[]>>());

function pageLoader(context: Context, limit: number, after: string | null | undefined) {
  const loaders = pagesOf(context);
  const key = `${limit} ${after ?? ''}`;
  const { read, caller } = context;
  const loader =
    loaders.get(key) ??
    new DataLoader(async (chapterIds: readonly string[]) => {
      const place = after ? placeOf(after) : undefined;
      const rows = await store.revisionsOfChapters(read, caller.accountId, chapterIds, limit, place);
      const found = Map.groupBy(rows, ({ chapterId }) => chapterId);
      return chapterIds.map((id) => found.get(id) ?? []);
    });
  loaders.set(key, loader);
  return loader;
}

const first = { description: 'How many at most, 1–100; default 20.', validate: { schema: pageArguments.first } };
const after = { description: '`endCursor` of the page before.', validate: { schema: pageArguments.after } };
const bookId = { required: true, description: 'The book.' } as const;
const chapterId = { required: true, description: 'The chapter, archived or not.' } as const;
const revisionId = { required: true, description: 'The revision.' } as const;

builder.objectField(Chapter, 'revisions', (t) =>
  t.field({
    type: RevisionConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'Its texts, the present one first, then the former ones, last replaced first.',
    args: { first: t.arg.int(first), after: t.arg.string(after) },
    resolve: async (chapter, { first, after }, context) => {
      const size = first ?? defaultPageSize;
      return pageOf(await pageLoader(context, size + 1, after).load(chapter.id), size, cursorOf);
    },
  }),
);

builder.queryFields((t) => ({
  revisions: t.field({
    type: RevisionConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'The texts of a chapter, the present one first, then the former ones, last replaced first.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      first: t.arg.int(first),
      after: t.arg.string(after),
    },
    resolve: async (_root, { bookId, chapterId, first, after }, { read, caller }) => {
      const size = first ?? defaultPageSize;
      const key = { accountId: caller.accountId, bookId, chapterId };
      const rows = await store.revisionsOfChapter(read, key, size + 1, after ? placeOf(after) : undefined);
      return pageOf(rows ?? notFound('chapter'), size, cursorOf);
    },
  }),
  revision: t.field({
    type: Revision,
    authScopes: { scope: 'books:read' },
    description: 'One text of a chapter.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId), revisionId: t.arg.id(revisionId) },
    resolve: async (_root, { bookId, chapterId, revisionId }, { read, caller }) =>
      (await store.revisionById(read, { accountId: caller.accountId, bookId, chapterId, revisionId })) ??
      notFound('revision'),
  }),
}));

builder.mutationField('restoreRevision', (t) =>
  t.field({
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description:
      'Puts a former text in place of the present one, which becomes a revision; the former one stays in the list. Refused while a run writes the chapter; the present text itself changes nothing.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id({ required: true, description: 'The chapter; an archived one is restored first.' }),
      revisionId: t.arg.id(revisionId),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, revisionId, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const restored = await restoreRevision(context.sql, { ...key, revisionId }, expectedVersion ?? undefined);
      return orRefuse(restored ?? notFound('revision'), key, context, expectedVersion);
    },
  }),
);
