import type { Transaction } from './connect.ts';

/**
 * Call this first in a transaction of a start. Its process also loads modules, which blocks the event loop: for seconds on
 * a slow machine. The usual limit of an idle transaction would end the start then.
 */
export async function allowLoading(tx: Transaction): Promise<void> {
  await tx`SET LOCAL idle_in_transaction_session_timeout = '60s'`;
}
