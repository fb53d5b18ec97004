import type { ArgBuilder } from '@pothos/core';
import type { Caller } from '../../../caller.ts';
import { bookId } from '../../../graphql/arguments.ts';
import type { builder } from '../../../graphql/builder.ts';
import { namesOf } from './names.ts';
import type { PartKey } from './store.ts';

type Arguments = ArgBuilder<typeof builder.$inferSchemaTypes>;

export function bookArgument(arg: Arguments) {
  return { bookId: arg.id(bookId) };
}

/** The argument for the id of one record. */
export function idArgument(arg: Arguments, record: Parameters<typeof namesOf>[0]) {
  const { id, one } = namesOf(record);
  return { [id]: arg.id({ required: true, description: `The ${one}.` }) };
}

/** The key of a record. The name of its argument is known only at run time. */
export function idsIn(args: object, record: Parameters<typeof namesOf>[0], { accountId }: Caller): PartKey {
  const { bookId = '', [namesOf(record).id]: id = '' } = args as Readonly<Record<string, string>>;
  return { accountId, bookId, id };
}
