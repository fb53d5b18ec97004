import { pages } from './rules.ts';
import type { CountRow } from './store.ts';

export interface Counts {
  views: number;
  visitors: number;
}

export interface ChapterCounts extends Counts {
  chapterId: string;
  /** Null for a deleted chapter. */
  order: number | null;
  title: string;
  /** Its visitors per visitor of the first chapter; null if that has none. */
  reach: number | null;
}

/** Reading figures of a book over a range of days, both inclusive. */
export interface Analytics extends Counts {
  from: string;
  to: string;
  /** Days with views, oldest first. */
  days: (Counts & { day: string })[];
  titlePage: Counts;
  /** Chapters with views, in order; deleted ones last. */
  chapters: ChapterCounts[];
  topChapter: ChapterCounts | null;
  /** Visitors of the last published chapter divided by those of the first; null if that is undefined. */
  completion: number | null;
}

const none: Counts = { views: 0, visitors: 0 };

/** Builds the figures of one book from its rows; undefined without rows, because there is no such book. */
export function analyticsFrom(rows: readonly CountRow[]): Analytics | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const sums = rows.filter(({ day }) => day === null);
  const sumOf = (page: string | null) => sums.find((row) => row.page === page) ?? none;
  const starters = sumOf(first.firstId).visitors;
  const reachOf = (visitors: number) => (starters === 0 ? null : rounded(visitors / starters));
  const chapters = sums.flatMap(({ page, title, order, views, visitors }) =>
    page === null || title === null
      ? []
      : [{ chapterId: page, order, title, views, visitors, reach: reachOf(visitors) }],
  );
  const { views, visitors } = sumOf(pages.all);
  return {
    from: first.from,
    to: first.to,
    views,
    visitors,
    days: rows.flatMap(({ day, views, visitors }) => (day === null ? [] : [{ day, views, visitors }])),
    titlePage: sumOf(pages.title),
    chapters,
    topChapter: chapters.toSorted((one, other) => other.visitors - one.visitors)[0] ?? null,
    completion: first.firstId === first.lastId ? null : reachOf(sumOf(first.lastId).visitors),
  };
}

/** Three decimals; more would suggest false precision. */
function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
