import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { changes } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { answerUnchanged, versionArgument } from '../../../graphql/versions.ts';
import { RecapOrigin } from '../recap/schema.ts';
import { listArcs, setArc } from './arcs.ts';
import type { ShownArc } from './placed.ts';
import { newArc } from './rules.ts';

const Arc = builder.objectRef<ShownArc>('Arc').implement({
  description: 'One recap for up to ten chapters, for the prompts of a long book that have no room for all recaps.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The last of its chapters.' }),
    from: t.exposeInt('from', { description: 'Position of its first chapter.' }),
    to: t.exposeInt('to', { description: 'Position of its last chapter.' }),
    events: t.exposeString('events', { description: 'What happened that still matters, at most 1200 characters.' }),
    state: t.exposeString('state', { description: 'Where everybody stands at their end, at most 800 characters.' }),
    origin: t.expose('origin', {
      type: RecapOrigin,
      nullable: true,
      description: 'Who wrote it. Null if nobody has: then it is computed from the recaps.',
    }),
    isUsed: t.exposeBoolean('isUsed', {
      description:
        'Whether its chapters are still neighbours in the same order. Prompts leave out an arc that is not used.',
    }),
    isOutdated: t.exposeBoolean('isOutdated', {
      description:
        'Whether three or more of its recaps have changed since. A model then makes it again, unless a person wrote it.',
    }),
    version: t.exposeInt('version', {
      description: 'Increases with each new arc; send it as `expectedVersion`. 0 for a computed one.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody first wrote one. Null for a computed one.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When this one was set. Null for a computed one.',
    }),
  }),
});

builder.queryField('arcs', (t) =>
  t.field({
    type: [Arc],
    authScopes: { scope: 'books:read' },
    complexity: { field: 20, multiplier: 20 },
    description:
      'The arcs of a book in the order of its chapters, computed ones included. Fewer than ten chapters have none by themselves.',
    args: { bookId: t.arg.id(bookId) },
    resolve: (_root, { bookId }, { read, caller }) => listArcs(read, { accountId: caller.accountId, bookId }),
  }),
);

const NewArc = inputOf('NewArc', newArc, 'A whole arc, in place of the one there is.');

builder.mutationField('setArc', (t) =>
  t.field({
    ...changes,
    type: Arc,
    authScopes: { scope: 'books:write' },
    description:
      'Sets the whole arc of the ten chapters that a chapter is one of, or of fewer where ten are not there yet. Its origin is the kind of the key: no run replaces the arc of a person.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id({ required: true, description: 'Any of its chapters.' }),
      input: t.arg({ type: NewArc, required: true, description: 'The whole arc.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, input, expectedVersion }, { sql, caller }) => {
      const source = { origin: caller.kind, expected: expectedVersion ?? undefined };
      const { set, current } = await setArc(sql, { accountId: caller.accountId, bookId, chapterId }, input, source);
      return set ?? answerUnchanged(current, 'arc', expectedVersion);
    },
  }),
);
