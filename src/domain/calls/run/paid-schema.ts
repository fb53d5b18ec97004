import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { builder } from '../../../graphql/builder.ts';
import type { Calls } from '../../../graphql/effect.ts';
import type { BookKey } from '../../story/book/store.ts';
import type { PaidCall } from './paid-call.ts';
import type { RunContext } from './start.ts';

/** Context of a preparation: without what starts runs. */
export type CallContext = Pick<RunContext, 'sql' | 'config' | 'work'>;

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

interface Declaration<Fields extends InputFieldMap> {
  provider: 'text' | 'image';
  /** Name of the input type with the arguments of the mutation, without the book. */
  type: string;
  /** Description of that type; default: that it has the arguments of the mutation. */
  description?: string;
  /** Description of the mutation as a member of `PaidCall`. */
  about: string;
  fields: (t: InputFields) => Fields;
  /** Prepares the first provider call. Throws as the mutation does, except for a run in progress. */
  prepare(context: CallContext, key: BookKey, args: InputShapeFromFields<Fields>): Promise<PaidCall>;
}

/** A mutation that a text or image provider is paid for. */
export interface PaidMutation {
  about: string;
  type: string;
  prepare(context: CallContext, key: BookKey, args: unknown): Promise<PaidCall>;
}

/** All of them, by name. They are added when modules load. */
export const paidMutations = new Map<string, PaidMutation>();

/** Declares a paid mutation for previews; answers what its field says of its provider. */
export function paid<Fields extends InputFieldMap>(
  mutation: string,
  { provider, type, about, description = `The arguments of \`${mutation}\`.`, fields, prepare }: Declaration<Fields>,
): Calls {
  builder.inputType(type, { description, fields });
  // The schema checks the arguments by that type.
  paidMutations.set(mutation, { about, type, prepare: (context, key, args) => prepare(context, key, args as never) });
  return { provider, mutation };
}
