import { describe, expect, it } from 'vitest';
import { faceNames, type Json, tool } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');

/** A book of three chapters that name both of its people. */
async function newBook() {
  const bookId = await own.newBook();
  const [hope, mara] = [await own.newCharacter(bookId, 'Hope'), await own.newCharacter(bookId, 'Mara')];
  const chapters: string[] = [];
  for (const title of ['One', 'Two', 'Three'])
    chapters.push(await own.newChapter(bookId, { title, summary: 'Hope and Mara argue.' }));
  const [one = '', two = '', three = ''] = chapters;
  return { bookId, hope, mara, one, two, three };
}

const datesOf = async (bookId: string): Promise<Json[]> =>
  (await own.http('GET', `/v1/books/${bookId}/character-dates`)).json.data;
const set = (bookId: string, characterId: string, patch: object) =>
  rest('updateCharacter', { bookId, characterId, patch });
const presentIn = async (bookId: string, chapterId: string): Promise<string[]> => {
  const query = 'query ($b: ID!, $c: ID!) { promptPreview(bookId: $b, chapterId: $c) { participants } }';
  const { promptPreview } = await own.graphql(query, { b: bookId, c: chapterId });
  const names = new Map((await datesOf(bookId)).map(({ id, name }) => [id, name]));
  return promptPreview.participants.map((id: string) => names.get(id));
};

describeInTurn(faceNames)('dates of a character through %s', (name, it) => {
  const call = own.face(name);
  /** An agent has a tool of its own for them. */
  const date = (bookId: string, characterId: string, patch: object) =>
    name === 'MCP'
      ? tool(own.url(), own.key(), 'date_character', { bookId, characterId, ...patch }).then(
          ({ structuredContent }) => structuredContent.data,
        )
      : call('updateCharacter', { bookId, characterId, patch });

  it('are set, replaced and shown; REST lists them apart', async () => {
    const { bookId, two, three } = await newBook();
    const status = [{ is: 'dead', fromChapterId: two }];
    const datedAliases = [{ text: ' Mrs. Collins ', fromChapterId: three }];
    const made = await call('createCharacter', { bookId, input: { name: 'Ada' } });
    await date(bookId, made.id, { status, datedAliases });
    const changed = await date(bookId, made.id, { status: [{ is: 'away' }] });
    const shown = {
      status: [{ is: 'away', fromChapterId: null }],
      datedAliases: [{ text: 'Mrs. Collins', fromChapterId: three }],
    };
    expect((await datesOf(bookId)).at(-1)).toEqual({ id: made.id, name: 'Ada', ...shown });
    if (name === 'REST') expect(Object.keys(changed)).not.toContain('status');
    else expect(changed).toMatchObject(shown);
  });

  it('name chapters of the same book', async () => {
    const [{ bookId, hope }, other] = [await newBook(), await newBook()];
    const status = [{ is: 'away' }, { is: 'dead', fromChapterId: other.two }];
    await expect(date(bookId, hope, { status })).rejects.toMatchObject({
      body: { code: 'invalid_request', issues: [{ path: 'status[1].fromChapterId' }] },
    });
    const input = { name: 'Ada', datedAliases: [{ text: 'Mrs. Ada', fromChapterId: 'ch_1' }] };
    await expect(rest('createCharacter', { bookId, input })).rejects.toMatchObject({
      body: { code: 'invalid_request' },
    });
    const many = Array.from({ length: 21 }, () => ({ is: 'away' }));
    await expect(date(bookId, hope, { status: many })).rejects.toMatchObject({
      body: { code: 'invalid_request', issues: [{ path: expect.stringMatching(/status$/) }] },
    });
  });
});

