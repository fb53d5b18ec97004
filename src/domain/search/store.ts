import type { Sql } from '../../sql/connect.ts';
import type { Clause, HitPlace, SearchKind } from './rules.ts';
import { snippetsMax } from './rules.ts';

/** A passage that holds something of what was looked for, and where in its field it begins, code points. */
export interface Passage {
  start: number;
  body: string;
}

/** A field in which everything was found. */
export interface Found {
  bookId: string;
  bookTitle: string;
  recordId: string;
  field: string;
  kind: SearchKind;
  label: string;
  chapterOrder: number | null;
  score: number;
  matches: number;
  /** How the words of its book are found; null: as they stand. */
  configuration: string | null;
  /** The words of each clause, as the language of the book has them; null for one that is found as it stands. */
  words: (string[] | null)[];
  passages: Passage[];
}

export interface Search {
  accountId: string;
  /** Absent: all books. */
  bookId?: string;
  clauses: readonly Clause[];
  /** Absent: all. */
  kinds: readonly SearchKind[] | undefined;
  limit: number;
  after: HitPlace | undefined;
}

/**
 * Best first: titles and names, then whatever has it in most passages. Undefined without such a book. How much is found cannot be
 * foretold: each passage of the page is fetched by its whole key, `LIMIT 1`, lest the planner read the passages around it too.
 * A passage is lowered once, `OFFSET 0`, for however many clauses are looked for in it as they stand.
 */
export async function findFields(sql: Sql, search: Search): Promise<Found[] | undefined> {
  const { accountId, bookId, clauses, kinds, limit, after } = search;
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded).length;
  const ofKind = kinds ? sql`AND p.kind = ANY(${[...kinds]})` : sql``;
  const rows = await sql<(Found | { recordId: null })[]>`
    WITH place AS MATERIALIZED (
      SELECT b.id AS book_id, b.title AS book_title, search_configuration(b.language) AS configuration FROM book b
      WHERE b.account_id = ${accountId} AND b.deleted_at IS NULL ${bookId ? sql`AND b.id = ${bookId}` : sql``}
    ), reading AS MATERIALIZED (
      SELECT p.book_id, asked.*, lower(asked.text) AS needle,
        CASE WHEN NOT asked.is_verbatim THEN search_query(p.configuration, p.book_id, asked.text, asked.is_beginning) END AS query,
        to_tsvector(p.configuration, search_clean(asked.text)) AS words
      FROM place p, jsonb_to_recordset(${sql.json(asked(clauses))}) AS asked (no int, text text, is_excluded boolean, is_beginning boolean, is_verbatim boolean)
    ), clause AS MATERIALIZED (
      SELECT r.*, (SELECT count(*) FROM unnest(r.words) w, unnest(w.positions)) AS word_count FROM reading r
    ), found AS MATERIALIZED (
      SELECT p.book_id, p.record_id, p.field, p.no, p.kind, c.no AS clause, c.is_excluded
      FROM clause c JOIN search_passage p ON p.account_id = ${accountId} AND p.book_id = c.book_id AND p.vector @@ c.query ${ofKind}
      UNION ALL
      SELECT p.book_id, p.record_id, p.field, p.no, p.kind, c.no, c.is_excluded
      FROM (SELECT DISTINCT book_id FROM clause WHERE query IS NULL) b
      CROSS JOIN LATERAL (
        SELECT p.book_id, p.record_id, p.field, p.no, p.kind, lower(p.body) AS lowered FROM search_passage p
        WHERE p.account_id = ${accountId} AND p.book_id = b.book_id ${ofKind} OFFSET 0
      ) p
      JOIN clause c ON c.query IS NULL AND c.book_id = p.book_id AND strpos(p.lowered, c.needle) > 0
    ), hit AS (
      SELECT book_id, record_id, field, kind, count(DISTINCT no) + CASE WHEN field IN ('title', 'name') THEN 1000000 ELSE 0 END AS score,
        array_agg(no) AS nos, array_agg(clause) AS clauses
      FROM found GROUP BY book_id, record_id, field, kind
      HAVING count(DISTINCT clause) FILTER (WHERE NOT is_excluded) = ${wanted} AND NOT bool_or(is_excluded)
    ), page AS MATERIALIZED (
      SELECT h.*, c.position AS chapter_order, c.title AS chapter_title
      FROM hit h LEFT JOIN chapter c ON c.account_id = ${accountId} AND c.id = h.record_id
      WHERE c.archived_at IS NULL
        ${after ? sql`AND (-h.score, h.record_id, h.field) > (${-after.score}::bigint, ${after.recordId}, ${after.field})` : sql``}
      ORDER BY h.score DESC, h.record_id, h.field LIMIT ${limit}
    ), counted AS MATERIALIZED (
      SELECT h.book_id, h.record_id, h.field, p.no, (${timesIn(sql)}) AS times
      FROM page h
      JOIN clause c ON c.book_id = h.book_id
      CROSS JOIN LATERAL (SELECT u.no FROM unnest(h.nos, h.clauses) AS u (no, clause) WHERE u.clause = c.no) f
      CROSS JOIN LATERAL (
        SELECT p.no, p.body, p.vector FROM search_passage p
        WHERE p.account_id = ${accountId} AND p.book_id = h.book_id AND p.record_id = h.record_id AND p.field = h.field AND p.no = f.no LIMIT 1
      ) p
    ), best AS (
      SELECT book_id, record_id, field, no, sum(times) AS times,
        row_number() OVER (PARTITION BY book_id, record_id, field ORDER BY count(*) DESC, no) AS place_of_it
      FROM counted GROUP BY book_id, record_id, field, no
    ), shown AS MATERIALIZED (
      SELECT b.book_id, b.record_id, b.field, sum(b.times)::int AS matches,
        jsonb_agg(jsonb_build_object('start', (${lengthBefore(sql, accountId)}), 'body', p.body) ORDER BY p.no) FILTER (WHERE p.no IS NOT NULL) AS passages
      FROM best b
      LEFT JOIN search_passage p ON b.place_of_it <= ${snippetsMax}
        AND p.account_id = ${accountId} AND p.book_id = b.book_id AND p.record_id = b.record_id AND p.field = b.field AND p.no = b.no
      GROUP BY b.book_id, b.record_id, b.field
    )
    SELECT h.book_id, place.book_title, h.record_id, h.field, h.kind, h.chapter_order, h.score::int, place.configuration::text,
      coalesce(h.chapter_title, (${labelOf(sql, accountId)}), place.book_title) AS label, s.matches, s.passages,
      (SELECT jsonb_agg(CASE WHEN c.query IS NOT NULL THEN (${wordsOf(sql)}) END ORDER BY c.no)
        FROM clause c WHERE c.book_id = h.book_id AND NOT c.is_excluded) AS words
    FROM place
    LEFT JOIN page h ON h.book_id = place.book_id
    LEFT JOIN shown s ON s.book_id = h.book_id AND s.record_id = h.record_id AND s.field = h.field
    ORDER BY h.score DESC NULLS LAST, h.record_id, h.field`;
  return rows.length === 0 && bookId ? undefined : rows.filter((row) => row.recordId !== null);
}

