import { tokenCounter } from '../../providers/tokenizer.ts';
import type { AnySql } from '../../sql/connect.ts';
import { bookById } from '../book/store.ts';
import { type ChapterKey, chaptersOfBook, textEnds } from '../chapter/store.ts';
import { charactersOfBook } from '../character/store.ts';
import { conflictsOfBook } from '../conflict/store.ts';
import { moodReferencesOfBook } from '../mood/store.ts';
import { planOfBook } from '../plan/store.ts';
import type { PromptInput } from '../prompt/prompt.ts';
import { freshRecapsOfBook } from '../recap/store.ts';
import { Teller } from '../staleness/inputs.ts';
import type { BuiltFrom } from '../staleness/rules.ts';
import { promptTokensMax } from './rules.ts';
import { standingOf } from './store.ts';

/** What the next write of a chapter would be made from; undefined when there is no such chapter. */
export interface Brief {
  input: PromptInput;
  builtFrom: BuiltFrom;
}

/** Reads everything that a chapter's prompt is made of, a statement each, whatever the size of the book; `presentText` for a rewrite. */
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
    moodReferencesOfBook(sql, key),
    charactersOfBook(sql, key),
    conflictsOfBook(sql, key),
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
      countTokens: await tokenCounter(),
    },
    builtFrom: new Teller({ ...material, chapters }).inputsOf(key.chapterId) ?? {},
  };
}

/** The prompt of the next write: it goes on from a partial text and begins anew otherwise. */
export async function nextBrief(sql: AnySql, key: ChapterKey): Promise<Brief | undefined> {
  const standing = await standingOf(sql, key);
  return standing && briefFor(sql, key, standing.textStatus === 'partial' ? standing.body : '', undefined);
}

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
