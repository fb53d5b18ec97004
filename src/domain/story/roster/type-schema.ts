import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { builder } from '../../../graphql/builder.ts';
import { outputTypeOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { rowType } from '../../../graphql/rows.ts';
import { Book, booksOf } from '../book/schema.ts';
import type { AnyOptions, AnyRoster, AnyRow } from './options-schema.ts';
import { rosterWords } from './words.ts';

/** The type of a roster's records, which `node` reads too. Each member that callers write is a field. */
export function implementType(
  roster: AnyRoster,
  { words: given, lean, fields }: AnyOptions,
): ObjectRef<typeof builder.$inferSchemaTypes, AnyRow, AnyRow> {
  const { type, prefix, export: exported } = roster.record;
  const shapes: z.core.$ZodLooseShape = exported.shape.shape;
  const words = rosterWords(roster.record, given);
  const Type = rowType<AnyRow>(type, {
    description: words.description,
    ...(lean && { lean }),
    columns: (t) => ({
      id: t.exposeID('id', { description: `Opaque, \`${prefix}_…\`.` }),
      ...Object.fromEntries(
        Object.entries(words.members).map(([name, description]) => [
          name,
          // Stands for the name of any member.
          t.expose(name as 'id', { ...outputTypeOf(`${type}.${name}`, shapes[name]), description }),
        ]),
      ),
      version: t.exposeInt('version', { description: 'Increases with each change; send it as `expectedVersion`.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: words.createdAt }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: words.updatedAt }),
    }),
    fields: (t) => ({
      ...fields?.(t),
      book: t.field({
        type: Book,
        authScopes: { scope: 'books:read' },
        description: words.book,
        resolve: (row, _args, context) => booksOf(context).load(row.bookId),
      }),
    }),
  });
  implementNode(roster.record, Type, ({ read, caller, requestedFields }, ids) =>
    roster.byIds(read, caller, ids, roster.columns.selected(requestedFields?.get(type))),
  );
  return Type;
}
