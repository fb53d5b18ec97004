import { searchedOf } from '../../../record.ts';
import { records } from '../../../records.gen.ts';
import { amongBooks } from '../../../sql/bounds.ts';
import type { Sql } from '../../../sql/connect.ts';
import { placeOf } from '../chapter/place.ts';
import type { Clause, HitPlace, SearchKind } from './rules.ts';
import { snippetsMax } from './rules.ts';

/** A matching passage and its offset in its field, code points. */
interface Passage {
  start: number;
  body: string;
}

/** A field that matches all clauses. */
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
  /** Text search configuration of the book's language; null if words are compared as text. */
  configuration: string | null;
  /** Stems of each clause in the language of the book; null for a clause that is compared as text. */
  words: (string[] | null)[];
  passages: Passage[];
}

export interface Search {
  accountId: string;
  /** The books that the caller's key is bound to; null means all of the account. */
  bookIds: readonly string[] | null;
  /** Absent means all of these books. */
  bookId?: string;
  clauses: readonly Clause[];
  /** Absent means all. */
  kinds: readonly SearchKind[] | undefined;
  limit: number;
  after: HitPlace | undefined;
}

/** Maximum matches that one search reads. A match is a passage and a clause in it. Clauses have equal shares. */
const matchesMax = 6_000;
/** Minimum share of a clause, passages. */
const sharePassagesMin = 100;
/** Maximum matches on one page of hits that are counted and considered for snippets. */
const countedMax = 2_000;

/**
 * Hits, best first: titles and names, then texts with most passages. Undefined if there is no such book. The cost is bounded by
 * the number of matches, not of books. The planner cannot estimate that number, so each passage of the page is fetched by its
 * whole key with `LIMIT 1`; otherwise it would read the passages around it too.
 */
