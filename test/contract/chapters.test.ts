import { describe, expect, it } from 'vitest';
import { beatKeys } from '../../src/domain/story/plan/beats.ts';
import { newId } from '../../src/ids/id.ts';
import { faceNames, facesWith, faultsOf, type Json, ownService, refusal } from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
const x = (length: number) => 'x'.repeat(length);
const orders = async (bookId: string) =>
  (await rest('chapters', { bookId })).map(({ title, order }: Json) => `${order} ${title}`);
const bookOf = async (titles: string) => {
  const bookId = await own.newBook();
  const ids: Record<string, string> = {};
  for (const title of titles) ids[title] = await own.newChapter(bookId, { title });
  return { bookId, ids };
};

const wrong: [what: string, fields: object, path: string][] = [
  ['a blank title', { title: ' ' }, 'title'],
  ['a title of 201', { title: x(201) }, 'title'],
  ['a null title', { title: null }, 'title'],
  ['a summary of 4001', { summary: x(4001) }, 'summary'],
  ['notes of 4001', { notes: x(4001) }, 'notes'],
  ['a text of 400,001', { content: x(400_001) }, 'content'],
  ['a null text', { content: null }, 'content'],
  ['41 beats', { beatKeys: Array(41).fill('midpoint') }, 'beatKeys'],
  ['an unknown beat', { beatKeys: ['midpoint', 'climaxx'] }, 'beatKeys[1]'],
  ['an empty beat', { beatKeys: ['midpoint', ''] }, 'beatKeys[1]'],
  ['null participants', { participantIds: null }, 'participantIds'],
  ['a position', { position: 3 }, 'position'],
  ['NUL', { content: 'a\0b' }, 'content'],
  ['a lone surrogate', { summary: 'a\ud800' }, 'summary'],
];

