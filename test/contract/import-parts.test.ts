import { describe, expect, it } from 'vitest';
import { loadMax } from '../../src/domain/leaving/port/import/batches.ts';
import { readImport } from '../../src/domain/leaving/port/import/read-import.ts';
import { type NewBookRows, saveBook } from '../../src/domain/leaving/port/import/save.ts';
import { newId } from '../../src/ids/id.ts';
import { facesOf, type Json, ownService, refusal } from '../support/faces.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/stream.ts';

const own = ownService({ LIMIT_REQUESTS_PER_MINUTE: '0' });
const rest = own.face('REST');
const sql = () => own.running().database.write;

const paragraph = (n: number) => `${n} The keeper — counts “the ships”. 🌊 ${'Nothing more is said. '.repeat(n % 40)}`;
/** Text of at least `length` characters, in paragraphs of many lengths. */
function textOf(length: number): string {
  let text = '';
  for (let n = 0; text.length < length; n += 1) text += `${paragraph(n)}${n % 5 === 0 ? '\n\n' : ''}`;
  return text;
}
/** Many transactions: a long chapter, and many short ones. */
const texts = [textOf(65_000), 'x'.repeat(23_000), ...Array.from({ length: 60 }, (_, n) => paragraph(n))];
const document = texts.map((text, n) => `# Chapter ${n + 1}\n\n${text}\n`).join('\n');

async function imported(content = document): Promise<string> {
  const { id } = await rest('importBook', { input: { format: 'markdown', content } });
  return id;
}

async function rowsOf(content: string, accountId: string): Promise<NewBookRows> {
  const rows: { head?: NewBookRows['head']; steps: NewBookRows['steps'][number][] } = { steps: [] };
  const post = async (piece: Json) => {
    if ('head' in piece) rows.head = piece.head;
    if ('steps' in piece) rows.steps.push(...piece.steps);
  };
  const { signal } = new AbortController();
  await readImport({ accountId, upload: { format: 'markdown', content } }, { parts: [], post, signal });
  if (!rows.head) throw new Error('Nothing was read.');
  return { head: rows.head, steps: rows.steps };
}

const accountOf = async (bookId: string): Promise<string> => {
  const [row] = await sql()<{ accountId: string }[]>`SELECT account_id FROM book WHERE id = ${bookId}`;
  return row?.accountId ?? '';
};

/** Puts a book into the state between the transactions of an import. */
const hide = (bookId: string, startedSecondsAgo = 0) => sql()`
  UPDATE book SET importing_at = now() - make_interval(secs => ${startedSecondsAgo}), deleted_at = '-infinity' WHERE id = ${bookId}`;

