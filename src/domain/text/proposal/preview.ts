import { notFound } from '../../../errors.ts';
import type { Sql } from '../../../sql/connect.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { diffTexts } from '../comparison/diff.ts';
import type { DiffPart } from '../comparison/rules.ts';
import { placedText } from '../texts/anchored.ts';
import { notAcceptable } from './accept.ts';
import { decidedBefore, withAccepted } from './accepted-text.ts';
import { refuseLong } from './size.ts';
import { type Proposal, proposalsIn } from './store.ts';

/** The text of a chapter as it would be with its proposals accepted. Throws `invalid_state` if one cannot be. */
export async function contentWith(sql: Sql, key: ChapterKey, ids: readonly string[]): Promise<string> {
  const found = (await proposalsIn(sql, key, ids)) ?? notFound('proposal');
  if (found.some(({ chapterId }) => chapterId !== key.chapterId)) return notFound('proposal');
  refuseLong(found);
  const { body, places } = await placedText(sql, key);
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const wanted = found.map((proposal) => ({ proposal, place: placeOf.get(proposal.id), choice: 0 }));
  const { text, refused } = withAccepted(body, wanted);
  const all = [...decidedBefore(found), ...refused];
  if (all.length > 0) throw notAcceptable(all);
  return text;
}

/** The two texts of a proposal, and the language of its book. */
type ComparedWords = Pick<Proposal, 'exact' | 'replacement' | 'language'>;

const comparing: Job<ComparedWords, DiffPart[]> = { module: new URL(import.meta.url), name: 'diffOf' };

/** The differences of several proposals, in one job. */
export function diffsOf(
  work: WorkPool,
  accountId: string,
  inputs: readonly ComparedWords[],
  signal: AbortSignal,
): Promise<DiffPart[][]> {
  const lengthOf = ({ exact, replacement }: ComparedWords) => exact.length + replacement.length;
  return work.each(comparing, { accountId, inputs, lengthOf, signal });
}

/** Effort of comparing two passages (token-diff.ts), at most about 7 ms (ours). */
const effortMax = 100_000;

/** How a proposal would change its words. */
export function diffOf({ exact, replacement, language }: ComparedWords): DiffPart[] {
  return diffTexts(exact, replacement, language, effortMax);
}
