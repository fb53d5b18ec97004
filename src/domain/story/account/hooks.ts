import type { AnySql } from '../../../sql/connect.ts';
import { Hook } from '../../hook.ts';

/** Counts those of some books that the account has, for a key that is bound to them. */
export const countingBooks = new Hook<[sql: AnySql, accountId: string, bookIds: readonly string[]], number>();
