import type { Character } from '../../story/character/store.ts';
import { type ChapterStatus, readingSeconds } from '../../text/chapter/rules.ts';
import type { Chapter } from '../../text/chapter/store.ts';

/** Share of a whole, 0–1; 0 if the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

type MeasuredChapter = Pick<Chapter, 'id' | 'order' | 'status' | 'wordCount' | 'povCharacterId'>;

export function wordTotal(chapters: readonly Pick<Chapter, 'wordCount'>[]): number {
  return chapters.reduce((sum, { wordCount }) => sum + wordCount, 0);
}

/** Number of chapters by status, and lengths of those with words. */
export type Lengths<Row extends MeasuredChapter> = Record<ChapterStatus, number> & {
  meanWords: number | null;
  shortest: Row | null;
  longest: Row | null;
  readingTimeSec: number;
};

/** The first of several equally long chapters. */
export function lengthsOf<Row extends MeasuredChapter>(chapters: readonly Row[]): Lengths<Row> {
  const written = chapters.filter(({ wordCount }) => wordCount > 0);
  const byLength = written.toSorted((one, other) => one.wordCount - other.wordCount || one.order - other.order);
  const count = (status: ChapterStatus) => chapters.filter((chapter) => chapter.status === status).length;
  const most = byLength.at(-1)?.wordCount;
  return {
    empty: count('empty'),
    generating: count('generating'),
    partial: count('partial'),
    complete: count('complete'),
    meanWords: written.length === 0 ? null : wordTotal(written) / written.length,
    shortest: byLength[0] ?? null,
    longest: byLength.find(({ wordCount }) => wordCount === most) ?? null,
    readingTimeSec: readingSeconds(wordTotal(chapters)),
  };
}

/** Chapters with one viewpoint character; null for none. */
export interface Viewpoint<Member> {
  character: Member | null;
  chapters: number;
  words: number;
  chapterShare: number;
  wordShare: number;
}

/** Viewpoint characters and those with chapters, oldest first; then chapters that leave it to the plan, if any. */
export function viewpointsOf<Member extends Pick<Character, 'id' | 'isPov'>>(
  chapters: readonly MeasuredChapter[],
  cast: readonly Member[],
): Viewpoint<Member>[] {
  const known = new Set(cast.map(({ id }) => id));
  const told = Map.groupBy(chapters, ({ povCharacterId }) =>
    povCharacterId !== null && known.has(povCharacterId) ? povCharacterId : null,
  );
  const all = wordTotal(chapters);
  const shown = [...cast.filter(({ id, isPov }) => isPov || told.has(id)), ...(told.has(null) ? [null] : [])];
  return shown.map((character) => {
    const own = told.get(character?.id ?? null) ?? [];
    return {
      character,
      chapters: own.length,
      words: wordTotal(own),
      chapterShare: shareOf(own.length, chapters.length),
      wordShare: shareOf(wordTotal(own), all),
    };
  });
}
