import type { ObjectRef } from '@pothos/core';
import { invalidState, notFound } from '../../../errors.ts';
import { builder } from '../../../graphql/builder.ts';
import { changes, creates, removes } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { answerUnchanged, applyPatch, versionArgument } from '../../../graphql/versions.ts';
import { patchOf } from '../../shapes.ts';
import { bookArgument, idArgument, idsIn } from './arguments-schema.ts';
import { namesOf } from './names.ts';
import type { AnyOptions, AnyRoster, AnyRow } from './options-schema.ts';
import { rosterWords } from './words.ts';

type Type = ObjectRef<typeof builder.$inferSchemaTypes, AnyRow, AnyRow>;

const authScopes = { scope: 'books:write' } as const;

/** Adds, changes and removes one record. */
export function implementChanges(roster: AnyRoster, options: AnyOptions, type: Type): void {
  const { record } = roster;
  const { shape } = record.export;
  const { patch = patchOf(shape), insert, update, remove, removedFields } = options;
  const words = rosterWords(record, options.words);
  const { one: noun, make, remove: drop } = namesOf(record);
  const New = inputOf(`New${record.type}`, shape, words.input);
  const Patch = inputOf(`${record.type}Patch`, patch, words.patch);
  const Removed = builder.objectRef<{ id: string }>(`${drop === 'delete' ? 'Deleted' : 'Removed'}${record.type}`);
  Removed.implement({
    description: words.removed,
    fields: (t) => ({
      ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
      id: t.exposeID('id', { description: words.removedId }),
      ...removedFields?.(t),
    }),
  });
  builder.mutationFields((t) => ({
    [`${make}${record.type}`]: t.field({
      ...creates,
      type,
      authScopes,
      description: words.add,
      args: {
        ...bookArgument(t.arg),
        input: t.arg({ type: New, required: true, description: words.needs }),
      },
      resolve: async (_root, { bookId, input }, { sql, caller }) => {
        const key = { accountId: caller.accountId, bookId };
        const made = insert ? await insert(sql, key, input) : await roster.insert(sql, key, input);
        if (made) return made;
        if (!(await roster.ofBook(sql, key, roster.columns.all, (tx) => tx`AND false`))) notFound('book');
        return invalidState(words.full);
      },
    }),
    [`update${record.type}`]: t.field({
      ...changes,
      type,
      authScopes,
      description: words.change,
      args: {
        ...bookArgument(t.arg),
        ...idArgument(t.arg, record),
        patch: t.arg({
          type: Patch,
          required: true,
          description: 'Fields to change; omitted fields stay unchanged.',
        }),
        expectedVersion: t.arg.int(versionArgument),
      },
      resolve: (_root, args, { sql, caller }) => {
        const { patch: given, expectedVersion } = args as unknown as Change;
        const key = idsIn(args, record, caller);
        return applyPatch({
          what: noun,
          patch: given,
          expectedVersion,
          write: (expected) => roster.update(sql, key, given, expected),
          read: () => roster.byId(sql, key),
          ...update?.(sql, key, given),
        });
      },
    }),
    [`${drop}${record.type}`]: t.field({
      ...removes,
      type: Removed,
      authScopes,
      description: words.remove,
      args: {
        ...bookArgument(t.arg),
        ...idArgument(t.arg, record),
        expectedVersion: t.arg.int(versionArgument),
      },
      resolve: async (_root, args, { sql, caller }) => {
        const { expectedVersion } = args as unknown as Change;
        const key = idsIn(args, record, caller);
        const expected = expectedVersion ?? undefined;
        const removed = remove ? await remove(sql, key, expected) : await roster.remove(sql, key, expected);
        if (removed) return removed;
        answerUnchanged(await roster.byId(sql, key), noun, expectedVersion);
        return notFound(noun);
      },
    }),
  }));
}

/** Arguments beside the ids, whose names are known only at run time. */
interface Change {
  patch: object;
  expectedVersion: number | null | undefined;
}
