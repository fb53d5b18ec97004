import { invalidState } from '../../errors.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { TextState } from '../chapter/text.ts';
import { requestHash } from '../run/rules.ts';
import { type RunContext, requireProvider } from '../run/start.ts';
import { type Run, runById } from '../run/store.ts';
import { draftOf, recordBase } from './draft.ts';
import { obstacleTo } from './opening.ts';
import { joinOrStart, startProse } from './prose.ts';
import { type RewriteRequest, rewriteTokensMax } from './rules.ts';

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
  return joinOrStart(context, key, hash, (current) => start(context, key, directive, hash, current));
}

async function start(
  context: RunContext,
  key: ChapterKey,
  directive: string,
  hash: string,
  current: TextState,
): Promise<Run | undefined> {
  requireProvider(context.runs);
  await refuseEmptyOrLong(current.body);
  const draft = await draftOf(context.sql, key, hash);
  const former = draft && (await runById(context.sql, { accountId: key.accountId, runId: draft.runId }));
  return startProse(
    context,
    key,
    {
      kind: 'rewrite',
      hash,
      wishes: directive,
      presentText: current.body,
      savedText: draft?.body ?? '',
      revisionId: draft?.revisionId,
      former,
    },
    (id) => ({
      async mayBegin(tx) {
        const obstacle = await obstacleTo(tx, key, current);
        // A run with the same request may have started and ended meanwhile, and appended to the draft.
        return obstacle ?? ((await draftOf(tx, key, hash))?.runId === draft?.runId ? undefined : { not: 'changed' });
      },
      begun: (tx) => recordBase(tx, key, id),
    }),
  );
}

async function refuseEmptyOrLong(text: string): Promise<void> {
  if (text === '') invalidState('The chapter has no text to rewrite. Write it first.');
  const tokens = (await tokenCounter())(text);
  if (tokens > rewriteTokensMax)
    invalidState(
      `The chapter is too long to rewrite: about ${tokens} tokens; the limit is ${rewriteTokensMax} (about ${rewriteTokensMax * 4} Latin letters). Split the chapter, or write it again with restart: true.`,
    );
}
