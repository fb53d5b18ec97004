import type { Config } from '../../config.ts';
import { invalidState, ServiceError } from '../../errors.ts';
import type { Caller, KeyedRun, Note } from '../../graphql/context.ts';
import type { ProviderKind } from '../../providers/providers.ts';
import type { Sql, Transaction } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { insertRun, type NewRun, type Opening } from './begin.ts';
import type { RunEngine } from './engine.ts';
import { noteRunLimits, refuseOverLimit } from './limits.ts';
import { heartbeatMs } from './rules.ts';
import { type Run, runById } from './store.ts';
import type { Work } from './work.ts';

/** What every use case that starts a run works with. */
export interface Desk {
  sql: Sql;
  config: Config;
  runs: RunEngine;
  caller: Caller;
  signal: AbortSignal;
  note: Note;
  keyedRun?: KeyedRun;
}

/** The run that is under way, once it is known to be alive, for a request that asks for the same; undefined when its node was gone and the way is free again. */
export async function joinRun(
  { sql, runs, signal }: Desk,
  running: Run,
  hash: string,
  what: string,
): Promise<Run | undefined> {
  if (running.requestHash !== hash)
    invalidState(`Run ${running.id} is working on ${what} with another request. Wait for it, or cancel it first.`);
  if (running.holder === runs.holder) return running;
  // Another node has it. A living one renews its lease at every heartbeat; a dead one's runs out.
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, heartbeatMs / 4));
    const now = await runById(sql, { accountId: running.accountId, runId: running.id });
    if (now?.state !== 'running') return undefined;
    if (now.leaseUntil > running.leaseUntil) return now;
    if (now.leaseUntil.getTime() < Date.now()) await runs.takeOver({ accountId: now.accountId, runId: now.id });
    if (signal.aborted) return now;
  }
}

/** Begins a run where the limits of the account let it; undefined when somebody else was quicker, so that the caller looks again. */
export async function beginRun(
  desk: Desk,
  key: BookKey,
  run: Omit<NewRun, 'holder' | 'deadlineSeconds'>,
  opening: Opening,
  work: Work,
): Promise<Run | undefined> {
  const { sql, config, runs, note } = desk;
  const row = { ...run, holder: runs.holder, deadlineSeconds: config.generationSecondsMax };
  const { mayBegin } = opening;
  const limits = { ...config.limits, quotas: config.quotas };
  const begun = async (tx: Transaction) => {
    await opening.begun?.(tx);
    await desk.keyedRun?.bind(tx, run.id);
  };
  return runs.inPlace(async () => {
    const beginning = await insertRun(sql, key, row, limits, { mayBegin, begun });
    noteRunLimits(beginning, config, note);
    if ('not' in beginning) return refuseOverLimit(beginning, config);
    runs.begin(beginning.run, work);
    return beginning.run;
  });
}

const whyOff: Readonly<Record<ProviderKind, string>> = {
  text: 'Writing is off: this instance has no text provider. Whoever runs it sets OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible one.',
  speech:
    'Narration is off: this instance has no speech provider. Whoever runs it sets SPEECH_API_KEY, or SPEECH_BASE_URL for another OpenAI-compatible one.',
  image:
    'Pictures are off: this instance has no image provider, and the drawn cover serves. Whoever runs it sets IMAGE_API_KEY, or IMAGE_BASE_URL for another OpenAI-compatible one.',
};

/** Refuses what this node cannot begin, before anything is prepared for it. */
export function requireProvider(runs: RunEngine, kind: ProviderKind = 'text'): void {
  if (!runs.providers.has(kind)) throw new ServiceError('feature_disabled', whyOff[kind]);
  if (runs.isClosing)
    throw new ServiceError('unavailable', 'This node is stopping. Try again; another one goes on.', { retry_after: 1 });
  runs.refuseBeyondCapacity();
}
