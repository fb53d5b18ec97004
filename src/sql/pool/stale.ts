import type { Query } from './statement.ts';

/**
 * Keeps the package from sending a statement again when its plan is out of date. It would send it behind others whose answers
 * are still to come, and take those for its own. `onStale` gets the error once the package has forgotten the plan.
 */
export function refuseRetry(query: Query, onStale: (error: Error) => void): void {
  Object.defineProperty(query, 'retried', {
    set(error: Error) {
      // The package sends nothing that is cancelled.
      Object.assign(query, { cancelled: true });
      queueMicrotask(() => onStale(error));
    },
  });
}
