import { foldChanges } from '../../../limits/storage.ts';
import type { Sql } from '../../../sql/connect.ts';
import type { SweepResult } from '../../../sql/sweep.ts';

/** Folds changes of used space into the totals of their accounts (limits/storage.ts). */
export const foldStorage = (sql: Sql): Promise<SweepResult> => foldChanges(sql, sql`account`);
