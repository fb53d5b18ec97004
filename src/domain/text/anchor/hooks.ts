import type { Fragment, Transaction } from '../../../sql/connect.ts';
import { Hook, SqlHook } from '../../hook.ts';

/** Anchors whose state has changed with a text, by the ids of the records that have them. */
export interface Turned {
  accountId: string;
  /** Their words are in the text again. */
  found: string[];
  /** Their words were edited or deleted. */
  lost: string[];
}

/** Runs in the transaction of a change of text, after the anchors were moved. */
export const anchorsTurned = new Hook<[tx: Transaction, turned: Turned]>();

/** Revision id of the present text of a chapter, by the columns with its account and its id; null for an empty chapter. */
export const presentRevision = new SqlHook<[account: Fragment, chapter: Fragment]>();
