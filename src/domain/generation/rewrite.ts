import { invalidState } from '../../errors.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { hasMoved } from './begin.ts';
import { type Desk, requireProvider } from './desk.ts';
import { draftOf, noteBase } from './draft.ts';
import { joinOrStart, startProse } from './prose.ts';
import { type RewriteRequest, requestHash, rewriteTokensMax } from './rules.ts';
import type * as store from './store.ts';

/** Starts to rewrite a chapter, or joins the run that is doing just that; goes on with a draft of the same request that was cut short. */
export async function rewriteChapter(desk: Desk, key: ChapterKey, { directive }: RewriteRequest): Promise<store.Run> {
  const hash = requestHash('rewrite', directive);
  return joinOrStart(desk, key, hash, (standing) => start(desk, key, directive, hash, standing));
}

async function start(
  desk: Desk,
  key: ChapterKey,
  directive: string,
  hash: string,
  standing: store.Standing,
): Promise<store.Run | undefined> {
  requireProvider(desk.runs);
  await refuseUnfit(standing.body);
  const draft = await draftOf(desk.sql, key, hash);
  return startProse(
    desk,
    key,
    {
      kind: 'rewrite',
      hash,
      wishes: directive,
      presentText: standing.body,
      savedText: draft?.body ?? '',
      revisionId: draft?.revisionId,
      resumeOf: draft?.runId ?? null,
    },
    (id) => ({
      async mayBegin(tx) {
        const moved = await hasMoved(tx, key, standing);
        // A run of the same request may have come and gone, and added to the draft.
        return moved ?? ((await draftOf(tx, key, hash))?.runId === draft?.runId ? undefined : { not: 'changed' });
      },
      begun: (tx) => noteBase(tx, key, id),
    }),
  );
}

async function refuseUnfit(text: string): Promise<void> {
  if (text === '') invalidState('The chapter has no text to rewrite. Write it first.');
  const tokens = (await tokenCounter())(text);
  if (tokens > rewriteTokensMax)
    invalidState(
      `The chapter is too long to be rewritten whole: about ${tokens} tokens, where ${rewriteTokensMax} (some ${rewriteTokensMax * 4} Latin letters) is the most. Divide it into chapters, or write it anew with restart: true.`,
    );
}
