import type { Transaction } from '../../../sql/connect.ts';
import { Hook } from '../../hook.ts';
import type { NewRecap } from '../../shapes.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { Change, Saving } from './session.ts';

/** A save of a chapter by its author. */
export interface SavedByAuthor {
  saving: Saving;
  /** The new text; undefined if the chapter keeps the one that it has. */
  content: string | undefined;
  /** How it differs from the former one; undefined if there was none. */
  change: Change | undefined;
  recap: NewRecap | undefined;
  /** Language of the book. */
  language: string;
}

/** Runs in the transaction of a save, after the text and its word count are stored. */
export const chapterSaved = new Hook<[tx: Transaction, key: ChapterKey, saved: SavedByAuthor]>();

/** The text of a chapter, or the end of it, has become a part of another one. */
export interface MovedText {
  from: ChapterKey;
  to: ChapterKey;
  /** True for a split, after which `from` keeps the beginning. After a merge it is archived. */
  isSplit: boolean;
}

/** Runs in the transaction of a split or a merge, after the text was stored. */
export const textMoved = new Hook<[tx: Transaction, moved: MovedText]>();

/** Runs in the transaction of a restore, after the text was stored and its anchors were carried. */
export const textRestored = new Hook<
  [tx: Transaction, key: ChapterKey, restored: { revisionId: string; text: string }]
>();
