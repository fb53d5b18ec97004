import { RequestCache } from '@pothos/plugin-scope-auth';
import type { Context } from './context.ts';

/** Caches one value per operation, or per root field of a mutation: usually a DataLoader. */
export function perOperation<T extends object>(make: (context: Context) => T): (context: Context) => T {
  return (context) => {
    const made = (context.operationCache.get(make) as T | undefined) ?? make(context);
    context.operationCache.set(make, made);
    return made;
  };
}

/** Clears cached reads after a change. */
export function clearReadCache({ operationCache }: Context): void {
  operationCache.clear();
}

/**
 * Call this at the end of an operation. Otherwise the Pothos cache keeps the context and everything it references alive
 * through many collections.
 */
export function releasePothosCache(context: Context): void {
  RequestCache.clearForContext(context);
}
