import { describe, expect, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { type Face, facesOf, facesWith, http, type Json, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_RECAPS: 'off' });
const names: Face['name'][] = facesWith('editChapter');
const rest = own.face('REST');
const content = 'The ferry came late.\n\n“Nobody’s there,” she said.\n\nThe ferry left.';

async function chapterWith(text = content) {
  const bookId = await own.newBook();
  const chapterId = await own.newChapter(bookId, { content: text });
  const key = { bookId, chapterId };
  return { ...key, key, read: (): Promise<Json> => rest('chapter', key), revisions: () => rest('revisions', key) };
}

describeInTurn(names)('small edits through %s', (name, it) => {
  const call = own.face(name);

  it('change the text in one save, and answer the changed lines', async () => {
    const { key, read, revisions } = await chapterWith();
    const edits = [
      { old: 'came late', new: 'never came' },
      { old: '"Nobody\'s there,"', new: '“Somebody is there,”' },
    ];
    const { chapter, changes } = await call('editChapter', { ...key, input: { edits }, expectedVersion: 1 });
    expect(chapter).toMatchObject({ id: key.chapterId, version: 2, status: 'complete' });
    expect(changes).toEqual([
      { line: 1, before: 'The ferry came late.', after: 'The ferry never came.' },
      { line: 3, before: '“Nobody’s there,” she said.', after: '“Somebody is there,” she said.' },
    ]);
    expect((await read()).content).toBe('The ferry never came.\n\n“Somebody is there,” she said.\n\nThe ferry left.');
    expect((await revisions()).map(({ isCurrent }: Json) => isCurrent)).toEqual([true, false]);
  });

  it('keep the former text each time', async () => {
    const { key, revisions } = await chapterWith();
    await call('editChapter', { ...key, input: { edits: [{ old: 'left', new: 'sank' }] } });
    await call('editChapter', { ...key, input: { edits: [{ old: 'sank', new: 'left' }] } });
    await call('appendToChapter', { ...key, input: { text: 'Snow.' } });
    expect(await revisions()).toHaveLength(4);
  });

  it('change nothing if one passage is not there once', async () => {
    const { key, read } = await chapterWith();
    const edits = [
      { old: 'came late', new: 'never came' },
      { old: 'The ferry', new: 'The boat' },
      { old: 'Nobody was there', new: '' },
    ];
    const { code, body } = await refusal(call('editChapter', { ...key, input: { edits } }));
    expect(code).toBe('invalid_request');
    expect(body.issues).toMatchObject([
      {
        path: 'edits[1].old',
        message: expect.stringContaining('is in the text 2 times, such as “The ferry came late.'),
      },
      { path: 'edits[2].old', message: expect.stringContaining('The nearest is “') },
    ]);
    expect(await read()).toMatchObject({ content, version: 1 });
  });

  it('are refused at another version, and for a foreign chapter', async () => {
    const { key } = await chapterWith();
    const edits = [{ old: 'came late', new: 'never came' }];
    const stale = await refusal(call('editChapter', { ...key, input: { edits }, expectedVersion: 7 }));
    expect([stale.code, (stale.body.current as Json).version]).toEqual(['conflict', 1]);
    const stranger = own.face(name, await own.running().newKey());
    for (const [field, args] of [
      ['editChapter', { input: { edits } }],
      ['appendToChapter', { input: { text: 'Snow.' } }],
    ] as const)
      expect((await refusal(stranger(field, { ...key, ...args }))).code).toBe('not_found');
  });

  it('append paragraphs, to an empty chapter too', async () => {
    const { key, read } = await chapterWith('Rain.\n\n');
    const { changes } = await call('appendToChapter', { ...key, input: { text: 'Snow.\n\nFog.' } });
    expect(changes).toEqual([{ line: 3, before: '', after: 'Snow.\n\nFog.' }]);
    expect((await read()).content).toBe('Rain.\n\nSnow.\n\nFog.');
    const empty = await chapterWith('');
    await call('appendToChapter', { ...empty.key, input: { text: 'Snow.' } });
    expect(await empty.read()).toMatchObject({ content: 'Snow.', status: 'complete' });
  });
});

