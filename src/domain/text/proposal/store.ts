import type { KeyKind } from '../../../caller.ts';
import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import { betweenPlaces, newestFirst } from '../../../sql/range.ts';
import type { SweepResult } from '../../../sql/sweep.ts';
import type { PageRange } from '../../page.ts';
import { type BookKey, liveBook, ofLiveBook, type Shelf } from '../../story/book/store.ts';
import type { Anchored } from '../anchor/store.ts';
import { wordsDropped } from '../anchor/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { savedAt } from '../texts/rows.ts';
import type { ProposalFilter, ProposalState } from './rules.ts';

/** A change of a passage on which somebody else decides. */
export interface Proposal extends Anchored {
  bookId: string;
  setId: string;
  /** Title of its set; may be empty. */
  title: string;
  /** Language of its book. */
  language: string;
  replacement: string;
  alternatives: string[];
  reason: string;
  /** Null if it was imported. */
  tokenId: string | null;
  authorKind: KeyKind;
  state: ProposalState;
  /** Which text was accepted: 0 is the replacement, n the nth alternative. */
  choice: number | null;
  /** The key that decided or withdrew it. */
  decidedBy: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ProposalKey extends BookKey {
  proposalId: string;
}

/**
 * Of a proposal `p` and its anchor `a`. What one row of another table tells is asked for by its key: a server without
 * statistics joins five tables by the account alone, which takes the third power of its proposals.
 */
const columns = (sql: AnySql) => sql`
  p.account_id AS owner_of_proposal, p.id, p.book_id, p.set_id,
    (SELECT s.title FROM proposal_set s WHERE s.account_id = p.account_id AND s.id = p.set_id),
    (SELECT l.language FROM book l WHERE l.account_id = p.account_id AND l.id = p.book_id),
    a.chapter_id, a.exact, a.prefix, a.suffix,
    CASE WHEN a.state IS NOT NULL THEN jsonb_build_object('revisionId', a.revision_id, 'start', a.place_start,
      'end', a.place_end, 'state', a.state) END AS settled,
    p.replacement, p.alternatives, p.reason, p.token_id, p.author_kind, p.state, p.choice, p.decided_by, p.decided_at,
    p.decision_reason, p.version, p.created_at, p.updated_at`;

const withAnchor = (sql: AnySql) => sql`JOIN anchor a ON a.account_id = p.account_id AND a.id = p.id`;

const matching = (sql: AnySql, { chapterId, state, setId }: ProposalFilter) => sql`
  ${chapterId === undefined ? sql`` : sql`AND a.chapter_id = ${chapterId}`}
  ${state === undefined ? sql`` : sql`AND p.state = ${state}`}
  ${setId === undefined ? sql`` : sql`AND p.set_id = ${setId}`}`;

const pageOf = (sql: AnySql, range: PageRange) => {
  const place = [sql`p.created_at`, sql`p.id`] as const;
  const order = newestFirst(sql, range);
  return {
    within: betweenPlaces(sql, place, range),
    order: sql`p.created_at ${order}, p.id ${order}`,
  };
};

/** A page of the proposals of a book, newest first, and one row more; undefined if there is no such book. */
export async function proposalsOfBook(
  sql: AnySql,
  key: BookKey,
  filter: ProposalFilter,
  range: PageRange,
): Promise<Proposal[] | undefined> {
  const { within, order } = pageOf(sql, range);
  const rows = await sql<Proposal[]>`
    SELECT p.* FROM book b LEFT JOIN LATERAL (
      SELECT ${columns(sql)} FROM proposal p ${withAnchor(sql)}
      WHERE p.account_id = ${key.accountId} AND p.book_id = b.id ${matching(sql, filter)} ${within}
      ORDER BY ${order} LIMIT ${range.size + 1}
    ) p ON true WHERE ${liveBook(sql, key)} ORDER BY ${order}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The same for several chapters, in one statement. */
export function proposalsOfChapters(
  sql: AnySql,
  accountId: string,
  chapterIds: readonly string[],
  state: ProposalState | undefined,
  range: PageRange,
): Promise<Proposal[]> {
  const { within, order } = pageOf(sql, range);
  return sql<Proposal[]>`
    SELECT p.* FROM unnest(${[...chapterIds]}::text[]) AS c (id) CROSS JOIN LATERAL (
      SELECT ${columns(sql)} FROM proposal p ${withAnchor(sql)}
      WHERE p.account_id = ${accountId} AND a.chapter_id = c.id ${matching(sql, { state })} ${within}
      ORDER BY ${order} LIMIT ${range.size + 1}
    ) p ORDER BY ${order}`;
}

export async function proposalById(sql: AnySql, key: ProposalKey): Promise<Proposal | undefined> {
  const [row] = await sql<Proposal[]>`
    SELECT ${columns(sql)} FROM proposal p ${withAnchor(sql)} JOIN book b ON ${liveBook(sql, key)}
    WHERE p.account_id = ${key.accountId} AND p.book_id = b.id AND p.id = ${key.proposalId}`;
  return row;
}

/** Proposals by id, in live books of a shelf, unordered. */
export function proposalsByIds(sql: AnySql, shelf: Shelf, ids: readonly string[]): Promise<Proposal[]> {
  return sql<Proposal[]>`
    SELECT ${columns(sql)} FROM proposal p ${withAnchor(sql)}
    WHERE ${ofLiveBook(sql, shelf, 'p')} AND p.id = ANY(${[...ids]})`;
}

/** Proposals of a book by id, in the order of the ids. Undefined if one is not there. */
export async function proposalsIn(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  ids: readonly string[],
): Promise<Proposal[] | undefined> {
  const rows = await sql<Proposal[]>`
    SELECT ${columns(sql)} FROM proposal p ${withAnchor(sql)}
    WHERE p.account_id = ${accountId} AND p.book_id = ${bookId} AND p.id = ANY(${[...ids]})`;
  const found = new Map(rows.map((row) => [row.id, row]));
  const inOrder = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
  return inOrder.length === new Set(ids).size ? inOrder : undefined;
}

/** Proposals of a book: open and stale ones, and all. */
export async function countProposals(
  tx: Transaction,
  { accountId, bookId }: BookKey,
): Promise<{ open: number; all: number }> {
  const [row] = await tx<{ open: number; all: number }[]>`
    SELECT count(*) FILTER (WHERE state IN ('open', 'stale'))::int AS open, count(*)::int AS all FROM proposal
    WHERE account_id = ${accountId} AND book_id = ${bookId}`;
  return row ?? { open: 0, all: 0 };
}

/** Deletes a set without proposals. */
export async function dropEmptySet(tx: Transaction, accountId: string, setId: string): Promise<void> {
  await tx`
    DELETE FROM proposal_set s WHERE s.account_id = ${accountId} AND s.id = ${setId}
      AND NOT EXISTS (SELECT FROM proposal p WHERE p.account_id = ${accountId} AND p.set_id = s.id)`;
}

/** Time after a decision in which a proposal keeps its alternatives and the words that it was about. */
const wordsKeptFor = '30 days';
/** Proposals that one statement trims; each may have 150,000 characters (ours). */
const trimmedPart = 100;

/** Drops alternatives and words of proposals that were decided more than 30 days ago. */
export function trimDecided(sql: Sql): Promise<SweepResult> {
  return sql`
    WITH due AS (
      SELECT account_id, id FROM proposal WHERE decided_at < now() - ${wordsKeptFor}::interval AND NOT is_trimmed
      ORDER BY decided_at LIMIT ${trimmedPart}
    ), trimmed AS (
      UPDATE proposal p SET alternatives = '{}', is_trimmed = true, version = p.version + 1 FROM due
      WHERE p.account_id = due.account_id AND p.id = due.id AND NOT p.is_trimmed
    )
    ${wordsDropped(sql)}`;
}

/** How proposals were decided. */
export interface Decision {
  state: Exclude<ProposalState, 'open' | 'stale'>;
  tokenId: string;
  reason?: string | undefined;
}

/** Records a decision. Their anchors are settled. */
export async function decide(
  tx: Transaction,
  accountId: string,
  chosen: readonly { id: string; choice: number | null }[],
  { state, tokenId, reason }: Decision,
): Promise<void> {
  await tx`
    UPDATE proposal p SET state = ${state}, choice = d.choice, decided_by = ${tokenId}, decided_at = clock_timestamp(),
      decision_reason = ${reason ?? null}, version = p.version + 1, updated_at = clock_timestamp()
    FROM jsonb_to_recordset(${tx.json([...chosen])}) AS d (id text, choice int)
    WHERE p.account_id = ${accountId} AND p.id = d.id`;
}

/** Proposals of a chapter that were accepted after it had the text of a revision, as long as their words are kept. */
export function acceptedSince(
  tx: Transaction,
  { accountId, chapterId }: ChapterKey,
  revisionId: string,
): Promise<Proposal[]> {
  return tx<Proposal[]>`
    SELECT ${columns(tx)} FROM anchor a JOIN proposal p ON p.account_id = a.account_id AND p.id = a.id
    WHERE a.account_id = ${accountId} AND a.chapter_id = ${chapterId} AND p.state = 'accepted' AND NOT p.is_trimmed
      AND ${savedAt(tx, tx`a.account_id`, tx`a.chapter_id`, tx`a.revision_id`)} >=
        ${savedAt(tx, tx`a.account_id`, tx`a.chapter_id`, revisionId)}
    ORDER BY p.id`;
}

/** Takes decisions back. */
export async function reopen(tx: Transaction, accountId: string, ids: readonly string[]): Promise<void> {
  await tx`
    UPDATE proposal SET state = 'open', choice = NULL, decided_by = NULL, decided_at = NULL, decision_reason = NULL,
      version = version + 1, updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ANY(${[...ids]})`;
}

/** Proposals become stale when their words were changed, and open again when these return. */
export async function followAnchors(
  tx: Transaction,
  { accountId, found, lost }: { accountId: string; found: string[]; lost: string[] },
): Promise<void> {
  await tx`
    UPDATE proposal SET state = CASE WHEN id = ANY(${lost}) THEN 'stale' ELSE 'open' END, version = version + 1,
      updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND ((id = ANY(${lost}) AND state = 'open')
      OR (id = ANY(${found}) AND state = 'stale'))`;
}
