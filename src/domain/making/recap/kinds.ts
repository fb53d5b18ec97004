import type { KindOfRun, KindsOfRun } from '../../calls/run/kinds.ts';
import { releaseOrder, settleOrder } from './order-store.ts';

/** The recap of a lost run is due at once, and the loss counts as a try; that of a cancelled one is not wanted. */
const recap: KindOfRun = {
  async lost(tx, { accountId, bookId, chapterId, id }, { state }) {
    if (!chapterId) return;
    const key = { accountId, bookId, chapterId };
    await (state === 'cancelled' ? settleOrder(tx, key, id, 'done') : releaseOrder(tx, key, id));
  },
};

export const recapKinds: KindsOfRun = { summarize: recap };
