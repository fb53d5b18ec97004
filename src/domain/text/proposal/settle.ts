import { invalidState, notFound } from '../../../errors.ts';
import type { Sql } from '../../../sql/connect.ts';
import { type BookKey, lockBook } from '../../story/book/store.ts';
import { settleAnchors } from '../anchor/store.ts';
import { refuseLong } from './size.ts';
import { type Decision, decide, type Proposal, proposalsIn } from './store.ts';

/** Declines or withdraws proposals, all or none. Those that are so already change nothing. */
export function settleProposals(
  sql: Sql,
  key: BookKey,
  ids: readonly string[],
  decision: Decision,
  check: (proposal: Proposal) => void = () => undefined,
): Promise<Proposal[]> {
  return sql.begin(async (tx): Promise<Proposal[]> => {
    if (!(await lockBook(tx, key))) return notFound('book');
    const proposals = (await proposalsIn(tx, key, ids)) ?? notFound('proposal');
    refuseLong(proposals);
    proposals.forEach(check);
    const pending = proposals.filter(({ state }) => state !== decision.state);
    pending.forEach(requirePending);
    if (pending.length === 0) return proposals;
    await settleAnchors(
      tx,
      key.accountId,
      pending.map(({ id }) => id),
    );
    const chosen = pending.map(({ id }) => ({ id, choice: null }));
    await decide(tx, key.accountId, chosen, decision);
    return (await proposalsIn(tx, key, ids)) ?? notFound('proposal');
  });
}

export function requirePending({ id, state }: Proposal): void {
  if (state !== 'open' && state !== 'stale') invalidState(`Proposal ${id} is ${state} already. Nothing was changed.`);
}
