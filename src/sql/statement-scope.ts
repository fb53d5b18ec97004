import { AsyncLocalStorage } from 'node:async_hooks';

/** Work whose statements the pools tell apart. */
interface Scope {
  accountId: string;
  /** Absent where the work is left to finish, such as a change. */
  reads?: QueryReads;
  /** Aborted when nobody waits for this attempt of background work any more. */
  attempt?: AbortSignal;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work`, whose statements wait in the queue of this account; so do those of background work that it starts. */
export function onBehalfOf<T>(accountId: string, work: () => T): T {
  return scopes.run({ accountId }, work);
}

/** The account that statements run for now; `''` for work without one. */
export function currentAccountId(): string {
  return scopes.getStore()?.accountId ?? '';
}

/** Runs one attempt of background work. */
export function inAttempt<T>(attempt: AbortSignal, work: () => T): T {
  return scopes.run({ accountId: '', ...scopes.getStore(), attempt }, work);
}

/** Throws if the attempt that runs now was abandoned. */
export function refuseAbandoned(): void {
  scopes.getStore()?.attempt?.throwIfAborted();
}

type Withdraw = (reads: QueryReads) => void;

/**
 * The reads of one query. When nobody waits for its answer any more, its waiting reads leave the queue and its running ones
 * are cancelled.
 */
export class QueryReads {
  readonly accountId = currentAccountId();
  isOver = false;
  readonly #pools = new Set<Withdraw>();
  #ended: AbortController | undefined;

  /** Aborted with its reads. */
  get signal(): AbortSignal {
    this.#ended ??= new AbortController();
    if (this.isOver) this.#ended.abort();
    return this.#ended.signal;
  }

  /** The reads of the query that runs now, for a pool that sends one of them; undefined for all other work. */
  static current(withdraw: Withdraw): QueryReads | undefined {
    const reads = scopes.getStore()?.reads;
    if (reads) reads.#pools.add(withdraw);
    return reads;
  }

  run<T>(query: () => T): T {
    return scopes.run({ accountId: this.accountId, reads: this }, query);
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const withdraw of this.#pools) withdraw(this);
    this.#ended?.abort();
  }
}
