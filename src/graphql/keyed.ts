import { ServiceError } from '../errors.ts';
import { roomForAnswer } from '../limits/space.ts';
import { poolIn, type Transaction } from '../sql/connect.ts';
import {
  answersBytesMax,
  holdKey,
  holdSeconds,
  type KeyedRequest,
  lockKey,
  releaseKey,
  renewHold,
  type StoredAnswer,
  storeAnswer,
  storedAnswer,
  storeRun,
  storeRunOfHolder,
  takeOverHold,
} from '../sql/idempotency.ts';
import type { Context } from './context.ts';
import { type KnownRun, runsOf } from './known-runs.ts';
import { read, serialized } from './stored-form.ts';

/** A root field that is called with an idempotency key. */
interface Keyed {
  context: Context;
  request: KeyedRequest;
  /** Runs the field in the given context. */
  work(context: Context): Promise<unknown>;
  /** Converts the answer to its stored form, which includes fields that are loaded separately. */
  kept(answer: unknown, context: Context): unknown;
  /** Whether sending the same call again would change nothing more. Then its answer need not be stored. */
  isRepeatable: boolean;
  /** Name of the field in the response. */
  responseKey: string;
  /** Seconds that the caller waits for a run to end. */
  waitSeconds: number;
}

/** For answers that report a run, which may continue after the answer. */
export interface RunAnswer {
  /** Null if the answer has no run. */
  runOf(answer: unknown): KnownRun | null;
  /** The answer for the current state of the run. */
  answerOf(run: KnownRun, context: Context): unknown;
}

/**
 * Runs the work and stores its answer in one transaction: all of it happens or nothing. For an answer that is shown once,
 * only the id of the new record is stored.
 */
export function inTransaction(isShownOnce: boolean) {
  return (keyed: Keyed): Promise<unknown> => {
    const { context, request, work, kept, responseKey } = keyed;
    return context.sql.begin(async (tx) => {
      if (!(await lockKey(tx, request))) throw stillRunning();
      const known = await storedAnswer(tx, request);
      if (known) {
        const answer = answerIn(known, request);
        if (isShownOnce) throw shownBefore(answer);
        context.replayed.add(responseKey);
        return answer;
      }
      const within = { ...context, sql: poolIn(tx), read: poolIn(tx) };
      const answer = await kept(await work(within), within);
      const isKept = isShownOnce ? storeAnswer(tx, request, serialized(idOf(answer))) : keep(keyed, tx, answer);
      if (!(await isKept)) throw stillRunning();
      return answer;
    });
  };
}

/**
 * For provider calls, which no transaction may span: the key is held while the work runs. If the caller did not wait for
 * the end of a run, the run is stored, so that a retry reports its outcome.
 */
export function underHeldKey(ofRun: RunAnswer | undefined) {
  return async (keyed: Keyed): Promise<unknown> => {
    const { context, request, responseKey } = keyed;
    if (await holdKey(context.sql, request)) return workAndKeep(keyed, ofRun);
    const known = await storedAnswer(context.sql, request);
    if (!known) throw stillRunning();
    if (!known.runId || !ofRun) {
      const answer = answerIn(known, request);
      context.replayed.add(responseKey);
      return answer;
    }
    refuseOther(known, request);
    const { accountId } = context.caller;
    context.timeAllowance.allow(keyed.waitSeconds);
    const run = await runsOf(context).wait({ accountId, runId: known.runId }, keyed.waitSeconds, context.signal);
    if (run?.state === 'running' || run?.state === 'completed') {
      context.replayed.add(responseKey);
      return ofRun.answerOf(run, context);
    }
    // A run without a result frees the key.
    if (!(await takeOverHold(context.sql, request, known.runId))) throw stillRunning();
    return workAndKeep(keyed, ofRun);
  };
}

/**
 * For long work that changes everything in one transaction: the key is held until then, and the work stores its answer in
 * that transaction, so that a crash leaves all or nothing.
 */
export async function heldUntilStored(keyed: Keyed): Promise<unknown> {
  const { context, request, work, responseKey } = keyed;
  if (await holdKey(context.sql, request)) {
    const keepInside = async (tx: Transaction, answer: object, isRepeatable = keyed.isRepeatable) => {
      if (!(await keep({ ...keyed, isRepeatable }, tx, answer))) throw stillRunning();
    };
    return whileHeld(keyed, () => work({ ...context, keepAnswer: keepInside }));
  }
  const known = await storedAnswer(context.sql, request);
  if (!known) throw stillRunning();
  const answer = answerIn(known, request);
  context.replayed.add(responseKey);
  return answer;
}

