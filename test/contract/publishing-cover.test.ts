import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { http, type Json } from '../support/faces.ts';
import { imageReply } from '../support/image-provider.ts';
import { onePixel, onePixelWebp, smallJpeg } from '../support/pictures.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';
import { statementsOf } from '../support/statements.ts';

const { own, fakes } = serviceWith({ images: true }, { QUOTA_COVERS_PER_DAY: '0' });
beforeAll(() => fakes.images.script());
const rest = own.face('REST');

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const add = async (bookId: string, picture: string): Promise<string> =>
  (await rest('addCover', { bookId, input: { base64: picture } })).id;
const generate = async (bookId: string): Promise<Json> => (await rest('generateCovers', { bookId, input: {} })).covers;
const publish = (bookId: string, input: object = {}) =>
  rest('publishBook', { bookId, input: { publish: true, ...input } });
const hasChanges = async (bookId: string): Promise<boolean> => (await rest('publication', { bookId })).hasChanges;

/** A published book with a cover; its path and the cover that readers see. */
async function published(picture?: string, fields: object = {}) {
  const bookId = await own.newBook({ title: 'Low Water', author: 'M. Okonkwo', ...fields });
  await own.newChapter(bookId, { content: 'Rain.' });
  const coverId = picture === undefined ? '' : await add(bookId, picture);
  const path = `${new URL((await publish(bookId)).readerUrl).pathname}/cover`;
  const seen = async (url = own.url(), headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, type: answer.headers.get('content-type'), bytes };
  };
  const coverBase64 = async (url?: string) => base64((await seen(url)).bytes);
  return { bookId, coverId, path, seen, coverBase64 };
}

describe('the cover for readers (publishing.md)', () => {
  it.each([
    ['image/png', onePixel],
    ['image/jpeg', smallJpeg],
    ['image/webp', onePixelWebp],
  ])('is the uploaded %s, unchanged and without active content', async (type, picture) => {
    const { seen, path } = await published(picture);
    const found = await seen();
    expect([found.status, found.type, base64(found.bytes)]).toEqual([200, type, picture]);
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*sandbox$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    });
    expect((await seen(own.url(), { 'if-none-match': found.headers.get('etag') ?? '' })).status).toBe(304);
    const head = await http(own.url(), undefined, 'HEAD', path);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(found.bytes.length)]);
  });

  it('embeds a generated picture above the published title', async () => {
    fakes.images.script(imageReply.bytes(Buffer.from(smallJpeg, 'base64')));
    const { bookId, seen } = await published();
    await generate(bookId);
    expect(await hasChanges(bookId)).toBe(true);
    await publish(bookId);
    await rest('updateBook', { bookId, patch: { title: 'High Water' } });
    const { type, bytes } = await seen();
    expect(type).toBe('image/svg+xml; charset=utf-8');
    expect(bytes.toString()).toContain(`href="data:image/jpeg;base64,${smallJpeg}"`);
    expect(bytes.toString()).toContain('>Low Water, M. Okonkwo<');
  });

  it.each<[string, (book: { bookId: string; coverId: string }) => Promise<unknown>]>([
    [
      'another cover is chosen',
      async ({ bookId }) => rest('chooseCover', { bookId, coverId: await add(bookId, smallJpeg) }),
    ],
    ['the choice is removed', ({ bookId }) => rest('removeCoverChoice', { bookId })],
    ['the cover is deleted', (key) => rest('deleteCover', { ...key })],
  ])('stays on every node when %s, until the book is republished', async (_what, change) => {
    const other = await startService();
    try {
      const { bookId, coverId, coverBase64 } = await published(onePixel);
      const both = async () => Promise.all([coverBase64(), coverBase64(other.url)]);
      expect([await both(), await hasChanges(bookId)]).toEqual([[onePixel, onePixel], false]);
      await change({ bookId, coverId });
      expect([await both(), await hasChanges(bookId)]).toEqual([[onePixel, onePixel], true]);
      await publish(bookId);
      const [here, there] = await both();
      expect([here === onePixel, here === there, await hasChanges(bookId)]).toEqual([false, true, false]);
    } finally {
      await other.close();
    }
  });

  it('stays unchanged when other covers change or it is chosen again', async () => {
    const { bookId, coverId, coverBase64 } = await published(onePixel);
    const second = await add(bookId, smallJpeg);
    expect(await hasChanges(bookId)).toBe(false);
    await rest('chooseCover', { bookId, coverId: second });
    await rest('chooseCover', { bookId, coverId });
    await rest('deleteCover', { bookId, coverId: second });
    expect([await hasChanges(bookId), await coverBase64()]).toEqual([false, onePixel]);
  });

  it('is not served after the book is withdrawn, made private or deleted', async () => {
    const { bookId, seen } = await published(onePixel);
    const etag = (await seen()).headers.get('etag') ?? '';
    const status = async () => (await seen(own.url(), { 'if-none-match': etag })).status;
    expect(await status()).toBe(304);
    await publish(bookId, { visibility: 'private' });
    expect(await status()).toBe(404);
    await publish(bookId, { visibility: 'unlisted' });
    expect(await status()).toBe(304);
    await publish(bookId, { publish: false });
    expect(await status()).toBe(404);
    await publish(bookId);
    await rest('deleteBook', { bookId });
    expect(await status()).toBe(404);
  });

  it('is read once for concurrent readers and not rewritten by a republication', async () => {
    const { bookId, seen } = await published(smallJpeg);
    const { write } = own.running().database;
    const copyOf = () => write`SELECT xmin::text, cover_id FROM publication_cover WHERE book_id = ${bookId}`;
    const [first] = await copyOf();
    await publish(bookId);
    expect(await copyOf()).toEqual([first]);
    const readers = 5;
    const statements = await statementsOf(own.running(), () =>
      Promise.all(Array.from({ length: readers }, () => seen())),
    );
    expect(statements.filter((one) => /\bbytes\b/.test(one))).toHaveLength(1);
    expect(await statementsOf(own.running(), () => seen())).toHaveLength(1);
    await publish(bookId, { publish: false });
    expect(await copyOf()).toEqual([]);
  });
});

