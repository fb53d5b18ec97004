import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { charged, refuseAnswer } from '../../../graphql/answer-size.ts';
import { anyChapterId, bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, pageArgumentsOf, pageCost, pageOf, rangeOf } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { creates } from '../../../graphql/effect.ts';
import { enumOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { versionArgument } from '../../../graphql/versions.ts';
import { cursorAt, type PageRange, pageArguments, positionOf } from '../../page.ts';
import { chapterOrThrow } from '../chapter/refusal-schema.ts';
import { origins, textWindow, windowOf } from '../chapter/rules.ts';
import { Chapter } from '../chapter/schema.ts';
import { proseWithin } from './prose.ts';
import { revisionRecord } from './record.ts';
import { restoreRevision } from './restore.ts';
import * as store from './store.ts';
import { textCost } from './text-schema.ts';

const Origin = enumOf('Origin', origins, 'Source of a text.', {
  human: 'Set by a person, or written by an agent.',
  write: 'Written by the instance’s provider.',
  rewrite: 'Rewritten by the instance’s provider.',
  restore: 'A restored former text.',
  import: 'Part of an imported book.',
});
const RevisionStatus = enumOf('RevisionStatus', ['partial', 'complete'], 'Whether a text is complete.', {
  partial: 'A run stopped before the end. It can be restored and continued.',
  complete: 'Complete, or set by hand.',
});
/** Prose is long and loaded separately, in one statement per operation. */
const proseOf = perOperation(
  (context) =>
    new DataLoader(
      async (texts: readonly store.Revision[]) => {
        const { read, caller, config } = context;
        const prose = await proseWithin(read, caller.accountId, texts, config.answerBytesMax);
        const found = new Map((prose ?? refuseAnswer(context)).map(({ id, body }) => [id, body]));
        return texts.map(({ id }) => found.get(id) ?? '');
      },
      { cacheKeyFn: ({ id }: store.Revision): string | store.Revision => id },
    ),
);

export const Revision = builder.objectRef<store.Revision>('Revision').implement({
  lean: ['id', 'origin', 'wordCount', 'status', 'isCurrent', 'createdAt', 'replacedAt'],
  description:
    'A text of a chapter, current or former. Revisions never change, except the draft of a rewrite that stopped early: the same request continues it.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Opaque, `rev_…`. A text keeps its id when a run continues it and when it is replaced.',
    }),
    chapterId: t.exposeID('chapterId', { description: 'The chapter that has or had this text.' }),
    origin: t.field({ type: Origin, description: 'Source of the text.', resolve: ({ origin }) => origin }),
    runId: t.exposeID('runId', {
      nullable: true,
      description: 'The run that wrote it, the last of several; null for a text set by hand.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The model that wrote it; null for a text set by hand.',
    }),
    wordCount: t.exposeInt('wordCount', {
      description: 'Words, counted by the rules of the book’s language when the text was replaced.',
    }),
    status: t.expose('status', {
      type: RevisionStatus,
      description: 'Whether it is complete; restoring it gives the chapter this status.',
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the present text of its chapter.',
      resolve: ({ replacedAt }) => replacedAt === null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first saved.' }),
    replacedAt: t.expose('replacedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was replaced; lists have this order. Null for the present text.',
    }),
    content: t.string({
      complexity: textCost,
      description: 'The whole prose, as Markdown.',
      resolve: async (revision, _args, context) => charged(context, await proseOf(context).load(revision)),
    }),
    text: t.string({
      complexity: textCost,
      description: 'A part of the prose, for clients with little space.',
      args: {
        offset: t.arg.int({
          required: true,
          description: 'Start, in code points.',
          validate: { schema: textWindow.shape.offset },
        }),
        limit: t.arg.int({
          required: true,
          description: 'Maximum code points, up to 100,000.',
          validate: { schema: textWindow.shape.limit },
        }),
      },
      resolve: async (revision, { offset, limit }, context) =>
        charged(context, windowOf(await proseOf(context).load(revision), offset, limit)),
    }),
  }),
});

implementNode(revisionRecord, Revision, ({ read, caller }, ids) => store.revisionsByIds(read, caller, ids));

const RevisionConnection = connectionOf('Revision', Revision);
const cursorOf = (revision: store.Revision) => {
  const { at, id } = store.placeInList(revision);
  return cursorAt(at, id);
};

/** Pages of the same range are loaded together, for all chapters of an operation. */
const pagesOf = perOperation(() => new Map<string, DataLoader<string, store.Revision[]>>());

function pageLoader(context: Context, range: PageRange) {
  const loaders = pagesOf(context);
  const key = JSON.stringify(range);
  const { read, caller } = context;
  const loader =
    loaders.get(key) ??
    new DataLoader(async (chapterIds: readonly string[]) => {
      const rows = await store.revisionsOfChapters(read, caller.accountId, chapterIds, range);
      const found = Map.groupBy(rows, ({ chapterId }) => chapterId);
      return chapterIds.map((id) => found.get(id) ?? []);
    });
  loaders.set(key, loader);
  return loader;
}

const revisionId = { required: true, description: 'The revision.' } as const;

builder.objectField(Chapter, 'revisions', (t) =>
  t.field({
    type: RevisionConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'Its texts: the current one, then former ones, last replaced first.',
    args: pageArgumentsOf(t.arg, pageArguments),
    resolve: async (chapter, page, context) => {
      const range = rangeOf(page, positionOf);
      return pageOf(await pageLoader(context, range).load(chapter.id), range, cursorOf);
    },
  }),
);

builder.queryFields((t) => ({
  revisions: t.field({
    type: RevisionConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'The texts of a chapter: the current one, then former ones, last replaced first.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(anyChapterId),
      ...pageArgumentsOf(t.arg, pageArguments),
    },
    resolve: async (_root, { bookId, chapterId, ...page }, { read, caller }) => {
      const range = rangeOf(page, positionOf);
      const rows = await store.revisionsOfChapter(read, { accountId: caller.accountId, bookId, chapterId }, range);
      return pageOf(rows ?? notFound('chapter'), range, cursorOf);
    },
  }),
  revision: t.field({
    type: Revision,
    authScopes: { scope: 'books:read' },
    description: 'One text of a chapter.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(anyChapterId), revisionId: t.arg.id(revisionId) },
    resolve: async (_root, { bookId, chapterId, revisionId }, { read, caller }) =>
      (await store.revisionById(read, { accountId: caller.accountId, bookId, chapterId, revisionId })) ??
      notFound('revision'),
  }),
}));

builder.mutationField('restoreRevision', (t) =>
  t.field({
    ...creates,
    repeatable: 'keyed',
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description:
      'Restores a former text as the current one. The present text becomes a revision, and the former one stays in the list. Fails with `invalid_state` while a run writes the chapter. Restoring the present text changes nothing.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id({ required: true, description: 'The chapter; restore an archived one first.' }),
      revisionId: t.arg.id(revisionId),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, revisionId, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const restored = await restoreRevision(context.sql, { ...key, revisionId }, expectedVersion ?? undefined);
      return chapterOrThrow(restored ?? notFound('revision'), key, context, expectedVersion);
    },
  }),
);
