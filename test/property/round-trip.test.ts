import { describe, expect, it } from 'vitest';
import { importBytesMax } from '../../src/domain/leaving/port/rules.ts';
import { isInvisible } from '../../src/domain/shapes.ts';
import { bookDocuments, prose, withoutIds } from '../support/documents.ts';
import { http, ownService } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { settings, timeout } from './values.ts';

const own = ownService({ LIMIT_REQUESTS_PER_MINUTE: '0' });

async function imported(body: string, type: string): Promise<string> {
  const { status, text, json } = await own.http('POST', '/v1/books/import', body, { 'content-type': type });
  expect(status, text).toBe(201);
  expect(body.length).toBeLessThan(importBytesMax);
  return json.data.id;
}

async function exported(bookId: string, format: string): Promise<string> {
  const { status, text } = await http(own.url(), own.key(), 'GET', `/v1/books/${bookId}/export?format=${format}`);
  expect(status, text).toBe(200);
  return text;
}

describe('a book after export and import', () => {
  it('is equal as JSON, except for ids', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(bookDocuments, async (document) => {
        const first = JSON.parse(await exported(await imported(JSON.stringify(document), 'application/json'), 'json'));
        expect(withoutIds(first)).toEqual(withoutIds(document));
        const again = JSON.parse(await exported(await imported(JSON.stringify(first), 'application/json'), 'json'));
        expect(withoutIds(again)).toEqual(withoutIds(first));
      }),
      settings,
    );
  });

  const chapters = fc.array(
    fc.record({
      title: prose.map((text) => (isInvisible(text) ? 'Rain' : text.trim())),
      content: fc.oneof(fc.constant(''), prose),
    }),
    { maxLength: 5 },
  );

  it('has byte-identical chapters as Markdown', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(chapters, async (written) => {
        const bookId = await own.newBook({ title: 'Storm: "a" book', author: 'N. N.', language: 'pt-BR' });
        for (const one of written) await own.newChapter(bookId, one);
        const markdown = await exported(bookId, 'markdown');
        const again = await imported(markdown, 'text/markdown');
        expect(await exported(again, 'markdown')).toBe(markdown);
        const { json } = await own.http('GET', `/v1/books/${again}?include=content`);
        expect(json.data).toMatchObject({ title: 'Storm: "a" book', author: 'N. N.', language: 'pt-BR' });
        expect(json.data.chapters.map(({ title, content }: (typeof written)[number]) => ({ title, content }))).toEqual(
          written,
        );
      }),
      settings,
    );
  });

  const word = fc.constantFrom('rain', 'The', 'lamp', 'Émile', '“No,”', 'said', 'море', '* * *');
  const paragraph = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `The ${words.join(' ')}.`);
  const plainChapters = fc.array(
    fc.record({
      title: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      content: fc.array(paragraph, { minLength: 1, maxLength: 4 }).map((all) => all.join('\n\n')),
    }),
    { minLength: 1, maxLength: 5 },
  );

  it('has equal chapters as plain text, for plain prose', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(plainChapters, async (written) => {
        const bookId = await own.newBook({ title: 'The Storm', author: 'N. N.' });
        for (const one of written) await own.newChapter(bookId, one);
        const again = await imported(await exported(bookId, 'text'), 'text/plain');
        const { json } = await own.http('GET', `/v1/books/${again}?include=content`);
        expect(json.data).toMatchObject({ title: 'The Storm', author: 'N. N.' });
        expect(json.data.chapters.map(({ title, content }: (typeof written)[number]) => ({ title, content }))).toEqual(
          written,
        );
      }),
      settings,
    );
  });
});
