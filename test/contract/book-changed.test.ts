import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { eventsOfBook, logOfLength, typesOf, type WatchedBook, watchBook } from '../support/events.ts';
import { http, type Json, premise } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { proof } from '../support/proofs.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';

let line: FaultyProxy;
/** Two nodes on one database; the connection of the second one can be cut. */
let firstNode: TestService;
let secondNode: TestService;
const watchings: WatchedBook[] = [];

beforeAll(async () => {
  line = await startFaultyProxy(inject('database'));
  firstNode = await startService();
  secondNode = await startService({}, line.target);
});
afterEach(() => {
  line.set('open');
  for (const watching of watchings.splice(0)) watching.disconnect();
});
afterAll(async () => {
  await firstNode.close();
  await secondNode.close();
  await line.close();
});

/** A book of a new account. */
async function newBook() {
  const account = `account ${newId('acc')}`;
  const key = await firstNode.newKey({ account });
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> =>
    (await http(firstNode.url, key, method, path, body)).json.data;
  const { id: bookId } = await ask('POST', '/v1/books', { premise });
  const plan = (povDepth: number) => ask('PATCH', `/v1/books/${bookId}/plan`, { povDepth });
  /** Resolves once the response has begun. */
  const watching = async (node: TestService, after?: string, watcher = key) => {
    const one = watchBook(node.url, watcher, bookId, after);
    watchings.push(one);
    await one.began;
    return one;
  };
  return { account, key, ask, bookId, plan, watching };
}

const depthsOf = (events: Json[]) => events.map(({ version }) => version - 1);

