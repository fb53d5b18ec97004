import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type Face, facesOf, http, type Json, type ownService } from './faces.ts';
import { onePixel } from './pictures.ts';
import { until } from './stream.ts';

type Own = ReturnType<typeof ownService>;

/** What a book's readers get after each kind of change, without what differs from book to book. */
export async function lifeOf(own: Own) {
  const [rest, graphql, mcp] = facesOf(own.url(), own.key()) as [Face, Face, Face];
  const { id: bookId } = await rest.call('createBook', {
    input: { premise: 'A keeper and a storm: \\x41 \\\\ \' "', title: 'Low Water', author: 'M. Okonkwo' },
  });
  const at = { bookId };
  const { id: mara } = await mcp.call('createCharacter', {
    ...at,
    input: { name: 'Mara Venn', aliases: ['the keeper'] },
  });
  const { id: ines } = await graphql.call('createCharacter', { ...at, input: { name: 'Ines' } });
  await graphql.call('addConflict', {
    ...at,
    input: { fromCharacterId: mara, toCharacterId: ines, kind: 'goal', description: 'The lamp.', intensity: 4 },
  });
  const content = '“Not yet,” she said.\n\nIt was 02.03.2026, \\000 and 12\\34.';
  const { id: chapterId } = await mcp.call('createChapter', { ...at, input: { title: 'Fog', content } });
  await rest.call('updateChapter', { ...at, chapterId, patch: { content: `${content} Rain.` } });
  const { id: second } = await graphql.call('createChapter', { ...at, input: { title: 'Landfall' } });
  const written = await own.http('POST', `/v1/books/${bookId}/chapters/${second}/write`, {});
  expect(written.status).toBe(200);
  await rest.call('addCover', { ...at, input: { base64: onePixel } });
  await rest.call('narrateChapter', { ...at, chapterId, input: { wait: true } });
  const { readerUrl } = await rest.call('publishBook', { ...at, input: { publish: true, visibility: 'unlisted' } });
  await http(readerUrl, undefined, 'GET', '/1', undefined, { accept: 'text/html' });
  await own.running().service.views.flush();

  const plain = plainer(own.url());
  const read: Record<string, string> = {};
  for (const { name, call } of [rest, graphql, mcp]) {
    const answers = [];
    for (const [field, input] of readsOf(bookId, chapterId)) answers.push(await call(field, input));
    answers.push(await allEvents(call));
    read[name] = plain(JSON.stringify(answers, null, 1));
  }
  const files: Record<string, string> = {};
  for (const path of [
    'cover?format=png',
    `chapters/${chapterId}/audio`,
    'export?format=json',
    'export?format=markdown',
  ])
    files[plain(path)] = await fileOf(own, `/v1/books/${bookId}/${path}`, plain);
  return { read, files };
}

/**
 * The events up to the last change. A transaction that ends just then, even one of another database on the server, can hide the
 * newest for a moment.
 */
function allEvents(call: Face['call']): Promise<Json> {
  return until(async () => {
    const events: Json[] = await call('events', {});
    return events.some(({ type }) => type === 'book.published') ? events : undefined;
  });
}

/** The bytes of a picture or of sound as their hash, a text without what differs. */
async function fileOf(own: Own, path: string, plain: (text: string) => string): Promise<string> {
  const answer = await fetch(own.url() + path, { headers: { authorization: `Bearer ${own.key()}` } });
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!/png|mpeg/.test(answer.headers.get('content-type') ?? '')) return plain(bytes.toString());
  return createHash('sha256').update(bytes).digest('hex');
}

/** Replaces ids, keys, addresses and hashes, and a day by its distance. A moment must be of now. */
function plainer(url: string): (text: string) => string {
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  const moment = (text: string) => {
    if (/^.{10}(T00:00:00.000Z)?$/.test(text)) return `day ${(Date.parse(text) - today) / 86_400_000}`;
    expect(Math.abs(Date.parse(text) - Date.now())).toBeLessThan(600_000);
    return 'now';
  };
  return (text) =>
    text
      .replaceAll(url, '')
      .replace(/\b\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, moment)
      .replace(/\b[0-9a-f]{64}\b/g, 'hash')
      .replace(/\b[a-z]{2,5}_[\w-]{20,}/g, (id) => id.slice(0, id.indexOf('_')))
      .replace(/(\/read\/|"readerKey": ")\w+/g, '$1key');
}

/** The reads of a book that all faces have. */
const readsOf = (bookId: string, chapterId: string): [string, Json][] => [
  ...['book', 'chapters', 'characters', 'conflicts', 'covers', 'runs', 'analytics', 'publication'].map(
    (field): [string, Json] => [field, { bookId }],
  ),
  ['statistics', { bookId }],
  ['chapter', { bookId, chapterId }],
  ['revisions', { bookId, chapterId }],
  ['usage', {}],
];
