import { SqlHook } from '../../hook.ts';

/** The text that the row `r` of an ended run wrote or continued, as an expression; null if it is gone. */
export const textOfRun = new SqlHook();
