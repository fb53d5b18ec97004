import { idOfUuid, timeOfUuid, uuidOf } from '../../../ids/id.ts';
import { amongBooks } from '../../../sql/bounds.ts';
import type { AnySql, Sql } from '../../../sql/connect.ts';
import { partSize, type SweepResult } from '../../../sql/sweep.ts';
import { type EventType, keptDays } from './rules.ts';

/** A change. Ids of unrelated kinds are null. */
export interface Event extends Subjects {
  id: string;
  type: EventType;
  bookId: string;
  /** The changed record; the book for events of the book and its plan. */
  recordId: string;
  /** Version after the change; null for records without one. */
  version: number | null;
  at: Date;
}

interface Subjects {
  chapterId: string | null;
  characterId: string | null;
  conflictId: string | null;
  moodId: string | null;
  runId: string | null;
  variantId: string | null;
  coverId: string | null;
}

/** The log of an account, or its events of one book. */
export interface LogKey {
  accountId: string;
  bookId?: string | undefined;
  /** Books of a bound key; null or absent means all. */
  bookIds?: readonly string[] | null;
}

/** Position in the order of events. */
export interface Position {
  tx: string;
  seq: string;
  /** Events after the position that were committed before the watch began; they are skipped. */
  seen?: Seen | undefined;
}

interface Seen {
  seqs: string[];
  /** The last position of such an event. */
  until: string;
}

/** The next events, with their end position. */
export interface Batch {
  events: Event[];
  end: Position;
  /** Time of the first event that is held back by an older open transaction with events. */
  heldSince: Date | undefined;
}

interface Row {
  tx: string;
  seq: string;
  id: string;
  type: EventType;
  bookId: string;
  subjectIds: string[];
  version: number | null;
  isSettled: boolean;
}

/**
 * Whether no open transaction can still write an event before this one (0027_event_writers.sql). True before the oldest
 * transaction of the server; only later events need a look at the locks.
 */
const isSettled = (sql: AnySql) => sql`
  CASE WHEN e.tx < pg_snapshot_xmin(pg_current_snapshot()) THEN true ELSE e.tx < (SELECT event_horizon()) END`;

const columns = (sql: AnySql) =>
  sql`e.account_id AS owner_of_event, e.id, e.tx::text AS tx, e.seq, e.type, e.book_id, e.subject_ids, e.version,
    ${isSettled(sql)} AS is_settled`;

const ofLog = (sql: AnySql, { accountId, bookId, bookIds = null }: LogKey) => sql`
  e.account_id = ${accountId} ${bookId === undefined ? sql`` : sql`AND e.book_id = ${bookId}`}
  ${amongBooks(sql, 'e.book_id', bookIds)}`;

/** Reads of a batch with held events, beside the first one (ours). */
const readsAgainMax = 3;

/**
 * Up to `limit` events after a position, or from the oldest. A transaction that ends between the snapshot and the look at the
 * locks holds events back for that statement alone, so a batch with held events is read again.
 */
export async function eventsAfter(
  sql: AnySql,
  key: LogKey,
  after: Position | undefined,
  limit: number,
): Promise<Batch> {
  let batch = await readAfter(sql, key, after, limit);
  for (let again = 0; batch.heldSince && again < readsAgainMax; again += 1)
    batch = await readAfter(sql, key, after, limit);
  return batch;
}

async function readAfter(sql: AnySql, key: LogKey, after: Position | undefined, limit: number): Promise<Batch> {
  const start = after ?? { tx: '0', seq: '0' };
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM event e
    WHERE ${ofLog(sql, key)} AND (e.tx, e.seq) > (${start.tx}::xid8, ${start.seq}::bigint)
      ${start.seen ? sql`AND e.seq <> ALL(${start.seen.seqs}::text[]::bigint[])` : sql``}
    ORDER BY e.tx, e.seq LIMIT ${limit}`;
  const settled = rows.filter((row) => row.isSettled);
  const held = rows[settled.length];
  const heldSince = held && timeOfUuid(held.id);
  return { events: settled.map(eventOf), end: behind(settled.at(-1), start), heldSince };
}

function behind(last: Row | undefined, start: Position): Position {
  if (!last) return start;
  const { seen } = start;
  return { tx: last.tx, seq: last.seq, seen: seen && BigInt(last.tx) <= BigInt(seen.until) ? seen : undefined };
}

/** Newest events, or the last ones before a position; newest first. All events before a settled one are settled. */
export async function newestEvents(
  sql: AnySql,
  key: LogKey,
  before: Position | undefined,
  limit: number,
): Promise<Event[]> {
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM event e WHERE ${ofLog(sql, key)}
      AND ${before ? sql`(e.tx, e.seq) < (${before.tx}::xid8, ${before.seq}::bigint)` : isSettled(sql)}
    ORDER BY e.tx DESC, e.seq DESC LIMIT ${limit}`;
  return rows.map(eventOf);
}

