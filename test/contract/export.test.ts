import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { exportFormats } from '../../src/domain/leaving/port/rules.ts';
import { facesWith, type Json, ownService, refusal } from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();

async function novel(): Promise<string> {
  const bookId = await own.newBook({ title: 'Storm', author: 'N. Keeper' });
  await own.newChapter(bookId, { title: 'Landfall', content: 'Rain.\n\n# A note\n\n```\nnever closed' });
  await own.newChapter(bookId, { title: 'The Lamp' });
  await own.newChapter(bookId, { title: 'Away', content: 'It *burned*.' });
  return bookId;
}
const file = (bookId: string, format: string, headers: Record<string, string> = {}, method = 'GET') =>
  own.http(method, `/v1/books/${bookId}/export?format=${format}`, undefined, headers);

/** Downloads the file. */
async function bytesOf(bookId: string, format: string): Promise<{ bytes: Uint8Array; headers: Headers }> {
  const path = `${own.url()}/v1/books/${bookId}/export?format=${format}`;
  const answer = await fetch(path, { headers: { authorization: `Bearer ${own.key()}` } });
  expect(answer.status).toBe(200);
  return { bytes: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers };
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const extensions = { markdown: 'md', text: 'txt', html: 'html', epub: 'epub', docx: 'docx', json: 'json' };

/** The input of an export. The MCP tool takes the format directly, without a body. */
const inputOf = (name: string, bookId: string, format: string) =>
  name === 'MCP' ? { bookId, format } : { bookId, input: { format } };

describeInTurn(facesWith('bookExport'))('exporting a book through %s (import-export.md)', (name, it) => {
  it.each(exportFormats)('returns name, type, length and hash of the %s file', async (format) => {
    const bookId = await novel();
    const link = await own.face(name)('bookExport', inputOf(name, bookId, format));
    const { bytes, headers } = await bytesOf(bookId, format);
    expect(link).toMatchObject({
      fileName: `Storm.${extensions[format]}`,
      mediaType: headers.get('content-type'),
      sizeBytes: bytes.length,
      sha256: sha256(bytes),
    });
    expect(headers.get('etag')).toBe(`"${link.sha256}"`);
  });

  it('answers 404 for a foreign book', async () => {
    const { code } = await refusal(
      own.face(name, await own.running().newKey())('bookExport', inputOf(name, await novel(), 'text')),
    );
    expect(code).toBe('not_found');
  });
});

describe('the link to an export in GraphQL and MCP (import-export.md)', () => {
  it('downloads the file with the same key only', async () => {
    const bookId = await novel();
    const link = await own.face('MCP')('bookExport', { bookId, format: 'json' });
    const answer = await fetch(link.url, { headers: { authorization: `Bearer ${own.key()}` } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(link.sha256);
    expect((await fetch(link.url)).status).toBe(401);
  });
});

describe('an exported file over REST (import-export.md)', () => {
  it('is the same from both routes, with Markdown as the default format', async () => {
    const bookId = await novel();
    for (const format of exportFormats) {
      const produced = await own.http('POST', `/v1/books/${bookId}/produce`, { format });
      expect([produced.status, produced.headers.get('etag')]).toEqual([
        200,
        `"${sha256((await bytesOf(bookId, format)).bytes)}"`,
      ]);
    }
    const usual = await own.http('POST', `/v1/books/${bookId}/produce`);
    expect([usual.status, usual.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  });

  it.each(['markdown', 'epub'])('answers 304 to a matching ETag, and HEAD with its length: %s', async (format) => {
    const bookId = await novel();
    const { headers, bytes } = await bytesOf(bookId, format);
    const etag = headers.get('etag') ?? '';
    for (const known of [etag, `"x", W/${etag}`, '*']) {
      const again = await file(bookId, format, { 'if-none-match': known });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const head = await file(bookId, format, {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', String(bytes.length)]);
    await own.newChapter(bookId, { title: 'More' });
    expect((await file(bookId, format, { 'if-none-match': etag })).status).toBe(200);
  });

  it.each([
    ['Storm: "a/b" <c>|?*', 'attachment; filename="Storm a b c.md"; filename*=UTF-8\'\'Storm%20a%20b%20c.md'],
    ['Über 漢 (1)', 'attachment; filename="_ber _ (1).md"; filename*=UTF-8\'\'%C3%9Cber%20%E6%BC%A2%20%281%29.md'],
    ['../../..', 'attachment; filename="book.md"; filename*=UTF-8\'\'book.md'],
    ['a\r\nx: y', 'attachment; filename="a x y.md"; filename*=UTF-8\'\'a%20x%20y.md'],
  ])('has a portable file name for the title %j', async (title, disposition) => {
    const { headers } = await file(await own.newBook({ title }), 'markdown');
    expect(headers.get('content-disposition')).toBe(disposition);
  });

  it.each(['mobi', '', 'JSON'])('is refused in the unknown format %j', async (format) => {
    const { status, json } = await file(await own.newBook(), format);
    expect([status, json.error.issues[0].path]).toEqual([400, 'format']);
  });

  it('has underlined titles as text, and front matter and headings as Markdown', async () => {
    const bookId = await novel();
    expect((await file(bookId, 'text')).text).toBe(
      'Storm\n=====\n\nby N. Keeper\n\n\nLandfall\n--------\n\nRain.\n\nA note\n\nnever closed\n\n\nThe Lamp\n--------\n\n\nAway\n----\n\nIt _burned_.\n',
    );
    const { text } = await file(bookId, 'markdown');
    expect(text).toMatch(
      /^---\nfabula: 1\ntitle: "Storm"\nauthor: "N. Keeper"\nlanguage: "en"\npremise: ".*"\n---\n\n# Landfall\n/,
    );
    expect(text).toContain('\n\\# A note\n');
  });

  it('has all parts of the book as JSON, and no ids of the account', async () => {
    const bookId = await novel();
    const { text } = await file(bookId, 'json');
    const document: Json = JSON.parse(text);
    expect(Object.keys(document)).toEqual([
      'format',
      'version',
      'book',
      'plan',
      'style',
      ...rosters.map(({ export: { member } }) => member),
      'outlineVariants',
      'proposals',
      'notes',
      'chapters',
      'archivedChapters',
    ]);
    expect(text).not.toMatch(/acc_|run_|tok_/);
    expect((await file(bookId, 'json')).text).toBe(text);
  });
});
