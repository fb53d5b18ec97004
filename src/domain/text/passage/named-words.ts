import { setImmediate } from 'node:timers/promises';
import { type Issue, invalidRequest, notFound, StaleVersion } from '../../../errors.ts';
import type { Transaction } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import { chapterById } from '../chapter/store.ts';
import { presentTextOf } from '../texts/present.ts';
import { type AnchoredWords, Anchoring } from './anchoring.ts';
import type { AnchorRequest } from './rules.ts';
import { explainedMax } from './unfound.ts';

/** Words of a chapter, as callers name them. */
type NamedWords = AnchorRequest & { chapterId: string };

/** The words that requests name in the present texts of their chapters. Throws if one names none. */
export async function namedWords(
  tx: Transaction,
  key: BookKey,
  requests: readonly NamedWords[],
  pathOf = (index: number) => `edits[${index}]`,
): Promise<(AnchoredWords & { chapterId: string })[]> {
  const texts = await textsOf(tx, key, [...new Set(requests.map(({ chapterId }) => chapterId))]);
  for (const { chapterId, version } of requests) await refuseStale(tx, { ...key, chapterId }, texts, version);
  const issues: Issue[] = [];
  const words: (AnchoredWords & { chapterId: string })[] = [];
  for (const [index, { chapterId, ...request }] of requests.entries()) {
    if (issues.length >= explainedMax) break;
    const found = texts.get(chapterId)?.anchoring.find(request, pathOf(index)) ?? notFound('chapter');
    if ('words' in found) words.push({ ...found.words, chapterId });
    else issues.push(found.issue);
    // The texts may be long and many.
    if (requests.length > 1) await setImmediate();
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return words;
}

interface ReadText {
  version: number;
  anchoring: Anchoring;
}

async function textsOf(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  chapterIds: readonly string[],
): Promise<Map<string, ReadText>> {
  const rows = await tx<{ id: string; version: number; body: string }[]>`
    SELECT c.account_id AS owner_of_chapter, c.id, c.version, coalesce(t.body, '') AS body
    FROM chapter c LEFT JOIN ${presentTextOf(tx)}
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.id = ANY(${[...chapterIds]})
      AND c.archived_at IS NULL`;
  return new Map(rows.map(({ id, version, body }) => [id, { version, anchoring: new Anchoring(body) }]));
}

async function refuseStale(
  tx: Transaction,
  key: BookKey & { chapterId: string },
  texts: ReadonlyMap<string, ReadText>,
  version: number | undefined,
): Promise<void> {
  const text = texts.get(key.chapterId) ?? notFound('chapter');
  if (version === undefined || version === text.version) return;
  throw new StaleVersion('chapter', (await chapterById(tx, key)) ?? notFound('chapter'), version);
}
