import { invalidState, notFound, StaleVersion } from '../../../errors.ts';
import type { Sql } from '../../../sql/connect.ts';
import { lockBook } from '../../story/book/store.ts';
import { dropAnchors } from '../anchor/store.ts';
import { dropEmptySet, type Proposal, type ProposalKey, proposalById } from './store.ts';

/** Deletes a decided proposal for good, and its set with the last one. */
export function deleteProposal(
  sql: Sql,
  key: ProposalKey,
  check: (proposal: Proposal) => void,
  expected: number | undefined,
): Promise<{ id: string }> {
  return sql.begin(async (tx): Promise<{ id: string }> => {
    const proposal = ((await lockBook(tx, key)) && (await proposalById(tx, key))) ?? notFound('proposal');
    check(proposal);
    const { id, state, setId, version } = proposal;
    if (expected !== undefined && expected !== version) throw new StaleVersion('proposal', proposal, expected);
    if (state === 'open' || state === 'stale')
      invalidState(`Proposal ${id} is ${state}. Nothing was deleted; decline or withdraw it first.`);
    await dropAnchors(tx, key.accountId, [id]);
    await dropEmptySet(tx, key.accountId, setId);
    return { id };
  });
}
