import type { Transaction } from '../../sql/connect.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { Hook } from '../hook.ts';

/** Runs in the transaction of a restore, after the text was stored and its anchors were carried. */
export const textRestored = new Hook<
  [tx: Transaction, key: ChapterKey, restored: { revisionId: string; text: string }]
>();
