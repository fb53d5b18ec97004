import { describe, expect, it } from 'vitest';
import { facesWith, http, type Json, ownService, refusal } from '../support/faces.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');

interface Written {
  bookId: string;
  first: string;
  second: string;
}
/** A book with two complete chapters. */
async function written(fields: object = {}): Promise<Written> {
  const bookId = await own.newBook({ title: 'Low Water', author: 'M. Okonkwo', ...fields });
  const first = await own.newChapter(bookId, { title: 'The Ferry', content: 'The ferry came in late.' });
  const second = await own.newChapter(bookId, { title: 'Fog', content: 'Nobody was at the rail.' });
  return { bookId, first, second };
}
const publish = (bookId: string, input: object = {}) =>
  rest('publishBook', { bookId, input: { publish: true, ...input } });
/** A page below a reader URL, as a browser requests it. */
const page = (url: string) => http(url, undefined, 'GET', '', undefined, { accept: 'text/html' });
const edit = (key: Written, content: string) =>
  rest('updateChapter', { bookId: key.bookId, chapterId: key.first, patch: { content } });
const hasChanges = async (bookId: string): Promise<boolean> => (await rest('publication', { bookId })).hasChanges;

it.each(['REST', 'MCP'] as const)(
  'publishing through %s is refused with places and ids of incomplete chapters, and without words of the book',
  async (name) => {
    const account = `publishing ${crypto.randomUUID()}`;
    const author = own.face('REST', await own.running().newKey({ account }));
    const { id: bookId } = await author('createBook', { input: { premise: 'A secret lighthouse.' } });
    await author('createChapter', { bookId, input: { content: 'All of it.' } });
    const { id } = await author('createChapter', { bookId, input: { title: 'Secret', content: 'A part.' } });
    await author('updateChapter', { bookId, chapterId: id, patch: { status: 'partial' } });
    const publisher = own.face(name, await own.running().newKey({ account, scopes: ['publish:write'] }));
    const refused = await refusal(publisher('publishBook', { bookId, input: { publish: true } }));
    expect(refused).toMatchObject({ code: 'invalid_state', message: expect.stringContaining(`complete: 2 (${id}).`) });
    expect(JSON.stringify(refused)).not.toMatch(/secret/i);
  },
);

