import { invalidState } from '../../errors.ts';
import type { AnySql } from '../../sql/connect.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { TextState } from '../chapter/text.ts';
import { requestHash } from '../run/rules.ts';
import { type RunContext, requireProvider } from '../run/start.ts';
import { type Run, runById } from '../run/store.ts';
import { draftOf, recordBase } from './draft.ts';
import { obstacleTo } from './opening.ts';
import { joinOrStart, type Prose, startProse } from './prose.ts';
import type { RewriteRequest } from './rules.ts';
import { refuseWithoutViewpoint } from './viewpoint.ts';

/**
 * Starts to rewrite a chapter, or joins the running run with the same request. Continues the draft of an earlier run with
 * the same request that stopped before its end.
 */
export async function rewriteChapter(
  context: RunContext,
  key: ChapterKey,
  { directive }: RewriteRequest,
): Promise<Run> {
  const hash = requestHash('rewrite', directive);
  return joinOrStart(context, key, hash, (current) => start(context, key, directive, current));
}

async function start(
  context: RunContext,
  key: ChapterKey,
  directive: string,
  current: TextState,
): Promise<Run | undefined> {
  await refuseWithoutViewpoint(context.sql, key);
  requireProvider(context.runs);
  const prose = await rewriteProse(context.sql, key, directive, current);
  return startProse(context, key, prose, (id) => ({
    async mayBegin(tx) {
      const obstacle = await obstacleTo(tx, key, current);
      // A run with the same request may have started and ended meanwhile, and appended to the draft.
      const draft = await draftOf(tx, key, prose.hash);
      return obstacle ?? (draft?.runId === prose.former?.id ? undefined : { not: 'changed' });
    },
    begun: (tx) => recordBase(tx, key, id),
  }));
}

/** The text that a rewrite of the current text asks for. Throws `invalid_state` without a text. */
export async function rewriteProse(
  sql: AnySql,
  key: ChapterKey,
  directive: string,
  current: TextState,
): Promise<Prose> {
  if (current.body === '') invalidState('The chapter has no text to rewrite. Write it first.');
  const hash = requestHash('rewrite', directive);
  const draft = await draftOf(sql, key, hash);
  return {
    kind: 'rewrite',
    hash,
    wishes: directive,
    presentText: current.body,
    savedText: draft?.body ?? '',
    revisionId: draft?.revisionId,
    former: draft && (await runById(sql, { accountId: key.accountId, runId: draft.runId })),
  };
}
