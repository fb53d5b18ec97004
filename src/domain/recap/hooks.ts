import type { BookKey } from '../book/store.ts';
import { Hook } from '../hook.ts';
import type { RunContext } from '../run/start.ts';

/** Runs in the background when the last recap of a reading is made. */
export const readingEnded = new Hook<[context: Pick<RunContext, 'sql' | 'config' | 'runs' | 'work'>, key: BookKey]>();
