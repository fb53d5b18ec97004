import { SqlHook } from '../../hook.ts';

/** Selects `chapters`, `complete` and `words` of the live chapters of the book row `b`. */
export const chapterTotals = new SqlHook();

/** Further parts of the statement that deletes books, each with a comma before it: `gone` has account and id of the books. */
export const besideDeletedBook = new SqlHook();
