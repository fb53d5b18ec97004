import type { Context } from '../../context.ts';
import { Hook } from '../../hook.ts';
import type { ChapterKey } from './store.ts';

/** Runs before a chapter is archived. A listener answers whether it changed the chapter and thus its version. */
export const chapterArchiving = new Hook<[context: Context, key: ChapterKey], boolean>();
