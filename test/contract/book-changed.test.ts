import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../../src/id.ts';
import { eventsOfBook, typesOf, type Watching, watch, wholeLog } from '../support/events.ts';
import { http, type Json, premise } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { disturbable, type Line } from '../support/outage.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';

let line: Line;
/** Two nodes on one database; the second reaches it by a line that can be cut. */
let here: TestService;
let there: TestService;
const watchings: Watching[] = [];

beforeAll(async () => {
  line = await disturbable(inject('database'));
  here = await startService();
  there = await startService({}, line.target);
});
afterEach(() => {
  line.set('open');
  for (const watching of watchings.splice(0)) watching.leave();
});
afterAll(async () => {
  await here.close();
  await there.close();
  await line.close();
});

/** A book of a new account. */
async function newBook() {
  const account = `account ${newId('acc')}`;
  const key = await here.newKey({ account });
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> =>
    (await http(here.url, key, method, path, body)).json.data;
  const { id: bookId } = await ask('POST', '/v1/books', { premise });
  const plan = (povDepth: number) => ask('PATCH', `/v1/books/${bookId}/plan`, { povDepth });
  /** Once somebody watches: the response has begun. */
  const watching = async (node: TestService, after?: string, watcher = key) => {
    const one = watch(node.url, watcher, bookId, after);
    watchings.push(one);
    await one.began;
    return one;
  };
  return { account, key, ask, bookId, plan, watching };
}

const depthsOf = (events: Json[]) => events.map(({ version }) => version - 1);

