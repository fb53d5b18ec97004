import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { adoptLog, eventsAfter } from '../../src/domain/leaving/event/store.ts';
import { idOfUuid, newId, uuidOf } from '../../src/ids/id.ts';
import { connect } from '../../src/sql/connect.ts';
import { newDatabase } from '../support/database.setup.ts';
import { eventsOfBook, logOfLength, type WatchedBook, watchBook, wholeLog } from '../support/events.ts';
import { graphql, http, premise } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';

let service: TestService;
let key: string;
let bookId: string;
const watchings: WatchedBook[] = [];

const newBook = async (url: string, own: string): Promise<string> =>
  (await http(url, own, 'POST', '/v1/books', { premise })).json.data.id;

beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
  bookId = await newBook(service.url, key);
});
afterAll(async () => {
  for (const watching of watchings) watching.disconnect();
  await service.close();
});

/** A change in its own transaction, which stays open until `end` is called. */
async function openChange(sql = service.database.write, book = bookId) {
  const end = Promise.withResolvers<'commit' | 'rollback'>();
  const begun = Promise.withResolvers<{ moodId: string; pid: number }>();
  const over = sql.begin(async (tx) => {
    const [row] = await tx<{ moodId: string; pid: number }[]>`
      INSERT INTO mood_reference (account_id, book_id, id, kind, title, note)
      SELECT account_id, id, ${newId('mood')}, 'place', 'A pier', '' FROM book WHERE id = ${book}
      RETURNING id AS mood_id, pg_backend_pid() AS pid`;
    begun.resolve(row ?? { moodId: '', pid: 0 });
    if ((await end.promise) === 'rollback') throw new Error('rolled back');
  });
  over.catch(begun.reject);
  return {
    ...(await begun.promise),
    async end(how: 'commit' | 'rollback') {
      end.resolve(how);
      await over.catch(() => {});
    },
  };
}

// An open transaction of another test, in any database, can briefly hold back an event.
const newestOf = async () => (await wholeLog(service.url, key, `book_id=${bookId}`)).at(-1)?.moodId;
const moodsOf = (events: readonly { moodId: string | null }[]) => events.map(({ moodId }) => moodId);

