import type { OperationTypeNode } from 'graphql';
import { type Caller, hasScope, type Scope } from '../caller.ts';
import { ServiceError } from '../errors.ts';

/** Requirements of an operation on a key. */
interface KeyRequirements {
  kind: `${OperationTypeNode}`;
  scope: Scope | undefined;
  /** Whether it creates a book, which a key bound to books must not. */
  makesBook: boolean;
}

/** Whether a key may run an operation on some of its records. */
export function isPermitted(caller: Caller, { kind, scope, makesBook }: KeyRequirements): boolean {
  if (scope && !hasScope(caller.scopes, scope)) return false;
  if (caller.readOnly && kind !== 'query') return false;
  return !(makesBook && caller.bookIds);
}

/** Throws `insufficient_scope` if the key may not run the operation. Check this first. */
export function permit(caller: Caller, { kind, scope, makesBook }: KeyRequirements): void {
  if (scope) requireScope(caller, scope);
  if (caller.readOnly && kind !== 'query') refuseWriting(caller);
  if (makesBook && caller.bookIds) refuseNewBook(caller);
}

/** Throws `insufficient_scope` naming the required and the present scopes; true otherwise. */
export function requireScope(caller: Caller, scope: Scope): true {
  if (hasScope(caller.scopes, scope)) return true;
  throw insufficientScope(caller.scopes, scope);
}

/** For a key that may propose changes of a text and not make them. */
const proposeInstead =
  'To propose a change of a text with this one, use POST /v1/books/{bookId}/proposals (tool propose_edits).';

export function insufficientScope(granted: readonly Scope[], required: Scope): ServiceError {
  const instead = required === 'books:write' && granted.includes('proposals:write') ? ` ${proposeInstead}` : '';
  const message = `This token lacks the scope ${required}. Create a token that has it.${instead}`;
  return new ServiceError('insufficient_scope', message, {
    required_scope: required,
    granted_scopes: granted,
  });
}

export function refuseWriting({ scopes }: Caller): never {
  throw new ServiceError('insufficient_scope', 'This token is read-only: it runs queries. Use a token that is not.', {
    granted_scopes: scopes,
  });
}

export function refuseNewBook({ scopes }: Caller): never {
  throw new ServiceError(
    'insufficient_scope',
    'This token is bound to some books and cannot create or import others. Use a token that is not.',
    { granted_scopes: scopes },
  );
}

/** Whether a key lists and calls a tool, by any of its names, as far as its bounds say. */
export function hasTool({ tools }: Caller, names: readonly string[]): boolean {
  return tools === null || names.some((name) => tools.includes(name));
}

export function requireTool(caller: Caller, names: readonly string[]): void {
  if (hasTool(caller, names)) return;
  throw new ServiceError('insufficient_scope', 'This token is bound to other tools. tools/list shows them.', {
    granted_scopes: caller.scopes,
  });
}
