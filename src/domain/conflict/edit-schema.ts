import { invalidRequest, invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { changes, creates, removes } from '../../graphql/effect.ts';
import { inputOf } from '../../graphql/input.ts';
import { answerUnchanged, applyPatch, versionArgument } from '../../graphql/versions.ts';
import * as rules from './rules.ts';
import { bookId, Conflict, conflictId } from './schema.ts';
import * as store from './store.ts';

const NewConflict = inputOf('NewConflict', rules.newConflict, 'A conflict to add between two characters of the book.');
const ConflictPatch = inputOf(
  'ConflictPatch',
  rules.conflictPatch,
  'Fields to change, including both ends; omitted fields stay unchanged, and null clears stakes or connection.',
);
const RemovedConflict = builder.objectRef<{ id: string }>('RemovedConflict').implement({
  description: 'A deleted conflict.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The conflict, for client caches.' }),
  }),
});

builder.mutationFields((t) => ({
  addConflict: t.field({
    ...creates,
    type: Conflict,
    authScopes: { scope: 'books:write' },
    description: `Adds a conflict between two characters of the book. A book has at most ${rules.conflictsMax}, and a pair at most one of each kind: \`invalid_state\` names the existing one.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewConflict, required: true, description: 'At least both ends, a kind and a description.' }),
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
    ...changes,
    type: Conflict,
    authScopes: { scope: 'books:write' },
    description: 'Changes the given fields, including both ends. New chapter prompts use the changed record.',
    args: {
      bookId: t.arg.id(bookId),
      conflictId: t.arg.id(conflictId),
      patch: t.arg({
        type: ConflictPatch,
        required: true,
        description: 'Fields to change; omitted fields stay unchanged.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, conflictId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, conflictId };
      return applyPatch({
        what: 'conflict',
        patch,
        expectedVersion,
        async write(expected) {
          const written = await store.updateConflict(sql, key, patch, expected);
          return written && accepted(written);
        },
        read: () => store.conflictById(sql, key),
        async refuse(current) {
          refuseTwin(await store.twinOf(sql, key, rules.edgeAfter(current, patch), conflictId));
          return invalidState('The conflicts of this book were changed concurrently. Try again.');
        },
      });
    },
  }),
  removeConflict: t.field({
    ...removes,
    type: RemovedConflict,
    authScopes: { scope: 'books:write' },
    description: 'Deletes a conflict permanently. Characters and prose are not changed.',
    args: { bookId: t.arg.id(bookId), conflictId: t.arg.id(conflictId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, conflictId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, conflictId };
      const isGone = await store.deleteConflict(sql, key, expectedVersion ?? undefined);
      if (!isGone) answerUnchanged(await store.conflictById(sql, key), 'conflict', expectedVersion);
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
  if (id) invalidState(`These characters already have a conflict of this kind: ${id}. Change or delete it.`);
}
