import type { KeyKind } from '../../../caller.ts';
import type { AnySql } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import type { BookDocument } from './formats/document.ts';

export type KeptProposal = BookDocument['proposals'][number];
export type KeptNote = BookDocument['notes'][number];

/**
 * Places of the anchors that follow their texts: one object `places`, with a key for each anchor. As rows they would be joined
 * in nested loops, because the planner expects few elements in an array.
 */
const liveAnchors = (sql: AnySql, { accountId, bookId }: BookKey) => sql`
  anchored AS MATERIALIZED (
    SELECT x.chapter_id, x.ids, x.starts, x.lengths, x.lost FROM chapter c
    JOIN chapter_anchor x ON x.account_id = c.account_id AND x.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId}
  ), lost AS MATERIALIZED (
    -- Taken apart once: to look one up takes as long.
    SELECT jsonb_object_agg(o.key, o.value -> 'state') AS states FROM anchored x CROSS JOIN LATERAL jsonb_each(x.lost) o
  ), live AS MATERIALIZED (
    SELECT jsonb_object_agg(l.id, jsonb_build_object('chapter_id', x.chapter_id, 'start', l."start",
      'end', l."start" + l.length, 'state', coalesce((SELECT states FROM lost) ->> l.id, 'ok'))) AS places
    FROM anchored x CROSS JOIN LATERAL unnest(x.ids, x.starts, x.lengths) AS l (id, "start", length)
  )`;

type Fragment = ReturnType<typeof liveAnchors>;

/** The row of a key. A plain join may compare all rows of the account, as long as the server has no statistics of them. */
const rowOf = (sql: AnySql, table: 'anchor' | 'note', owner: string, id: Fragment) => sql`
  LATERAL (SELECT * FROM ${sql(table)} x WHERE x.account_id = ${sql(owner)} AND x.id = ${id} LIMIT 1)`;

/** The place of the anchor `id`, as a row `l` of nulls if its text is not followed. */
const placeOf = (sql: AnySql, id: string) => sql`
  CROSS JOIN LATERAL jsonb_to_record((SELECT places FROM live) -> ${sql(id)})
    AS l (chapter_id text, "start" int, "end" int, state text)`;

/** The anchor of a row `a`, with its place in `live` or where it was settled. */
const anchorOfIt = (sql: AnySql) => sql`
  jsonb_build_object('exact', a.exact, 'prefix', a.prefix, 'suffix', a.suffix, 'start', coalesce(a.place_start, l."start", 0),
    'end', coalesce(a.place_end, l."end", 0), 'state', coalesce(a.state, l.state, 'orphaned'))`;

export function proposalsToKeep(sql: AnySql, key: BookKey): Promise<KeptProposal[]> {
  return sql<KeptProposal[]>`
    WITH ${liveAnchors(sql, key)}
    SELECT p.account_id AS owner_of_proposal, a.chapter_id, p.set_id,
      (SELECT s.title FROM proposal_set s WHERE s.account_id = p.account_id AND s.id = p.set_id) AS title,
      ${anchorOfIt(sql)} AS anchor, p.replacement, p.alternatives, p.reason, p.author_kind, p.state,
      p.choice, p.decided_at, p.decision_reason, p.created_at, p.updated_at
    FROM proposal p JOIN ${rowOf(sql, 'anchor', 'p.account_id', sql`p.id`)} a ON true ${placeOf(sql, 'p.id')}
    WHERE p.account_id = ${key.accountId} AND p.book_id = ${key.bookId} ORDER BY p.id`;
}

/** Notes before their replies, oldest first. */
export function notesToKeep(sql: AnySql, key: BookKey): Promise<KeptNote[]> {
  return sql<KeptNote[]>`
    WITH ${liveAnchors(sql, key)}
    SELECT n.account_id AS owner_of_note, n.id, coalesce(a.chapter_id, n.chapter_id) AS chapter_id, n.parent_id,
      CASE WHEN n.anchor_id IS NOT NULL THEN ${anchorOfIt(sql)} END AS anchor, n.kind, n.body,
      n.author_kind, n.resolved_at, n.created_at, n.updated_at
    FROM note n LEFT JOIN ${rowOf(sql, 'anchor', 'n.account_id', sql`n.anchor_id`)} a ON true
    ${placeOf(sql, 'n.id')}
    WHERE n.account_id = ${key.accountId} AND n.book_id = ${key.bookId}
    ORDER BY n.parent_id IS NOT NULL, n.id`;
}

/** An open proposal whose words are in the text, with their place in code points. */
export interface OpenProposal {
  chapterId: string;
  start: number;
  end: number;
  replacement: string;
  alternatives: string[];
  reason: string;
  authorKind: KeyKind;
  createdAt: Date;
}

/** An unresolved note or a reply to one. */
export interface OpenNote {
  /** Of the note itself, for a reply too. */
  noteId: string;
  /** Null for a note on the book. */
  chapterId: string | null;
  /** Place of its words in the text; null if it is on none or they have changed. */
  start: number | null;
  end: number | null;
  /** The words that it was on; null for a note on a chapter or a book. */
  exact: string | null;
  body: string;
  authorKind: KeyKind;
  createdAt: Date;
}

/** Open proposals, in the order of their places. */
export function openProposals(sql: AnySql, key: BookKey): Promise<OpenProposal[]> {
  return sql<OpenProposal[]>`
    WITH ${liveAnchors(sql, key)}
    SELECT p.account_id AS owner_of_proposal, l.chapter_id, l."start", l."end", p.replacement, p.alternatives, p.reason,
      p.author_kind, p.created_at
    FROM proposal p ${placeOf(sql, 'p.id')}
    WHERE p.account_id = ${key.accountId} AND p.book_id = ${key.bookId} AND p.state = 'open' AND l.state = 'ok'
    ORDER BY l.chapter_id, l."start", l."end", p.id`;
}

/** Unresolved notes with their replies, oldest first. */
export function openNotes(sql: AnySql, key: BookKey): Promise<OpenNote[]> {
  return sql<OpenNote[]>`
    WITH ${liveAnchors(sql, key)}
    SELECT n.account_id AS owner_of_note, q.id AS note_id, coalesce(a.chapter_id, q.chapter_id) AS chapter_id,
      CASE WHEN l.state = 'ok' THEN l."start" END AS "start", CASE WHEN l.state = 'ok' THEN l."end" END AS "end", a.exact,
      n.body, n.author_kind, n.created_at
    FROM note n JOIN ${rowOf(sql, 'note', 'n.account_id', sql`coalesce(n.parent_id, n.id)`)} q ON q.resolved_at IS NULL
    LEFT JOIN ${rowOf(sql, 'anchor', 'q.account_id', sql`q.anchor_id`)} a ON true
    ${placeOf(sql, 'q.anchor_id')}
    WHERE n.account_id = ${key.accountId} AND n.book_id = ${key.bookId}
    ORDER BY q.id, n.parent_id IS NOT NULL, n.id`;
}
