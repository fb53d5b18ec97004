import { createHash } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { poolIn, type Transaction } from '../sql/connect.ts';
import {
  holdAgain,
  holdKey,
  holdSeconds,
  type Kept,
  type KeyedRequest,
  keepAnswer,
  keepRun,
  keepRunOfHolder,
  keptUnder,
  lockKey,
  releaseKey,
  renewHold,
} from '../sql/idempotency.ts';
import type { Caller, Context, Run } from './context.ts';

/** A root field that is asked for under a key. */
interface Keyed {
  context: Context;
  request: KeyedRequest;
  /** Does what the field does, in the context that it is given. */
  work(context: Context): Promise<unknown>;
  /** The answer as it is kept: whole, where fields of the record are read apart from it. */
  kept(answer: unknown, context: Context): unknown;
  /** The field's name in the response. */
  responseKey: string;
  /** How long the caller waits for a run to end. */
  waitSeconds: number;
}

/** For answers that tell of a run, which may still go on when they are given. */
export interface OfRun {
  /** Null where the answer came without a run. */
  runOf(answer: unknown): Run | null;
  /** The answer as it is by now. */
  answerOf(run: Run, context: Context): unknown;
}

/** Undefined without a key. The same arguments are the same request, on whatever face; how long to wait for it is not part of it. */
export function requestOf({ accountId }: Caller, field: string, args: object): KeyedRequest | undefined {
  const { idempotencyKey: key, waitSeconds: _wait, ...asked } = args as Record<string, unknown>;
  if (typeof key !== 'string') return undefined;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([field, canonical(asked)]))
    .digest('hex');
  return { accountId, key, requestHash };
}

/** Equal texts for equal values: members sorted; at the top, nothing and an empty input say the same. */
function canonical(asked: Record<string, unknown>): unknown {
  const given = Object.entries(asked).filter(([, value]) => value != null && JSON.stringify(value) !== '{}');
  return sorted(Object.fromEntries(given));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]);
}

/**
 * The work, its answer and the key in one transaction: all of it happens or nothing, wherever the node dies. An answer that
 * is shown once is not kept, only the id of what was made.
 */
export function inTransaction(isShownOnce: boolean) {
  return ({ context, request, work, kept, responseKey }: Keyed): Promise<unknown> =>
    context.sql.begin(async (tx) => {
      if (!(await lockKey(tx, request))) throw stillRunning();
      const known = await keptUnder(tx, request);
      if (known) {
        const answer = answerIn(known, request);
        if (isShownOnce) throw shownBefore(answer);
        context.replayed.add(responseKey);
        return answer;
      }
      const within = { ...context, sql: poolIn(tx), read: poolIn(tx) };
      const answer = await kept(await work(within), within);
      if (!(await keepAnswer(tx, request, written(isShownOnce ? idOf(answer) : answer)))) throw stillRunning();
      return answer;
    });
}

/**
 * For work with a provider, which no transaction may span: the key is held as long as somebody works on it. Where the caller
 * did not wait for the end of a run, the run is what is kept, so that asking again tells what became of it.
 */
export function held(ofRun: OfRun | undefined) {
  return async (keyed: Keyed): Promise<unknown> => {
    const { context, request, responseKey } = keyed;
    if (await holdKey(context.sql, request)) return workAndKeep(keyed, ofRun);
    const known = await keptUnder(context.sql, request);
    if (!known) throw stillRunning();
    if (!known.runId || !ofRun) {
      const answer = answerIn(known, request);
      context.replayed.add(responseKey);
      return answer;
    }
    refuseOther(known, request);
    const { accountId } = context.caller;
    context.patience.allow(keyed.waitSeconds);
    const run = await context.runs.wait({ accountId, runId: known.runId }, keyed.waitSeconds, context.signal);
    if (run?.state === 'running' || run?.state === 'completed') {
      context.replayed.add(responseKey);
      return ofRun.answerOf(run, context);
    }
    // A run that came to nothing leaves the key free.
    if (!(await holdAgain(context.sql, request, known.runId))) throw stillRunning();
    return workAndKeep(keyed, ofRun);
  };
}

/**
 * For work that reads and reckons for long and then changes everything in one transaction: the key is held meanwhile, and the
 * work keeps its answer in that transaction, so that a crash leaves all or nothing.
 */
