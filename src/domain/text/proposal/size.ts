import { invalidRequest } from '../../../errors.ts';
import type { Proposal } from './store.ts';

/** Characters of the proposals that one change answers (ours): in any script less than the limit of an answer. */
const answeredMax = 4_000_000;

/** Throws `invalid_request` if a change could not answer all these proposals. Call it before the change. */
export function refuseLong(proposals: readonly Proposal[]): void {
  const characters = proposals.reduce((sum, one) => sum + lengthOf(one), 0);
  if (characters <= answeredMax) return;
  const message = `names proposals with ${characters} characters; the limit of one call is ${answeredMax}. Name fewer.`;
  throw invalidRequest([{ path: 'ids', message }]);
}

const lengthOf = ({ exact, replacement, alternatives, reason }: Proposal) =>
  [exact, replacement, reason, ...alternatives].reduce((sum, text) => sum + text.length, 0);
