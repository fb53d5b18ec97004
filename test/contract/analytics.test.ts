import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PageView, visitorOf, visitsOf } from '../../src/domain/leaving/analytics/rules.ts';
import { countVisits, saltOfToday, sweepVisitors } from '../../src/domain/leaving/analytics/store.ts';
import { Views } from '../../src/domain/leaving/analytics/views.ts';
import { clientAddress } from '../../src/http/views.ts';
import { newLog } from '../../src/log/log.ts';
import { connect, type Sql } from '../../src/sql/connect.ts';
import { faceNames, faultsOf, type Json, ownService, refusal } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
const sql = () => own.running().database.write;
const silent = newLog('silent', { write: () => undefined });
const analyticsOf = (bookId: string, range: object = {}): Promise<Json> => rest('analytics', { bookId, ...range });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1';

/** A published book with the given number of chapters, and its owner. */
async function publishedBook(chapterCount = 3) {
  const bookId = await own.newBook();
  const chapters: string[] = [];
  for (let order = 1; order <= chapterCount; order += 1)
    chapters.push(await own.newChapter(bookId, { title: `Chapter ${order}`, content: 'Rain.' }));
  const { readerUrl } = chapterCount > 0 ? await rest('publishBook', { bookId, input: { publish: true } }) : {};
  const [row] = await sql()<{ accountId: string }[]>`SELECT account_id FROM book WHERE id = ${bookId}`;
  return { bookId, chapters, accountId: row?.accountId ?? '', path: readerUrl ? new URL(readerUrl).pathname : '' };
}

type Published = Awaited<ReturnType<typeof publishedBook>>;

/** A view of the book's page, or of the chapter at `order`. */
const viewOf = ({ accountId, bookId, chapters }: Published, order = 0, more: Partial<PageView> = {}): PageView => ({
  ...{ accountId, bookId, chapterId: chapters[order - 1] ?? null },
  ...{ address: '203.0.113.7', agent: firefox, ...more },
});

async function count(views: readonly PageView[], on: Sql = sql()): Promise<void> {
  const counter = new Views(on, silent);
  for (const view of views) counter.note(view);
  await counter.flush();
}

/** Counts views as of `days` days ago, with a salt of that day. */
async function countAgo(days: number, views: readonly PageView[]): Promise<void> {
  const [row] = await sql()<
    { day: string }[]
  >`SELECT ((clock_timestamp() AT TIME ZONE 'UTC')::date - ${days}::int)::text AS day`;
  await countVisits(sql(), randomUUID(), row?.day ?? '', visitsOf(randomBytes(32), views));
}

describeInTurn(faceNames)('reading analytics through %s', (name, it) => {
  it('returns views and visitors in total, by day and by chapter, and the completion rate', async () => {
    const book = await publishedBook();
    const other = { address: '2001:db8::7', agent: safari };
    await count([viewOf(book), viewOf(book, 1), viewOf(book, 1), viewOf(book, 2), viewOf(book, 1, other)]);
    await count([viewOf(book, 2), viewOf(book, 3, other)]);
    const found = await own.face(name)('analytics', { bookId: book.bookId });
    const [first, second, third] = book.chapters;
    expect(found).toMatchObject({
      ...{ views: 7, visitors: 2, completion: 0.5 },
      days: [{ day: found.to, views: 7, visitors: 2 }],
      titlePage: { views: 1, visitors: 1 },
      chapters: [
        { chapterId: first, order: 1, title: 'Chapter 1', views: 3, visitors: 2, reach: 1 },
        { chapterId: second, order: 2, title: 'Chapter 2', views: 2, visitors: 1, reach: 0.5 },
        { chapterId: third, order: 3, title: 'Chapter 3', views: 1, visitors: 1, reach: 0.5 },
      ],
      topChapter: { chapterId: first, order: 1, title: 'Chapter 1', views: 3, visitors: 2 },
    });
    expect(Date.parse(found.to) - Date.parse(found.from)).toBe(29 * 86_400_000);
  });

  it('returns zeros for a book without readers or chapters', async () => {
    const nothing = { ...{ views: 0, visitors: 0 }, days: [], titlePage: { views: 0, visitors: 0 }, chapters: [] };
    for (const chapterCount of [0, 1]) {
      const { bookId } = await publishedBook(chapterCount);
      const found = await own.face(name)('analytics', { bookId });
      expect(found).toMatchObject({ ...nothing, topChapter: null, completion: null });
    }
  });

  it.each([
    ['a nonexistent day', { from: '2026-02-30' }],
    ['a range that ends before it begins', { from: '2026-11-02', to: '2026-11-01' }],
    ['a first day after today', { from: '2999-01-01' }],
    ['a range of 367 days', { from: '2025-01-01', to: '2026-01-02' }],
    ['a range of more than a year up to today', { from: '2024-01-01' }],
  ])('refuses %s', async (_what, range) => {
    const { bookId } = await publishedBook(0);
    expect(await faultsOf(own.face(name)('analytics', { bookId, ...range }))).toEqual(['from']);
  });

  it('requires analytics:read and treats foreign books as missing', async () => {
    const { bookId } = await publishedBook(0);
    const stranger = await own.running().newKey();
    const refused = [
      await refusal(own.face(name, stranger)('analytics', { bookId })),
      await refusal(own.face(name)('analytics', { bookId: 'bk_0' })),
    ];
    expect(refused.map(({ code, message }) => [code, message])).toEqual(
      Array.from({ length: 2 }, () => ['not_found', refused[0]?.message]),
    );
    const reader = await own.running().newKey({ scopes: ['books:read'] });
    const { code, body } = await refusal(own.face(name, reader)('analytics', { bookId }));
    expect([code, body.required_scope]).toEqual(['insufficient_scope', 'analytics:read']);
  });
});