// The embedded engine runs one transaction at a time, so nothing can commit out of order there.
describe.skipIf(!inject('database').url)('transactions that commit in another order than they began', () => {
  it('delay younger events until older transactions end, so none is skipped', async () => {
    const [before] = (await eventsOfBook(service.url, key, bookId)).slice(-1);
    const watching = watchBook(service.url, key, bookId, before?.id);
    watchings.push(watching);
    await watching.began;
    const older = await openChange();
    const younger = await openChange();
    await younger.end('commit');
    expect(await wholeLog(service.url, key, `book_id=${bookId}`, 100, before?.id)).toEqual([]);
    await older.end('commit');
    const inOrder = [older.moodId, younger.moodId];
    expect(moodsOf(await watching.waitForCount(2))).toEqual(inOrder);
    expect(moodsOf(await logOfLength(2, service.url, key, `book_id=${bookId}`, 100, before?.id))).toEqual(inOrder);
  });

  it('give a new watcher only the events that commit after it starts', async () => {
    const older = await openChange();
    const done = await openChange();
    await done.end('commit');
    const watching = watchBook(service.url, key, bookId);
    watchings.push(watching);
    await watching.began;
    const later = await openChange();
    await later.end('commit');
    await older.end('commit');
    expect(moodsOf(await watching.waitForCount(2))).toEqual([older.moodId, later.moodId]);
  });

  it('deliver each event once and in one order to watchers and readers', async () => {
    const ends = fc.array(fc.record({ place: fc.nat(4), how: fc.constantFrom('commit', 'commit', 'rollback') }), {
      minLength: 5,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(ends, async (order) => {
        const [before] = (await eventsOfBook(service.url, key, bookId)).slice(-1);
        const watching = watchBook(service.url, key, bookId, before?.id);
        watchings.push(watching);
        const open = [];
        for (const _ of order) open.push(await openChange());
        const committed = new Set<string>();
        const read: (string | null)[] = [];
        let last = before?.id;
        const readOn = async () => {
          const more = await wholeLog(service.url, key, `book_id=${bookId}`, 2, last);
          last = more.at(-1)?.id ?? last;
          read.push(...moodsOf(more));
        };
        for (const { place, how } of order) {
          const [change] = open.splice(place % open.length, 1);
          if (how === 'commit' && change) committed.add(change.moodId);
          await change?.end(how);
          await readOn();
        }
        while (read.length < committed.size) await readOn();
        expect(read.toSorted()).toEqual([...committed].sort());
        expect(moodsOf(await watching.waitForCount(committed.size))).toEqual(read);
        watching.disconnect();
      }),
      { numRuns: 15 },
    );
  });
});

/** A transaction that stays open until `finish` is called. `begin` is its first statement. */
async function openTransaction(sql: postgres.Sql, begin = 'SELECT pg_current_xact_id()') {
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<postgres.TransactionSql>();
  const over = sql.begin(async (tx) => {
    await tx.unsafe(begin);
    begun.resolve(tx);
    await end.promise;
  });
  over.catch(begun.reject);
  const tx = await begun.promise;
  const finish = async () => {
    end.resolve();
    await over;
  };
  return { tx, finish };
}

const heldBackSince = async () => {
  const document = `{ events(first: 100, bookId: "${bookId}") { heldBackSince nodes { moodId } } }`;
  return (await graphql(service.url, key, document)).events;
};

describe.skipIf(!inject('database').url)('events beside transactions without events', () => {
  const commitOne = async () => {
    const change = await openChange();
    await change.end('commit');
    return change.moodId;
  };
  const isNewest = (moodId: string) => until(async () => (await newestOf()) === moodId);

  it('do not wait for transactions of another database', async () => {
    const url = new URL(inject('database').url ?? '');
    url.pathname = '/postgres';
    const foreign = postgres(url.href, { max: 1, onnotice: () => {} });
    const open = await openTransaction(foreign);
    await isNewest(await commitOne());
    await open.finish();
    await foreign.end();
  });

  it('do not wait for transactions of this database that write no event', async () => {
    const other = `CREATE TABLE IF NOT EXISTS unrelated_${process.pid} (n int)`;
    const open = [
      await openTransaction(service.database.write),
      await openTransaction(service.database.write, 'SELECT count(*) FROM event'),
      await openTransaction(service.database.write, other),
    ];
    await isNewest(await commitOne());
    for (const { finish } of open) await finish();
    await service.database.write.unsafe(`DROP TABLE unrelated_${process.pid}`);
  });

  it('come after all events already read if an old transaction writes late', async () => {
    const old = await openTransaction(service.database.write);
    const passed = await commitOne();
    const log = await until(async () => {
      const found = await wholeLog(service.url, key, `book_id=${bookId}`);
      return found.at(-1)?.moodId === passed ? found : undefined;
    });
    const watching = watchBook(service.url, key, bookId);
    watchings.push(watching);
    await watching.began;
    const late = newId('mood');
    await old.tx`
      INSERT INTO mood_reference (account_id, book_id, id, kind, title, note)
      SELECT account_id, id, ${late}, 'place', 'A pier', '' FROM book WHERE id = ${bookId}`;
    const held = await commitOne();
    expect((await heldBackSince()).heldBackSince).toEqual(expect.any(String));
    await old.finish();
    expect(moodsOf(await watching.waitForCount(2)).toSorted()).toEqual([late, held].toSorted());
    await until(async () => (await heldBackSince()).heldBackSince === null);
    const behind = await logOfLength(2, service.url, key, `book_id=${bookId}`, 100, log.at(-1)?.id);
    expect(moodsOf(behind).toSorted()).toEqual([late, held].toSorted());
  });

  it('are refused in a transaction with isolation above READ COMMITTED', async () => {
    const written = service.database.write.begin(async (tx) => {
      await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`;
      await tx`UPDATE book SET version = version + 1 WHERE id = ${bookId}`;
    });
    await expect(written).rejects.toThrow('READ COMMITTED');
  });
});

describe.skipIf(!inject('database').url)('events held back by a stuck writer', () => {
  const insertMood = (tx: postgres.TransactionSql) => tx`
    INSERT INTO mood_reference (account_id, book_id, id, kind, title, note)
    SELECT account_id, id, ${newId('mood')}, 'place', 'A pier', '' FROM book WHERE id = ${bookId}`;

  // The limits are far longer than the insert, also on a busy machine. If they end it, the test fails instead of waiting.
  it.each([
    [
      'leaves its transaction idle',
      { idleMs: 2_000, totalMs: 60_000 },
      '25P03',
      async () => new Promise<void>(() => {}),
    ],
    [
      'never ends its transaction',
      { idleMs: 60_000, totalMs: 2_000 },
      '25P04',
      async (tx: postgres.TransactionSql) => {
        for (;;) await tx`SELECT pg_sleep(0.05)`;
      },
    ],
  ])('are released after the timeout of a writer that %s', async (_how, transactions, code, stall) => {
    const { url } = inject('database');
    const { write, close } = connect({ url, directUrl: url, socketPath: undefined, prepare: true, transactions });
    const wrote = Promise.withResolvers<void>();
    const stuck = write.begin(async (tx) => {
      await insertMood(tx);
      wrote.resolve();
      await stall(tx);
    });
    const ended = stuck.catch((error: unknown) => error);
    expect(await Promise.race([wrote.promise, ended])).toBeUndefined();
    const change = await openChange();
    await change.end('commit');
    expect(await ended).toMatchObject({ code });
    await until(async () => (await newestOf()) === change.moodId);
    await close();
  });

  it('are reported by REST, and logged once for each hold', async () => {
    // A database of its own: the session that is logged may be that of any writer in the database.
    const { url = '' } = inject('database');
    const own = await newDatabase(url, `fabula_holds_${process.pid}`);
    onTestFinished(own.drop);
    const lone = await startService({}, { url: own.url });
    onTestFinished(lone.close);
    const ownKey = await lone.newKey();
    const book = await newBook(lone.url, ownKey);
    const open = () => openChange(lone.database.write, book);
    const older = await open();
    const held = await open();
    await held.end('commit');
    const page = async () => (await http(lone.url, ownKey, 'GET', `/v1/events?limit=100&book_id=${book}`)).json;
    const lines = () => lone.logged.filter((line) => line.includes('events wait for an open transaction'));
    expect((await page()).held_back_since).toEqual(expect.any(String));
    expect(lines()).toEqual([]);
    // Ages the held event by ten seconds.
    await lone.database.write`
      UPDATE event SET id = event_id(clock_timestamp() - interval '10 s') WHERE ${held.moodId} = ANY(subject_ids)`;
    await page();
    await until(async () => (await page()) && lines().length === 1);
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ pid: older.pid, state: 'idle in transaction' });
    for (let turn = 0; turn < 3; turn++) await page();
    await lone.service.isReady();
    expect(lines()).toHaveLength(1);
    await older.end('commit');
    await until(async () => (await page()).held_back_since === null);
  });
});

describe('an event log restored from another server', () => {
  it('is readable in order despite transaction ids that this server has not reached', async () => {
    const all = await eventsOfBook(service.url, key, bookId);
    const accountId = await service.database.read<{ accountId: string }[]>`
      SELECT account_id FROM book WHERE id = ${bookId}`;
    const log = { accountId: accountId[0]?.accountId ?? '', bookId };
    const seen: unknown[] = [];
    const order = all.slice(0, -1).map(({ id }) => id);
    // Rolled back at the end, because other tests use the same log.
    const trial = service.database.write.begin(async (tx) => {
      await adoptLog(tx);
      const numbers = () => tx`SELECT DISTINCT tx::text FROM event WHERE account_id = ${log.accountId} AND tx = '0'`;
      seen.push((await numbers()).length);
      // The newest event of the database gets a transaction id far beyond those of concurrent tests.
      const [newest] = await tx<{ id: string }[]>`
        UPDATE event SET id = event_id(clock_timestamp()),
          tx = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000000000)::text::xid8
        WHERE account_id = ${log.accountId} AND id = ${uuidOf('evt', all.at(-1)?.id ?? '') ?? ''} RETURNING id`;
      order.push(idOfUuid('evt', newest?.id ?? ''));
      seen.push((await eventsAfter(tx, log, undefined, 1000)).heldSince !== undefined);
      await adoptLog(tx);
      const { events, heldSince } = await eventsAfter(tx, log, undefined, 1000);
      seen.push(
        heldSince !== undefined,
        events.map(({ id }) => id),
      );
      throw new Error('rolled back');
    });
    await expect(trial).rejects.toThrow('rolled back');
    expect(seen).toEqual([0, true, false, order]);
  });
});
