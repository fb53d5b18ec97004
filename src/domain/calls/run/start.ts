import type { Caller } from '../../../caller.ts';
import type { Config } from '../../../config.ts';
import { invalidState, ServiceError } from '../../../errors.ts';
import type { ReportLimit } from '../../../limits/rate-limit.ts';
import { requireSpace } from '../../../limits/space.ts';
import type { ProviderKind } from '../../../providers/providers.ts';
import type { Sql, Transaction } from '../../../sql/connect.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import type { BookKey } from '../../story/book/store.ts';
import type { RunEngine } from './engine.ts';
import { insertRun, type NewRun, type Opening } from './insert.ts';
import type { KeyedRun } from './keyed-run.ts';
import { refuseOverLimit, reportRunLimits } from './limits.ts';
import { heartbeatMs } from './rules.ts';
import { type Run, runById } from './store.ts';
import type { Work } from './work.ts';

/** The part of a context that starting a run needs. */
export interface RunContext {
  sql: Sql;
  config: Config;
  runs: RunEngine;
  /** Threads, in which prompts are assembled. */
  work: WorkPool;
  caller: Caller;
  signal: AbortSignal;
  reportLimit: ReportLimit;
  keyedRun?: KeyedRun;
}

/**
 * The running run with the same request, once it is known to be alive; undefined if its node was lost and the chapter is
 * free.
 */
export async function joinRun(
  { sql, runs, signal }: RunContext,
  running: Run,
  hash: string,
  what: string,
): Promise<Run | undefined> {
  if (running.requestHash !== hash)
    invalidState(`Run ${running.id} is working on ${what} with another request. Wait for it, or cancel it first.`);
  if (running.holder === runs.holder) return running;
  // On another node. A live one renews its lease at every heartbeat; that of a lost one expires.
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, heartbeatMs / 4));
    const now = await runById(sql, { accountId: running.accountId, runId: running.id });
    if (now?.state !== 'running') return undefined;
    if (now.leaseUntil > running.leaseUntil) return now;
    if (now.leaseUntil.getTime() < Date.now()) await runs.takeOver({ accountId: now.accountId, runId: now.id });
    if (signal.aborted) return now;
  }
}

/** Starts a run if the account's limits allow it; undefined if another request was faster, so that the caller retries. */
export async function beginRun(
  context: RunContext,
  key: BookKey,
  run: Omit<NewRun, 'holder' | 'deadlineSeconds'>,
  opening: Opening,
  work: Work,
): Promise<Run | undefined> {
  const { sql, config, runs, reportLimit } = context;
  const row = { ...run, holder: runs.holder, deadlineSeconds: config.generationSecondsMax };
  await requireSpace(config, sql, key.accountId);
  const { mayBegin } = opening;
  const limits = { ...config.limits, quotas: config.quotas };
  const begun = async (tx: Transaction) => {
    await opening.begun?.(tx);
    await context.keyedRun?.bind(tx, run.id);
  };
  return runs.withSlot(async () => {
    const beginning = await insertRun(sql, key, row, limits, { mayBegin, begun });
    reportRunLimits(beginning, config, reportLimit);
    if ('not' in beginning) return refuseOverLimit(beginning, config);
    runs.begin(beginning.run, work);
    return beginning.run;
  });
}

const whyOff: Readonly<Record<ProviderKind, string>> = {
  text: 'Writing is off: this instance has no text provider. The operator can set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible provider.',
  speech:
    'Narration is off: this instance has no speech provider. The operator can set SPEECH_API_KEY, or SPEECH_BASE_URL for another OpenAI-compatible provider.',
  image:
    'Pictures are off: this instance has no image provider; covers are drawn. The operator can set IMAGE_API_KEY, or IMAGE_BASE_URL for another OpenAI-compatible provider.',
};

/** Refuses early what this node cannot start. */
export function requireProvider(runs: RunEngine, kind: ProviderKind = 'text'): void {
  if (!runs.providers.has(kind)) throw new ServiceError('feature_disabled', whyOff[kind]);
  if (runs.isClosing)
    throw new ServiceError('unavailable', 'This node is stopping. Try again; another node will answer.', {
      retry_after: 1,
    });
  runs.refuseBeyondCapacity();
}
