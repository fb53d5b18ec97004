import { invalidState } from '../../errors.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { TextState } from '../chapter/text.ts';
import { requestHash } from '../run/rules.ts';
import { type RunContext, requireProvider } from '../run/start.ts';
import type * as store from '../run/store.ts';
import { contentMax, lengthOf } from '../shapes.ts';
import { archiveForRun, obstacleTo } from './opening.ts';
import { joinOrStart, startProse } from './prose.ts';
import type { WriteRequest } from './rules.ts';

/** Starts to write a chapter, or joins the running run with the same request. Continues a partial text. */
export async function writeChapter(context: RunContext, key: ChapterKey, request: WriteRequest): Promise<store.Run> {
  const hash = requestHash('write', request.instructions ?? '', request.restart ?? false);
  return joinOrStart(context, key, hash, (current) => startOrResume(context, key, request, hash, current));
}

/**
 * A retry under an idempotency key continues the text of its earlier run, so that `restart` is not applied twice. If the
 * chapter has another text since, the answer is the earlier run.
 */
async function startOrResume(
  context: RunContext,
  key: ChapterKey,
  request: WriteRequest,
  hash: string,
  current: TextState,
): Promise<store.Run | undefined> {
  const former = context.keyedRun?.former;
  if (!former || former.charsWritten === 0) return start(context, key, request, hash, current);
  const isItsText = current.textStatus === 'partial' && current.revisionId === former.revisionId;
  return isItsText ? start(context, key, { ...request, restart: false }, hash, current) : former;
}

function start(
  context: RunContext,
  key: ChapterKey,
  request: WriteRequest,
  hash: string,
  current: TextState,
): Promise<store.Run | undefined> {
  const resumes = current.textStatus === 'partial' && !request.restart;
  const savedText = resumes ? current.body : '';
  refuseFinished(current.textStatus === 'complete' && !request.restart, lengthOf(savedText));
  requireProvider(context.runs);
  const replaces = !resumes && current.revisionId !== null;
  return startProse(
    context,
    key,
    {
      kind: 'write',
      hash,
      wishes: request.instructions,
      presentText: null,
      savedText,
      revisionId: (resumes && current.revisionId) || undefined,
      resumeOf: resumes ? current.lastRunId : null,
    },
    (id) => ({
      mayBegin: (tx) => obstacleTo(tx, key, current),
      ...(replaces ? { begun: (tx) => archiveForRun(tx, key, id) } : {}),
    }),
  );
}

function refuseFinished(isComplete: boolean, length: number): void {
  if (isComplete)
    invalidState(
      'The chapter is complete. Send restart: true to write it again; the current text is kept as a revision.',
    );
  if (length >= contentMax)
    invalidState(
      `The chapter has ${length} characters; the limit is ${contentMax}. Shorten its content, or send restart: true.`,
    );
}
