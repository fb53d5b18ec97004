import { invalidState } from '../../errors.ts';
import { contentMax, lengthOf } from '../chapter/rules.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { giveWay, hasMoved } from './begin.ts';
import { type Desk, requireProvider } from './desk.ts';
import { joinOrStart, startProse } from './prose.ts';
import { requestHash, type WriteRequest } from './rules.ts';
import type * as store from './store.ts';

/** Starts to write a chapter, or joins the run that is doing just that; goes on where a partial text ends. */
export async function writeChapter(desk: Desk, key: ChapterKey, request: WriteRequest): Promise<store.Run> {
  const hash = requestHash('write', request.instructions ?? '', request.restart ?? false);
  return joinOrStart(desk, key, hash, (standing) => startOrGoOn(desk, key, request, hash, standing));
}

/**
 * What a request under an idempotency key asks for when its earlier run stopped before the end: to go on with that run's
 * text, so that `restart` is not done twice. Where the chapter has another text since, that run is all there is to answer.
 */
async function startOrGoOn(
  desk: Desk,
  key: ChapterKey,
  request: WriteRequest,
  hash: string,
  standing: store.Standing,
): Promise<store.Run | undefined> {
  const former = desk.keyedRun?.former;
  if (!former || former.charsWritten === 0) return start(desk, key, request, hash, standing);
  const isItsText = standing.textStatus === 'partial' && standing.revisionId === former.revisionId;
  return isItsText ? start(desk, key, { ...request, restart: false }, hash, standing) : former;
}

function start(
  desk: Desk,
  key: ChapterKey,
  request: WriteRequest,
  hash: string,
  standing: store.Standing,
): Promise<store.Run | undefined> {
  const resumes = standing.textStatus === 'partial' && !request.restart;
  const savedText = resumes ? standing.body : '';
  refuseFinished(standing.textStatus === 'complete' && !request.restart, lengthOf(savedText));
  requireProvider(desk.runs);
  const replaces = !resumes && standing.revisionId !== null;
  return startProse(
    desk,
    key,
    {
      kind: 'write',
      hash,
      wishes: request.instructions,
      presentText: null,
      savedText,
      revisionId: (resumes && standing.revisionId) || undefined,
      resumeOf: resumes ? standing.lastRunId : null,
    },
    (id) => ({
      mayBegin: (tx) => hasMoved(tx, key, standing),
      ...(replaces ? { begun: (tx) => giveWay(tx, key, id) } : {}),
    }),
  );
}

function refuseFinished(isComplete: boolean, length: number): void {
  if (isComplete)
    invalidState(
      'The chapter is complete. Send restart: true to write it anew; the present text is kept as a revision.',
    );
  if (length >= contentMax)
    invalidState(`The chapter has ${contentMax} characters and takes no more. Set its content, or send restart: true.`);
}