describe('analytics of a book', () => {
  it('cover the requested range of up to 366 days', async () => {
    const book = await publishedBook();
    await countAgo(40, [viewOf(book, 1)]);
    await count([viewOf(book, 1)]);
    const { from, to, views, days } = await analyticsOf(book.bookId);
    expect([views, days]).toEqual([1, [{ day: to, views: 1, visitors: 1 }]]);
    const year = new Date(Date.parse(to) - 365 * 86_400_000).toISOString().slice(0, 10);
    const long = await analyticsOf(book.bookId, { from: year });
    expect([long.from, long.views, long.visitors, long.days.length]).toEqual([year, 2, 2, 2]);
    expect(await analyticsOf(book.bookId, { to: from })).toMatchObject({ to: from, views: 1 });
  });

  it('survive unpublishing and deleted chapters, but not the purge of the book', async () => {
    const book = await publishedBook();
    const { bookId, chapters } = book;
    await count([viewOf(book, 1), viewOf(book, 2), viewOf(book, 3)]);
    await rest('publishBook', { bookId, input: { publish: false } });
    await rest('deleteChapter', { bookId, chapterId: chapters[0] });
    const found = await analyticsOf(bookId);
    expect(found.chapters).toMatchObject([
      { chapterId: chapters[1], order: 1, reach: 1 },
      { chapterId: chapters[2], order: 2 },
      { chapterId: chapters[0], order: null, title: 'Chapter 1' },
    ]);
    await rest('deleteBook', { bookId });
    expect((await refusal(analyticsOf(bookId))).code).toBe('not_found');
    await rest('restoreBook', { bookId });
    expect((await analyticsOf(bookId)).views).toBe(3);
    await sql()`DELETE FROM book WHERE id = ${bookId}`;
    expect(await sql()`SELECT 1 FROM reading_day WHERE book_id = ${bookId}`).toHaveLength(0);
  });

  it('leave unpublished chapters out of the completion rate', async () => {
    const book = await publishedBook(2);
    await count([viewOf(book, 1), viewOf(book, 2)]);
    await own.newChapter(book.bookId, { title: 'Afterwards' });
    expect((await analyticsOf(book.bookId)).completion).toBe(1);
  });

  it('are also a field of Book, with a constant number of statements', async () => {
    const book = await publishedBook(2);
    await count([viewOf(book, 1), viewOf(book, 2)]);
    const fields = '{ views visitors completion days { day views } chapters { title reach } }';
    const { analytics, book: found } = await own.graphql(
      `query ($id: ID!) { analytics(bookId: $id) ${fields} book(bookId: $id) { analytics ${fields} } }`,
      { id: book.bookId },
    );
    expect(found.analytics).toEqual(analytics);
    expect(analytics.views).toBe(2);
    const costOf = async (first: number) =>
      (
        await statementsOf(own.running(), () =>
          own.graphql(`{ books(first: ${first}) { nodes { analytics ${fields} } } }`),
        )
      ).length;
    expect(await costOf(5)).toBe(await costOf(1));
  });
});

