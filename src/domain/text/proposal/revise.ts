import { invalidRequest, notFound, StaleVersion } from '../../../errors.ts';
import { assignments, type Sql } from '../../../sql/connect.ts';
import { lockBook } from '../../story/book/store.ts';
import { resetAnchor } from '../anchor/store.ts';
import { namesWords } from '../passage/anchoring.ts';
import { namedWords } from '../passage/named-words.ts';
import { fittedTo } from './fitted.ts';
import type { ProposalPatch } from './rules.ts';
import { requirePending } from './settle.ts';
import { type Proposal, type ProposalKey, proposalById } from './store.ts';

/** Changes what is proposed, or the words for which it is. A stale proposal that names words anew is open again. */
export function reviseProposal(
  sql: Sql,
  key: ProposalKey,
  check: (proposal: Proposal) => void,
  patch: ProposalPatch,
  expected: number | undefined,
): Promise<Proposal> {
  return sql.begin(async (tx): Promise<Proposal> => {
    const proposal = ((await lockBook(tx, key)) && (await proposalById(tx, key))) ?? notFound('proposal');
    check(proposal);
    if (expected !== undefined && expected !== proposal.version) throw new StaleVersion('proposal', proposal, expected);
    requirePending(proposal);
    const { replacement, alternatives, reason, ...request } = patch;
    const { accountId } = key;
    const { id, chapterId } = proposal;
    const isSetAnew = namesWords(request);
    const [words] = isSetAnew ? await namedWords(tx, key, [{ ...request, chapterId }], () => '') : [];
    if (words) {
      const { isExact: _found, ...anchor } = words;
      await resetAnchor(tx, accountId, { ...anchor, id });
    } else if (Object.keys(request).length > 0)
      throw invalidRequest([{ path: 'quote', message: 'is missing. Send it with its prefix, suffix or version.' }]);
    const fitted = (text: string) => fittedTo(words ?? { ...proposal, isExact: false }, request.quote, text);
    const fields = {
      ...(replacement === undefined ? {} : { replacement: fitted(replacement) }),
      ...(alternatives === undefined ? {} : { alternatives: alternatives.map(fitted) }),
      ...(reason === undefined ? {} : { reason }),
      ...(isSetAnew ? { state: 'open' } : {}),
    };
    if (Object.keys(fields).length === 0) return proposal;
    await tx`
      UPDATE proposal SET ${assignments(tx, fields)}, version = version + 1, updated_at = clock_timestamp()
      WHERE account_id = ${accountId} AND id = ${id}`;
    return (await proposalById(tx, key)) ?? notFound('proposal');
  });
}
