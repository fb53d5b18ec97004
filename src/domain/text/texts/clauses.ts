import type { Fragment } from '../../../sql/connect.ts';
import { SqlHook } from '../../hook.ts';

/** Condition that the published version of a book has the text of a revision. */
export const isPublishedText = new SqlHook<
  [accountId: string | Fragment, bookId: string | Fragment, revisionId: Fragment]
>();

/** Whether the present text `t` has a recap that describes it. */
export const hasFreshRecap = new SqlHook();
