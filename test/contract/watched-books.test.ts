import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { type WatchedBook, watchBook } from '../support/events.ts';
import { http, premise } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';

/** Two nodes on one database. */
let nodes: TestService[];
let key: string;
const watchings: WatchedBook[] = [];

beforeAll(async () => {
  nodes = [await startService(), await startService()];
  key = await node(0).newKey();
});
afterAll(async () => {
  for (const watching of watchings) watching.disconnect();
  for (const one of nodes) await one.close();
});

function node(at: number): TestService {
  const found = nodes[at];
  if (!found) throw new Error('There are two nodes.');
  return found;
}
const newBook = async (): Promise<{ id: string; accountId: string }> => {
  const { id } = (await http(node(0).url, key, 'POST', '/v1/books', { premise })).json.data;
  const [row] = await node(0).database.read<{ accountId: string }[]>`SELECT account_id FROM book WHERE id = ${id}`;
  return { id, accountId: row?.accountId ?? '' };
};
const change = (bookId: string, povDepth: number) =>
  http(node(0).url, key, 'PATCH', `/v1/books/${bookId}/plan`, { povDepth });

/** A change whose transaction stays open until `end` is called. */
async function openChange(bookId: string) {
  const [end, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const over = node(0).database.write.begin(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      INSERT INTO mood_reference (account_id, book_id, id, kind, title, note)
      SELECT account_id, id, ${newId('mood')}, 'place', 'A pier', '' FROM book WHERE id = ${bookId} RETURNING id`;
    begun.resolve(row?.id ?? '');
    await end.promise;
  });
  over.catch(begun.reject);
  const moodId = await begun.promise;
  return {
    moodId,
    end: async () => {
      end.resolve();
      await over;
    },
  };
}

describe('change notifications of a book', () => {
  it('are sent only while it is watched', async () => {
    const heard: (string | undefined)[] = [];
    await node(0).database.listen('fabula_book_changed', (book) => heard.push(book));
    const [quiet, watched] = [await newBook(), await newBook()];
    await change(quiet.id, 1);
    const watching = watchBook(node(1).url, key, watched.id);
    watchings.push(watching);
    await watching.began;
    await until(async () => {
      await change(watched.id, Math.floor(Math.random() * 100));
      return heard.includes(`${watched.accountId}/${watched.id}`);
    });
    expect(heard).not.toContain(`${quiet.accountId}/${quiet.id}`);
  });

  it('stop after the watch row of a crashed node has expired', async () => {
    const sql = node(0).database.write;
    const heard: (string | undefined)[] = [];
    await node(0).database.listen('fabula_book_changed', (book) => heard.push(book));
    const [left, live] = [await newBook(), await newBook()];
    await sql`INSERT INTO watched_book (account_id, book_id, until) VALUES (${left.accountId}, ${left.id}, clock_timestamp())`;
    await sql`INSERT INTO watched_book (account_id, book_id, until) VALUES (${live.accountId}, ${live.id}, clock_timestamp() + interval '1 hour')`;
    await change(left.id, 1);
    await change(live.id, 1);
    await until(() => heard.includes(`${live.accountId}/${live.id}`));
    expect(heard).not.toContain(`${left.accountId}/${left.id}`);
  });
});

// The embedded engine runs one transaction at a time.
describe.skipIf(!inject('database').url)('a new watcher', () => {
  it('relies on notifications only after earlier transactions have ended', async () => {
    const book = await newBook();
    const open = await openChange(book.id);
    const watcher = node(1).service.services.events.watch({ accountId: book.accountId, bookId: book.id });
    expect(await watcher.isAnnounced()).toBe(false);
    await open.end();
    await until(() => watcher.isAnnounced());
    watcher.leave();
  });

  it('receives the changes of all open transactions on both nodes', async () => {
    const steps = fc.array(fc.constantFrom('begin', 'end', 'watch 0', 'watch 1'), { minLength: 3, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, async (doings) => {
        const book = await newBook();
        const open: Awaited<ReturnType<typeof openChange>>[] = [];
        const expected: { watching: WatchedBook; moodIds: Set<string> }[] = [];
        for (const doing of doings) {
          if (doing === 'begin' && open.length < 3) {
            const made = await openChange(book.id);
            open.push(made);
            for (const { moodIds } of expected) moodIds.add(made.moodId);
          } else if (doing === 'end') await open.shift()?.end();
          else if (doing.startsWith('watch')) {
            const watching = watchBook(node(Number(doing.at(-1))).url, key, book.id);
            watchings.push(watching);
            await watching.began;
            expected.push({ watching, moodIds: new Set(open.map(({ moodId }) => moodId)) });
          }
        }
        for (const one of open) await one.end();
        for (const { watching, moodIds } of expected) {
          await watching.waitForCount(moodIds.size);
          expect(new Set(watching.events.map(({ moodId }) => moodId))).toEqual(moodIds);
          watching.disconnect();
        }
      }),
      { numRuns: proof(5, 100) },
    );
  });
});