export async function findFields(sql: Sql, search: Search): Promise<Found[] | undefined> {
  const { accountId, bookId, clauses, limit, after } = search;
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded).length;
  const rows = await sql<(Found | { recordId: null })[]>`
    WITH ${readings(sql, search)}, ${matches(sql, search)}, hit AS (
      SELECT book_id, record_id, field, kind, count(DISTINCT no) + CASE WHEN field IN ('title', 'name') THEN 1000000
        ELSE 0 END AS score,
        array_agg(no ORDER BY turn, no) AS nos, array_agg(clause ORDER BY turn, no) AS clauses
      FROM (SELECT *, row_number() OVER (PARTITION BY book_id, record_id, field, clause ORDER BY no) AS turn
        FROM found) f GROUP BY book_id, record_id, field, kind
      HAVING count(DISTINCT clause) FILTER (WHERE NOT is_excluded) = ${wanted} AND NOT bool_or(is_excluded)
    ), page AS MATERIALIZED (
      SELECT h.*, b.account_id, b.title AS book_title, pl.configuration, CASE WHEN c.id IS NOT NULL
        THEN ${placeOf(sql)} END AS chapter_order, c.title AS chapter_title
      FROM hit h JOIN title b USING (book_id) JOIN place pl USING (book_id)
        LEFT JOIN chapter c ON c.account_id = ${accountId} AND c.id = h.record_id
      WHERE c.archived_at IS NULL
        ${
          after
            ? sql`AND (-h.score, h.record_id, h.field) > (${-after.score}::bigint, ${after.recordId},
          ${after.field})`
            : sql``
        }
      ORDER BY h.score DESC, h.record_id, h.field LIMIT ${limit}
    ), counted AS MATERIALIZED (
      SELECT h.book_id, h.record_id, h.field, p.no, (${timesIn(sql)}) AS times
      FROM (SELECT *, (SELECT ${countedMax} / count(*) FROM page)::int AS share FROM page) h
      CROSS JOIN LATERAL unnest(h.nos[:h.share], h.clauses[:h.share]) AS f (no, clause)
      JOIN clause c ON c.configuration IS NOT DISTINCT FROM h.configuration AND c.no = f.clause
      CROSS JOIN LATERAL (
        SELECT p.no, p.body, p.vector FROM search_passage p
        WHERE p.account_id = ${accountId} AND p.book_id = h.book_id AND p.record_id = h.record_id
          AND p.field = h.field AND p.no = f.no LIMIT 1
      ) p
    ), best AS (
      SELECT book_id, record_id, field, no, sum(times) AS times,
        row_number() OVER (PARTITION BY book_id, record_id, field ORDER BY count(*) DESC, no) AS place_of_it
      FROM counted GROUP BY book_id, record_id, field, no
    ), shown AS MATERIALIZED (
      SELECT b.book_id, b.record_id, b.field, sum(b.times)::int AS matches,
        jsonb_agg(jsonb_build_object('start', (${lengthBefore(sql, accountId)}), 'body', p.body) ORDER BY p.no)
          FILTER (WHERE p.no IS NOT NULL) AS passages
      FROM best b
      LEFT JOIN search_passage p ON b.place_of_it <= ${snippetsMax}
        AND p.account_id = ${accountId} AND p.book_id = b.book_id AND p.record_id = b.record_id AND p.field = b.field
        AND p.no = b.no
      GROUP BY b.book_id, b.record_id, b.field
    )
    SELECT coalesce(h.account_id, any_book.account_id) AS owner_of_book, h.book_id, h.book_title, h.record_id,
      h.field, h.kind, h.chapter_order, h.score::int,
      h.configuration::regconfig::text AS configuration, coalesce(h.chapter_title, (${labelOf(sql, accountId)}),
        h.book_title) AS label, s.matches, s.passages,
      (SELECT jsonb_agg(CASE WHEN c.query IS NOT NULL THEN (${wordsOfClause(sql)}) END ORDER BY c.no)
        FROM clause c WHERE c.configuration IS NOT DISTINCT FROM h.configuration AND NOT c.is_excluded) AS words
    FROM (SELECT account_id FROM title LIMIT 1) any_book
    LEFT JOIN page h ON true
    LEFT JOIN shown s ON s.book_id = h.book_id AND s.record_id = h.record_id AND s.field = h.field
    ORDER BY h.score DESC NULLS LAST, h.record_id, h.field`;
  return rows.length === 0 && bookId ? undefined : rows.filter((row) => row.recordId !== null);
}

/** The searched books, and the clauses in the stems of their languages. Books of one language share a reading. */
function readings(sql: Sql, { accountId, bookIds, bookId, clauses }: Search) {
  return sql`
    title AS MATERIALIZED (
      SELECT b.account_id, b.id AS book_id, b.title, b.language FROM book b
      WHERE b.account_id = ${accountId}
        AND b.deleted_at IS NULL ${bookId ? sql`AND b.id = ${bookId}` : sql``} ${amongBooks(sql, 'b.id', bookIds)}
    ), spoken AS MATERIALIZED (
      SELECT language, search_configuration(language) AS configuration FROM (SELECT DISTINCT language FROM title) spoken
    ), place AS MATERIALIZED (
      SELECT b.book_id, t.configuration::oid AS configuration FROM title b JOIN spoken t USING (language)
    ), reading AS MATERIALIZED (
      SELECT t.configuration::oid, entry.*, lower(normalize(entry.text)) AS needle, lower(normalize(entry.text, NFD)) AS spelt,
        CASE WHEN NOT entry.is_verbatim
          THEN search_query(t.configuration, ${bookId ?? accountId}, entry.text, entry.is_beginning) END AS query,
        to_tsvector(t.configuration, search_clean(entry.text)) AS words,
        greatest(${sharePassagesMin}, ${matchesMax} / count(*) OVER ())::int AS share
      FROM (SELECT DISTINCT configuration FROM spoken) t,
        jsonb_to_recordset(${sql.json(clauseRows(clauses))}) AS entry (no int, text text, is_excluded boolean,
          is_beginning boolean, is_verbatim boolean)
    ), clause AS MATERIALIZED (
      SELECT r.*, (SELECT count(*) FROM unnest(r.words) w, unnest(w.positions)) AS word_count FROM reading r
    )`;
}

