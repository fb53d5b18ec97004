import { describe, expect, it } from 'vitest';
import { facesWith, http, ownService, refusal } from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
/** A unique title. */
const newTitle = () => `Low Water ${crypto.randomUUID().slice(0, 8)}`;

/** A book with one complete chapter in the account of the key. */
async function newWrittenBook(title: string, key?: string): Promise<string> {
  const call = own.face('REST', key);
  const { id: bookId } = await call('createBook', { input: { premise: 'A lighthouse and a storm.', title } });
  await call('createChapter', { bookId, input: { content: 'Rain.' } });
  return bookId;
}
const publish = (bookId: string, input: object = {}, key?: string) =>
  own.face('REST', key)('publishBook', { bookId, input: { publish: true, ...input } });
/** The status of every page of a book at a URL. */
const statusesAt = (url: string) =>
  Promise.all(
    ['', '/1', '/cover'].map(async (page) => {
      const { status } = await http(`${url}${page}`, undefined, 'GET', '', undefined, { accept: 'text/html' });
      return status;
    }),
  );
const allFound = [200, 200, 200];
const allMissing = [404, 404, 404];

describe('the URL of an unlisted book', () => {
  it('is a random key that does not reveal the title', async () => {
    const bookId = await newWrittenBook(newTitle());
    const { readerUrl, slug } = await publish(bookId);
    expect([readerUrl, slug]).toEqual([expect.stringMatching(/\/read\/[a-z2-7]{16}$/), null]);
    expect(await statusesAt(readerUrl)).toEqual(allFound);
    expect(await rest('publication', { bookId })).toMatchObject({
      visibility: 'unlisted',
      slug: null,
      readerKey: readerUrl.split('/').at(-1),
      readerUrl,
      isGuessable: false,
    });
  });

  it('is in no line of the log', async () => {
    const { readerUrl } = await publish(await newWrittenBook(newTitle()));
    await statusesAt(readerUrl);
    const { logged } = own.running();
    await expect.poll(() => logged.join('')).toContain('"path":"/read/…/cover"');
    expect(logged.join('')).not.toContain(readerUrl.split('/').at(-1));
  });

  it('works only while the book is unlisted, and the slug only while it is public', async () => {
    const bookId = await newWrittenBook(newTitle());
    const { readerUrl: byKey } = await publish(bookId);
    const { readerUrl: bySlug } = await publish(bookId, { visibility: 'public' });
    expect([await statusesAt(byKey), await statusesAt(bySlug)]).toEqual([allMissing, allFound]);
    expect((await publish(bookId, { visibility: 'unlisted' })).readerUrl).toBe(byKey);
    expect([await statusesAt(byKey), await statusesAt(bySlug)]).toEqual([allFound, allMissing]);
    expect((await publish(bookId, { visibility: 'private' })).readerUrl).toBeNull();
    expect([await statusesAt(byKey), await statusesAt(bySlug)]).toEqual([allMissing, allMissing]);
  });

  it('is null for a private book, also after republication', async () => {
    const bookId = await newWrittenBook(newTitle());
    await publish(bookId, { visibility: 'private' });
    expect(await publish(bookId)).toMatchObject({ visibility: 'private', slug: null, readerUrl: null });
    const other = await newWrittenBook(newTitle());
    await publish(other, { publish: false, visibility: 'private' });
    expect(await publish(other)).toMatchObject({ visibility: 'private', readerUrl: null });
  });
});

describe('a book unlisted before reader keys existed', () => {
  /** As the migration leaves it: its slug is also its reader key. */
  async function legacy() {
    const bookId = await newWrittenBook(newTitle());
    const address = `old-${crypto.randomUUID().slice(0, 8)}`;
    await publish(bookId);
    const { write: sql } = own.running().database;
    await sql`INSERT INTO reader_slug VALUES (${address}, ${address}, 1)`;
    await sql`UPDATE book SET slug = ${address}, reader_key = ${address} WHERE id = ${bookId}`;
    return { bookId, address, readerUrl: `${own.url()}/read/${address}` };
  }

  it('keeps and reports its URL until the key is rotated', async () => {
    const { bookId, readerUrl } = await legacy();
    expect((await publish(bookId)).readerUrl).toBe(readerUrl);
    expect(await statusesAt(readerUrl)).toEqual(allFound);
    expect(await rest('publication', { bookId })).toMatchObject({ readerUrl, isGuessable: true });
    const rotated = await rest('rotateReaderKey', { bookId });
    expect([await statusesAt(readerUrl), await statusesAt(rotated.readerUrl)]).toEqual([allMissing, allFound]);
    expect(await rest('publication', { bookId })).toMatchObject({ isGuessable: false });
  });

  it('keeps its URL across deletion and restore, and no other book can take it', async () => {
    const { bookId, address, readerUrl } = await legacy();
    await rest('deleteBook', { bookId });
    const stranger = await own.running().newKey();
    const other = await publish(await newWrittenBook(address, stranger), { visibility: 'public' }, stranger);
    expect([other.slug, await statusesAt(readerUrl)]).toEqual([`${address}-2`, allMissing]);
    await rest('restoreBook', { bookId });
    expect(await statusesAt(readerUrl)).toEqual(allFound);
  });
});

