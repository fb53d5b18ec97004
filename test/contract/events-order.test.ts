import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { adoptLog, eventsAfter } from '../../src/domain/event/store.ts';
import { newId, uuidOf } from '../../src/id.ts';
import { eventsOfBook, type Watching, watch, wholeLog } from '../support/events.ts';
import { http, premise } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let key: string;
let bookId: string;
const watchings: Watching[] = [];

beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
  bookId = (await http(service.url, key, 'POST', '/v1/books', { premise })).json.data.id;
});
afterAll(async () => {
  for (const watching of watchings) watching.leave();
  await service.close();
});

/** A change in a transaction of its own that stays open until it is told how to end. */
async function openChange() {
  const end = Promise.withResolvers<'commit' | 'rollback'>();
  const begun = Promise.withResolvers<string>();
  const over = service.database.write.begin(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      INSERT INTO mood_reference (account_id, book_id, id, kind, title, note)
      SELECT account_id, id, ${newId('mood')}, 'place', 'A pier', '' FROM book WHERE id = ${bookId} RETURNING id`;
    begun.resolve(row?.id ?? '');
    if ((await end.promise) === 'rollback') throw new Error('rolled back');
  });
  over.catch(begun.reject);
  const moodId = await begun.promise;
  return {
    moodId,
    async end(how: 'commit' | 'rollback') {
      end.resolve(how);
      await over.catch(() => {});
    },
  };
}

const moodsOf = (events: readonly { moodId: string | null }[]) => events.map(({ moodId }) => moodId);

// The embedded engine has one transaction at a time, so nothing can commit out of order there.
describe.skipIf(!inject('database').url)('events of transactions that end in another order than they began', () => {
  it('wait for the older ones, which so are never left out', async () => {
    const [before] = (await eventsOfBook(service.url, key, bookId)).slice(-1);
    const watching = watch(service.url, key, bookId, before?.id);
    watchings.push(watching);
    await watching.began;
    const older = await openChange();
    const younger = await openChange();
    await younger.end('commit');
    expect(await wholeLog(service.url, key, `book_id=${bookId}`, 100, before?.id)).toEqual([]);
    await older.end('commit');
    const inOrder = [older.moodId, younger.moodId];
    expect(moodsOf(await watching.count(2))).toEqual(inOrder);
    expect(moodsOf(await wholeLog(service.url, key, `book_id=${bookId}`, 100, before?.id))).toEqual(inOrder);
  });

  it('are passed over by who begins to watch when they are done but held back, not those that are done later', async () => {
    const older = await openChange();
    const done = await openChange();
    await done.end('commit');
    const watching = watch(service.url, key, bookId);
    watchings.push(watching);
    await watching.began;
    const later = await openChange();
    await later.end('commit');
    await older.end('commit');
    expect(moodsOf(await watching.count(2))).toEqual([older.moodId, later.moodId]);
  });

  it('are told to watchers and readers alike, each once, however they end', { timeout: 60_000 }, async () => {
    const ends = fc.array(fc.record({ place: fc.nat(4), how: fc.constantFrom('commit', 'commit', 'rollback') }), {
      minLength: 5,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(ends, async (order) => {
        const [before] = (await eventsOfBook(service.url, key, bookId)).slice(-1);
        const watching = watch(service.url, key, bookId, before?.id);
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
        await eventsOfBook(service.url, key, bookId);
        await readOn();
        expect(read.toSorted()).toEqual([...committed].sort());
        expect(moodsOf(await watching.count(committed.size))).toEqual(read);
        watching.leave();
      }),
      { numRuns: 15 },
    );
  });
});

describe('a log that was brought from another server', () => {
  it('is read as it was, though its transactions have numbers that this server has not reached', async () => {
    const all = await eventsOfBook(service.url, key, bookId);
    const accountId = await service.database.read<{ accountId: string }[]>`
      SELECT account_id FROM book WHERE id = ${bookId}`;
    const log = { accountId: accountId[0]?.accountId ?? '', bookId };
    const seen: unknown[] = [];
    // In a transaction that is rolled back: other tests use the same log.
    const trial = service.database.write.begin(async (tx) => {
      await adoptLog(tx);
      const numbers = () => tx`SELECT DISTINCT tx::text FROM event WHERE account_id = ${log.accountId} AND tx = '0'`;
      seen.push((await numbers()).length);
      await tx`
        UPDATE event SET tx = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000)::text::xid8
        WHERE account_id = ${log.accountId} AND id = ${uuidOf('evt', all.at(-1)?.id ?? '') ?? ''}`;
      seen.push((await eventsAfter(tx, log, undefined, 1000)).isHeld);
      await adoptLog(tx);
      const { events, isHeld } = await eventsAfter(tx, log, undefined, 1000);
      seen.push(
        isHeld,
        events.map(({ id }) => id),
      );
      throw new Error('rolled back');
    });
    await expect(trial).rejects.toThrow('rolled back');
    expect(seen).toEqual([0, true, false, all.map(({ id }) => id)]);
  });
});