export async function heldUntilKept(keyed: Keyed): Promise<unknown> {
  const { context, request, work, responseKey } = keyed;
  if (await holdKey(context.sql, request)) {
    const keepInside = async (tx: Transaction, answer: object) => {
      if (!(await keepAnswer(tx, request, written(answer)))) throw stillRunning();
    };
    return whileHeld(keyed, () => work({ ...context, keepAnswer: keepInside }));
  }
  const known = await keptUnder(context.sql, request);
  if (!known) throw stillRunning();
  const answer = answerIn(known, request);
  context.replayed.add(responseKey);
  return answer;
}

/** The key is held by then, and given back by work that fails. */
function workAndKeep(keyed: Keyed, ofRun: OfRun | undefined): Promise<unknown> {
  const { context, request, work, kept } = keyed;
  return whileHeld(keyed, async () => {
    const under = { ...context };
    const answer = await kept(await work(under), under);
    const run = ofRun?.runOf(answer);
    if (run?.state === 'running') await keepRunOfHolder(context.sql, request, run.id);
    else await keepAnswer(context.sql, request, written(answer));
    return answer;
  });
}

async function whileHeld({ context: { sql }, request }: Keyed, work: () => Promise<unknown>): Promise<unknown> {
  const alive = setInterval(() => void renewHold(sql, request).catch(() => {}), (holdSeconds * 1000) / 3);
  try {
    return await work();
  } catch (error) {
    // Where the database is away, the hold runs out by itself.
    await releaseKey(sql, request).catch(() => {});
    throw error;
  } finally {
    clearInterval(alive);
  }
}

/** A run is kept by its id: asking again joins it, answers it once it has ended, or goes on where it stopped before its end. */
export async function boundToRun({ context, request, work, responseKey }: Keyed): Promise<unknown> {
  const { sql, runs } = context;
  for (;;) {
    const former = await runUnder(context, request);
    // Somebody wanted a cancelled run to stop: sending the request again does not start it anew (ours).
    if (former?.state === 'completed' || former?.state === 'cancelled') return replay(former);
    const bind = async (tx: Parameters<typeof keepRun>[0], runId: string) => {
      if (!(await keepRun(tx, request, runId, former?.id))) throw stillRunning();
    };
    try {
      const run = (await work({ ...context, keyedRun: { former, bind } })) as { id: string };
      await bind(sql, run.id);
      return run.id === former?.id ? replay(run) : run;
    } catch (error) {
      // What another request under the key has done meanwhile is the better answer.
      const now = await runUnder(context, request);
      if (now?.id === former?.id && now?.state === former?.state) throw error;
    }
  }

  async function runUnder({ caller: { accountId } }: Context, of: KeyedRequest) {
    const kept = await keptUnder(sql, of);
    if (kept) refuseOther(kept, of);
    return kept?.runId ? runs.find({ accountId, runId: kept.runId }) : undefined;
  }

  function replay<T>(run: T): T {
    context.replayed.add(responseKey);
    return run;
  }
}

/** What a key has been answered with; throws `conflict` where that was another request, or is not known yet. */
function answerIn(kept: Kept, request: KeyedRequest): unknown {
  refuseOther(kept, request);
  if (kept.answer === null) throw stillRunning();
  return read(kept.answer);
}

function refuseOther({ requestHash }: Kept, request: KeyedRequest): void {
  if (requestHash !== request.requestHash)
    throw new ServiceError(
      'conflict',
      'This idempotency key was used for another request within the last 24 hours. Nothing was changed; send this one under a new key.',
    );
}

function stillRunning(): ServiceError {
  return new ServiceError(
    'conflict',
    'A request under this idempotency key is being worked on. Send it again in a second to have its answer.',
    { retry_after: 1 },
  );
}

function shownBefore(answer: unknown): ServiceError {
  const { id } = idOf(answer);
  return new ServiceError(
    'conflict',
    `A request under this idempotency key has made ${id}; its secret was shown then and is not kept. If it did not reach you, revoke ${id} and send the request under a new key.`,
  );
}

function idOf(answer: unknown): { id: string } {
  return { id: (answer as { id: string }).id };
}

/** As JSON in which moments can be told from texts. */
function written(answer: unknown): string {
  return JSON.stringify(answer, function (this: Record<string, unknown>, name, value) {
    return this[name] instanceof Date ? { $moment: value } : value;
  });
}

function read(answer: string): unknown {
  return JSON.parse(answer, (_name, value) =>
    typeof value === 'object' && value !== null && '$moment' in value ? new Date(value.$moment) : value,
  );
}