describe('small edits', () => {
  it('keep the status of the chapter', async () => {
    const { key, read } = await chapterWith();
    await rest('updateChapter', { ...key, patch: { status: 'partial' } });
    await rest('editChapter', { ...key, input: { edits: [{ old: 'left', new: 'sank' }] } });
    expect((await read()).status).toBe('partial');
    await rest('editChapter', { ...key, input: { edits: [{ old: (await read()).content, new: '' }] } });
    expect(await read()).toMatchObject({ status: 'empty', content: '', wordCount: 0 });
  });

  it('that change nothing save nothing', async () => {
    const { key, revisions } = await chapterWith();
    const { chapter, changes } = await rest('editChapter', {
      ...key,
      input: { edits: [{ old: 'left', new: 'left' }] },
    });
    expect([chapter.version, changes, await revisions()]).toEqual([1, [], [expect.anything()]]);
  });

  it('are made once under an idempotency key', async () => {
    const { bookId, chapterId, read } = await chapterWith();
    const path = `/v1/books/${bookId}/chapters/${chapterId}/append`;
    const headers = { 'idempotency-key': newId('tok') };
    const key = own.key();
    const [one, two] = [
      await http(own.url(), key, 'POST', path, { text: 'Snow.' }, headers),
      await http(own.url(), key, 'POST', path, { text: 'Snow.' }, headers),
    ];
    expect(two.json).toEqual(one.json);
    expect((await read()).content).toBe(`${content}\n\nSnow.`);
  });

  it('are refused while a run writes the chapter', async () => {
    const { key, read } = await chapterWith();
    const gate = hold();
    fakes.text.script(reply.text([gate.released, 'A new text that is long enough to be one.']));
    const { writeChapter: run } = await own.graphql(
      'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, input: { restart: true }) { id } }',
      { b: key.bookId, c: key.chapterId },
    );
    await until(async () => (await read()).status === 'generating');
    const edits = [{ old: 'left', new: 'sank' }];
    expect(await refusal(rest('editChapter', { ...key, input: { edits } }))).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining(run.id),
    });
    gate.release();
    await until(async () => (await read()).status === 'complete');
  });

  it('take the version in the body over REST, as in If-Match', async () => {
    const { bookId, chapterId } = await chapterWith();
    const body = { edits: [{ old: 'left', new: 'sank' }], expectedVersion: 3 };
    const path = `/v1/books/${bookId}/chapters/${chapterId}/edits`;
    const { status } = await http(own.url(), own.key(), 'POST', path, body);
    expect(status).toBe(409);
  });

  it('name the length that the text would have', async () => {
    const { key } = await chapterWith('x'.repeat(399_990));
    const { body } = await refusal(rest('appendToChapter', { ...key, input: { text: 'y'.repeat(20) } }));
    expect(body.issues).toEqual([{ path: 'text', message: expect.stringContaining('the limit is 400000') }]);
  });

  it('need books:read, because they tell whether a passage is there; additions do not', async () => {
    const { bookId, chapterId, read } = await chapterWith();
    const account = (await own.http('GET', '/v1/account')).json.data.name;
    const writer = await own.running().newKey({ account, scopes: ['books:write'] });
    const path = `/v1/books/${bookId}/chapters/${chapterId}`;
    const edits = [{ old: 'The ferry', new: 'The ferry' }];
    const refused = await http(own.url(), writer, 'POST', `${path}/edits`, { edits });
    expect([refused.status, refused.json.error.required_scope]).toEqual([403, 'books:read']);
    // A GraphQL document that selects what the key may not read is refused before.
    for (const { name, call } of facesOf(own.url(), writer).filter((face) => face.name !== 'GraphQL')) {
      const made = await call('appendToChapter', { bookId, chapterId, input: { text: `Snow over ${name}.` } });
      expect(made.chapter.id).toBe(chapterId);
      expect(JSON.stringify(made)).not.toContain('ferry');
    }
    expect((await read()).content).toContain('Snow over MCP.');
  });

  it('take the version of If-Match before that of the body', async () => {
    const { bookId, chapterId } = await chapterWith();
    const path = `/v1/books/${bookId}/chapters/${chapterId}/append`;
    const body = { text: 'Snow.', expectedVersion: 1 };
    const { status } = await http(own.url(), own.key(), 'POST', path, body, { 'if-match': '"2"' });
    expect(status).toBe(409);
  });

  it('replayed under a key answer the text and the revision of that time', async () => {
    const { key } = await chapterWith();
    const document = `mutation ($b: ID!, $c: ID!, $k: String) {
      appendToChapter(bookId: $b, chapterId: $c, input: { text: "Snow." }, idempotencyKey: $k) {
        chapter { version content revisionId }
      }
    }`;
    const variables = { b: key.bookId, c: key.chapterId, k: newId('tok') };
    const one = await own.graphql(document, variables);
    await rest('appendToChapter', { ...key, input: { text: 'Fog.' } });
    expect(await own.graphql(document, variables)).toEqual(one);
  });
});
