import type { KindOfRun, KindsOfRun } from '../run/kinds.ts';
import { releaseOrder } from './order-store.ts';

/** The recap of a lost run is due at once; the loss counts as a try. */
const recap: KindOfRun = {
  async lost(tx, { accountId, chapterId, id }) {
    if (chapterId) await releaseOrder(tx, { accountId, chapterId }, id);
  },
};

export const recapKinds: KindsOfRun = { summarize: recap };