/** Events by id, unordered. Whoever has an id has read the event, so none is held back here. */
export async function eventsByIds(sql: AnySql, key: LogKey, ids: readonly string[]): Promise<Event[]> {
  const uuids = ids.flatMap((id) => uuidOf('evt', id) ?? []);
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM event e
    WHERE ${ofLog(sql, key)} AND e.id = ANY(${uuids}::text[]::uuid[])`;
  return rows.map(eventOf);
}

/** Position of an event; undefined if the account's log does not have it any more or never did. */
export async function positionOf(sql: AnySql, key: LogKey, id: string): Promise<Position | undefined> {
  const [row] = await sql<Position[]>`
    SELECT e.account_id AS owner_of_event, e.tx::text AS tx, e.seq FROM event e
    WHERE ${ofLog(sql, key)} AND e.id = ${uuidOf('evt', id) ?? null}::uuid`;
  return row;
}

/**
 * Position behind all committed events, held back or not. New events may still be placed just before the horizon, so the
 * position is there, with the committed events behind it in `seen`.
 */
export async function endOfLog(sql: AnySql, key: LogKey): Promise<Position> {
  const [row] = await sql<{ tx: string; seqs: string[]; until: string | null }[]>`
    WITH start AS MATERIALIZED (SELECT (event_horizon()::text::bigint - 1)::text::xid8 AS tx)
    SELECT start.tx::text AS tx, coalesce(found.seqs, '{}') AS seqs, found.until FROM start, LATERAL (
      SELECT array_agg(e.seq::text) AS seqs, (array_agg(e.tx ORDER BY e.tx DESC))[1]::text AS until
      FROM event e WHERE ${ofLog(sql, key)} AND e.tx >= start.tx
    ) found`;
  if (!row) return { tx: '0', seq: '0' };
  return { tx: row.tx, seq: '0', seen: row.until === null ? undefined : { seqs: row.seqs, until: row.until } };
}

/** The session whose transaction holds events back. Its state is hidden unless the service has the privilege to see it. */
interface Holder {
  /** Transaction id of the server. */
  transaction: string;
  pid: number;
  application: string | null;
  state: string | null;
  openSince: Date | null;
}

/** The session with the oldest open transaction that has or may have written events. */
export async function holderOfLog(sql: AnySql): Promise<Holder | undefined> {
  const [holder] = await sql<Holder[]>`
    SELECT l.virtualtransaction AS transaction, l.pid, a.application_name AS application, a.state,
      a.xact_start AS open_since
    FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.relation = 'event'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ORDER BY a.xact_start LIMIT 1`;
  return holder;
}

/** Deletes a part of the events older than 30 days. */
export function sweepEvents(sql: Sql): Promise<SweepResult> {
  // A scalar subquery computes the id once, so that the index is used.
  return sql`
    DELETE FROM event WHERE id IN (
      SELECT id FROM event WHERE id < (SELECT event_id(clock_timestamp() - make_interval(days => ${keptDays})))
      ORDER BY id LIMIT ${partSize})`;
}

/**
 * Makes a log readable that was moved from another server with higher transaction ids; the order within transactions is
 * kept. The newest event suffices as a test, because ids grow with time.
 */
export async function adoptLog(sql: AnySql): Promise<void> {
  await sql`
    UPDATE event SET tx = '0' WHERE (
      SELECT max(tx) FROM (SELECT tx FROM event ORDER BY id DESC LIMIT 1000) newest
    ) >= pg_snapshot_xmax(pg_current_snapshot())`;
}

const memberOf: Record<string, keyof Subjects> = {
  ch: 'chapterId',
  chr: 'characterId',
  cfl: 'conflictId',
  mood: 'moodId',
  run: 'runId',
  var: 'variantId',
  cov: 'coverId',
};

function eventOf({ id, type, bookId, subjectIds, version }: Row): Event {
  const about: Partial<Subjects> = {};
  for (const subjectId of subjectIds) {
    const member = memberOf[subjectId.slice(0, subjectId.indexOf('_'))];
    if (member) about[member] = subjectId;
  }
  const nothing = {
    chapterId: null,
    characterId: null,
    conflictId: null,
    moodId: null,
    runId: null,
    variantId: null,
    coverId: null,
  };
  return {
    id: idOfUuid('evt', id),
    type,
    bookId,
    recordId: subjectIds[0] ?? bookId,
    version,
    at: timeOfUuid(id),
    ...nothing,
    ...about,
  };
}
