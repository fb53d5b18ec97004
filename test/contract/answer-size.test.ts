import { describe, expect, it } from 'vitest';
import { type Json, ownService, refusal } from '../support/faces.ts';
import { openStream, until } from '../support/stream.ts';

const own = ownService({ ANSWER_BYTES_MAX: '1048576' });
const rest = own.face('REST');
const text = 'The lamp burns. '.repeat(18_750);

async function bookOf(chapters: number): Promise<string> {
  const bookId = await own.newBook();
  for (let n = 0; n < chapters; n += 1) await own.newChapter(bookId, { content: text });
  return bookId;
}

describe('the limit on prose in an answer', () => {
  it('refuses a document that repeats a text beyond 1 MB', async () => {
    const bookId = await bookOf(1);
    const document = (times: number) =>
      `query ($id: ID!) { chapters(bookId: $id) { ${Array.from({ length: times }, (_, n) => `c${n}: content`).join(' ')} } }`;
    const ask = (times: number): Promise<Json> => own.graphql(document(times), { id: bookId });
    expect((await ask(3)).chapters).toHaveLength(1);
    const { code, message } = await refusal(ask(20));
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining('more than 1 MB')]);
  });

  it('refuses chapters that exceed 1 MB together', async () => {
    const bookId = await bookOf(5);
    const all = own.graphql('query ($id: ID!) { chapters(bookId: $id) { content } }', { id: bookId });
    expect((await refusal(all)).code).toBe('invalid_request');
    const [{ id: chapterId }] = await rest('chapters', { bookId });
    expect((await rest('chapter', { bookId, chapterId })).content === text).toBe(true);
  });
});

describe('the limit on a GraphQL answer', () => {
  const summary = 'The ferry comes late. '.repeat(180);
  const aliases = (field: string) => Array.from({ length: 29 }, (_, n) => `a${n}: ${field}`).join(' ');

  it('counts many short texts, and every alias of them', async () => {
    const bookId = await own.newBook();
    for (let n = 0; n < 12; n += 1) await own.newChapter(bookId, { summary });
    const ask = (fields: string): Promise<Json> =>
      own.graphql(`query ($id: ID!) { chapters(bookId: $id) { ${fields} } }`, { id: bookId });
    expect((await ask('summary')).chapters).toHaveLength(12);
    expect(await refusal(ask(aliases('summary')))).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('more than 1 MB'),
    });
  });

  it('counts bytes, not characters', async () => {
    const ask = async (shortText: string): Promise<Json> => {
      const bookId = await own.newBook();
      for (let n = 0; n < 12; n += 1) await own.newChapter(bookId, { summary: shortText });
      const fields = Array.from({ length: 8 }, (_, n) => `a${n}: summary`).join(' ');
      return own.graphql(`query ($id: ID!) { chapters(bookId: $id) { ${fields} } }`, { id: bookId });
    };
    expect((await ask(summary)).chapters).toHaveLength(12);
    // As many characters, of three bytes each.
    expect((await refusal(ask('船'.repeat(summary.length)))).code).toBe('invalid_request');
  });

  it('does not begin again with each field of a mutation', async () => {
    const bookId = await own.newBook();
    const id = await own.newChapter(bookId, { content: text });
    const move = 'moveChapter(bookId: $b, chapterId: $c, order: 1) { content }';
    const fields = Array.from({ length: 5 }, (_, n) => `m${n}: ${move}`).join(' ');
    const asked = own.graphql(`mutation ($b: ID!, $c: ID!) { ${fields} }`, { b: bookId, c: id });
    expect((await refusal(asked)).code).toBe('invalid_request');
  });

  it('begins again with each event of a subscription', async () => {
    const bookId = await own.newBook();
    const id = await own.newChapter(bookId, { content: text });
    const body = {
      query: 'subscription ($b: ID!) { bookChanged(bookId: $b) { type chapter { content } } }',
      variables: { b: bookId },
    };
    const headers = { accept: 'text/event-stream' };
    const stream = openStream(own.url(), own.key(), 'POST', '/graphql', { headers, body });
    await stream.began;
    const seen = () => stream.text.split('"chapter.updated"').length - 1;
    for (let n = 1; n <= 5; n += 1) {
      await rest('updateChapter', { bookId, chapterId: id, patch: { title: `Part ${n}` } });
      await until(() => seen() >= n);
    }
    expect(stream.text).not.toContain('invalid_request');
    stream.disconnect();
  });
});

describe('a list of ids', () => {
  it('is limited to 500 ids', async () => {
    const bookId = await own.newBook();
    const ids = Array.from({ length: 501 }, () => 'chr_x');
    const request = own.graphql('query ($b: ID!, $i: [ID!]) { characters(bookId: $b, ids: $i) { id } }', {
      b: bookId,
      i: ids,
    });
    expect(await refusal(request)).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('500') });
  });
});