/** Runs the work while the key is held. Failed work releases it. */
function workAndKeep(keyed: Keyed, ofRun: RunAnswer | undefined): Promise<unknown> {
  const { context, request, work, kept } = keyed;
  return whileHeld(keyed, async () => {
    const under = { ...context };
    const answer = await kept(await work(under), under);
    const run = ofRun?.runOf(answer);
    if (run?.state === 'running') await storeRunOfHolder(context.sql, request, run.id);
    // The work is done and paid for, whoever has the key by now.
    else await context.sql.begin((tx) => keep(keyed, tx, answer));
    return answer;
  });
}

async function whileHeld({ context: { sql }, request }: Keyed, work: () => Promise<unknown>): Promise<unknown> {
  const alive = setInterval(() => void renewHold(sql, request).catch(() => {}), (holdSeconds * 1000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    // Work that failed, or has changed nothing, has stored no answer. If the database is unavailable, the hold expires by itself.
    await releaseKey(sql, request).catch(() => {});
  }
}

/**
 * Stores an answer. If the account has no room for it, at most that the request was carried out. False if another request has
 * the key.
 */
async function keep({ context, request, isRepeatable }: Keyed, tx: Transaction, answer: unknown): Promise<boolean> {
  const stored = serialized(answer);
  const bytes = Buffer.byteLength(stored.json);
  const hasRoom = await roomForAnswer(context.config, tx, context.caller.accountId, bytes);
  if (!hasRoom && isRepeatable) return true;
  return storeAnswer(tx, request, hasRoom ? stored : { json: '', revisionIds: [] });
}

/** Stores a run by its id: a retry joins it, answers it once it has ended, or continues it if it stopped early. */
export async function boundToRun({ context, request, work, responseKey }: Keyed): Promise<unknown> {
  const { sql } = context;
  const runs = runsOf(context);
  for (;;) {
    const former = await runUnder(context, request);
    // A cancelled run was stopped on purpose; a retry does not restart it (ours).
    if (former?.state === 'completed' || former?.state === 'cancelled') return replay(former);
    const bind = async (tx: Parameters<typeof storeRun>[0], runId: string) => {
      if (!(await storeRun(tx, request, runId, former?.id))) throw stillRunning();
    };
    try {
      const run = (await work(Object.assign({ ...context }, { keyedRun: { former, bind } }))) as { id: string };
      await bind(sql, run.id);
      return run.id === former?.id ? replay(run) : run;
    } catch (error) {
      // Prefer the result of a concurrent request with the same key.
      const now = await runUnder(context, request);
      if (now?.id === former?.id && now?.state === former?.state) throw error;
    }
  }

  async function runUnder({ caller: { accountId } }: Context, of: KeyedRequest) {
    const kept = await storedAnswer(sql, of);
    if (kept) refuseOther(kept, of);
    return kept?.runId ? runs.find({ accountId, runId: kept.runId }) : undefined;
  }

  function replay<T>(run: T): T {
    context.replayed.add(responseKey);
    return run;
  }
}

/** The stored answer of a key. Throws `conflict` if the key belongs to another request, or if there is no answer yet. */
function answerIn(kept: StoredAnswer, request: KeyedRequest): unknown {
  refuseOther(kept, request);
  if (kept.answer === null) throw stillRunning();
  if (kept.answer === '') throw dropped();
  return read(kept.answer);
}

function refuseOther({ requestHash }: StoredAnswer, request: KeyedRequest): void {
  if (requestHash !== request.requestHash)
    throw new ServiceError(
      'conflict',
      'This idempotency key was used for another request within the last 24 hours. Nothing was changed; send this one with a new key.',
    );
}

function dropped(): ServiceError {
  return new ServiceError(
    'conflict',
    `The request with this idempotency key was carried out. Its answer is not stored, because the account had no room for it: answers may have ${answersBytesMax / 1024 ** 2} MB, a tenth of QUOTA_BYTES, and nothing in a full account. Nothing was changed now; read the records to see the result.`,
  );
}

function stillRunning(): ServiceError {
  return new ServiceError(
    'conflict',
    'A request with this idempotency key is still running. Send it again in a second to get its answer.',
    { retry_after: 1 },
  );
}

function shownBefore(answer: unknown): ServiceError {
  const { id } = idOf(answer);
  return new ServiceError(
    'conflict',
    `A request with this idempotency key has created ${id}. Its secret was shown then and is not stored. If you did not receive it, send the request with a new key, and revoke ${id} if it is not needed.`,
  );
}

function idOf(answer: unknown): { id: string } {
  return { id: (answer as { id: string }).id };
}
