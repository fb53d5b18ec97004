import { type OwnerCheck, ownerCheck } from '../owner.ts';
import { fault } from './errors.ts';
import type { Answer } from './statement.ts';

/** The checks of results, by their columns, which the package keeps with prepared statements. */
const checks = new WeakMap<object, OwnerCheck | undefined>();

/** The results of an answer: one, or one for each of several statements. */
function resultsOf(answer: Answer): readonly Answer[] {
  return 'command' in answer ? [answer] : (answer as unknown as Answer[]);
}

const begins = /^(BEGIN|START TRANSACTION)$/;

/** Why nobody may see an answer; undefined if all may. */
export function faultIn(answer: Answer, parameters: readonly unknown[], isInTransaction: boolean): Error | undefined {
  if (!Array.isArray(answer)) return fault('COPY_REFUSED', 'COPY is not possible on a connection that others use.');
  for (const result of resultsOf(answer)) {
    if (begins.test(result.command) && !isInTransaction)
      return fault(
        'UNSAFE_TRANSACTION',
        'A statement began a transaction on a connection that others use. Use begin().',
      );
    withoutHoles(result);
    const foreign = foreignRow(result, parameters);
    if (foreign) return foreign;
  }
  return undefined;
}

/** The package begins a result with as many empty places as the statement before it had rows when it failed. */
function withoutHoles(result: Answer): void {
  if (result.length > 0 && !(0 in result))
    result.splice(
      0,
      result.findIndex((_, at) => at in result),
    );
}

function foreignRow(result: Answer, parameters: readonly unknown[]): Error | undefined {
  const { statement, columns } = result;
  if (!columns || columns.length === 0 || result.length === 0) return undefined;
  if (!checks.has(columns)) checks.set(columns, ownerCheck(statement.string, columns));
  return checks.get(columns)?.(result as unknown as Record<symbol, unknown>[], parameters);
}
