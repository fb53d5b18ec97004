import type { Sql } from '../../../sql/connect.ts';
import { writerOfIt } from '../../calls/run/store.ts';
import { placedChapters } from '../chapter/place.ts';
import type { Chapter } from '../chapter/store.ts';
import { markColumns, type TextMark } from '../texts/marks.ts';
import { presentTextOf } from '../texts/present.ts';
import { formerLintIds, type LintFacts } from './store.ts';

/** A chapter as publishing would copy it, without its text. */
export interface PublishFacts extends TextMark, LintFacts, Pick<Chapter, 'bookId' | 'order' | 'title' | 'targetWords'> {
  status: string;
  /** Ids of its waived findings. */
  waived: string[];
}

/** The chapters with a text of several books, in order within each. */
export function publishFactsOf(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<PublishFacts[]> {
  return sql<PublishFacts[]>`
    SELECT c.account_id AS owner_of_chapter, c.book_id, c.id AS chapter_id, c.place AS "order", c.title,
      c.text_status AS status, c.target_words,
      coalesce(c.lint_id, c.id) AS lint_id, ${formerLintIds(sql)}, r.ordered_words, r.ordered_from, ${markColumns(sql)},
      ARRAY(SELECT w.finding_id FROM lint_waiver w WHERE w.account_id = c.account_id AND w.chapter_id = c.id) AS waived
    FROM ${placedChapters(sql, accountId, bookIds)} c
    JOIN ${presentTextOf(sql)}
    LEFT JOIN ${writerOfIt(sql)}
    ORDER BY c.book_id, c.place`;
}
