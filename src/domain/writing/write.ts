import { invalidRequest, invalidState } from '../../errors.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { TextState } from '../chapter/text.ts';
import type { Opening } from '../run/insert.ts';
import { requestHash } from '../run/rules.ts';
import { type RunContext, requireProvider } from '../run/start.ts';
import * as store from '../run/store.ts';
import { contentMax, lengthOf } from '../shapes.ts';
import { textToContinue } from './brief.ts';
import { archiveForRun, obstacleTo, recordFormer } from './opening.ts';
import { joinOrStart, startProse } from './prose.ts';
import type { WriteRequest } from './rules.ts';

/** Starts to write a chapter, or joins the running run with the same request. Continues a partial text. */
export async function writeChapter(context: RunContext, key: ChapterKey, request: WriteRequest): Promise<store.Run> {
  refuseBoth(request);
  const { instructions = '', restart = false, continue: appends = false, words = null } = request;
  const hash = requestHash('write', instructions, restart, appends, words);
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

async function start(
  context: RunContext,
  key: ChapterKey,
  request: WriteRequest,
  hash: string,
  current: TextState,
): Promise<store.Run | undefined> {
  const savedText = textToContinue(current, request);
  refuseUnready(current, request, lengthOf(savedText));
  requireProvider(context.runs);
  const former = savedText === '' ? undefined : await unfinishedRunOf(context, key, current);
  return startProse(
    context,
    key,
    {
      kind: 'write',
      hash,
      wishes: request.instructions,
      presentText: null,
      savedText,
      revisionId: (former && current.revisionId) || undefined,
      former,
      words: request.words,
      appends: request.continue,
    },
    (id) => ({ mayBegin: (tx) => obstacleTo(tx, key, current), ...begunWith(key, id, current, savedText, former) }),
  );
}

/** The run that left the text unfinished. Any other text is kept as a revision before a run appends to it. */
async function unfinishedRunOf(
  { sql }: RunContext,
  { accountId }: ChapterKey,
  { textStatus, lastRunId }: TextState,
): Promise<store.Run | undefined> {
  if (textStatus !== 'partial' || lastRunId === null) return undefined;
  const run = await store.runById(sql, { accountId, runId: lastRunId });
  return run?.state === 'completed' ? undefined : run;
}

/** What happens to the present text when the run begins. */
function begunWith(
  key: ChapterKey,
  runId: string,
  { revisionId }: TextState,
  savedText: string,
  former: store.Run | undefined,
): Pick<Opening, 'begun'> {
  if (revisionId === null || former) return {};
  return { begun: (tx) => (savedText === '' ? archiveForRun(tx, key, runId) : recordFormer(tx, key, runId)) };
}

export function refuseBoth({ restart, continue: appends }: WriteRequest): void {
  const message = 'cannot be combined with restart. Send continue to append, or restart to start over.';
  if (restart && appends) throw invalidRequest([{ path: 'continue', message }]);
}

function refuseUnready({ textStatus }: TextState, request: WriteRequest, length: number): void {
  if (textStatus === 'empty' && request.continue)
    invalidState('The chapter has no text to continue. Write it without `continue`.');
  if (textStatus === 'complete' && !request.restart && !request.continue)
    invalidState(
      'The chapter is complete. Send continue: true to append to it, or restart: true to write it again; the current text is kept as a revision.',
    );
  if (length >= contentMax)
    invalidState(
      `The chapter has ${length} characters; the limit is ${contentMax}. Shorten its content, or send restart: true.`,
    );
}
