import { idOfUuid, timeOfUuid, uuidOf } from '../../id.ts';
import type { AnySql, Sql } from '../../sql/connect.ts';
import { type EventType, keptDays } from './rules.ts';

/** Something that changed. Ids of what it is not about are null. */
export interface Event extends Subjects {
  id: string;
  type: EventType;
  bookId: string;
  /** Of the record after the change; null for what has none. */
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

/** Whose log: an account's, or what it says of one book. */
export interface LogKey {
  accountId: string;
  bookId?: string | undefined;
}

/** A place in the order of events. */
export interface Position {
  tx: string;
  seq: string;
  /** A snapshot of the database: what could be seen in it is passed over, wherever it stands. */
  seen?: string | undefined;
}

/** The next events, and where they end. */
export interface Batch {
  events: Event[];
  end: Position;
  /** Whether there are more that must wait: an older transaction is under way, which may still write some that come before them. */
  isHeld: boolean;
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

/** Before this transaction every one has ended, so that nothing can come to stand between events before it any more. */
const horizon = (sql: AnySql) => sql`pg_snapshot_xmin(pg_current_snapshot())`;

const columns = (sql: AnySql) =>
  sql`e.id, e.tx::text AS tx, e.seq, e.type, e.book_id, e.subject_ids, e.version, e.tx < ${horizon(sql)} AS is_settled`;

const ofLog = (sql: AnySql, { accountId, bookId }: LogKey) =>
  sql`e.account_id = ${accountId} ${bookId === undefined ? sql`` : sql`AND e.book_id = ${bookId}`}`;

/** The next up to `limit` events after a position, or from the oldest on. */
export async function eventsAfter(
  sql: AnySql,
  key: LogKey,
  after: Position | undefined,
  limit: number,
): Promise<Batch> {
  const start = after ?? { tx: '0', seq: '0' };
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM event e
    WHERE ${ofLog(sql, key)} AND (e.tx, e.seq) > (${start.tx}::xid8, ${start.seq}::bigint)
      ${start.seen ? sql`AND NOT pg_visible_in_snapshot(e.tx, ${start.seen}::pg_snapshot)` : sql``}
    ORDER BY e.tx, e.seq LIMIT ${limit}`;
  const settled = rows.filter(({ isSettled }) => isSettled);
  return { events: settled.map(eventOf), end: behind(settled.at(-1), start), isHeld: settled.length < rows.length };
}

function behind(last: Row | undefined, start: Position): Position {
  if (!last) return start;
  const [, firstUnseen = '0'] = start.seen?.split(':') ?? [];
  return { tx: last.tx, seq: last.seq, seen: BigInt(last.tx) < BigInt(firstUnseen) ? start.seen : undefined };
}

/** The newest ones, oldest first. */
export async function newestEvents(sql: AnySql, key: LogKey, limit: number): Promise<Event[]> {
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM event e WHERE ${ofLog(sql, key)} AND e.tx < ${horizon(sql)}
    ORDER BY e.tx DESC, e.seq DESC LIMIT ${limit}`;
  return rows.map(eventOf).reverse();
}

/** Where an event stands; undefined when the account's log has no such event, or no longer. */
export async function positionOf(sql: AnySql, accountId: string, id: string): Promise<Position | undefined> {
  const [row] = await sql<Position[]>`
    SELECT e.tx::text AS tx, e.seq FROM event e
    WHERE e.account_id = ${accountId} AND e.id = ${uuidOf('evt', id) ?? null}::uuid`;
  return row;
}

/** Behind everything that was done by now, be it in the log already or held back. */
export async function endOfLog(sql: AnySql): Promise<Position> {
  const [row] = await sql<{ tx: string; seen: string }[]>`
    SELECT ${horizon(sql)}::text AS tx, pg_current_snapshot()::text AS seen`;
  return { tx: row?.tx ?? '0', seq: '0', seen: row?.seen };
}

/** Forgets what is older than 30 days. */
export async function sweepEvents(sql: Sql): Promise<void> {
  // Asked for by itself, the id is made once and found in the index; in the condition it would be made for every row.
  await sql`DELETE FROM event WHERE id < (SELECT event_id(clock_timestamp() - make_interval(days => ${keptDays})))`;
}

/**
 * Makes a log readable that was brought from another server, whose transactions were numbered further than this one's are:
 * its order within transactions stays. The newest will do to tell, because numbers grow with time.
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
  return { id: idOfUuid('evt', id), type, bookId, version, at: timeOfUuid(id), ...nothing, ...about };
}
