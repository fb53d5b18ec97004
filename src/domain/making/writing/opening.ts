import type { Transaction } from '../../../sql/connect.ts';
import type { Opening } from '../../calls/run/insert.ts';
import { runningRun } from '../../calls/run/store.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { archiveForRun, draftOf, recordBase, recordFormer } from '../../text/texts/fold/draft.ts';
import { type PresentState, presentStateOf } from '../../text/texts/present.ts';
import type { ProsePlan } from './prose-plan.ts';

const comparedMembers = ['textStatus', 'revisionId', 'lastRunId', 'body'] as const satisfies (keyof PresentState)[];

/** When the run of a plan may begin, and what it does to the chapter's text then. */
export function openingOf(key: ChapterKey, plan: ProsePlan, runId: string): Opening {
  return {
    mayBegin: async (tx) => (await obstacleTo(tx, key, plan.current)) ?? (await changedDraft(tx, key, plan)),
    begun: (tx) => replaceText(tx, key, plan, runId),
  };
}

/** A run with the same request may have started and ended meanwhile, and appended to the draft. */
async function changedDraft(
  tx: Transaction,
  key: ChapterKey,
  { kind, hash, former }: ProsePlan,
): Promise<{ not: 'changed' } | undefined> {
  if (kind !== 'rewrite') return undefined;
  const draft = await draftOf(tx, key, hash);
  return draft?.runId === former?.id ? undefined : { not: 'changed' };
}

async function replaceText(tx: Transaction, key: ChapterKey, { replaces }: ProsePlan, runId: string): Promise<void> {
  if (replaces === 'archived text') await archiveForRun(tx, key, runId);
  if (replaces === 'recorded text') await recordFormer(tx, key, runId);
  if (replaces === 'rewritten text') await recordBase(tx, key, runId);
}

/**
 * Why a run must not start: `changed` if its chapter is gone or differs from the text that the prompt was built from, `busy`
 * if another run is writing the chapter. Undefined if it may start.
 */
export async function obstacleTo(
  tx: Transaction,
  key: ChapterKey,
  before: PresentState,
): Promise<{ not: 'busy' | 'changed' } | undefined> {
  const now = await presentStateOf(tx, key);
  if (!now || comparedMembers.some((member) => now[member] !== before[member])) return { not: 'changed' };
  return (await runningRun(tx, key.accountId, key.chapterId)) && { not: 'busy' };
}