function asked(clauses: readonly Clause[]) {
  return clauses.map(({ text, isExcluded, isBeginning, isVerbatim }, no) => ({
    no,
    text,
    is_excluded: isExcluded,
    is_beginning: isBeginning,
    is_verbatim: isVerbatim,
  }));
}

/** What the record is called that a hit `h` lies in, where it is no chapter. */
const labelOf = (sql: Sql, accountId: string) => sql`
  SELECT p.name FROM character p WHERE h.kind = 'character' AND p.account_id = ${accountId} AND p.id = h.record_id
  UNION ALL
  SELECT m.title FROM mood_reference m WHERE h.kind = 'mood' AND m.account_id = ${accountId} AND m.id = h.record_id
  UNION ALL
  SELECT one.name || ' – ' || other.name FROM conflict x
  JOIN character one ON one.account_id = x.account_id AND one.id = x.from_character_id
  JOIN character other ON other.account_id = x.account_id AND other.id = x.to_character_id
  WHERE h.kind = 'conflict' AND x.account_id = ${accountId} AND x.id = h.record_id`;

/** The words of a clause `c`, in order. */
const wordsOf = (sql: Sql) =>
  sql`SELECT jsonb_agg(w.lexeme ORDER BY at) FROM unnest(c.words) w, unnest(w.positions) at`;

/** How often a clause `c` is in a passage `p`. A phrase begins where its first word stands if each further one stands as far behind. */
const timesIn = (sql: Sql) => sql`
  CASE WHEN c.query IS NULL
    THEN (length(lower(p.body)) - length(replace(lower(p.body), c.needle, ''))) / length(c.needle)
    ELSE (
      SELECT count(*) FROM (
        SELECT FROM unnest(c.words) w CROSS JOIN unnest(w.positions) at
        JOIN unnest(CASE WHEN c.is_beginning THEN p.vector ELSE ts_filter(setweight(p.vector, 'A', tsvector_to_array(c.words)), '{a}') END) t
          ON t.lexeme = w.lexeme OR (c.is_beginning AND at = c.word_count AND starts_with(t.lexeme, w.lexeme))
        CROSS JOIN unnest(t.positions) there
        GROUP BY there - at HAVING count(*) = c.word_count
      ) begun
    ) END`;

/** Where a passage `p` begins in its field. */
const lengthBefore = (sql: Sql, accountId: string) => sql`
  SELECT coalesce(sum(q.length), 0) FROM search_passage q
  WHERE q.account_id = ${accountId} AND q.book_id = p.book_id AND q.record_id = p.record_id AND q.field = p.field AND q.no < p.no`;

/** A word of a text, and the configuration by which it is read. */
export interface Spelling {
  configuration: string;
  word: string;
}

/** Those of the words that are one of `wanted`, or begin as one where `mayGoOn`, and what they are; in the configuration of their book. */
export function stemsOf(
  sql: Sql,
  spellings: readonly Spelling[],
  wanted: readonly string[],
  mayGoOn: boolean,
): Promise<(Spelling & { stems: string[] })[]> {
  return sql<(Spelling & { stems: string[] })[]>`
    SELECT configuration, word, stems
    FROM unnest(${spellings.map(({ configuration }) => configuration)}::text[], ${spellings.map(({ word }) => word)}::text[]) AS s (configuration, word),
      LATERAL (SELECT tsvector_to_array(to_tsvector(s.configuration::regconfig, s.word)) AS stems) AS v
    WHERE stems && ${[...wanted]}::text[]
      OR (${mayGoOn} AND EXISTS (SELECT FROM unnest(stems) stem, unnest(${[...wanted]}::text[]) w WHERE starts_with(stem, w)))`;
}