describe('counting views', () => {
  const nodes: TestService[] = [];
  beforeAll(async () => {
    nodes.push(await startService(), await startService());
  });

  it('counts 500 concurrent views on two nodes exactly once each', async () => {
    const book = await publishedBook();
    await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        fetch(`${nodes[index % 2]?.url}${book.path}/${1 + (index % 3)}`, {
          headers: { 'user-agent': `${firefox} ${index % 20}` },
        }).then((page) => page.text()),
      ),
    );
    // A node that stops flushes its views first.
    await Promise.all(nodes.map((node) => node.close()));
    const found = await analyticsOf(book.bookId);
    expect([found.views, found.visitors]).toEqual([500, 20]);
    expect(found.chapters.map(({ views, visitors }: Json) => [views, visitors])).toEqual([
      [167, 20],
      [167, 20],
      [166, 20],
    ]);
  });

  it('is idempotent per batch id', async () => {
    const book = await publishedBook(1);
    const { day, salt } = await saltOfToday(sql());
    const batchId = randomUUID();
    for (let tries = 0; tries < 3; tries += 1)
      await countVisits(sql(), batchId, day, visitsOf(salt, [viewOf(book), viewOf(book, 1)]));
    expect((await analyticsOf(book.bookId)).views).toBe(2);
  });

  it('retries after the database was unavailable', async () => {
    const book = await publishedBook(1);
    let isAway = true;
    const nowhere = connect({ url: 'postgres://127.0.0.1:1/nowhere', socketPath: undefined, prepare: true });
    const unsteady = new Proxy(sql(), {
      apply: (there, self, args) => Reflect.apply(isAway ? nowhere.write : there, self, args),
    });
    const views = new Views(unsteady, silent);
    views.note(viewOf(book, 1));
    await views.flush();
    views.note(viewOf(book, 1));
    isAway = false;
    await views.flush();
    await nowhere.close();
    expect((await analyticsOf(book.bookId)).views).toBe(2);
  });

  it('caps stored visitors per book and day, but still counts views', async () => {
    const book = await publishedBook(1);
    await count([viewOf(book, 1)]);
    await sql()`UPDATE reading_day SET visitors = 200000 WHERE book_id = ${book.bookId}`;
    await count([viewOf(book, 1, { agent: safari })]);
    const found = await analyticsOf(book.bookId);
    expect([found.views, found.visitors]).toEqual([2, 200_000]);
  });

  it('skips views of a purged book', async () => {
    const [gone, book] = [await publishedBook(1), await publishedBook(1)];
    await sql()`DELETE FROM book WHERE id = ${gone.bookId}`;
    await count([viewOf(gone, 1), viewOf(book, 1)]);
    expect((await analyticsOf(book.bookId)).views).toBe(1);
  });

  it('counts a batch once when it is sent before and after midnight', async () => {
    const book = await publishedBook(1);
    const { day, salt } = await saltOfToday(sql());
    const days = await sql()<{ day: string }[]>`
      SELECT (${day}::date - ago)::text AS day FROM generate_series(1, 3) ago ORDER BY ago DESC`;
    const [old = '', , yesterday = ''] = days.map((row) => row.day);
    const [batchId, forgotten] = [randomUUID(), randomUUID()];
    await countVisits(sql(), batchId, yesterday, visitsOf(randomBytes(32), [viewOf(book, 1)]));
    await countVisits(sql(), forgotten, old, []);
    await sweepVisitors(sql());
    await countVisits(sql(), batchId, day, visitsOf(salt, [viewOf(book, 1)]));
    expect((await analyticsOf(book.bookId)).views).toBe(1);
    expect(await sql()`SELECT 1 FROM reading_batch WHERE id = ${forgotten}`).toHaveLength(0);
  });
});

