import type { Context } from '../../../graphql/context.ts';
import { Hook } from '../../hook.ts';
import type { BookKey } from './store.ts';

/** Runs before a book is deleted. */
export const bookDeleting = new Hook<[context: Context, key: BookKey]>();

/** Runs after the language of a book changed. */
export const bookLanguageChanged = new Hook<[context: Context, key: BookKey, language: string]>();
