import type { Query } from './statement.ts';
import { notation } from './values.ts';

/**
 * The package sends a statement again when its plan is out of date, but behind others whose answers are still to come, and
 * takes those for its own. It notes the error in `retried` first. With `onStale` it sends nothing then, and forgets the plan.
 */
Object.defineProperty(Object.getPrototypeOf(notation``), 'retried', {
  get: () => undefined,
  set(this: Query & { cancelled: boolean }, error: Error) {
    if (!this.onStale) {
      Object.defineProperty(this, 'retried', { value: error });
      return;
    }
    // The package sends nothing that is cancelled.
    this.cancelled = true;
    queueMicrotask(() => this.onStale?.(error));
  },
});

/** Calls `onStale` if the plan of a query is out of date, instead of sending it again. */
export function refuseRetry(query: Query, onStale: (error: Error) => void): void {
  query.onStale = onStale;
}
