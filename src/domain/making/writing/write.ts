import { invalidRequest, invalidState } from '../../../errors.ts';
import type { AnySql } from '../../../sql/connect.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { type RunContext, requireProvider } from '../../calls/run/start.ts';
import * as store from '../../calls/run/store.ts';
import { contentMax, lengthOf } from '../../shapes.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import type { PresentState } from '../../text/texts/present.ts';
import { textToContinue } from './brief.ts';
import type { ProsePlan } from './prose-plan.ts';
import type { WriteRequest } from './rules.ts';
import { refuseWithoutViewpoint } from './viewpoint.ts';

export function hashOfWrite(request: WriteRequest): string {
  const { instructions = '', restart = false, continue: appends = false, words = null } = request;
  return requestHash('write', instructions, restart, appends, words);
}

/**
 * The plan of a write that is allowed. A retry under an idempotency key continues the text of its earlier run, so that
 * `restart` is not applied twice. If the chapter has another text since, the answer is the earlier run.
 */
export async function prepareWrite(
  context: RunContext,
  key: ChapterKey,
  asked: WriteRequest,
  current: PresentState,
): Promise<ProsePlan | store.Run> {
  const former = context.keyedRun?.former;
  const isRetry = former !== undefined && former.charsWritten > 0;
  if (isRetry && (current.textStatus !== 'partial' || current.revisionId !== former.revisionId)) return former;
  const request = isRetry ? { ...asked, restart: false } : asked;
  await refuseWrite(context.sql, key, request, current);
  requireProvider(context.runs);
  return { ...(await planWrite(context.sql, key, request, current)), hash: hashOfWrite(asked) };
}

/** Throws `invalid_state` for a write that the text or the plan of the book does not allow. */
export async function refuseWrite(
  sql: AnySql,
  key: ChapterKey,
  request: WriteRequest,
  current: PresentState,
): Promise<void> {
  refuseUnready(current, request, lengthOf(textToContinue(current, request)));
  await refuseWithoutViewpoint(sql, key);
}

/** The plan of a write of the present text, whether it is allowed or not. */
export async function planWrite(
  sql: AnySql,
  key: ChapterKey,
  request: WriteRequest,
  current: PresentState,
): Promise<ProsePlan> {
  const savedText = textToContinue(current, request);
  const former = savedText === '' ? undefined : await unfinishedRunOf(sql, key, current);
  return {
    kind: 'write',
    hash: hashOfWrite(request),
    current,
    wishes: request.instructions,
    presentText: null,
    savedText,
    revisionId: (former && current.revisionId) || undefined,
    former,
    words: request.words,
    appends: request.continue,
    restarts: request.restart,
    replaces: replacedBy(current, savedText, former),
  };
}

/** The run that left the text unfinished. Any other text is kept as a revision before a run appends to it. */
async function unfinishedRunOf(
  sql: AnySql,
  { accountId }: ChapterKey,
  { textStatus, lastRunId }: PresentState,
): Promise<store.Run | undefined> {
  if (textStatus !== 'partial' || lastRunId === null) return undefined;
  const run = await store.runById(sql, { accountId, runId: lastRunId });
  return run?.state === 'completed' ? undefined : run;
}

function replacedBy(
  { revisionId }: PresentState,
  savedText: string,
  former: store.Run | undefined,
): ProsePlan['replaces'] {
  if (revisionId === null || former) return 'nothing';
  return savedText === '' ? 'archived text' : 'recorded text';
}

export function refuseBoth({ restart, continue: appends }: WriteRequest): void {
  const message = 'cannot be combined with restart. Send continue to append, or restart to start over.';
  if (restart && appends) throw invalidRequest([{ path: 'continue', message }]);
}

function refuseUnready({ textStatus }: PresentState, request: WriteRequest, length: number): void {
  if (textStatus === 'empty' && request.continue)
    invalidState('The chapter has no text to continue. Write it without `continue`.');
  if (textStatus === 'complete' && !request.restart && !request.continue)
    invalidState(
      'The chapter is complete. Send continue: true to append to it, or restart: true to write it again; the present text is kept as a revision.',
    );
  if (length >= contentMax)
    invalidState(
      `The chapter has ${length} characters; the limit is ${contentMax}. Shorten its content, or send restart: true.`,
    );
}
