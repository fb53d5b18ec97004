import { SqlHook } from '../../hook.ts';
import type { BookKey } from '../book/store.ts';
import type { PartKey } from '../roster/store.ts';

/** Removes a deleted character from the chapters, in the statement that deletes it: `gone` has its id. */
export const besideDeletedCharacter = new SqlHook<[key: PartKey]>();

/** Ids of the conflicts of a character, in order, as an array. */
export const conflictsOfCharacter = new SqlHook<[key: PartKey]>();

/** Selects the ids of those of some chapters that a book has, archived or not. */
export const chaptersAmong = new SqlHook<[key: BookKey, ids: readonly string[]]>();
