import { SqlHook } from '../../hook.ts';

/** Condition that the published version of the book includes the chapter row `c`. Its sound is read from the chapter. */
export const isPublished = new SqlHook();