describe('an import (import-export.md)', () => {
  it('is saved in transactions of bounded size', async () => {
    const bookId = await imported();
    const parts = await sql()<{ indexed: number }[]>`
      SELECT sum(length)::int AS indexed FROM search_passage WHERE book_id = ${bookId} AND field = 'content' GROUP BY xmin::text`;
    expect(parts.length).toBeGreaterThan(4);
    // A passage may be cut up to a thousand characters late.
    for (const { indexed } of parts) expect(indexed).toBeLessThanOrEqual(loadMax + 1_000);
  });

  it('is indexed as a text that is saved at once', async () => {
    const bookId = await imported();
    const [odd] = await sql()`
      SELECT c.title FROM chapter c JOIN chapter_text t ON t.chapter_id = c.id WHERE c.book_id = ${bookId}
        AND (SELECT jsonb_agg(jsonb_build_array(p.no, p.body) ORDER BY p.no) FROM search_passage p WHERE p.record_id = c.id AND p.field = 'content')
          IS DISTINCT FROM (SELECT jsonb_agg(jsonb_build_array(s.no * 1000, s.passage) ORDER BY s.no) FROM search_split(t.body) s)`;
    expect(odd).toBeUndefined();
  });

  it('is one creation in the log, with all its events in order', async () => {
    const bookId = await imported();
    // `tx` is a place in the log, which grows with the ids that end meanwhile.
    const events = await sql()<{ type: string; writer: string }[]>`
      SELECT type, xmin::text AS writer FROM event WHERE book_id = ${bookId} ORDER BY tx, seq`;
    expect(new Set(events.map(({ writer }) => writer)).size).toBe(1);
    const types = events.map(({ type }) => type);
    expect(types[0]).toBe('book.created');
    expect(types.filter((type) => type === 'chapter.created')).toHaveLength(texts.length);
    expect(types.filter((type) => type === 'text.updated')).toHaveLength(texts.length);
    expect(types).toHaveLength(1 + 2 * texts.length);
    expect(await sql()`SELECT 1 FROM held_event WHERE book_id = ${bookId}`).toHaveLength(0);
  });

  it('is not visible to any read before its last transaction', async () => {
    const word = `w${newId('bk').slice(3)}`;
    const bookId = await imported(`# One\n\n${word}`);
    const lists = async () => {
      const [books, hits] = [
        await own.http('GET', '/v1/books?limit=100'),
        await own.http('GET', `/v1/search?q=${word}`),
      ];
      const query = 'query ($id: ID!) { node(id: $id) { id } }';
      const node = await own.http('POST', '/graphql', { query, variables: { id: bookId } });
      return [
        books.json.data.some(({ id }: Json) => id === bookId),
        hits.json.data.length > 0,
        node.json.data?.node != null,
      ];
    };
    expect(await lists()).toEqual([true, true, true]);
    await hide(bookId);
    expect(await lists()).toEqual([false, false, false]);
    for (const { call } of facesOf(own.url(), own.key()))
      for (const field of ['book', 'chapters', 'deleteBook', 'restoreBook'])
        expect((await refusal(call(field, { bookId }))).code, field).toBe('not_found');
    expect((await own.http('GET', `/v1/books/${bookId}/export`)).status).toBe(404);
    const deleted = await own.http('GET', '/v1/books?deleted=true&limit=100');
    expect(deleted.json.data.some(({ id }: Json) => id === bookId)).toBe(false);
  });

  it('leaves nothing behind when it fails between two transactions', async () => {
    const accountId = await accountOf(await imported('# One\n\nRain.'));
    const rows = await rowsOf(document, accountId);
    const bookId = rows.head.book.id;
    let turns = 0;
    const goOn = () => {
      turns += 1;
      if (turns === 4) throw new Error('The caller has gone.');
    };
    await expect(saveBook(sql(), accountId, rows, { written: () => {}, goOn })).rejects.toThrow('has gone');
    for (const table of ['book', 'chapter', 'search_passage', 'event', 'held_event']) {
      const column = table === 'book' ? 'id' : 'book_id';
      expect(await sql()`SELECT 1 FROM ${sql()(table)} WHERE ${sql()(column)} = ${bookId}`, table).toHaveLength(0);
    }
  });

  it('that a crash has ended is swept after its time limit, and no other', async () => {
    const [lost, running] = [await imported(), await imported('# One\n\nRain.')];
    await hide(lost, 1_000);
    await hide(running);
    const service = await startService({}, undefined, { firstMs: { min: 0, max: 0 }, pauseMs: 0 });
    await until(async () => (await accountOf(lost)) === '');
    await service.close();
    expect(await sql()`SELECT 1 FROM search_passage WHERE book_id = ${lost} LIMIT 1`).toHaveLength(0);
    expect(await accountOf(running)).not.toBe('');
  });

  it('of a long document is read by a thread, and its export is written by one', async () => {
    const jobs = () => own.running().service.services.work.performed;
    const before = jobs();
    const bookId = await imported(textOf(150_000));
    expect(jobs() - before).toBe(1);
    const first = await own.http('GET', `/v1/books/${bookId}/export?format=markdown`);
    expect(first.status).toBe(200);
    expect(jobs() - before).toBe(2);
    expect(
      (await rest('importBook', { input: { format: 'markdown', content: first.text } })).wordCount,
    ).toBeGreaterThan(0);
  });

  it('of a long faulty document is refused by the thread with the path of the fault', async () => {
    const content = JSON.stringify({ format: 'fabula-book', version: 1, book: { premise: 'x'.repeat(120_000) } });
    const { code, body } = await refusal(rest('importBook', { input: { format: 'json', content } }));
    expect([code, (body.issues as Json)[0].path]).toEqual(['invalid_request', 'book.premise']);
  });
});
