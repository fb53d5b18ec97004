import { invalidRequest } from '../../../errors.ts';
import { builder } from '../../../graphql/builder.ts';
import type { PaidCall as Prepared } from '../../calls/run/paid-call.ts';
import { type CallContext, paidMutations } from '../../calls/run/paid-schema.ts';
import type { BookKey } from '../../story/book/store.ts';

/** The arguments of one paid mutation, by its name. */
type Call = Readonly<Record<string, object | null | undefined>>;

export const PaidCall = builder.inputRef<Call>('PaidCall').implement({
  isOneOf: true,
  description: 'A call that a text or image provider is paid for: one mutation with its arguments, without the book.',
  // The mutations are declared when all modules are loaded.
  fields: (t) =>
    Object.fromEntries(
      [...paidMutations].map(([name, { type, about }]) => [name, t.field({ type: type as never, description: about })]),
    ),
});

/** Prepares the first provider call of a paid mutation. */
export function preparedCall(context: CallContext, key: BookKey, call: Call): Promise<Prepared> {
  const [name = '', args] = Object.entries(call).find(([, given]) => given) ?? [];
  const mutation = paidMutations.get(name);
  if (!mutation) throw invalidRequest([{ path: 'call', message: 'names no paid operation.' }]);
  return mutation.prepare(context, key, args);
}
