import type { AnySql, Fragment } from '../sql/connect.ts';

/**
 * Lets other aggregates act on an event of a record without being imported by it. Listeners are added when modules load and
 * run in the import order of `schema.ts`. Each is awaited. The first failure stops the rest and reaches the caller.
 */
export class Hook<Args extends readonly unknown[], Result = void> {
  readonly #listeners: ((...args: Args) => Promise<Result>)[] = [];

  add(listener: (...args: Args) => Promise<Result>): void {
    this.#listeners.push(listener);
  }

  /** Results of all listeners, in order. */
  async run(...args: Args): Promise<Result[]> {
    const results: Result[] = [];
    for (const listener of this.#listeners) results.push(await listener(...args));
    return results;
  }
}

/**
 * Lets aggregates above add SQL to a statement of a record, which does not name their tables. Clauses are added when modules
 * load and follow each other in the import order of `schema.ts`.
 */
export class SqlHook<Args extends readonly unknown[] = []> {
  readonly #clauses: ((sql: AnySql, ...args: Args) => Fragment)[] = [];

  add(clause: (sql: AnySql, ...args: Args) => Fragment): void {
    this.#clauses.push(clause);
  }

  /** All clauses, in order. Throws if there is none: without the module that adds it, a statement would do less. */
  of(sql: AnySql, ...args: Args): Fragment {
    const [first, ...others] = this.#clauses;
    if (!first) throw new Error('A statement lacks the clause of another room, whose module is not loaded.');
    return others.reduce((all, clause) => sql`${all} ${clause(sql, ...args)}`, first(sql, ...args));
  }
}
