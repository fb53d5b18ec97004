import type { AnySql } from '../../sql/connect.ts';
import { bookById } from '../book/store.ts';
import { type ChapterKey, chaptersOfBook, textEnds } from '../chapter/store.ts';
import { type TextState, textStateOf } from '../chapter/text.ts';
import { characterColumns, charactersOfBook } from '../character/store.ts';
import { conflictColumns, conflictsOfBook } from '../conflict/store.ts';
import { moodColumns, moodReferencesOfBook } from '../mood/store.ts';
import { planOfBook } from '../plan/store.ts';
import type { PromptInput } from '../prompt/prompt.ts';
import { freshRecapsOfBook } from '../recap/store.ts';
import type { BuiltFrom } from '../shapes.ts';
import { InputReader } from '../staleness/inputs.ts';
import { orderFor } from './order.ts';
import { promptTokensMax, type WriteRequest } from './rules.ts';

/** The input of a chapter's prompt. */
export interface Brief {
  input: Omit<PromptInput, 'countTokens'>;
  /** Hashes of the records that the prompt uses, to detect later that the text is stale. */
  builtFrom: BuiltFrom;
}

/**
 * Reads the input of a chapter's prompt in a fixed number of statements, whatever the size of the book. Undefined if there
 * is no such chapter.
 *
 * @param ownText The part of the chapter that is already written; empty to start from the beginning.
 * @param instructions The caller's wishes for this call.
 * @param presentText The text to rewrite; null unless the run is a rewrite.
 */
export async function briefFor(
  sql: AnySql,
  key: ChapterKey,
  ownText: string,
  instructions: string | undefined,
  presentText: string | null = null,
): Promise<Brief | undefined> {
  const [book, plan, moods, cast, conflicts, chapters, recaps] = await Promise.all([
    bookById(sql, key),
    planOfBook(sql, key),
    moodReferencesOfBook(sql, key, moodColumns.all),
    charactersOfBook(sql, key, characterColumns.all),
    conflictsOfBook(sql, key, conflictColumns.all),
    chaptersOfBook(sql, key),
    freshRecapsOfBook(sql, key),
  ]);
  const index = chapters?.findIndex(({ id }) => id === key.chapterId) ?? -1;
  if (!book || !plan || !moods || !cast || !conflicts || !chapters || index < 0) return undefined;
  const previous = chapters[index - 1];
  const ends = new Map((await textEnds(sql, key, previous?.id)).map((one) => [one.chapterId, one]));
  const material = { book, plan, moods, cast, conflicts };
  return {
    input: {
      ...material,
      chapters: chapters.map((chapter) => ({
        ...chapter,
        ...edges(book.language, ends.get(chapter.id)),
        recap: recaps.get(chapter.id) ?? null,
      })),
      chapterId: key.chapterId,
      previousTail: (previous && ends.get(previous.id)?.tail) || null,
      ownText,
      presentText,
      instructions: instructions || null,
      budgetTokens: promptTokensMax,
    },
    builtFrom: new InputReader({ ...material, chapters }).inputsOf(key.chapterId) ?? {},
  };
}

/** The brief of a write with this request. A complete text is continued only if the request says so. */
export async function nextBrief(sql: AnySql, key: ChapterKey, request: WriteRequest): Promise<Brief | undefined> {
  const current = await textStateOf(sql, key);
  const brief = current && (await briefFor(sql, key, textToContinue(current, request), request.instructions));
  if (!brief) return undefined;
  const order = orderFor(brief.input, { words: request.words, appends: request.continue });
  return { ...brief, input: { ...brief.input, order } };
}

/** The text that a write continues; empty if it starts from the beginning. */
export function textToContinue({ textStatus, body }: TextState, request: WriteRequest): string {
  const continues = textStatus === 'partial' || (textStatus === 'complete' && request.continue);
  return continues && !request.restart ? body : '';
}

/** First and last sentence of a chapter; null without text. */
function edges(
  language: string,
  ends: { head: string; tail: string } | undefined,
): { opening: string | null; closing: string | null } {
  if (!ends) return { opening: null, closing: null };
  return {
    opening: sentences(ends.head, language).at(0) ?? null,
    closing: sentences(ends.tail, language).at(-1) ?? null,
  };
}

function sentences(text: string, language: string): string[] {
  const found = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)].map(({ segment }) =>
    segment.trim(),
  );
  return found.filter(Boolean);
}