describe('the cover in exported files (import-export.md, covers.md)', () => {
  const filesOf = async (bookId: string) => {
    const headers = { authorization: `Bearer ${own.key()}` };
    const answer = await fetch(`${own.url()}/v1/books/${bookId}/export?format=epub`, { headers });
    expect(answer.status).toBe(200);
    return unzipSync(new Uint8Array(await answer.arrayBuffer()));
  };
  const manifestOf = (files: Record<string, Uint8Array>) => strFromU8(files['EPUB/package.opf'] ?? new Uint8Array());

  it.each([
    ['cover.png', 'image/png', onePixel],
    ['cover.jpeg', 'image/jpeg', smallJpeg],
  ])('is the uploaded picture: %s', async (name, type, picture) => {
    const bookId = await own.newBook();
    await add(bookId, picture);
    const files = await filesOf(bookId);
    expect(base64(files[`EPUB/${name}`] ?? new Uint8Array())).toBe(picture);
    expect(manifestOf(files)).toContain(`href="${name}" media-type="${type}" properties="cover-image"`);
  });

  it('replaces WebP pictures by the drawn cover and embeds other generated ones', async () => {
    const fields = { title: '霧', author: '守' };
    const drawn = await filesOf(await own.newBook(fields));
    const [uploaded, generated] = [await own.newBook(fields), await own.newBook(fields)];
    await add(uploaded, onePixelWebp);
    fakes.images.script(imageReply.bytes(Buffer.from(onePixelWebp, 'base64')), imageReply.picture());
    await generate(generated);
    for (const bookId of [uploaded, generated])
      expect((await filesOf(bookId))['EPUB/cover.svg']).toEqual(drawn['EPUB/cover.svg']);
    const [{ id: coverId }] = await generate(generated);
    await rest('chooseCover', { bookId: generated, coverId });
    expect(strFromU8((await filesOf(generated))['EPUB/cover.svg'] ?? new Uint8Array())).toContain('data:image/png');
  });

  it('stays SVG for a generated WebP, which PNG rendering cannot show', async () => {
    fakes.images.script(imageReply.bytes(Buffer.from(onePixelWebp, 'base64')));
    const bookId = await own.newBook({ title: 'Fog' });
    await generate(bookId);
    const { headers, text } = await own.http('GET', `/v1/books/${bookId}/cover?format=png`);
    expect([headers.get('content-type'), text]).toEqual(['image/svg+xml', expect.stringContaining('data:image/webp')]);
  });
});