describe('bookChanged (contract 11)', () => {
  it('tells what is done once its response has begun, on whatever node, and nothing from before', async () => {
    const { plan, watching } = await newBook();
    await plan(1);
    const both = [await watching(here), await watching(there)];
    await plan(2);
    await plan(3);
    for (const one of both) {
      expect(await one.count(2)).toMatchObject([{ type: 'plan.updated' }, { type: 'plan.updated' }]);
      expect(depthsOf(one.events)).toEqual([2, 3]);
    }
  });

  it('leads to each record as it is after the change', async () => {
    const { ask, bookId, watching } = await newBook();
    const one = await watching(there);
    const character = await ask('POST', `/v1/books/${bookId}/characters`, { name: 'Emma' });
    await one.count(1);
    for (const [n, name] of ['Emily', 'Emil'].entries()) {
      await ask('PATCH', `/v1/books/${bookId}/characters/${character.id}`, { name });
      const events = await one.count(n + 2);
      expect(events.at(-1)).toMatchObject({
        type: 'character.updated',
        characterId: character.id,
        character: { name },
      });
    }
    await ask('DELETE', `/v1/books/${bookId}/characters/${character.id}`);
    expect((await one.count(4)).at(-1)).toMatchObject({ type: 'character.deleted', character: null, chapter: null });
  });

  it('goes on behind any event with exactly the rest, as the log does, whatever its pages', async () => {
    const { key, bookId, plan, watching } = await newBook();
    for (let depth = 1; depth <= 11; depth++) await plan(depth);
    const all = await eventsOfBook(here.url, key, bookId);
    const cut = fc.record({ at: fc.nat(all.length - 1), limit: fc.integer({ min: 1, max: 13 }) });
    await fc.assert(
      fc.asyncProperty(cut, async ({ at, limit }) => {
        const rest = all.slice(at + 1);
        expect(await wholeLog(here.url, key, `book_id=${bookId}`, limit, all[at]?.id)).toEqual(rest);
        const one = await watching(there, all[at]?.id);
        expect((await one.count(rest.length)).map(({ id }) => id)).toEqual(rest.map(({ id }) => id));
        one.leave();
      }),
      { numRuns: 20 },
    );
    const one = await watching(there, all.at(-3)?.id);
    await one.count(2);
    await plan(50);
    expect(depthsOf(await one.count(3))).toEqual([10, 11, 12]);
  });

  it('tells of many changes at a time, each once and in order', async () => {
    const { bookId, watching } = await newBook();
    const one = await watching(there);
    await here.database.write`
      INSERT INTO character (account_id, book_id, id, name, aliases, role, bio, voice_profile, is_pov)
      SELECT account_id, id, 'chr_' || right(id, 20) || lpad(n::text, 6, '0'), 'One of many', '{}', '', '', '', false
      FROM book, generate_series(1, 250) n WHERE id = ${bookId}`;
    const ids = (await one.count(250)).map(({ characterId }) => characterId);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(250);
  });

  it('is for whoever owns the book: a foreign, a deleted and a missing one are the same', async () => {
    const { bookId, key, ask } = await newBook();
    const gone = (await ask('POST', '/v1/books', { premise })).id;
    await ask('DELETE', `/v1/books/${gone}`);
    const answer = async (id: string, by: string) =>
      (await watch(here.url, by, id).ended).text.replaceAll(/req_[0-9a-f]{32}/g, 'req');
    const expected = await answer(newId('bk'), key);
    expect(expected).toContain('not_found');
    expect(await answer(bookId, await here.newKey())).toBe(expected);
    expect(await answer(gone, key)).toBe(expected);
  });

  it('goes on behind no event that is not in the log of the account', async () => {
    const mine = await newBook();
    const other = await newBook();
    const [foreign] = await eventsOfBook(here.url, other.key, other.bookId);
    for (const after of [foreign?.id, newId('evt'), 'x']) {
      const { text } = await watch(here.url, mine.key, mine.bookId, after).ended;
      expect(text).toContain('not_found');
      expect(text).toContain('go on without');
    }
  });

  it('never tells of another account’s book, or of another book', async () => {
    const [mine, other] = [await newBook(), await newBook()];
    const [one, two] = [await mine.watching(there), await other.watching(there)];
    await mine.ask('POST', '/v1/books', { premise });
    for (const depth of [1, 2]) await Promise.all([mine.plan(depth), other.plan(depth)]);
    const books = async (watching: Watching) => new Set((await watching.count(2)).map(({ bookId }) => bookId));
    expect(await books(one)).toEqual(new Set([mine.bookId]));
    expect(await books(two)).toEqual(new Set([other.bookId]));
  });

  it('stays while nothing happens', async () => {
    const { plan, watching } = await newBook();
    const one = await watching(there);
    await until(() => one.text.split(':\n\n').length > 5);
    await plan(1);
    await one.count(1);
  });

  it('misses nothing while the database is away, nor when its announcements were', async () => {
    const { plan, watching } = await newBook();
    const one = await watching(there);
    await plan(1);
    await one.count(1);
    line.set('closed');
    await plan(2);
    line.set('open');
    expect(depthsOf(await one.count(2))).toEqual([1, 2]);
    await plan(3);
    expect(depthsOf(await one.count(3))).toEqual([1, 2, 3]);
  });

  it('ends when the book is deleted, not where a deletion was taken back since', async () => {
    const { ask, bookId, key, watching } = await newBook();
    const one = await watching(there);
    await ask('DELETE', `/v1/books/${bookId}`);
    expect((await one.ended).isWhole).toBe(true);
    expect(typesOf(one.events)).toEqual(['book.deleted']);
    expect(one.events[0].book).toBeNull();
    expect(one.text).toContain('event: complete');
    await ask('POST', `/v1/books/${bookId}/restore`);
    const [created] = await eventsOfBook(here.url, key, bookId);
    const again = await watching(there, created?.id);
    await ask('PATCH', `/v1/books/${bookId}/plan`, { povDepth: 1 });
    expect(typesOf(await again.count(3))).toEqual(['book.deleted', 'book.restored', 'plan.updated']);
  });

  it('ends with invalid_token when the key is revoked, on whatever node', async () => {
    const { account, ask, plan, watching } = await newBook();
    const key = await here.newKey({ account });
    const both = [await watching(here, undefined, key), await watching(there, undefined, key)];
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
    await one.count(1);
    await node.close();
    const { text, isWhole } = await one.ended;
    expect(text).toContain('"unavailable"');
    expect(isWhole).toBe(true);
  });

  it('leaves nothing behind when a thousand watchers go away', { timeout: 120_000 }, async () => {
    const { plan, watching } = await newBook();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const listeners = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    const { events } = here.service.services;
    const [timersBefore, listenersBefore] = [timers(), listeners()];
    for (let batch = 1; batch <= 20; batch++) {
      const all = await Promise.all(Array.from({ length: 50 }, () => watching(here)));
      // Some go before they were told anything, some while they are, some afterwards.
      for (const one of all.slice(0, 15)) one.leave();
      await plan(batch);
      for (const one of all.slice(15, 30)) one.leave();
      await Promise.all(all.slice(30).map((one) => one.count(1)));
      for (const one of all.slice(30)) one.leave();
    }
    await until(() => events.watchers === 0);
    // Some watchers’ clocks are seen for a moment after they have been stopped.
    await until(() => timers() <= timersBefore + 3);
    expect(listeners()).toBe(listenersBefore);
  });
});
