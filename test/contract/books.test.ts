import { describe, expect, it } from 'vitest';
import { sweepDeleted } from '../../src/domain/story/book/deleted-store.ts';
import {
  faceNames,
  facesWith,
  faultsOf,
  graphql,
  http,
  type Json,
  ownService,
  premise,
  refusal,
} from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
const x = (length: number) => 'x'.repeat(length);
const ids = (books: { id: string }[]) => books.map(({ id }) => id);
const complete = { content: 'Rain on the glass.' };

const defaults = {
  title: 'Untitled Book',
  subtitle: null,
  premise,
  description: null,
  language: 'en',
  genre: null,
  audience: null,
  toneStyle: null,
  modelTier: 'standard',
  coverColor: null,
  targetWords: null,
  status: 'draft',
  visibility: 'private',
  slug: null,
  readerUrl: null,
  publishedAt: null,
  wordCount: 0,
  version: 1,
};

describeInTurn(faceNames)('a book through %s (contract 4)', (name, it) => {
  const call = own.face(name);

  it('gets defaults, and the account’s name as author', async () => {
    const { name: author } = await rest('account');
    const book = await call('createBook', { input: { premise } });
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(book).toEqual({
      ...defaults,
      id: expect.stringMatching(/^bk_[0-9a-hjkmnp-tv-z]{26}$/),
      author,
      createdAt: moment,
      updatedAt: moment,
    });
  });

  it('is a new one for each request without an idempotency key (service.md 8)', async () => {
    const [first, second] = [
      await call('createBook', { input: { premise } }),
      await call('createBook', { input: { premise } }),
    ];
    expect(first.id).not.toBe(second.id);
  });

  it.each([
    ['a title of 200 code points', { title: '🌊'.repeat(200) }, {}],
    ['a title with surrounding blanks, trimmed', { title: '  Storm ' }, { title: 'Storm' }],
    ['a subtitle of 300', { subtitle: x(300) }, {}],
    ['an author of 120', { author: x(120) }, {}],
    ['a description of 4000', { description: x(4000) }, {}],
    ['genre, audience and tone of 120', { genre: x(120), audience: x(120), toneStyle: x(120) }, {}],
    ['a blank genre as none', { genre: '  ' }, { genre: null }],
    ['a premise of 10', { premise: x(10) }, {}],
    ['a premise of 4000', { premise: x(4000) }, {}],
    ['1000 words', { targetWords: 1000 }, {}],
    ['1,000,000 words', { targetWords: 1_000_000 }, {}],
    ['a colour', { coverColor: '#1a2B3c' }, {}],
    ['the tier draft', { modelTier: 'draft' }, {}],
    ['the tier editorial', { modelTier: 'editorial' }, {}],
    ['haiku as draft', { modelTier: 'haiku' }, { modelTier: 'draft' }],
    ['sonnet as standard', { modelTier: 'sonnet' }, { modelTier: 'standard' }],
    ['opus as editorial', { modelTier: 'opus' }, { modelTier: 'editorial' }],
    ['a language with script', { language: 'zh-Hant' }, {}],
    ['a language in its canonical spelling', { language: 'PT-br' }, { language: 'pt-BR' }],
    ['a language by its English name', { language: 'German' }, { language: 'de' }],
    ['a language by its own name', { language: 'Português' }, { language: 'pt' }],
    ['a language with its region by name', { language: 'Brazilian Portuguese' }, { language: 'pt-BR' }],
  ])('accepts %s on creation and on change', async (_what, fields, answered) => {
    const expected = { ...fields, ...answered };
    expect(await call('createBook', { input: { premise, ...fields } })).toMatchObject(expected);
    const bookId = await own.newBook();
    expect(await call('updateBook', { bookId, patch: fields })).toMatchObject({ ...expected, version: 2 });
  });

  it.each([
    ['a title of 201', { title: x(201) }, 'title'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a null title', { title: null }, 'title'],
    ['a subtitle of 301', { subtitle: x(301) }, 'subtitle'],
    ['a premise of 9', { premise: x(9) }, 'premise'],
    ['a premise of 9 and blanks', { premise: `${x(9)}   ` }, 'premise'],
    ['a premise of 4001', { premise: x(4001) }, 'premise'],
    ['a null premise', { premise: null }, 'premise'],
    ['an author of 121', { author: x(121) }, 'author'],
    ['a null author', { author: null }, 'author'],
    ['a description of 4001', { description: x(4001) }, 'description'],
    ['a malformed language tag', { language: 'not a tag' }, 'language'],
    ['an unknown language name', { language: 'klingon' }, 'language'],
    ['a null language', { language: null }, 'language'],
    ['a genre of 121', { genre: x(121) }, 'genre'],
    ['an audience of 121', { audience: x(121) }, 'audience'],
    ['a tone of 121', { toneStyle: x(121) }, 'toneStyle'],
    ['an unknown tier', { modelTier: 'gpt' }, 'modelTier'],
    ['a null tier', { modelTier: null }, 'modelTier'],
    ['a colour by name', { coverColor: 'red' }, 'coverColor'],
    ['a colour of 5 digits', { coverColor: '#12345' }, 'coverColor'],
    ['999 words', { targetWords: 999 }, 'targetWords'],
    ['1,000,001 words', { targetWords: 1_000_001 }, 'targetWords'],
    ['half a word', { targetWords: 1000.5 }, 'targetWords'],
    ['a word target as text', { targetWords: '2000' }, 'targetWords'],
    ['an unknown field', { titel: 'x' }, 'titel'],
    ['NUL', { description: 'a\0b' }, 'description'],
    ['a lone surrogate', { title: 'a\ud800' }, 'title'],
  ])('refuses %s on creation and on change', async (_what, fields, path) => {
    const bookId = await own.newBook();
    expect(await faultsOf(call('createBook', { input: { premise, ...fields } }))).toContain(path);
    expect(await faultsOf(call('updateBook', { bookId, patch: fields }))).toContain(path);
    expect(await rest('book', { bookId })).toMatchObject(defaults);
  });

  it('requires a premise', async () => {
    expect(await faultsOf(call('createBook', { input: { title: 'Storm' } }))).toContain('premise');
  });

  it('keeps omitted fields and clears nullable ones with null', async () => {
    const full = { title: 'Storm', subtitle: 's', description: 'd', genre: 'g', audience: 'a', toneStyle: 't' };
    const bookId = await own.newBook({ ...full, coverColor: '#000000', targetWords: 5000 });
    expect(await call('updateBook', { bookId, patch: { subtitle: null } })).toMatchObject({ ...full, subtitle: null });
    const nothing = { description: null, genre: null, audience: null, toneStyle: null, coverColor: null };
    const cleared = await call('updateBook', { bookId, patch: { ...nothing, targetWords: null } });
    expect(cleared).toMatchObject({ ...nothing, targetWords: null, title: 'Storm', version: 3 });
  });

  it('keeps version and updatedAt for an empty patch', async () => {
    const { chapters: _chapters, ...book } = await rest('book', { bookId: await own.newBook() });
    expect(await call('updateBook', { bookId: book.id, patch: {} })).toEqual(book);
  });

  it('refuses a stale version with the current record and no change (contract 9)', async () => {
    const bookId = await own.newBook();
    await call('updateBook', { bookId, patch: { title: 'Two' }, expectedVersion: 1 });
    expect(await refusal(call('updateBook', { bookId, patch: { title: 'X' }, expectedVersion: 1 }))).toMatchObject({
      code: 'conflict',
      body: { current: { id: bookId, title: 'Two', version: 2 } },
    });
    await expect(call('updateBook', { bookId, patch: {}, expectedVersion: 1 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await rest('book', { bookId })).toMatchObject({ title: 'Two', version: 2 });
  });

  it('contains its chapters in order, without prose', async () => {
    const bookId = await own.newBook();
    for (const title of ['A', 'B']) await own.newChapter(bookId, { title, ...complete });
    const { chapters, wordCount } = await call('book', { bookId });
    expect(chapters.map(({ title, order }: Json) => [title, order])).toEqual([
      ['A', 1],
      ['B', 2],
    ]);
    expect(chapters[0]).not.toHaveProperty('content');
    expect(wordCount).toBe(8);
  });

  it('is listed by latest update first', async () => {
    const key = await own.running().newKey();
    const mine = own.face(name, key);
    const made: string[] = [];
    for (const title of ['A', 'B', 'C']) made.push((await mine('createBook', { input: { premise, title } })).id);
    await mine('updateBook', { bookId: made[0], patch: { title: 'Newest' } });
    expect((await mine('books')).map(({ title }: Json) => title)).toEqual(['Newest', 'C', 'B']);
  });

  it('shares genre and audience with its plan', async () => {
    const bookId = await own.newBook({ genre: 'gothic' });
    expect(await call('plan', { bookId })).toMatchObject({ genre: 'gothic', audience: null });
    await call('updatePlan', { bookId, patch: { genre: 'noir', audience: 'adults' } });
    expect(await call('book', { bookId })).toMatchObject({ genre: 'noir', audience: 'adults', version: 2 });
    await call('updatePlan', { bookId, patch: { autoDetectedGenre: true } });
    await call('updateBook', { bookId, patch: { audience: null } });
    expect(await call('plan', { bookId })).toMatchObject({ genre: 'noir', audience: null, autoDetectedGenre: false });
  });

  it('disappears from every read once deleted', async () => {
    const bookId = await own.newBook();
    expect(await call('deleteBook', { bookId })).toEqual({ ok: true });
    for (const field of ['book', 'chapters', 'characters', 'conflicts', 'plan', 'deleteBook'])
      await expect(call(field, { bookId })).rejects.toMatchObject({ code: 'not_found' });
    expect(ids(await call('books'))).not.toContain(bookId);
  });
});

describeInTurn(facesWith('restoreBook'))('deleted books through %s (contract 4)', (name, it) => {
  const another = async () => {
    const key = await own.running().newKey();
    const [call, rest] = [own.face(name, key), own.face('REST', key)];
    const make = async (title: string): Promise<string> => (await rest('createBook', { input: { premise, title } })).id;
    return { key, call, rest, make };
  };

  it('are listed latest deletion first, with their time of deletion', async () => {
    const { call, rest: mine, make } = await another();
    const [first, second, live] = [await make('First'), await make('Second'), await make('Live')];
    await mine('createChapter', { bookId: first, input: complete });
    for (const bookId of [second, first]) await mine('deleteBook', { bookId });
    const deleted = await call('books', { deleted: true });
    expect(deleted.map(({ title }: Json) => title)).toEqual(['First', 'Second']);
    expect(deleted[0]).toMatchObject({ id: first, wordCount: 4, version: 1, deletedAt: expect.stringMatching(/Z$/) });
    expect(ids(await call('books', { deleted: false }))).toEqual([live]);
    await call('restoreBook', { bookId: first, expectedVersion: deleted[0].version });
    expect(ids(await call('books', { deleted: true }))).toEqual([second]);
  });

  it('are paged, without those older than 30 days', async () => {
    const { key, rest: mine, make } = await another();
    const made = [await make('A'), await make('B'), await make('C'), await make('D')];
    const { write } = own.running().database;
    for (const [index, bookId] of made.entries()) {
      await mine('deleteBook', { bookId });
      await write`UPDATE book SET deleted_at = now() - make_interval(days => ${28 + index}) WHERE id = ${bookId}`;
    }
    const page = (cursor = '') => http(own.url(), key, 'GET', `/v1/books?deleted=true&limit=1${cursor}`);
    const one = (await page()).json;
    const two = (await page(`&cursor=${one.next_cursor}`)).json;
    expect([...ids(one.data), ...ids(two.data), two.next_cursor]).toEqual([made[0], made[1], null]);
  });

  it('hide their chapters, and are hidden from other accounts', async () => {
    const { key, rest: mine, make } = await another();
    const bookId = await make('Gone');
    await mine('createChapter', { bookId, input: complete });
    await mine('deleteBook', { bookId });
    const below = 'query { books(deleted: true) { nodes { id chapters { content } } } }';
    await expect(graphql(own.url(), key, below)).rejects.toMatchObject({ code: 'not_found' });
    expect(await (await another()).call('books', { deleted: true })).toEqual([]);
  });
});

describeInTurn(facesWith('restoreBook'))('restoring a book through %s (contract 4)', (name, it) => {
  const call = own.face(name);

  it('returns it unchanged with its children', async () => {
    const bookId = await own.newBook({ title: 'Storm' });
    await own.newCharacter(bookId, 'Emma');
    await own.newChapter(bookId, complete);
    const before = await rest('book', { bookId });
    await rest('deleteBook', { bookId });
    const { chapters: _chapters, ...book } = before;
    expect(await call('restoreBook', { bookId })).toEqual(book);
    expect(await rest('book', { bookId })).toEqual(before);
    expect(await rest('characters', { bookId })).toHaveLength(1);
  });

  it('leaves a live book unchanged', async () => {
    const bookId = await own.newBook();
    expect(await call('restoreBook', { bookId })).toMatchObject({ id: bookId, version: 1 });
  });

  it('is possible for 30 days, until the sweep removes the book', async () => {
    const [kept, gone] = [await own.newBook(), await own.newBook()];
    const { write, read } = own.running().database;
    for (const [bookId, days] of [
      [kept, 29],
      [gone, 31],
    ] as const) {
      await rest('deleteBook', { bookId });
      await write`UPDATE book SET deleted_at = now() - make_interval(days => ${days}) WHERE id = ${bookId}`;
    }
    await expect(call('restoreBook', { bookId: gone })).rejects.toMatchObject({ code: 'not_found' });
    while ((await sweepDeleted(write)).count > 0);
    expect(await read`SELECT id FROM book WHERE id IN (${kept}, ${gone})`).toEqual([{ id: kept }]);
    expect(await call('restoreBook', { bookId: kept })).toMatchObject({ id: kept });
  });
});

describeInTurn(facesWith('publishBook'))('publishing through %s (contract 4)', (name, it) => {
  const call = own.face(name);
  const publish = (bookId: string, input: object = {}) =>
    call('publishBook', { bookId, input: { publish: true, ...input } });
  const statusOf = async (bookId: string) => (await rest('book', { bookId })).status;
  const ready = async (fields: object = {}) => {
    const bookId = await own.newBook(fields);
    await own.newChapter(bookId, complete);
    return bookId;
  };

  it('derives the status: draft, writing, ready, published', async () => {
    const bookId = await own.newBook();
    expect(await statusOf(bookId)).toBe('draft');
    const chapterId = await own.newChapter(bookId);
    expect(await statusOf(bookId)).toBe('writing');
    await rest('updateChapter', { bookId, chapterId, patch: complete });
    expect(await statusOf(bookId)).toBe('ready');
    expect((await publish(bookId)).status).toBe('published');
    const empty = await own.newChapter(bookId);
    expect(await statusOf(bookId)).toBe('published');
    expect(await publish(bookId, { publish: false })).toMatchObject({ status: 'writing', publishedAt: null });
    await rest('deleteChapter', { bookId, chapterId: empty });
    expect(await statusOf(bookId)).toBe('ready');
    await rest('deleteChapter', { bookId, chapterId });
    expect(await statusOf(bookId)).toBe('draft');
  });

  it('refuses a book without chapters or with incomplete ones, and names them (service.md 3)', async () => {
    const bookId = await own.newBook();
    await expect(publish(bookId)).rejects.toMatchObject({ code: 'invalid_state' });
    await own.newChapter(bookId, { title: 'Done', ...complete });
    const hollow = await own.newChapter(bookId, { title: 'The hollow one' });
    const { code, message } = await refusal(publish(bookId));
    expect([code, message]).toEqual(['invalid_state', expect.stringContaining(`complete: 2 (${hollow}).`)]);
    expect(message).not.toMatch(/Done|hollow/);
    expect(await rest('book', { bookId })).toMatchObject({ slug: null, publishedAt: null, version: 1 });
  });

  it('creates the slug on first public publication, keeps it, and numbers duplicates', async () => {
    const title = `Élan & Sturm ${crypto.randomUUID().slice(0, 8)}`;
    const [one, two] = [await ready({ title }), await ready({ title })];
    expect((await publish(one)).slug).toBeNull();
    const first = await publish(one, { visibility: 'public' });
    const second = await publish(two, { visibility: 'public' });
    expect(first.slug).toBe(title.toLowerCase().replace('é', 'e').replaceAll(/ & | /g, '-'));
    expect(second.slug).toBe(`${first.slug}-2`);
    await publish(one, { publish: false });
    await rest('updateBook', { bookId: one, patch: { title: 'Another' } });
    expect((await publish(one)).slug).toBe(first.slug);
  });

  it('is unlisted by default, has an address unless private, and loses it on unpublishing', async () => {
    const bookId = await ready();
    const { slug: none, readerUrl: unlisted, ...published } = await publish(bookId);
    expect(published).toMatchObject({ visibility: 'unlisted', publishedAt: expect.any(String) });
    expect([none, unlisted]).toEqual([null, expect.stringMatching(/\/read\/[a-z2-7]{16}$/)]);
    expect(await publish(bookId, { visibility: 'private' })).toMatchObject({ visibility: 'private', readerUrl: null });
    const { slug, readerUrl } = await publish(bookId, { visibility: 'public' });
    expect(readerUrl).toBe(`${own.url()}/read/${slug}`);
    expect(await publish(bookId)).toMatchObject({ visibility: 'public' });
    expect(await publish(bookId, { publish: false })).toMatchObject({ readerUrl: null, slug, visibility: 'public' });
  });

  it.each([
    ['an empty input', {}, 'publish'],
    ['an unknown visibility', { publish: true, visibility: 'friends' }, 'visibility'],
    ['an unknown field', { publish: true, at: 'noon' }, 'at'],
  ])('refuses %s', async (_what, input, path) => {
    expect(await faultsOf(call('publishBook', { bookId: await ready(), input }))).toContain(path);
  });

  it('requires publish:write', async () => {
    const key = await own.running().newKey({ scopes: ['books:read', 'books:write'] });
    const refused = await refusal(own.face(name, key)('publishBook', { bookId: 'x', input: { publish: true } }));
    expect(refused).toMatchObject({ code: 'insufficient_scope', body: { required_scope: 'publish:write' } });
  });
});

describe('books over REST (contract 4, 9)', () => {
  it.each([0, 101, 'x', '1.5', -1])('refuses a limit of %s', async (limit) => {
    expect(await faultsOf(rest('books', { limit }))).toEqual(['limit']);
  });

  it.each(['', 'nonsense', 'bm9uc2Vuc2U', 'x'.repeat(500)])('refuses the cursor "%s"', async (cursor) => {
    expect(await faultsOf(rest('books', { cursor }))).toEqual(['cursor']);
  });

  it('pages through all books without loss or repeat', async () => {
    const key = await own.running().newKey();
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) made.unshift((await own.face('REST', key)('createBook', { input: { premise } })).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { json }: Json = await http(own.url(), key, 'GET', `/v1/books?limit=3${cursor && `&cursor=${cursor}`}`);
      expect(json.data.length).toBeLessThanOrEqual(3);
      seen.push(...ids(json.data));
      cursor = json.next_cursor;
    }
    expect(seen).toEqual(made);
  });

  it('returns 50 by default', async () => {
    const key = await own.running().newKey();
    const mine = own.face('REST', key);
    await Promise.all(Array.from({ length: 51 }, () => mine('createBook', { input: { premise } })));
    expect(await mine('books')).toHaveLength(50);
    expect(await mine('books', { limit: 100 })).toHaveLength(51);
  });

  it('adds prose with ?include=content and refuses other values', async () => {
    const bookId = await own.newBook();
    await own.newChapter(bookId, complete);
    expect((await rest('book', { bookId, include: 'content' })).chapters[0].content).toBe(complete.content);
    expect(await faultsOf(rest('book', { bookId, include: 'all' }))).toEqual(['include']);
  });

  it('accepts a complete record as a patch', async () => {
    const read = await rest('book', { bookId: await own.newBook({ title: 'Storm' }) });
    expect(await rest('updateBook', { bookId: read.id, patch: read })).toMatchObject({ title: 'Storm' });
  });

  it('sends an ETag but never 304, because chapters change without it', async () => {
    const path = `/v1/books/${await own.newBook()}`;
    const { headers } = await own.http('GET', path);
    expect(headers.get('etag')).toBe('"1"');
    expect((await own.http('GET', path, undefined, { 'if-none-match': '"1"' })).status).toBe(200);
  });

  it.each([
    ['"9"', 409],
    ['W/"1"', 200],
    ['w/"9"', 409],
    ['"1-gzip"', 200],
    ['"1"-gzip', 200],
    ['"1;gzip"', 200],
    ['W/"1--gzip"', 200],
    ['"1-br"', 200],
    ['"9-gzip"', 409],
    ['"1-zip"', 400],
    ['W/1', 400],
    ['"0"', 400],
    ['"01"', 400],
    ['"9999999999"', 400],
    ['*', 200],
    ['1', 400],
    ['"x"', 400],
    ['"1", "2"', 400],
  ])('answers If-Match: %s with %i', async (ifMatch, status) => {
    const path = `/v1/books/${await own.newBook()}`;
    const { status: answered, json } = await own.http('PATCH', path, { title: 'X' }, { 'if-match': ifMatch });
    expect(answered).toBe(status);
    if (status === 400) expect(json.error.issues).toEqual([{ path: 'If-Match', message: expect.any(String) }]);
  });
});