describeInTurn(facesWith('publishBook'))('publishing through %s (contract 4)', (name, it) => {
  const call = own.face(name);
  const publishBook = (bookId: string, input: object = {}) =>
    call('publishBook', { bookId, input: { publish: true, ...input } });

  it('shows the snapshot until the book is published again', async () => {
    const book = await written();
    const { readerUrl } = await publishBook(book.bookId);
    await edit(book, 'The ferry never came.');
    await rest('updateBook', { bookId: book.bookId, patch: { title: 'High Water' } });
    await rest('updateChapter', { bookId: book.bookId, chapterId: book.second, patch: { title: 'Rain' } });
    expect((await page(`${readerUrl}/1`)).text).toContain('The ferry came in late.');
    const before = (await page(readerUrl)).text;
    expect(before).toMatch(/Low Water[\s\S]*The Ferry[\s\S]*Fog/);
    expect(before).not.toMatch(/High Water|Rain/);
    const again = await publishBook(book.bookId);
    expect(again.readerUrl).toBe(readerUrl);
    expect((await page(`${readerUrl}/1`)).text).toContain('The ferry never came.');
    expect((await page(readerUrl)).text).toMatch(/High Water[\s\S]*The Ferry[\s\S]*Rain/);
  });

  it('hides added, moved and deleted chapters until the book is published again', async () => {
    const { bookId, first, second } = await written();
    const { readerUrl } = await publishBook(bookId);
    await rest('moveChapter', { bookId, chapterId: second, move: { order: 1 } });
    await rest('deleteChapter', { bookId, chapterId: first });
    await own.newChapter(bookId, { title: 'New', content: 'A third one.' });
    expect((await page(`${readerUrl}/1`)).text).toContain('The ferry came in late.');
    expect((await page(`${readerUrl}/2`)).text).toContain('Nobody was at the rail.');
    await publishBook(bookId);
    expect((await page(`${readerUrl}/1`)).text).toContain('Nobody was at the rail.');
    expect((await page(`${readerUrl}/2`)).text).toContain('A third one.');
    await rest('deleteChapter', { bookId, chapterId: second });
    await publishBook(bookId);
    expect((await page(`${readerUrl}/1`)).text).toContain('A third one.');
    expect((await page(`${readerUrl}/2`)).status).toBe(404);
  });

  it('hides the book at once when it is withdrawn, made private or deleted', async () => {
    const { bookId } = await written();
    const { readerUrl } = await publishBook(bookId);
    const statuses = async () =>
      Promise.all(['', '/1', '/cover'].map(async (path) => (await page(`${readerUrl}${path}`)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await publishBook(bookId, { visibility: 'private' });
    expect(await statuses()).toEqual([404, 404, 404]);
    await publishBook(bookId, { visibility: 'unlisted' });
    expect(await statuses()).toEqual([200, 200, 200]);
    await publishBook(bookId, { publish: false });
    expect(await statuses()).toEqual([404, 404, 404]);
    await publishBook(bookId);
    await rest('deleteBook', { bookId });
    expect(await statuses()).toEqual([404, 404, 404]);
    const { books } = await own.graphql('{ books(deleted: true) { nodes { id readerUrl } } }');
    expect(books.nodes.find(({ id }: Json) => id === bookId).readerUrl).toBeNull();
    await rest('restoreBook', { bookId });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('keeps the visibility of a withdrawn book', async () => {
    const { bookId } = await written();
    await publishBook(bookId, { visibility: 'public' });
    await publishBook(bookId, { publish: false });
    expect(await publishBook(bookId)).toMatchObject({ visibility: 'public' });
  });

  it('is refused for books of other accounts', async () => {
    const { bookId } = await written();
    const stranger = await own.running().newKey();
    const refused = await refusal(own.face(name, stranger)('publishBook', { bookId, input: { publish: true } }));
    expect(refused.code).toBe('not_found');
    expect(await rest('publication', { bookId })).toBeNull();
  });
});

describe('the publication of a book (contract 4)', () => {
  it('is returned over REST and GraphQL, with chapter URLs', async () => {
    const { bookId, first } = await written();
    const { readerUrl, publishedAt } = await publish(bookId);
    const seen = await rest('publication', { bookId });
    expect(seen).toMatchObject({ publishedAt, title: 'Low Water', wordCount: 10, hasChanges: false });
    expect(seen.chapters).toHaveLength(2);
    const [{ id: revisionId }] = await rest('revisions', { bookId, chapterId: first });
    expect(seen.chapters[0]).toEqual({
      order: 1,
      chapterId: first,
      revisionId,
      title: 'The Ferry',
      wordCount: 5,
      readingTimeSec: 2,
      readerUrl: `${readerUrl}/1`,
    });
    expect(await own.face('GraphQL')('publication', { bookId })).toEqual(seen);
    await publish(bookId, { visibility: 'private' });
    expect((await rest('publication', { bookId })).chapters[0].readerUrl).toBeNull();
  });

  it.each<[string, (book: Written) => Promise<unknown>]>([
    ['the text', (book) => edit(book, 'Another.')],
    ['a title', ({ bookId, second }) => rest('updateChapter', { bookId, chapterId: second, patch: { title: 'Rain' } })],
    ['the order', ({ bookId, second }) => rest('moveChapter', { bookId, chapterId: second, move: { order: 1 } })],
    ['an added chapter', ({ bookId }) => own.newChapter(bookId, { content: 'More.' })],
    ['a deleted chapter', ({ bookId, second }) => rest('deleteChapter', { bookId, chapterId: second })],
    ...Object.entries({
      title: 'High Water',
      subtitle: 'A novel',
      author: 'E. Vale',
      description: 'A ferry that comes late.',
      language: 'de',
      coverColor: '#123456',
    }).map(([field, value]): [string, (book: Written) => Promise<unknown>] => [
      `the book’s ${field}`,
      ({ bookId }) => rest('updateBook', { bookId, patch: { [field]: value } }),
    ]),
  ])('has changes after an edit of %s', async (_what, change) => {
    const book = await written();
    await publish(book.bookId);
    expect(await hasChanges(book.bookId)).toBe(false);
    await change(book);
    expect(await hasChanges(book.bookId)).toBe(true);
    await publish(book.bookId);
    expect(await hasChanges(book.bookId)).toBe(false);
  });

  it('has no changes after edits that readers do not see', async () => {
    const { bookId, first } = await written();
    await publish(bookId);
    await rest('updateBook', { bookId, patch: { genre: 'Mystery' } });
    await rest('updateChapter', { bookId, chapterId: first, patch: { notes: 'Slower.' } });
    expect(await hasChanges(bookId)).toBe(false);
  });

  it('is null for an unpublished book and not_found for a deleted one', async () => {
    const { bookId } = await written();
    expect(await rest('publication', { bookId })).toBeNull();
    await publish(bookId);
    await publish(bookId, { publish: false });
    expect(await rest('publication', { bookId })).toBeNull();
    await rest('deleteBook', { bookId });
    expect((await refusal(rest('publication', { bookId }))).code).toBe('not_found');
  });

  it('takes the same number of statements for one book and for many', async () => {
    const key = await own.running().newKey();
    const ask = () =>
      http(own.url(), key, 'POST', '/graphql', {
        query:
          '{ books(first: 20) { nodes { id publication { hasChanges wordCount chapters { title readerUrl } } } } }',
      });
    const make = async () => {
      const mine = own.face('REST', key);
      const { id: bookId } = await mine('createBook', { input: { premise: 'A lighthouse and a storm.' } });
      await mine('createChapter', { bookId, input: { content: 'Rain.' } });
      await mine('publishBook', { bookId, input: { publish: true } });
    };
    await make();
    const one = await statementsOf(own.running(), ask);
    await make();
    await make();
    expect(await statementsOf(own.running(), ask)).toEqual(one);
    expect(one).toHaveLength(3);
    const { nodes } = (await ask()).json.data.books;
    expect(nodes.map(({ publication }: Json) => publication.chapters.length)).toEqual([1, 1, 1]);
  });

  it('is a consistent snapshot when publications and edits run concurrently', async () => {
    const book = await written();
    const { readerUrl } = await publish(book.bookId);
    const both = async (no: number) => {
      const [{ readerUrl: url }] = await Promise.all([publish(book.bookId), edit(book, `Text ${no}.`)]);
      expect(url).toBe(readerUrl);
    };
    await Promise.all(Array.from({ length: 6 }, (_, no) => both(no)));
    await publish(book.bookId);
    expect(await hasChanges(book.bookId)).toBe(false);
    const { content } = await rest('chapter', { bookId: book.bookId, chapterId: book.first });
    expect((await page(`${readerUrl}/1`)).text).toContain(content);
  });
});