describe('bookChanged (contract 11)', () => {
  it('reports only later changes once the response has begun, on every node', async () => {
    const { plan, watching } = await newBook();
    await plan(1);
    const both = [await watching(firstNode), await watching(secondNode)];
    await plan(2);
    await plan(3);
    for (const one of both) {
      expect(await one.waitForCount(2)).toMatchObject([{ type: 'plan.updated' }, { type: 'plan.updated' }]);
      expect(depthsOf(one.events)).toEqual([2, 3]);
    }
  });

  it('resolves each record as it is after the change', async () => {
    const { ask, bookId, watching } = await newBook();
    const one = await watching(secondNode);
    const character = await ask('POST', `/v1/books/${bookId}/characters`, { name: 'Emma' });
    await one.waitForCount(1);
    for (const [n, name] of ['Emily', 'Emil'].entries()) {
      await ask('PATCH', `/v1/books/${bookId}/characters/${character.id}`, { name });
      const events = await one.waitForCount(n + 2);
      expect(events.at(-1)).toMatchObject({
        type: 'character.updated',
        characterId: character.id,
        character: { name },
      });
    }
    await ask('DELETE', `/v1/books/${bookId}/characters/${character.id}`);
    expect((await one.waitForCount(4)).at(-1)).toMatchObject({
      type: 'character.deleted',
      character: null,
      chapter: null,
    });
  });

  it('resumes after any event with all later events, like the log', async () => {
    const { key, bookId, plan, watching } = await newBook();
    for (let depth = 1; depth <= 11; depth++) await plan(depth);
    const all = await eventsOfBook(firstNode.url, key, bookId);
    const cut = fc.record({ at: fc.nat(all.length - 1), limit: fc.integer({ min: 1, max: 13 }) });
    await fc.assert(
      fc.asyncProperty(cut, async ({ at, limit }) => {
        const rest = all.slice(at + 1);
        const read = await logOfLength(rest.length, firstNode.url, key, `book_id=${bookId}`, limit, all[at]?.id);
        expect(read).toEqual(rest);
        const one = await watching(secondNode, all[at]?.id);
        expect((await one.waitForCount(rest.length)).map(({ id }) => id)).toEqual(rest.map(({ id }) => id));
        one.disconnect();
      }),
      { numRuns: 20 },
    );
    const one = await watching(secondNode, all.at(-3)?.id);
    await one.waitForCount(2);
    await plan(50);
    expect(depthsOf(await one.waitForCount(3))).toEqual([10, 11, 12]);
  });

  it('reports many concurrent changes once each and in order', async () => {
    const { bookId, watching } = await newBook();
    const one = await watching(secondNode);
    await firstNode.database.write`
      INSERT INTO character (account_id, book_id, id, name, aliases, role, bio, voice_profile, is_pov)
      SELECT account_id, id, 'chr_' || right(id, 20) || lpad(n::text, 6, '0'), 'One of many', '{}', '', '', '', false
      FROM book, generate_series(1, 250) n WHERE id = ${bookId}`;
    const ids = (await one.waitForCount(250)).map(({ characterId }) => characterId);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(250);
  });

  it('answers alike for a foreign, a deleted and a missing book', async () => {
    const { bookId, key, ask } = await newBook();
    const gone = (await ask('POST', '/v1/books', { premise })).id;
    await ask('DELETE', `/v1/books/${gone}`);
    const answer = async (id: string, by: string) =>
      (await watchBook(firstNode.url, by, id).ended).text.replaceAll(/req_[0-9a-f]{32}/g, 'req');
    const expected = await answer(newId('bk'), key);
    expect(expected).toContain('not_found');
    expect(await answer(bookId, await firstNode.newKey())).toBe(expected);
    expect(await answer(gone, key)).toBe(expected);
  });

  it('refuses a cursor that is not in the account’s log', async () => {
    const mine = await newBook();
    const other = await newBook();
    const [foreign] = await eventsOfBook(firstNode.url, other.key, other.bookId);
    for (const after of [foreign?.id, newId('evt'), 'x']) {
      const { text } = await watchBook(firstNode.url, mine.key, mine.bookId, after).ended;
      expect(text).toContain('not_found');
      expect(text).toContain('continue without');
    }
  });

  it('never reports changes of another account’s book or of another book', async () => {
    const [mine, other] = [await newBook(), await newBook()];
    const [one, two] = [await mine.watching(secondNode), await other.watching(secondNode)];
    await mine.ask('POST', '/v1/books', { premise });
    for (const depth of [1, 2]) await Promise.all([mine.plan(depth), other.plan(depth)]);
    const books = async (watching: WatchedBook) =>
      new Set((await watching.waitForCount(2)).map(({ bookId }) => bookId));
    expect(await books(one)).toEqual(new Set([mine.bookId]));
    expect(await books(two)).toEqual(new Set([other.bookId]));
  });

  it('stays open while nothing changes', async () => {
    const { plan, watching } = await newBook();
    const one = await watching(secondNode);
    await until(() => one.text.split(':\n\n').length > 5);
    await plan(1);
    await one.waitForCount(1);
  });

  it('misses no change during a lost connection or lost notifications', async () => {
    const { plan, watching } = await newBook();
    const one = await watching(secondNode);
    await plan(1);
    await one.waitForCount(1);
    line.set('closed');
    await plan(2);
    line.set('open');
    expect(depthsOf(await one.waitForCount(2))).toEqual([1, 2]);
    await plan(3);
    expect(depthsOf(await one.waitForCount(3))).toEqual([1, 2, 3]);
  });

  it('ends when the book is deleted, but not at a deletion since undone', async () => {
    const { ask, bookId, key, watching } = await newBook();
    const one = await watching(secondNode);
    await ask('DELETE', `/v1/books/${bookId}`);
    expect((await one.ended).isWhole).toBe(true);
    expect(typesOf(one.events)).toEqual(['book.deleted']);
    expect(one.events[0].book).toBeNull();
    expect(one.text).toContain('event: complete');
    await ask('POST', `/v1/books/${bookId}/restore`);
    const [created] = await eventsOfBook(firstNode.url, key, bookId);
    const again = await watching(secondNode, created?.id);
    await ask('PATCH', `/v1/books/${bookId}/plan`, { povDepth: 1 });
    expect(typesOf(await again.waitForCount(3))).toEqual(['book.deleted', 'book.restored', 'plan.updated']);
  });

  it('sends a watcher that is 250 events behind all of them, without a further change', async () => {
    const { key, ask, bookId, watching } = await newBook();
    const [created] = await eventsOfBook(firstNode.url, key, bookId);
    await firstNode.database.write.begin((tx) =>
      Promise.all(
        Array.from(
          { length: 250 },
          () => tx`
            INSERT INTO mood_reference (account_id, book_id, id, kind, title, note)
            SELECT account_id, id, ${newId('mood')}, 'place', 'A pier', '' FROM book WHERE id = ${bookId}`,
        ),
      ),
    );
    const { length } = await logOfLength(250, firstNode.url, key, `book_id=${bookId}`, 100, created?.id);
    const one = await watching(firstNode, created?.id);
    expect(await one.waitForCount(length)).toHaveLength(length);
    expect((await ask('GET', `/v1/books/${bookId}`)).id).toBe(bookId);
  });

  it('ends with invalid_token on every node when the key is revoked', async () => {
    const { account, ask, plan, watching } = await newBook();
    const key = await firstNode.newKey({ account });
    const both = [await watching(firstNode, undefined, key), await watching(secondNode, undefined, key)];
    const tokens = await ask('GET', '/v1/account/tokens');
    const { id } = tokens.find(({ prefix }: { prefix: string }) => key.startsWith(prefix));
    await ask('DELETE', `/v1/account/tokens/${id}`);
    for (const { ended } of both) expect((await ended).text).toContain('invalid_token');
    await plan(1);
    for (const { events } of both) expect(events).toEqual([]);
  });

  it('ends with unavailable when its node stops', async () => {
    const { watching, plan } = await newBook();
    const node = await startService();
    const one = await watching(node);
    await plan(1);
    await one.waitForCount(1);
    await node.close();
    const { text, isWhole } = await one.ended;
    expect(text).toContain('"unavailable"');
    expect(isWhole).toBe(true);
  });

  it('releases all timers and listeners of departed watchers', async () => {
    const { plan, watching } = await newBook();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const listeners = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    const { events } = firstNode.service.services;
    const [timersBefore, listenersBefore] = [timers(), listeners()];
    for (let batch = 1; batch <= proof(4, 20); batch++) {
      const all = await Promise.all(Array.from({ length: 50 }, () => watching(firstNode)));
      // Some leave before the first event, some while it is sent, and some after it.
      for (const one of all.slice(0, 15)) one.disconnect();
      await plan(batch);
      for (const one of all.slice(15, 30)) one.disconnect();
      await Promise.all(all.slice(30).map((one) => one.waitForCount(1)));
      for (const one of all.slice(30)) one.disconnect();
    }
    await until(() => events.watchers === 0);
    // Stopped timers of watchers remain visible for a moment. Timers of connections are unref’d and not counted.
    await until(() => timers() <= timersBefore);
    expect(listeners()).toBe(listenersBefore);
  });
});
