import type { Transaction } from '../../../sql/connect.ts';
import { hasAnswer, type KindOfRun, type KindsOfRun } from '../../calls/run/kinds.ts';
import type { Run } from '../../calls/run/store.ts';

/** An interrupted run has produced something if one of its variants exists. */
const making: KindOfRun = { hasProduced: async (tx, run, ending) => hasAnswer(ending) || hasMade(tx, run) };

async function hasMade(tx: Transaction, { accountId, id }: Run): Promise<boolean> {
  const made = await tx`SELECT 1 FROM outline_variant WHERE account_id = ${accountId} AND run_id = ${id} LIMIT 1`;
  return made.length > 0;
}

export const outlineKinds: KindsOfRun = { outline: making, variant: making };
