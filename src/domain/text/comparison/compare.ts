import { notFound } from '../../../errors.ts';
import { idOrNone } from '../../../ids/id.ts';
import type { Sql } from '../../../sql/connect.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import { bookById } from '../../story/book/store.ts';
import { proseOf } from '../texts/prose.ts';
import { placeInList, type Revision, type RevisionKey, revisionById, revisionsOfChapter } from '../texts/store.ts';
import type { ComparedTexts } from './diff.ts';
import type { DiffPart } from './rules.ts';

export interface Comparison {
  revisionId: string;
  /** Null compares with an empty text. */
  againstId: string | null;
  wordsAdded: number;
  wordsRemoved: number;
  parts: DiffPart[];
}

const comparing: Job<ComparedTexts, DiffPart[]> = {
  module: new URL('./diff.ts', import.meta.url),
  name: 'compareTexts',
};

/** What a revision has that its base lacks, and the other way round. Throws `not_found` when one of them is not there. */
export async function compareRevisions(
  sql: Sql,
  work: WorkPool,
  key: RevisionKey,
  against: string,
  context: number | undefined,
): Promise<Comparison> {
  const revision = (await revisionById(sql, key)) ?? notFound('revision');
  const base = await baseOf(sql, key, revision, against);
  const prose = await proseOf(sql, key.accountId, base ? [revision, base] : [revision]);
  const { language } = (await bookById(sql, key)) ?? notFound('revision');
  const bodyOf = (one: Revision | undefined) => prose.find(({ id }) => id === one?.id)?.body ?? '';
  const input = { before: bodyOf(base), after: bodyOf(revision), language, context };
  const characters = input.before.length + input.after.length;
  const parts = await work.run(comparing, { accountId: key.accountId, input, characters });
  const words = (kind: DiffPart['kind']) => parts.reduce((sum, part) => sum + (part.kind === kind ? part.words : 0), 0);
  return {
    revisionId: revision.id,
    againstId: base?.id ?? null,
    wordsAdded: words('insert'),
    wordsRemoved: words('delete'),
    parts,
  };
}

async function baseOf(sql: Sql, key: RevisionKey, revision: Revision, against: string): Promise<Revision | undefined> {
  if (against === 'previous')
    return (await revisionsOfChapter(sql, key, { size: 1, after: placeInList(revision) }))?.[0];
  if (against !== 'current')
    return (await revisionById(sql, { ...key, revisionId: idOrNone(against) })) ?? notFound('revision');
  const [newest] = (await revisionsOfChapter(sql, key, { size: 1 })) ?? [];
  return newest?.replacedAt === null ? newest : undefined;
}