describeInTurn(facesWith('rotateReaderKey'))('rotating a reader key through %s', (name, it) => {
  it('moves an unlisted book to a new URL at once', async () => {
    const bookId = await newWrittenBook(newTitle());
    const { readerUrl, version } = await publish(bookId);
    const rotated = await own.face(name)('rotateReaderKey', { bookId, expectedVersion: version });
    expect(rotated.version).toBe(version + 1);
    expect(rotated.readerUrl).toMatch(/\/read\/[a-z2-7]{16}$/);
    expect([await statusesAt(readerUrl), await statusesAt(rotated.readerUrl)]).toEqual([allMissing, allFound]);
  });

  it('is refused for another account and for a stale version', async () => {
    const bookId = await newWrittenBook(newTitle());
    const { readerUrl, version } = await publish(bookId);
    const stranger = await own.running().newKey();
    expect((await refusal(own.face(name, stranger)('rotateReaderKey', { bookId }))).code).toBe('not_found');
    const stale = own.face(name)('rotateReaderKey', { bookId, expectedVersion: version + 1 });
    expect((await refusal(stale)).code).toBe('conflict');
    expect(await statusesAt(readerUrl)).toEqual(allFound);
  });
});

describe('a slug', () => {
  it('is numbered without revealing unpublished books of others', async () => {
    const title = newTitle();
    const stranger = await own.running().newKey();
    await newWrittenBook(title, stranger);
    await publish(await newWrittenBook(title, stranger), {}, stranger);
    await publish(await newWrittenBook(title, stranger), { visibility: 'private' }, stranger);
    const slugs: string[] = [];
    for (const key of [undefined, stranger, undefined])
      slugs.push((await publish(await newWrittenBook(title, key), { visibility: 'public' }, key)).slug);
    const base = title.toLowerCase().replaceAll(' ', '-');
    expect(slugs).toEqual([base, `${base}-2`, `${base}-3`]);
  });

  it('skips a number that is taken by another title', async () => {
    const title = newTitle();
    const slugs: string[] = [];
    for (const one of [`${title} 2`, title, title])
      slugs.push((await publish(await newWrittenBook(one), { visibility: 'public' })).slug);
    const base = title.toLowerCase().replaceAll(' ', '-');
    expect(slugs).toEqual([`${base}-2`, base, `${base}-3`]);
  });

  it('is unique for concurrent publications', async () => {
    const title = newTitle();
    const books = await Promise.all(Array.from({ length: 6 }, () => newWrittenBook(title)));
    const published = await Promise.all(books.map((bookId) => publish(bookId, { visibility: 'public' })));
    expect(new Set(published.map(({ slug }) => slug)).size).toBe(6);
  });

  it('is never reused, even after its book is purged', async () => {
    const title = newTitle();
    const bookId = await newWrittenBook(title);
    const { slug } = await publish(bookId, { visibility: 'public' });
    await own.running().database.write`DELETE FROM book WHERE id = ${bookId}`;
    const stranger = await own.running().newKey();
    const other = await publish(await newWrittenBook(title, stranger), { visibility: 'public' }, stranger);
    expect(other.slug).toBe(`${slug}-2`);
    expect(await statusesAt(`${own.url()}/read/${slug}`)).toEqual(allMissing);
  });

  it('never has the form of a reader key, so no title can take one', async () => {
    const { readerUrl } = await publish(await newWrittenBook('A secret'));
    const stranger = await own.running().newKey();
    const title = readerUrl.split('/').at(-1);
    const other = await publish(await newWrittenBook(title, stranger), { visibility: 'public' }, stranger);
    expect(other.slug).toBe(`${title}-1`);
  });
});
