import type { ArgBuilder } from '@pothos/core';
import type { Caller } from '../../caller.ts';
import type { builder } from '../../graphql/builder.ts';
import type { PartKey } from './store.ts';
import { nounsOf } from './words.ts';

type Arguments = ArgBuilder<typeof builder.$inferSchemaTypes>;

export function bookArgument(arg: Arguments) {
  return { bookId: arg.id({ required: true, description: 'The book.' }) };
}

/** The argument for the id of one record. */
export function idArgument(arg: Arguments, name: string, record: Parameters<typeof nounsOf>[0]) {
  return { [name]: arg.id({ required: true, description: `The ${nounsOf(record).one}.` }) };
}

/** The key of a record. The name of its argument is known only at run time. */
export function idsIn(args: object, name: string, { accountId }: Caller): PartKey {
  const { bookId = '', [name]: id = '' } = args as Readonly<Record<string, string>>;
  return { accountId, bookId, id };
}
