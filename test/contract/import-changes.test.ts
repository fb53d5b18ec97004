import { describe, expect, it } from 'vitest';
import { type Face, facesWith, type Json } from '../support/faces.ts';
import { serviceWith } from '../support/service-with.ts';
import { describeInTurn } from '../support/turns.ts';

const { own } = serviceWith({}, {});
const names: Face['name'][] = facesWith('importBook');
const rest = own.face('REST');

const marked = [
  '# Fog',
  'The ferry {~~came late~>never came~~}{>>It sank in chapter 2.<<}. Nobody was on the {++old ++}quay.',
  '{--She waited.--}',
  '{==The lamp==}{>>Which one?<<} was out.',
].join('\n\n');
const original = 'The ferry came late. Nobody was on the quay.\n\nShe waited.\n\nThe lamp was out.';
const accepted = 'The ferry never came. Nobody was on the old quay.\n\nThe lamp was out.';

async function firstChapter(bookId: string): Promise<Json> {
  const [chapter] = await rest('chapters', { bookId });
  return rest('chapter', { bookId, chapterId: chapter.id });
}

describeInTurn(names)('a reviewed Markdown file through %s', (name, it) => {
  const call = own.face(name);
  const imported = (input: object) => call('importBook', { input: { format: 'markdown', content: marked, ...input } });

  it('comes in as proposals and notes, which make the changed text when they are accepted', async () => {
    const book = await imported({});
    const bookId = book.id;
    expect(await firstChapter(bookId)).toMatchObject({ title: 'Fog', content: original });
    const proposals: Json[] = await rest('proposals', { bookId });
    expect(proposals.map(({ state, anchor }) => [state, anchor.state, anchor.exact]).sort()).toEqual([
      ['open', 'ok', 'She waited.'],
      ['open', 'ok', 'came late'],
      ['open', 'ok', 'quay.'],
    ]);
    expect(proposals.map(({ reason }) => reason).sort()).toEqual(['', '', 'It sank in chapter 2.']);
    expect(await rest('notes', { bookId })).toMatchObject([
      { body: 'Which one?', anchor: { exact: 'The lamp', state: 'ok' } },
    ]);
    await call('acceptProposals', { bookId, input: { ids: proposals.map(({ id }) => id) } });
    expect((await firstChapter(bookId)).content).toBe(accepted);
  });

  it.each([
    ['accepted', accepted],
    ['original', original],
  ])('comes in as the %s text', async (changes, content) => {
    const { id: bookId } = await imported({ changes });
    expect((await firstChapter(bookId)).content).toBe(content);
    expect(await rest('proposals', { bookId })).toEqual([]);
    expect(await rest('notes', { bookId })).toHaveLength(2);
  });
});

describe('a reviewed Markdown file', () => {
  const headers = { 'content-type': 'text/markdown' };

  it('is counted in a preview, which saves nothing', async () => {
    const { json } = await own.http('POST', '/v1/books/import?preview=true', marked, headers);
    expect(json.warnings).toMatchObject([
      { code: 'changes_read', count: 5, message: expect.stringContaining('3 changes and 2 comments') },
    ]);
    expect(json.data.chapters).toMatchObject([
      { title: 'Fog', firstLine: 'The ferry came late. Nobody was on the quay.' },
    ]);
  });

  it('takes the option in the query, and refuses another value', async () => {
    const { json } = await own.http('POST', '/v1/books/import?changes=accepted', marked, headers);
    expect((await firstChapter(json.data.id)).content).toBe(accepted);
    const refused = await own.http('POST', '/v1/books/import?changes=all', marked, headers);
    expect([refused.status, refused.json.error.code]).toEqual([400, 'invalid_request']);
  });

  it('of an export with marks comes back with its proposals and notes', async () => {
    const { json } = await own.http('POST', '/v1/books/import', marked, headers);
    const exported = await own.http('GET', `/v1/books/${json.data.id}/export?format=markdown&marks=criticmarkup`);
    expect(exported.text).toContain('\nfabula: 1\nmarks: criticmarkup\n');
    const back = (await own.http('POST', '/v1/books/import', exported.text, headers)).json.data.id;
    expect((await firstChapter(back)).content).toBe(original);
    const ids = (await rest('proposals', { bookId: back })).map(({ id }: Json) => id);
    await rest('acceptProposals', { bookId: back, input: { ids } });
    expect((await firstChapter(back)).content).toBe(accepted);
    const plain = await own.http('GET', `/v1/books/${json.data.id}/export?format=markdown`);
    expect(plain.text).not.toContain('marks:');
  });
});
