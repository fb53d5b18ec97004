import { GraphQLError, type ResponsePath, type VariableValues } from 'graphql';
import type { Context } from '../context.ts';
import { type Faults, failed, type Place } from './faults.ts';
import { isPromise } from './promise.ts';
import type { Condition } from './selection.ts';

/** One execution of a plan. */
export interface Run {
  context: Context;
  variables: VariableValues;
  faults: Faults;
  /** Ends the execution: no resolver is asked any more. */
  signal: AbortSignal | undefined;
}

/** What the response holds of an object, or a promise of it; `above` is the object's path. Throws where it would be null and may not. */
export type Value = (source: unknown, above: ResponsePath | undefined, run: Run) => unknown;

/** Makes what the response holds of what a resolver answered, or a promise of it; throws where that does not fit. */
export type Complete = (value: unknown, path: ResponsePath, run: Run) => unknown;

/** A field of a plan. */
export interface Planned {
  key: string;
  conditions: readonly Condition[];
  value: Value;
}

type Answer = Record<string, unknown>;

/** All fields of an object, side by side. */
export function objectOf(fields: readonly Planned[]) {
  return (source: unknown, path: ResponsePath | undefined, run: Run): Answer | Promise<Answer> => {
    const answer: Answer = {};
    let waits: Promise<Answer>[] | undefined;
    try {
      for (const { key, conditions, value } of fields) {
        if (conditions.length > 0 && !areMet(conditions, run)) continue;
        const found = value(source, path, run);
        answer[key] = found;
        if (found instanceof Promise) waits = keep(waits, found, answer, key);
      }
    } catch (error) {
      letGo(waits);
      throw error;
    }
    if (!waits) return answer;
    // Mostly it is one, and a list of objects would pay for waiting for all of one.
    return waits.length === 1 && waits[0] ? waits[0] : Promise.all(waits).then(() => answer);
  };
}

/** Puts what is still to come in its place, and resolves with the whole. */
function keep(waits: Promise<Answer>[] = [], found: Promise<unknown>, answer: Answer, key: string): Promise<Answer>[] {
  waits.push(
    found.then((value) => {
      answer[key] = value;
      return answer;
    }),
  );
  return waits;
}

/** The fields of a mutation: each when the one before has ended. */
export function inTurn(fields: readonly Planned[]) {
  return async (source: unknown, path: ResponsePath | undefined, run: Run): Promise<Answer> => {
    const answer: Answer = {};
    for (const { key, conditions, value } of fields)
      if (areMet(conditions, run)) answer[key] = await value(source, path, run);
    return answer;
  };
}

function areMet(conditions: readonly Condition[], { variables }: Run): boolean {
  return conditions.every(([name, wanted]) => variables.coerced[name] === wanted);
}

export function listOf(complete: Complete, place: Place): Complete {
  return (list, path, run) => {
    if (typeof list !== 'object' || !list || !(Symbol.iterator in list))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${place.name}".`);
    const entries: unknown[] = [];
    let waits = false;
    try {
      for (const entry of list as Iterable<unknown>) {
        const at = { prev: path, key: entries.length, typename: undefined };
        const found = settled(entry, complete, place, at, run);
        waits ||= found instanceof Promise;
        entries.push(found);
      }
    } catch (error) {
      letGo(entries);
      throw error;
    }
    return waits ? Promise.all(entries) : entries;
  };
}

/** What a resolver answered, or a promise of it, as the response holds it. */
export function settled(value: unknown, complete: Complete, place: Place, path: ResponsePath, run: Run): unknown {
  if (!isPromise(value)) return completed(value, complete, place, path, run);
  return Promise.resolve(value).then(
    (later) => completed(later, complete, place, path, run),
    (error: unknown) => failed(error, place, path, run.faults),
  );
}

function completed(value: unknown, complete: Complete, place: Place, path: ResponsePath, run: Run): unknown {
  try {
    const done = complete(value, path, run);
    return done instanceof Promise ? done.catch((error: unknown) => failed(error, place, path, run.faults)) : done;
  } catch (error) {
    return failed(error, place, path, run.faults);
  }
}

/** What still runs when its object has failed has nobody to tell. */
function letGo(values: readonly unknown[] = []): void {
  for (const value of values) if (value instanceof Promise) value.catch(() => {});
}
