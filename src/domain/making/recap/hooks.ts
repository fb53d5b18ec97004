import type { RunContext } from '../../calls/run/start.ts';
import { Hook } from '../../hook.ts';
import type { BookKey } from '../../story/book/store.ts';

/** Runs in the background when the last recap of a reading is made. */
export const readingEnded = new Hook<[context: Pick<RunContext, 'sql' | 'config' | 'runs' | 'work'>, key: BookKey]>();