describeInTurn(faceNames)('chapters through %s (contract 5)', (name, it) => {
  const call = own.face(name);
  /** MCP answers of changes have no prose; agents read it with read_chapter. */
  const prose = (content: string) => (name === 'MCP' ? {} : { content });

  it('start empty at the end, titled by their position', async () => {
    const bookId = await own.newBook();
    await own.newChapter(bookId);
    const { content = '', ...made } = await call('createChapter', { bookId, input: {} });
    expect(content).toBe('');
    expect(made).toEqual({
      id: expect.stringMatching(/^ch_[0-9a-hjkmnp-tv-z]{26}$/),
      bookId,
      order: 2,
      title: 'Chapter 2',
      summary: '',
      notes: '',
      status: 'empty',
      wordCount: 0,
      readingTimeSec: 0,
      beatKeys: [],
      povCharacterId: null,
      participantIds: [],
      mentionedIds: [],
      targetWords: null,
      person: null,
      tense: null,
      audioUrl: null,
      audioStatus: 'none',
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it.each([
    ['a title of 200', { title: '🌊'.repeat(200) }],
    ['summary and notes of 4000', { summary: x(4000), notes: x(4000) }],
    ['a text of 400,000', { content: '🌊'.repeat(400_000) }],
    ['a person and a tense', { person: 'second', tense: 'present', targetWords: 800 }],
    ['40 beats', { beatKeys: [...beatKeys].slice(0, 40) }],
  ])('accept %s on creation and on change', async (_what, fields) => {
    const bookId = await own.newBook();
    const chapters = [await call('createChapter', { bookId, input: fields }), { id: await own.newChapter(bookId) }];
    await call('updateChapter', { bookId, chapterId: chapters[1].id, patch: fields });
    for (const { id: chapterId } of chapters)
      expect(await rest('chapter', { bookId, chapterId })).toMatchObject(fields);
  });

  it.each(wrong)('refuse %s on creation and on change', async (_what, fields, path) => {
    const bookId = await own.newBook();
    const chapterId = await own.newChapter(bookId, { title: 'One', content: 'Rain.' });
    expect(await faultsOf(call('createChapter', { bookId, input: fields }))).toContain(path);
    expect(await faultsOf(call('updateChapter', { bookId, chapterId, patch: fields }))).toContain(path);
    expect(await rest('chapter', { bookId, chapterId })).toMatchObject({ title: 'One', content: 'Rain.', version: 1 });
  });

  it('keep omitted fields, and change nothing for an empty patch', async () => {
    const { bookId, ids } = await bookOf('A');
    const key = { bookId, chapterId: ids.A };
    const changed = await call('updateChapter', { ...key, patch: { summary: 'Rain comes.', beatKeys: ['climax'] } });
    expect(changed).toMatchObject({ title: 'A', summary: 'Rain comes.', beatKeys: ['climax'], version: 2 });
    expect(await call('updateChapter', { ...key, patch: {} })).toEqual(changed);
    expect(await call('updateChapter', { ...key, patch: { beatKeys: [] } })).toMatchObject({
      beatKeys: [],
      version: 3,
    });
  });

  it('are complete with a text set by hand, and empty without text', async () => {
    const { bookId, ids } = await bookOf('A');
    const change = (content: string) => call('updateChapter', { bookId, chapterId: ids.A, patch: { content } });
    expect(await change('Rain on the glass.')).toMatchObject({ status: 'complete', wordCount: 4, readingTimeSec: 2 });
    expect(await change('')).toMatchObject({ status: 'empty', wordCount: 0, readingTimeSec: 0, ...prose('') });
  });

  it('keep each replaced text as a revision', async () => {
    const { bookId, ids } = await bookOf('A');
    for (const content of ['One.', 'Two two.', '', 'Three.'])
      await call('updateChapter', { bookId, chapterId: ids.A, patch: { content } });
    const kept = await own.running().service.services.read`
      SELECT v.body, v.word_count, v.origin FROM chapter c
      JOIN chapter_revision v ON v.account_id = c.account_id AND v.chapter_id = c.id WHERE c.id = ${ids.A ?? ''} ORDER BY v.id`;
    expect([...kept]).toEqual([
      { body: 'One.', wordCount: 1, origin: 'human' },
      { body: 'Two two.', wordCount: 2, origin: 'human' },
    ]);
  });

  it('accept only characters of their own book, else 404', async () => {
    const { bookId, ids } = await bookOf('A');
    const [emma, stranger] = [await own.newCharacter(bookId, 'Emma'), await own.newCharacter(await own.newBook(), 'Z')];
    const key = { bookId, chapterId: ids.A };
    const taking = { povCharacterId: emma, participantIds: [emma], mentionedIds: [emma] };
    expect(await call('updateChapter', { ...key, patch: taking })).toMatchObject(taking);
    for (const other of [stranger, 'nobody', '\0']) {
      for (const fields of [{ povCharacterId: other }, { participantIds: [emma, other] }, { mentionedIds: [other] }]) {
        await expect(call('updateChapter', { ...key, patch: fields })).rejects.toMatchObject({ code: 'not_found' });
        await expect(call('createChapter', { bookId, input: fields })).rejects.toMatchObject({ code: 'not_found' });
      }
    }
    const nobody = { povCharacterId: null, participantIds: [], mentionedIds: [] };
    expect(await call('updateChapter', { ...key, patch: nobody })).toMatchObject(nobody);
  });

  it('lose only the deleted character from their participants', async () => {
    const { bookId, ids } = await bookOf('ABC');
    const [emma, tom] = [await own.newCharacter(bookId, 'Emma'), await own.newCharacter(bookId, 'Tom')];
    const patch = { povCharacterId: emma, participantIds: [tom, emma], mentionedIds: [emma, tom] };
    await rest('updateChapter', { bookId, chapterId: ids.A, patch });
    await rest('updateChapter', { bookId, chapterId: ids.C, patch: { mentionedIds: [emma] } });
    await call('deleteCharacter', { bookId, characterId: emma });
    const [a, b, c] = await rest('chapters', { bookId });
    expect(a).toMatchObject({ povCharacterId: null, participantIds: [tom], mentionedIds: [tom], version: 3 });
    expect([b.version, c.version, c.mentionedIds]).toEqual([1, 3, []]);
  });

  it('never name a character deleted by a concurrent request', async () => {
    const { bookId, ids } = await bookOf('ABCDEFGH');
    for (let round = 0; round < 5; round += 1) {
      const emma = await own.newCharacter(bookId, 'Emma');
      const patch = { povCharacterId: emma, participantIds: [emma] };
      const changes = Object.values(ids).map((chapterId) => call('updateChapter', { bookId, chapterId, patch }));
      await Promise.allSettled([...changes, call('deleteCharacter', { bookId, characterId: emma })]);
      for (const chapter of await rest('chapters', { bookId }))
        expect(chapter).toMatchObject({ povCharacterId: null, participantIds: [] });
    }
  });

  it('are neither made nor changed with a character that is not in the book', async () => {
    const { bookId, ids } = await bookOf('A');
    const stranger = { title: 'New', participantIds: [newId('chr')] };
    const before = await rest('chapters', { bookId });
    const chapterId = ids.A;
    for (const [field, wishes] of [
      ['createChapter', { input: stranger }],
      ['updateChapter', { chapterId, patch: stranger }],
      ['updateChapter', { chapterId, patch: { ...stranger, content: 'New.' } }],
    ] as const)
      expect((await refusal(call(field, { bookId, ...wishes }))).code).toBe('not_found');
    expect(await rest('chapters', { bookId })).toEqual(before);
  });

  it('refuse a stale version with the current record (contract 9)', async () => {
    const { bookId, ids } = await bookOf('A');
    const save = (content: string) =>
      call('updateChapter', { bookId, chapterId: ids.A, patch: { content }, expectedVersion: 1 });
    await save('First.');
    expect((await refusal(save('Second.'))).body).toMatchObject({
      code: 'conflict',
      current: { ...prose('First.'), version: 2 },
    });
    expect(await rest('chapter', { bookId, chapterId: ids.A })).toMatchObject({ content: 'First.', version: 2 });
  });

  it('are listed in order without prose, and close the gap of a deleted one', async () => {
    const { bookId, ids } = await bookOf('ABC');
    await rest('updateChapter', { bookId, chapterId: ids.C, patch: { content: 'Rain.' } });
    expect(await rest('deleteChapter', { bookId, chapterId: ids.B })).toEqual({ ok: true });
    const listed = await call('chapters', { bookId });
    expect(listed.map(({ id, order }: Json) => [id, order])).toEqual([
      [ids.A, 1],
      [ids.C, 2],
    ]);
    expect(listed[1]).not.toHaveProperty('content');
    await expect(rest('deleteChapter', { bookId, chapterId: ids.B })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('can be listed once archived, latest first', async () => {
    const { bookId, ids } = await bookOf('ABC');
    for (const title of ['A', 'C']) await rest('deleteChapter', { bookId, chapterId: ids[title] });
    const archived = await call('chapters', { bookId, archived: true });
    expect(archived.map(({ title }: Json) => title)).toEqual(['C', 'A']);
  });
});

describeInTurn(facesWith('moveChapter', 'restoreChapter'))(
  'the order of chapters through %s (contract 5)',
  (name, it) => {
    const call = own.face(name);

    it.each([
      ['A', 1, 'ABCD'],
      ['A', 2, 'BACD'],
      ['A', 4, 'BCDA'],
      ['D', 1, 'DABC'],
      ['C', 2, 'ACBD'],
      ['B', 99, 'ACDB'],
    ])('has no gaps after %s moves to %i', async (title, order, expected) => {
      const { bookId, ids } = await bookOf('ABCD');
      await call('moveChapter', { bookId, chapterId: ids[title], move: { order } });
      expect(await orders(bookId)).toEqual([...expected].map((one, index) => `${index + 1} ${one}`));
    });

    it.each([0, -1, 1.5, 10_001, '2', null])('refuses the position %s', async (order) => {
      const { bookId, ids } = await bookOf('AB');
      expect(await faultsOf(call('moveChapter', { bookId, chapterId: ids.A, move: { order } }))).toEqual(['order']);
    });

    it('has no gaps after a deleted chapter is restored with its text', async () => {
      const { bookId, ids } = await bookOf('ABC');
      const key = { bookId, chapterId: ids.B };
      await rest('updateChapter', { ...key, patch: { content: 'Rain.' } });
      await rest('deleteChapter', key);
      await expect(rest('chapter', key)).rejects.toMatchObject({ code: 'not_found' });
      expect(await call('restoreChapter', key)).toMatchObject({ content: 'Rain.', order: 2, status: 'complete' });
      expect(await orders(bookId)).toEqual(['1 A', '2 B', '3 C']);
      await rest('deleteChapter', { bookId, chapterId: ids.C });
      await rest('deleteChapter', { bookId, chapterId: ids.A });
      expect(await call('restoreChapter', { bookId, chapterId: ids.C })).toMatchObject({ order: 2 });
      expect(await orders(bookId)).toEqual(['1 B', '2 C']);
    });

    it('survives concurrent moves, deletions and additions', async () => {
      const { bookId, ids } = await bookOf('ABCDEF');
      await Promise.all([
        ...['A', 'B', 'C'].map((title) => call('moveChapter', { bookId, chapterId: ids[title], move: { order: 5 } })),
        call('deleteChapter', { bookId, chapterId: ids.D }),
        ...['X', 'Y'].map((title) => call('createChapter', { bookId, input: { title } })),
      ]);
      const listed = await orders(bookId);
      expect(listed.map((one: string) => one.split(' ')[0])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
      expect(
        listed
          .map((one: string) => one.split(' ')[1])
          .sort()
          .join(''),
      ).toBe('ABCEFXY');
    });
  },
);

describe('chapters over REST (contract 5, 9)', () => {
  it.each([
    ['en', 'The keeper’s lamp, at half-past nine.', 7],
    ['ja', '吾輩は猫である。', 5],
    ['th', 'ฉันรักทะเล', 3],
    ['en', '— … !', 0],
  ])('count words by the rules of %s: %s', async (language, content, words) => {
    const bookId = await own.newBook({ language });
    const chapter = await rest('createChapter', { bookId, input: { content } });
    expect(chapter).toMatchObject({ wordCount: words, readingTimeSec: Math.ceil((words * 60) / 238) });
    expect((await rest('book', { bookId })).wordCount).toBe(words);
  });

  it.each([
    [238, 60],
    [239, 61],
    [1, 1],
  ])('have a reading time for %i words of %i seconds, at 238 words a minute', async (words, seconds) => {
    const input = { content: 'rain '.repeat(words) };
    expect(await rest('createChapter', { bookId: await own.newBook(), input })).toMatchObject({
      wordCount: words,
      readingTimeSec: seconds,
    });
  });

  it('send an ETag that changes with the chapter, and answer 304 to it', async () => {
    const { bookId, ids } = await bookOf('A');
    const path = `/v1/books/${bookId}/chapters/${ids.A}`;
    expect((await own.http('GET', path)).headers.get('etag')).toBe('"1.1"');
    const known = await own.http('GET', path, undefined, { 'if-none-match': '"1.1"' });
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', '"1.1"']);
    await own.http('PATCH', path, { content: 'Rain.' });
    expect((await own.http('GET', path, undefined, { 'if-none-match': '"1.1"' })).status).toBe(200);
    expect((await own.http('PATCH', path, { title: 'X' }, { 'if-match': '"1.1"' })).status).toBe(409);
  });

  it('accept a complete record as a patch, and refuse a malformed archived flag', async () => {
    const { bookId, ids } = await bookOf('A');
    const read = await rest('chapter', { bookId, chapterId: ids.A });
    expect(await rest('updateChapter', { bookId, chapterId: ids.A, patch: read })).toMatchObject({ title: 'A' });
    expect(await faultsOf(rest('chapters', { bookId, archived: 'maybe' }))).toEqual(['archived']);
  });
});
