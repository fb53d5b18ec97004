import { GraphQLError, type ResponsePath, type VariableValues } from 'graphql';
import { type ErrorCollector, type FieldPosition, handleError } from './errors.ts';
import { isPromise } from './promise.ts';
import type { Condition } from './selection.ts';

/** State of one execution. */
export interface ExecutionState {
  context: unknown;
  variables: VariableValues;
  errors: ErrorCollector;
  /** Once aborted, no further resolver runs. */
  signal: AbortSignal | undefined;
}

/**
 * Resolves a field of `source` and completes its value. Returns the response value or a promise of it. Throws or rejects if
 * a non-null value is missing. `parentPath` is the path of the object.
 */
export type ExecuteField = (source: unknown, parentPath: ResponsePath | undefined, state: ExecutionState) => unknown;

/** Converts a resolved value to its response value, or a promise of it. Throws if the value does not fit the type. */
export type CompleteValue = (value: unknown, path: ResponsePath, state: ExecutionState) => unknown;

export interface CompiledField {
  key: string;
  conditions: readonly Condition[];
  execute: ExecuteField;
}

type ResponseObject = Record<string, unknown>;

/** Executes all fields of an object concurrently. */
export function objectOf(fields: readonly CompiledField[]) {
  return (
    source: unknown,
    path: ResponsePath | undefined,
    state: ExecutionState,
  ): ResponseObject | Promise<ResponseObject> => {
    const response: ResponseObject = {};
    let pending: Promise<ResponseObject>[] | undefined;
    try {
      for (const { key, conditions, execute } of fields) {
        if (conditions.length > 0 && !areMet(conditions, state)) continue;
        const value = execute(source, path, state);
        response[key] = value;
        if (value instanceof Promise) pending = addPending(pending, value, response, key);
      }
    } catch (error) {
      ignoreRejections(pending);
      throw error;
    }
    if (!pending) return response;
    // Usually one field is pending. `Promise.all` would add its cost to every object of a list.
    return pending.length === 1 && pending[0] ? pending[0] : Promise.all(pending).then(() => response);
  };
}

/** Adds a promise that writes the value into the response and resolves with the response. */
function addPending(
  pending: Promise<ResponseObject>[] = [],
  promise: Promise<unknown>,
  response: ResponseObject,
  key: string,
): Promise<ResponseObject>[] {
  pending.push(
    promise.then((value) => {
      response[key] = value;
      return response;
    }),
  );
  return pending;
}

/** Executes the fields of a mutation one after another. */
export function serialObjectOf(fields: readonly CompiledField[]) {
  return async (source: unknown, path: ResponsePath | undefined, state: ExecutionState): Promise<ResponseObject> => {
    const response: ResponseObject = {};
    for (const { key, conditions, execute } of fields)
      if (areMet(conditions, state)) response[key] = await execute(source, path, state);
    return response;
  };
}

function areMet(conditions: readonly Condition[], { variables }: ExecutionState): boolean {
  return conditions.every(([name, expected]) => variables.coerced[name] === expected);
}

/** Completes the entries of a list. `position` describes the entries. */
export function listOf(complete: CompleteValue, position: FieldPosition): CompleteValue {
  return (list, path, state) => {
    if (typeof list !== 'object' || !list || !(Symbol.iterator in list))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${position.name}".`);
    const entries: unknown[] = [];
    let isPending = false;
    try {
      for (const entry of list as Iterable<unknown>) {
        const entryPath = { prev: path, key: entries.length, typename: undefined };
        const completed = completeValue(entry, complete, position, entryPath, state);
        isPending ||= completed instanceof Promise;
        entries.push(completed);
      }
    } catch (error) {
      ignoreRejections(entries);
      throw error;
    }
    return isPending ? Promise.all(entries) : entries;
  };
}

/** Completes the value or promise of a resolver. An error becomes null, or is thrown if the position is non-null. */
export function completeValue(
  value: unknown,
  complete: CompleteValue,
  position: FieldPosition,
  path: ResponsePath,
  state: ExecutionState,
): unknown {
  if (!isPromise(value)) return completeResolved(value, complete, position, path, state);
  return Promise.resolve(value).then(
    (resolved) => completeResolved(resolved, complete, position, path, state),
    (error: unknown) => handleError(error, position, path, state.errors),
  );
}

function completeResolved(
  value: unknown,
  complete: CompleteValue,
  position: FieldPosition,
  path: ResponsePath,
  state: ExecutionState,
): unknown {
  try {
    const completed = complete(value, path, state);
    return completed instanceof Promise
      ? completed.catch((error: unknown) => handleError(error, position, path, state.errors))
      : completed;
  } catch (error) {
    return handleError(error, position, path, state.errors);
  }
}

/** Ignores rejections of siblings once the parent has failed. */
function ignoreRejections(values: readonly unknown[] = []): void {
  for (const value of values) if (value instanceof Promise) value.catch(() => {});
}
