import { invalidRequest, invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { inputOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import * as rules from './rules.ts';
import { bookId, Conflict, conflictId } from './schema.ts';
import * as store from './store.ts';

const NewConflict = inputOf('NewConflict', rules.newConflict, 'A conflict to add between two characters of the book.');
const ConflictPatch = inputOf(
  'ConflictPatch',
  rules.conflictPatch,
  'Fields to change, ends included; those left out stay, null stakes or connection are cleared.',
);
const RemovedConflict = builder.objectRef<{ id: string }>('RemovedConflict').implement({
  description: 'A conflict that is no longer between its two characters.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The conflict, so that a client can drop it from its lists.' }),
  }),
});

builder.mutationFields((t) => ({
  addConflict: t.field({
    type: Conflict,
    authScopes: { scope: 'books:write' },
    description: `Adds a conflict between two characters of the book, of at most ${rules.conflictsMax}. A second one of the same pair and kind is \`invalid_state\`, which names the first.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewConflict, required: true, description: 'Both ends, a kind and a description at least.' }),
    },
    resolve: async (_root, { bookId, input }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const made = await store.insertConflict(sql, key, input);
      if (made) return accepted(made);
      const ends = (await store.endsInCast(sql, key, input)) ?? notFound('book');
      if (ends < 2) notFound('character');
      refuseTwin(await store.twinOf(sql, key, input));
      return invalidState(
        `The conflict matrix is full: a book holds at most ${rules.conflictsMax} conflicts. Remove one first.`,
      );
    },
  }),
  updateConflict: t.field({
    type: Conflict,
    authScopes: { scope: 'books:write' },
    description: 'Changes the fields that are sent, the ends too; chapters written from now on see it.',
    args: {
      bookId: t.arg.id(bookId),
      conflictId: t.arg.id(conflictId),
      patch: t.arg({
        type: ConflictPatch,
        required: true,
        description: 'The fields to change; those that are left out stay as they are.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, conflictId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, conflictId };
      const isEmpty = Object.keys(patch).length === 0;
      const changed = isEmpty ? undefined : await store.updateConflict(sql, key, patch, expectedVersion ?? undefined);
      if (changed) return accepted(changed);
      const current = unchanged(await store.conflictById(sql, key), 'conflict', expectedVersion);
      if (isEmpty) return current;
      refuseTwin(await store.twinOf(sql, key, rules.edgeAfter(current, patch), conflictId));
      return invalidState('The conflicts of this book changed at the same moment. Try again.');
    },
  }),
  removeConflict: t.field({
    type: RemovedConflict,
    authScopes: { scope: 'books:write' },
    description: 'Removes a conflict for good. Its characters and all prose stay as they are.',
    args: { bookId: t.arg.id(bookId), conflictId: t.arg.id(conflictId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, conflictId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, conflictId };
      const isGone = await store.deleteConflict(sql, key, expectedVersion ?? undefined);
      if (!isGone) unchanged(await store.conflictById(sql, key), 'conflict', expectedVersion);
      return { id: conflictId };
    },
  }),
}));

function accepted(written: store.Conflict | store.Refusal): store.Conflict {
  if (written === 'missing_end') return notFound('character');
  if (written === 'same_ends') throw invalidRequest([{ path: 'toCharacterId', message: rules.sameEnds }]);
  return written;
}

function refuseTwin(id: string | undefined): void {
  if (id) invalidState(`These two have a conflict of this kind already: ${id}. Change or remove that one.`);
}
