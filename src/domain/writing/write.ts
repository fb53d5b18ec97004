import { invalidRequest, invalidState } from '../../errors.ts';
import type { AnySql } from '../../sql/connect.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { TextState } from '../chapter/text.ts';
import type { Opening } from '../run/insert.ts';
import { requestHash } from '../run/rules.ts';
import { type RunContext, requireProvider } from '../run/start.ts';
import * as store from '../run/store.ts';
import { contentMax, lengthOf } from '../shapes.ts';
import { textToContinue } from './brief.ts';
import { archiveForRun, obstacleTo, recordFormer } from './opening.ts';
import { joinOrStart, type Prose, startProse } from './prose.ts';
import type { WriteRequest } from './rules.ts';
import { refuseWithoutViewpoint } from './viewpoint.ts';

/** Starts to write a chapter, or joins the running run with the same request. Continues a partial text. */
export async function writeChapter(context: RunContext, key: ChapterKey, request: WriteRequest): Promise<store.Run> {
  refuseBoth(request);
  const hash = hashOf(request);
  return joinOrStart(context, key, hash, (current) => startOrResume(context, key, request, current));
}

function hashOf(request: WriteRequest): string {
  const { instructions = '', restart = false, continue: appends = false, words = null } = request;
  return requestHash('write', instructions, restart, appends, words);
}

/**
 * A retry under an idempotency key continues the text of its earlier run, so that `restart` is not applied twice. If the
 * chapter has another text since, the answer is the earlier run.
 */
async function startOrResume(
  context: RunContext,
  key: ChapterKey,
  request: WriteRequest,
  current: TextState,
): Promise<store.Run | undefined> {
  const former = context.keyedRun?.former;
  if (!former || former.charsWritten === 0) return start(context, key, request, request, current);
  const isItsText = current.textStatus === 'partial' && current.revisionId === former.revisionId;
  return isItsText ? start(context, key, request, { ...request, restart: false }, current) : former;
}

/** `asked` is the request as it was sent; `request` as it is carried out. */
async function start(
  context: RunContext,
  key: ChapterKey,
  asked: WriteRequest,
  request: WriteRequest,
  current: TextState,
): Promise<store.Run | undefined> {
  const savedText = textToContinue(current, request);
  refuseUnready(current, request, lengthOf(savedText));
  await refuseWithoutViewpoint(context.sql, key);
  requireProvider(context.runs);
  const prose = { ...(await writeProse(context.sql, key, request, current)), hash: hashOf(asked) };
  return startProse(context, key, prose, (id) => ({
    mayBegin: (tx) => obstacleTo(tx, key, current),
    ...begunWith(key, id, current, savedText, prose.former),
  }));
}

/** The text that a write of the current text asks for. */
export async function writeProse(
  sql: AnySql,
  key: ChapterKey,
  request: WriteRequest,
  current: TextState,
): Promise<Prose> {
  const savedText = textToContinue(current, request);
  const former = savedText === '' ? undefined : await unfinishedRunOf(sql, key, current);
  return {
    kind: 'write',
    hash: hashOf(request),
    wishes: request.instructions,
    presentText: null,
    savedText,
    revisionId: (former && current.revisionId) || undefined,
    former,
    words: request.words,
    appends: request.continue,
  };
}

/** The run that left the text unfinished. Any other text is kept as a revision before a run appends to it. */
async function unfinishedRunOf(
  sql: AnySql,
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