describe('a page view', () => {
  const reader = { 'user-agent': firefox };
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  it.each<[what: string, views: number, headers: Record<string, string>, page?: string, method?: string]>([
    ['counts for a chapter', 1, reader],
    ['counts for the page of the book', 1, reader, ''],
    ['counts inside an iframe', 1, { ...reader, 'sec-fetch-dest': 'iframe' }],
    ['does not count for the cover', 0, reader, '/cover'],
    ['does not count for a missing page', 0, reader, '/2'],
    ['does not count for HEAD', 0, reader, '/1', 'HEAD'],
    ['does not count for a crawler', 0, { 'user-agent': bot }],
    ['does not count for curl', 0, { 'user-agent': 'curl/8.14.1' }],
    ['does not count without a user agent', 0, { 'user-agent': ' ' }],
    ['does not count for a prefetch (Sec-Purpose)', 0, { ...reader, 'sec-purpose': 'prefetch;prerender' }],
    ['does not count for a prefetch (Purpose)', 0, { ...reader, purpose: 'prefetch' }],
    ['does not count for a fetch by a script', 0, { ...reader, 'sec-fetch-dest': 'empty' }],
  ])('%s', async (_what, views, headers, page = '/1', method = 'GET') => {
    const { bookId, path } = await publishedBook(1);
    await own.http(method, `${path}${page}`, undefined, headers);
    await own.running().service.views.flush();
    expect((await analyticsOf(bookId)).views).toBe(views);
  });

  it('counts when the cached page is revalidated with 304', async () => {
    const { bookId, path } = await publishedBook(1);
    const { headers } = await own.http('GET', path, undefined, reader);
    const again = { ...reader, 'if-none-match': headers.get('etag') ?? '' };
    expect((await own.http('GET', path, undefined, again)).status).toBe(304);
    await own.running().service.views.flush();
    expect(await analyticsOf(bookId)).toMatchObject({ views: 2, visitors: 1, titlePage: { views: 2, visitors: 1 } });
  });

  it.each([
    ['the socket’s address without a proxy', 0, '198.51.100.1', '192.0.2.9'],
    ['the last forwarded address behind one proxy', 1, '203.0.113.5, 198.51.100.1', '198.51.100.1'],
    ['the second to last forwarded address behind two proxies', 2, '203.0.113.5, 198.51.100.1', '203.0.113.5'],
    ['the first forwarded address if there are too few', 3, '203.0.113.5', '203.0.113.5'],
  ])('has as client address %s', (_what, proxies, forwarded, address) => {
    const req = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '::ffff:192.0.2.9' } };
    expect(clientAddress({ req: req as never }, proxies)).toBe(address);
  });
});

describe('one address with 120 user agents', () => {
  it('counts all views, and the first 100 agents of the day as visitors', async () => {
    const [book, other] = [await publishedBook(1), await publishedBook(1)];
    const counter = new Views(sql(), silent);
    const agents = Array.from({ length: 120 }, (_, n) => `${firefox} ${n}`);
    for (const agent of agents) counter.note(viewOf(book, 1, { agent }));
    await counter.flush();
    for (const agent of agents) counter.note(viewOf(other, 1, { agent }));
    counter.note(viewOf(other, 1, { address: '203.0.113.8' }));
    await counter.flush();
    expect(await analyticsOf(book.bookId)).toMatchObject({ views: 120, visitors: 100 });
    expect(await analyticsOf(other.bookId)).toMatchObject({ views: 121, visitors: 101 });
  });
});

describe('stored data about readers', () => {
  const tables = async (): Promise<string> => {
    const names = ['reading_day', 'reading_salt', 'reading_visitor', 'reading_batch'];
    const rows = await Promise.all(names.map((name) => sql()`SELECT to_jsonb(t)::text AS row FROM ${sql()(name)} t`));
    return rows.flatMap((of) => of.map(({ row }) => String(row))).join('\n');
  };
  const noted = async (visitor: string): Promise<number> =>
    (await sql()`SELECT 1 FROM reading_visitor WHERE hash = decode(${visitor}, 'hex')`).length;

  it('has no address or user agent, only a hash that differs by book and day', async () => {
    const [book, other] = [await publishedBook(1), await publishedBook(1)];
    await count([viewOf(book, 1), viewOf(other, 1)]);
    const kept = await tables();
    for (const trace of ['203.0.113.7', 'cb007107', 'Firefox', Buffer.from('203.0.113.7').toString('hex')])
      expect(kept).not.toContain(trace);
    const { salt } = await saltOfToday(sql());
    const [here, there] = [visitorOf(salt, viewOf(book)), visitorOf(salt, viewOf(other))];
    // Each visitor has two rows: one for the page and one for the whole book.
    expect([here === there, await noted(here), await noted(there)]).toEqual([false, 2, 2]);
    await countAgo(1, [viewOf(book, 1)]);
    expect([await noted(here), (await analyticsOf(book.bookId)).visitors]).toEqual([2, 2]);
  });

  it('is reduced to counts once the day is over', async () => {
    const book = await publishedBook(1);
    await sql()`INSERT INTO reading_salt (day, salt) VALUES ('2026-01-01', 'x')`;
    await countAgo(1, [viewOf(book, 1)]);
    await sweepVisitors(sql());
    const { day } = await saltOfToday(sql());
    for (const name of ['reading_salt', 'reading_visitor'])
      expect(await sql()`SELECT 1 FROM ${sql()(name)} WHERE day < ${day}::date`, name).toHaveLength(0);
    expect((await analyticsOf(book.bookId)).views).toBe(1);
  });
});
