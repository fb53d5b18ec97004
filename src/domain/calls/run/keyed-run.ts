import type { Transaction } from '../../../sql/connect.ts';
import type { Run } from './store.ts';

/** Connects a run with the idempotency key of the request that starts it. */
export interface KeyedRun {
  /** The run of an earlier request with the same key, if that run stopped before its end. */
  former: Run | undefined;
  /** Stores the run id under the key, in the transaction that records the run. Throws if the key has another run by now. */
  bind(tx: Transaction, runId: string): Promise<void>;
}

declare module '../../../graphql/context.ts' {
  interface Context {
    /** Set for a run that starts under an idempotency key. */
    keyedRun?: KeyedRun;
  }
}