describe('somebody who is dead from a chapter on', () => {
  it('takes part up to that chapter, and later where a chapter lists them', async () => {
    const { bookId, hope, one, two, three } = await newBook();
    await set(bookId, hope, { status: [{ is: 'dead', fromChapterId: two }] });
    expect(await presentIn(bookId, two)).toEqual(['Hope', 'Mara']);
    expect(await presentIn(bookId, three)).toEqual(['Mara']);
    await rest('updateChapter', { bookId, chapterId: three, patch: { participantIds: [hope] } });
    expect(await presentIn(bookId, three)).toEqual(['Hope']);
    // Statistics and the grade see the same.
    await rest('updateChapter', { bookId, chapterId: three, patch: { participantIds: [] } });
    const query = 'query ($b: ID!) { book(bookId: $b) { statistics { presence { character { name } chapters } } } }';
    const { book } = await own.graphql(query, { b: bookId });
    expect(book.statistics.presence.map(({ chapters }: Json) => chapters)).toEqual([2, 3]);
    await rest('moveChapter', { bookId, chapterId: one, move: { order: 3 } });
    expect(await presentIn(bookId, one)).toEqual(['Mara']);
  });

  it('makes only the chapters stale that had them', async () => {
    const { bookId, hope, one, two, three } = await newBook();
    fakes.text.script(reply.text(['Rain came.']));
    const write = 'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, waitSeconds: 20) { state } }';
    for (const chapterId of [one, two, three]) await own.graphql(write, { b: bookId, c: chapterId });
    await set(bookId, hope, { datedAliases: [{ text: 'Mrs. Collins', fromChapterId: three }] });
    const stale = async () =>
      (await rest('staleness', { bookId })).map(({ order, changes }: Json) => [
        order,
        changes[0].change,
        ...changes[0].fields,
      ]);
    expect(await stale()).toEqual([[3, 'changed', 'aliases']]);
    await set(bookId, hope, { datedAliases: [], status: [{ is: 'dead', fromChapterId: one }] });
    expect(await stale()).toEqual([
      [2, 'changed', 'status'],
      [3, 'changed', 'status'],
    ]);
  });
});

describe('the chapter with which something begins', () => {
  it('moves along in a merge, and is back after its archive', async () => {
    const { bookId, hope, two, three } = await newBook();
    await set(bookId, hope, { status: [{ is: 'away', fromChapterId: three }] });
    await rest('mergeChapters', { bookId, chapterId: two });
    const [{ status }] = (await datesOf(bookId)) as [Json];
    expect(status).toEqual([{ is: 'away', fromChapterId: two }]);
    await rest('deleteChapter', { bookId, chapterId: two });
    const fresh = await own.newChapter(bookId, { summary: 'Hope and Mara argue.' });
    expect(await presentIn(bookId, fresh)).toEqual(['Hope', 'Mara']);
    await rest('restoreChapter', { bookId, chapterId: two });
    expect(await presentIn(bookId, two)).toEqual(['Mara']);
  });

  it('comes after what began with the chapter that it is merged into', async () => {
    const { bookId, hope, two, three } = await newBook();
    const status = [
      { is: 'alive', fromChapterId: three },
      { is: 'away', fromChapterId: two },
    ];
    await set(bookId, hope, { status });
    await rest('mergeChapters', { bookId, chapterId: two });
    expect(await presentIn(bookId, two)).toEqual(['Hope', 'Mara']);
  });

  it('is not looked for in a book that is gone', async () => {
    const { bookId, two } = await newBook();
    await rest('deleteBook', { bookId });
    const input = { name: 'Ada', status: [{ is: 'dead', fromChapterId: two }] };
    await expect(rest('createCharacter', { bookId, input })).rejects.toMatchObject({ body: { code: 'not_found' } });
  });

  it('ends a status and frees a name if it is deleted for good', async () => {
    const { bookId, hope, two, three } = await newBook();
    const status = [
      { is: 'away', fromChapterId: two },
      { is: 'dead', fromChapterId: three },
    ];
    await set(bookId, hope, { status, datedAliases: [{ text: 'Mrs. Collins', fromChapterId: two }] });
    await rest('deleteChapter', { bookId, chapterId: two, forever: true });
    const [dates] = (await datesOf(bookId)) as [Json];
    expect(dates.status).toEqual([{ is: 'dead', fromChapterId: three }]);
    expect(dates.datedAliases).toEqual([{ text: 'Mrs. Collins', fromChapterId: null }]);
  });

  it('has its new id after export and import', async () => {
    const { bookId, hope, two } = await newBook();
    await set(bookId, hope, {
      status: [{ is: 'dead', fromChapterId: two }],
      datedAliases: [{ text: 'Mrs. Collins', fromChapterId: two }],
    });
    const { text } = await own.http('GET', `/v1/books/${bookId}/export?format=json`);
    const { id: copy } = await rest('importBook', { input: { format: 'json', content: text } });
    const [, second] = await rest('chapters', { bookId: copy });
    const [dates] = (await datesOf(copy)) as [Json];
    expect(dates).toMatchObject({
      status: [{ fromChapterId: second.id }],
      datedAliases: [{ fromChapterId: second.id }],
    });
    const broken = text.replaceAll(`"is":"dead","fromChapterId":"${two}"`, '"is":"dead","fromChapterId":"nowhere"');
    await expect(rest('importBook', { input: { format: 'json', content: broken } })).rejects.toMatchObject({
      body: { issues: [{ path: 'characters[0].status[0].fromChapterId' }] },
    });
  });
});