/**
 * `found`: passages that match a clause, at most a share of them for each clause. A clause with more passages is searched again
 * in the texts that match all other clauses, so that a rare word beside a common one is found.
 */
function matches(sql: Sql, { accountId, kinds }: Search) {
  const ofKind = kinds ? sql`AND p.kind = ANY(${[...kinds]})` : sql``;
  return sql`
    seen AS MATERIALIZED (
      SELECT p.*, c.configuration, c.no AS clause, c.is_excluded, count(*) OVER (PARTITION BY c.configuration,
        c.no) = c.share AS is_cut
      FROM clause c CROSS JOIN LATERAL (
        (SELECT p.book_id, p.record_id, p.field, p.no, p.kind FROM search_passage p
        WHERE p.account_id = ${accountId} AND ${scoped(sql)} @@ c.query
          AND ((p.book_id, c.configuration) IN (SELECT book_id, configuration FROM place)) IS TRUE ${ofKind}
        LIMIT c.share)
        UNION ALL
        (SELECT p.book_id, p.record_id, p.field, p.no, p.kind
        FROM place b JOIN search_passage p ON p.account_id = ${accountId} AND p.book_id = b.book_id ${ofKind}
        WHERE c.query IS NULL AND b.configuration IS NOT DISTINCT FROM c.configuration
          AND ${isVerbatimIn(sql)}
        LIMIT c.share)
      ) p
    ), cut AS MATERIALIZED (
      SELECT DISTINCT configuration, clause FROM seen WHERE is_cut
    ), other AS MATERIALIZED (
      SELECT s.configuration, s.book_id, s.record_id, s.field FROM seen s
      WHERE NOT s.is_cut AND NOT s.is_excluded
      GROUP BY s.configuration, s.book_id, s.record_id, s.field
      HAVING count(DISTINCT s.clause) = (
        SELECT count(*) FROM clause c
        WHERE c.configuration IS NOT DISTINCT FROM s.configuration AND NOT c.is_excluded AND NOT ${isCut(sql)})
    ), again AS MATERIALIZED (
      SELECT p.*, c.no AS clause, c.is_excluded
      FROM clause c CROSS JOIN LATERAL (
        SELECT p.book_id, p.record_id, p.field, p.no, p.kind FROM (
          SELECT p.* FROM other o
          JOIN search_passage p ON p.account_id = ${accountId} AND p.book_id = o.book_id AND p.record_id = o.record_id
            AND p.field = o.field
          WHERE o.configuration IS NOT DISTINCT FROM c.configuration LIMIT c.share
        ) p
        WHERE CASE WHEN c.query IS NULL THEN ${isVerbatimIn(sql)} ELSE ${scoped(sql)} @@ c.query END
      ) p
      WHERE ${isCut(sql)}
    ), found AS MATERIALIZED (
      SELECT book_id, record_id, field, no, kind, clause, is_excluded FROM seen
      UNION SELECT book_id, record_id, field, no, kind, clause, is_excluded FROM again
    )`;
}

/** Whether a clause `c` matches more passages than its share. A language without stemming has no configuration. */
const isCut = (sql: Sql) =>
  sql`EXISTS (SELECT FROM cut WHERE cut.configuration IS NOT DISTINCT FROM c.configuration AND cut.clause = c.no)`;

/** The words of a passage `p` with its book and account, as they are indexed (0030_search_scope.sql). */
const scoped = (sql: Sql) => sql`(p.vector || array_to_tsvector(ARRAY[p.account_id]))`;

function clauseRows(clauses: readonly Clause[]) {
  return clauses.map(({ text, isExcluded, isBeginning, isVerbatim }, no) => ({
    no,
    text,
    is_excluded: isExcluded,
    is_beginning: isBeginning,
    is_verbatim: isVerbatim,
  }));
}

