import { invalidState } from '../../../errors.ts';
import type { AnySql } from '../../../sql/connect.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { type RunContext, requireProvider } from '../../calls/run/start.ts';
import { runById } from '../../calls/run/store.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { draftOf } from '../../text/texts/fold/draft.ts';
import type { PresentState } from '../../text/texts/present.ts';
import type { ProsePlan } from './prose-plan.ts';
import { refuseWithoutViewpoint } from './viewpoint.ts';
import type { Wishes } from './wishes.ts';

export function hashOfRewrite({ directive, notes }: Wishes): string {
  // Drafts are found by the hash that they were made with.
  const named = notes.length > 0 ? ['Take these notes on the present text into account:', ...notes] : [];
  return requestHash('rewrite', [directive, ...named].join('\n\n'));
}

/** The plan of a rewrite that is allowed. */
export async function prepareRewrite(
  context: RunContext,
  key: ChapterKey,
  wishes: Wishes,
  current: PresentState,
): Promise<ProsePlan> {
  await refuseWithoutViewpoint(context.sql, key);
  requireProvider(context.runs);
  return planRewrite(context.sql, key, wishes, current);
}

/**
 * The plan of a rewrite of the present text. It continues the draft of an earlier run with the same request that stopped before
 * its end. Throws `invalid_state` without a text.
 */
export async function planRewrite(
  sql: AnySql,
  key: ChapterKey,
  wishes: Wishes,
  current: PresentState,
): Promise<ProsePlan> {
  if (current.body === '') invalidState('The chapter has no text to rewrite. Write it first.');
  const hash = hashOfRewrite(wishes);
  const draft = await draftOf(sql, key, hash);
  return {
    kind: 'rewrite',
    hash,
    current,
    replaces: 'rewritten text',
    wishes: wishes.directive,
    notes: wishes.notes,
    presentText: current.body,
    savedText: draft?.body ?? '',
    revisionId: draft?.revisionId,
    former: draft && (await runById(sql, { accountId: key.accountId, runId: draft.runId })),
  };
}
