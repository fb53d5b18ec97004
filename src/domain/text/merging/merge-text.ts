import { invalidRequest, notFound, ServiceError } from '../../../errors.ts';
import type { Sql, Transaction } from '../../../sql/connect.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import { type ChapterKey, type Refusal, runningOn } from '../chapter/store.ts';
import { holdChapter } from '../texts/hold.ts';
import { chapterWithText, type SavedText } from '../texts/present.ts';
import { refuseLong, type Saved, type SavedBy, saveChanged } from '../texts/save.ts';
import type { MergedTexts, PlacedPart } from './combine.ts';
import type { TextMerge } from './rules.ts';
import { baseOf } from './store.ts';

/** A merge of a text with the present one of its chapter. */
export interface MergedText {
  /** The chapter whose text was merged, or after the save. */
  chapter: Saved;
  /** The merged text if the chapter does not have it; otherwise null. */
  unsaved: string | null;
  /** The whole text in parts if there are conflicts; otherwise empty. */
  parts: PlacedPart[];
}

interface Merging {
  sql: Sql;
  work: WorkPool;
  by: SavedBy;
  /** Runs in the transaction that saves, after the save. */
  saved(tx: Transaction): Promise<void>;
  /** Stores the answer under an idempotency key, also one that saves nothing and can be made again. */
  keep: ((tx: Transaction, merged: MergedText, isRepeatable?: boolean) => Promise<void>) | undefined;
}

const combining: Job<MergedTexts, PlacedPart[]> = {
  module: new URL('./combine.ts', import.meta.url),
  name: 'combineTexts',
};

/** How often a text is merged again that somebody else saves at the same time (ours). */
const triesMax = 3;

/** Merges a text with the present one. No lock is held while they are compared. */
export async function mergeText(key: ChapterKey, given: TextMerge, merging: Merging): Promise<MergedText | Refusal> {
  const { sql, keep } = merging;
  const base = await baseFor(sql, key, given);
  for (let tries = 0; tries < triesMax; tries += 1) {
    const present = (await chapterWithText(sql, key)) ?? notFound('chapter');
    const runId = given.save && present.status === 'generating' ? await runningOn(sql, key) : undefined;
    if (runId) return { refused: 'running', runId };
    const merged = await combined(key, base, given, present, merging.work);
    if (merged.unsaved === null || !given.save) {
      if (keep) await sql.begin((tx) => keep(tx, merged, true));
      return merged;
    }
    const content = merged.unsaved;
    const outcome = await sql.begin((tx) => save(tx, key, merged.chapter.version, content, merging));
    if (outcome) return outcome;
  }
  throw new ServiceError(
    'conflict',
    `The chapter was saved by others ${triesMax} times while its text was merged. Nothing was saved; send the request again.`,
  );
}

async function baseFor(sql: Sql, key: ChapterKey, { baseRevisionId, baseText }: TextMerge) {
  if ((baseRevisionId === undefined) === (baseText === undefined))
    throw invalidRequest([
      { path: 'baseRevisionId', message: 'or `baseText` is required, one of them: the text that you changed.' },
    ]);
  const { language, body } = (await baseOf(sql, key, baseRevisionId)) ?? notFound('chapter');
  const text =
    baseText ?? body ?? notFound('revision', 'Small saves of one session keep none. Send its text as `baseText`.');
  return { language, text };
}

/** The merge with a present text, nothing saved. */
async function combined(
  { accountId }: ChapterKey,
  base: { text: string; language: string },
  { text: mine }: TextMerge,
  present: SavedText & MergedText['chapter'],
  work: WorkPool,
): Promise<MergedText> {
  const theirs = present.content;
  const input = { base: base.text, mine, theirs, language: base.language };
  const characters = base.text.length + mine.length + theirs.length;
  const parts = await work.run(combining, { accountId, input, characters });
  if (parts.some(({ conflict }) => conflict)) return { chapter: present, unsaved: null, parts };
  const text = parts.map((part) => part.text).join('');
  refuseLong(text, 'text');
  return { chapter: present, unsaved: text === theirs ? null : text, parts: [] };
}

/** Undefined if the chapter has changed since it had this version. */
async function save(
  tx: Transaction,
  key: ChapterKey,
  version: number,
  content: string,
  { by, saved, keep }: Merging,
): Promise<MergedText | Refusal | undefined> {
  const held = (await holdChapter(tx, key, version)) ?? notFound('chapter');
  if ('refused' in held) return held.refused === 'stale' ? undefined : held;
  const chapter = (await saveChanged(tx, key, held, content, by)) ?? notFound('chapter');
  await saved(tx);
  // A stored answer names its revision.
  if (keep) await keep(tx, saveOf((await chapterWithText(tx, key)) ?? chapter));
  return saveOf(chapter);
}

const saveOf = (chapter: Saved): MergedText => ({ chapter, unsaved: null, parts: [] });
