import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { charged } from '../../../graphql/answer-size.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, listCost, pageArgumentsOf, pageCost, pageOf, rangeOf } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { cursorAt, type PageRange, pageArguments, positionOf } from '../../page.ts';
import { ChangeAuthor } from '../../story/account/author-schema.ts';
import { Anchor, keptAnchor } from '../anchor/schema.ts';
import { Chapter } from '../chapter/schema.ts';
import { textMoved } from '../texts/hooks.ts';
import { noteRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

textMoved.add(async (tx, { from, to, isSplit }) => {
  if (!isSplit) await store.moveNotes(tx, from, to.chapterId);
});

const NoteKind = enumOf('NoteKind', rules.noteKinds, 'Purpose of a note.', {
  comment: 'A remark.',
  todo: 'Something to be done.',
  question: 'Something to be answered.',
});

const repliesOf = perOperation(
  ({ read, caller }: Context) =>
    new DataLoader(async (ids: readonly string[]) => {
      const found = Map.groupBy(await store.repliesTo(read, caller.accountId, ids), ({ parentId }) => parentId);
      return ids.map((id) => found.get(id) ?? []);
    }),
);

export const Note = builder.objectRef<store.Note>('Note').implement({
  description: 'A remark on words, on a chapter or on the book, or a reply to one.',
  kept: async (note: store.Note, context) => ({
    ...note,
    anchor: note.anchor && (await keptAnchor(note.anchor, context)),
  }),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `note_…`.' }),
    bookId: t.exposeID('bookId', { description: 'The book that it is about.' }),
    chapterId: t.exposeID('chapterId', {
      nullable: true,
      description: 'The chapter that it is about; null for a note on the book.',
    }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'The note that it replies to; null if to none.' }),
    anchor: t.expose('anchor', {
      type: Anchor,
      nullable: true,
      description: 'The words that it is about; null for a note on a chapter or the book, and for a reply.',
    }),
    kind: t.expose('kind', { type: NoteKind, description: 'Purpose: a remark, a task, or a question.' }),
    body: t.string({
      description: 'Its text, Markdown.',
      resolve: ({ body }, _args, context) => charged(context, body),
    }),
    author: t.field({
      type: ChangeAuthor,
      description: 'Who wrote it.',
      resolve: ({ tokenId, authorKind }) => ({ tokenId, kind: authorKind }),
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was settled; null while it is open, and for a reply.',
    }),
    version: t.exposeInt('version', { description: 'Counts its changes, from 1.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it changed last.' }),
  }),
});

builder.objectField(Note, 'replies', (t) =>
  t.field({
    type: [Note],
    complexity: listCost(10),
    description: 'Replies to it, oldest first; none for a reply.',
    resolve: ({ id }, _args, context) => repliesOf(context).load(id),
  }),
);

implementNode(noteRecord, Note, ({ read, caller }, ids) => store.notesByIds(read, caller, ids));

const NoteConnection = connectionOf('Note', Note);
const cursorOf = ({ createdAt, id }: store.Note) => cursorAt(createdAt, id);

/** Pages of the same range are loaded together, for all chapters of an operation. */
const pagesOf = perOperation(() => new Map<string, DataLoader<string, store.Note[]>>());

function pageLoader(context: Context, resolved: boolean | undefined, range: PageRange) {
  const loaders = pagesOf(context);
  const key = JSON.stringify([resolved, range]);
  const { read, caller } = context;
  const loader =
    loaders.get(key) ??
    new DataLoader(async (chapterIds: readonly string[]) => {
      const rows = await store.notesOfChapters(read, caller.accountId, chapterIds, resolved, range);
      const found = Map.groupBy(rows, ({ chapterId }) => chapterId);
      return chapterIds.map((id) => found.get(id) ?? []);
    });
  loaders.set(key, loader);
  return loader;
}

const resolvedDescription = 'True: only resolved notes. False: only open ones.';

builder.objectField(Chapter, 'marginNotes', (t) =>
  t.field({
    type: NoteConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description:
      'Notes on it and on its words, newest first, without replies. `notes` are the author’s own, for prompts.',
    args: {
      resolved: t.arg.boolean({ description: resolvedDescription }),
      ...pageArgumentsOf(t.arg, pageArguments),
    },
    resolve: async (chapter, { resolved, ...page }, context) => {
      const range = rangeOf(page, positionOf);
      return pageOf(await pageLoader(context, resolved ?? undefined, range).load(chapter.id), range, cursorOf);
    },
  }),
);

builder.queryFields((t) => ({
  notes: t.field({
    type: NoteConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'The notes of a book with their replies, newest first.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id({ description: 'Only those of this chapter.' }),
      kind: t.arg({ type: NoteKind, description: 'Only those of this kind.' }),
      resolved: t.arg.boolean({ description: `${resolvedDescription} Replies count as their note.` }),
      ...pageArgumentsOf(t.arg, pageArguments),
    },
    resolve: async (_root, { bookId, chapterId, kind, resolved, ...page }, { read, caller }) => {
      const range = rangeOf(page, positionOf);
      const filter = {
        chapterId: chapterId ?? undefined,
        kind: kind ?? undefined,
        resolved: resolved ?? undefined,
      };
      const rows = await store.notesOfBook(read, { accountId: caller.accountId, bookId }, filter, range);
      return pageOf(rows ?? notFound('book'), range, cursorOf);
    },
  }),
  note: t.field({
    type: Note,
    authScopes: { scope: 'books:read' },
    description: 'One note or reply.',
    args: { bookId: t.arg.id(bookId), noteId: t.arg.id({ required: true, description: 'The note or reply.' }) },
    resolve: async (_root, { bookId, noteId }, { read, caller }) =>
      (await store.noteById(read, { accountId: caller.accountId, bookId, noteId })) ?? notFound('note'),
  }),
}));
