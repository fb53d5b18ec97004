import type { Caller } from '../../../caller.ts';
import { invalidState, notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import type { Sql } from '../../../sql/connect.ts';
import { Breather } from '../../../threads/breather.ts';
import { type BookKey, lockBook } from '../../story/book/store.ts';
import { setAnchors } from '../anchor/store.ts';
import { namedWords } from '../passage/named-words.ts';
import { fittedTo } from './fitted.ts';
import { type NewProposals, openMax, proposalsMax } from './rules.ts';
import { countProposals, type Proposal, proposalsIn } from './store.ts';

/** Proposes changes as one set, all or none. */
export function proposeEdits(
  sql: Sql,
  key: BookKey,
  { tokenId, kind }: Caller,
  { title, edits }: NewProposals,
): Promise<Proposal[]> {
  return sql.begin(async (tx): Promise<Proposal[]> => {
    if (!(await lockBook(tx, key))) return notFound('book');
    const { accountId, bookId } = key;
    const words = await namedWords(tx, key, edits);
    const { open, all } = await countProposals(tx, key);
    if (open + edits.length > openMax)
      invalidState(
        `The book has ${open} open and stale proposals; the limit is ${openMax}. Accept, decline or withdraw some first.`,
      );
    if (all + edits.length > proposalsMax)
      invalidState(
        `The book has ${all} proposals, decided ones too; the limit is ${proposalsMax}. Delete decided ones first: DELETE …/proposals/{proposalId} (deleteProposal).`,
      );
    const setId = newId('pset');
    const breather = new Breather();
    const proposals = [];
    for (const [index, { quote, replacement, alternatives, reason }] of edits.entries()) {
      const texts = [];
      for (const text of [replacement, ...(alternatives ?? [])]) {
        texts.push(fittedTo(words[index], quote, text));
        if (breather.isDue) await breather.pause();
      }
      const [first = '', ...others] = texts;
      const said = { replacement: first, alternatives: others, reason: reason ?? '' };
      proposals.push({ accountId, bookId, id: newId('prp'), setId, ...said, tokenId, authorKind: kind });
    }
    const ids = proposals.map(({ id }) => id);
    await setAnchors(
      tx,
      accountId,
      words.map(({ isExact: _found, ...one }, index) => ({ ...one, id: ids[index] ?? '' })),
    );
    await tx`INSERT INTO proposal_set ${tx({ accountId, bookId, id: setId, title: title ?? '' })}`;
    await tx`INSERT INTO proposal ${tx(proposals)}`;
    return (await proposalsIn(tx, key, ids)) ?? notFound('proposal');
  });
}