/** Label of the record of a hit `h`, for kinds that declare one. */
const labelOf = (sql: Sql, accountId: string) =>
  labels
    .map(
      ({ table, kinds, label }) => sql`
        SELECT ${sql.unsafe(label)} FROM ${sql(table)} r
        WHERE h.kind = ANY(${kinds}) AND r.account_id = ${accountId} AND r.id = h.record_id`,
    )
    .reduce((all, one) => sql`${all} UNION ALL ${one}`);

const labels = records.flatMap((record) => {
  const searched = searchedOf(record);
  return searched?.label ? [{ table: record.table, kinds: Object.keys(searched.kinds), label: searched.label }] : [];
});

/** Words of a clause `c`, in order. */
const wordsOfClause = (sql: Sql) =>
  sql`SELECT jsonb_agg(w.lexeme ORDER BY at) FROM unnest(c.words) w, unnest(w.positions) at`;

/** Whether a passage `p` has the text of a clause `c`, in either spelling of its letters: Macs may send them in two parts. */
const isVerbatimIn = (sql: Sql) => sql`
  (strpos(lower(p.body), c.needle) > 0 OR (c.spelt <> c.needle AND strpos(lower(p.body), c.spelt) > 0))`;

const timesVerbatim = (sql: Sql, spelling: 'needle' | 'spelt') => sql`
  (length(lower(p.body)) - length(replace(lower(p.body), c.${sql(spelling)}, ''))) / length(c.${sql(spelling)})`;

/** Number of matches of a clause `c` in a passage `p`. A phrase matches where its words have the same distances. */
const timesIn = (sql: Sql) => sql`
  CASE WHEN c.query IS NULL
    THEN ${timesVerbatim(sql, 'needle')} + CASE WHEN c.spelt <> c.needle THEN ${timesVerbatim(sql, 'spelt')} ELSE 0 END
    ELSE (
      SELECT count(*) FROM (
        SELECT FROM unnest(c.words) w CROSS JOIN unnest(w.positions) at
        JOIN unnest(CASE WHEN c.is_beginning THEN p.vector
          ELSE ts_filter(setweight(p.vector, 'A', tsvector_to_array(c.words)), '{a}') END) t
          ON t.lexeme = w.lexeme OR (c.is_beginning AND at = c.word_count AND starts_with(t.lexeme, w.lexeme))
        CROSS JOIN unnest(t.positions) there
        GROUP BY there - at HAVING count(*) = c.word_count
      ) begun
    ) END`;

/** Offset of a passage `p` in its field. */
const lengthBefore = (sql: Sql, accountId: string) => sql`
  SELECT coalesce(sum(q.length), 0) FROM search_passage q
  WHERE q.account_id = ${accountId} AND q.book_id = p.book_id AND q.record_id = p.record_id AND q.field = p.field
    AND q.no < p.no`;

/** A word of a text with its text search configuration. */
interface Spelling {
  configuration: string;
  word: string;
}

/** Words that match `wanted` (as a prefix if `isPrefix`), with their stems in the configuration of their book. */
export function stemsOf(
  sql: Sql,
  spellings: readonly Spelling[],
  wanted: readonly string[],
  isPrefix: boolean,
): Promise<(Spelling & { stems: string[] })[]> {
  return sql<(Spelling & { stems: string[] })[]>`
    SELECT configuration, word, stems
    FROM unnest(${spellings.map(({ configuration }) => configuration)}::text[],
      ${spellings.map(({ word }) => word)}::text[]) AS s (configuration, word),
      LATERAL (SELECT tsvector_to_array(to_tsvector(s.configuration::regconfig, s.word)) AS stems) AS v
    WHERE stems && ${[...wanted]}::text[]
      OR (${isPrefix} AND EXISTS (SELECT FROM unnest(stems) stem, unnest(${[...wanted]}::text[]) w
        WHERE starts_with(stem, w)))`;
}
