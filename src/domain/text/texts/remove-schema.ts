import { invalidState, notFound } from '../../../errors.ts';
import { anyChapterId, bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { removes } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { refuse } from '../chapter/refusal-schema.ts';
import { deleteRevision, type NotRemoved, type Removal, thinRevisions } from './remove.ts';
import { thinRequest } from './rules.ts';

const ThinRequest = inputOf('ThinRequest', thinRequest, 'Which former texts of a chapter to keep.');

const DeletedRevision = builder.objectRef<{ id: string; bytes: number }>('DeletedRevision').implement({
  description: 'A former text that was deleted for good.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The revision, for client caches.' }),
    bytes: t.exposeFloat('bytes', { description: 'Freed bytes of `usage.storage.revisions`.' }),
  }),
});

type Thinning = Removal & { chapterId: string; isPreview: boolean };
const RevisionThinning = builder.objectRef<Thinning>('RevisionThinning').implement({
  description: 'The former texts of a chapter that were deleted for good, or that would be.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The chapter with these texts.' }),
    isPreview: t.exposeBoolean('isPreview', { description: 'True: nothing was deleted.' }),
    removed: t.exposeInt('removed', { description: 'Number of former texts that go.' }),
    kept: t.exposeInt('kept', {
      description: 'Number of former texts that stay: the newest, published ones, and those that were restored once.',
    }),
    bytes: t.exposeFloat('bytes', { description: 'Freed bytes of `usage.storage.revisions`.' }),
    revisionIds: t.idList({
      description: 'The revisions that go, newest first, at most 500.',
      resolve: ({ ids }) => ids,
    }),
  }),
});

/** The removal, or throws why there is none. */
function removalOrThrow(outcome: Removal | NotRemoved): Removal {
  if (!('refused' in outcome)) return outcome;
  if (outcome.refused === 'running') return refuse(outcome);
  return invalidState(
    'This is the present text of its chapter. Set or restore another text first, then delete this one.',
  );
}

builder.mutationFields((t) => ({
  deleteRevision: t.field({
    ...removes,
    type: DeletedRevision,
    authScopes: { scope: 'books:write' },
    description:
      'Deletes a former text for good and frees its space. Fails with `invalid_state` for the present text, and while a run writes the chapter.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(anyChapterId),
      revisionId: t.arg.id({ required: true, description: 'The revision; not the current one.' }),
    },
    resolve: async (_root, { bookId, chapterId, revisionId }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, chapterId, revisionId };
      const { bytes } = removalOrThrow((await deleteRevision(sql, key)) ?? notFound('revision'));
      return { id: revisionId, bytes };
    },
  }),
  thinRevisions: t.field({
    ...removes,
    repeatable: 'keyed',
    type: RevisionThinning,
    authScopes: { scope: 'books:write' },
    description:
      'Deletes older former texts of a chapter for good and frees their space. The present text, the newest former texts, published ones and those that were restored once stay.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(anyChapterId),
      input: t.arg({ type: ThinRequest, required: true, description: 'How many to keep, and whether to delete.' }),
    },
    resolve: async (_root, { bookId, chapterId, input }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, chapterId };
      const removal = removalOrThrow((await thinRevisions(sql, key, input)) ?? notFound('chapter'));
      return { ...removal, chapterId, isPreview: input.preview ?? false };
    },
  }),
}));
