import { AsyncLocalStorage } from 'node:async_hooks';

/** Work whose statements the pools tell apart. */
interface Scope {
  accountId: string;
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
