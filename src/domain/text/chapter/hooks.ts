import type { Context } from '../../../graphql/context.ts';
import { Hook } from '../../hook.ts';
import type { ChapterRow } from './store.ts';

/** Runs when a chapter is stored under an idempotency key; answers members that are stored with it. */
export const chapterStoring = new Hook<[chapter: ChapterRow, context: Context], object>();
