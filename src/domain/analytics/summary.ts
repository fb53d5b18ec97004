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
  /** Its visitors for each of the first chapter's; null where that has none. */
  reach: number | null;
}

/** How a book was read from one day to another, both included. */
export interface Analytics extends Counts {
  from: string;
  to: string;
  /** Those with views, oldest first. */
  days: (Counts & { day: string })[];
  titlePage: Counts;
  /** Those with views, in order; deleted ones last. */
  chapters: ChapterCounts[];
  topChapter: ChapterCounts | null;
  completion: number | null;
}

const none: Counts = { views: 0, visitors: 0 };

/** What the rows of one key come to; undefined where there are none, because there is no such book. */
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

/** To a thousandth: more would only look exact. */
function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
