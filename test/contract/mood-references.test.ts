import { describe, expect, it } from 'vitest';
import { moodKinds } from '../../src/domain/story/mood/rules.ts';
import { facesWith, faultsOf, type Json, ownService, refusal } from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
const x = (length: number) => 'x'.repeat(length);
const rain = { kind: 'music', title: 'Rain' };

const wrong: [what: string, fields: object, path: string][] = [
  ['an unknown kind', { kind: 'smell' }, 'kind'],
  ['a null kind', { kind: null }, 'kind'],
  ['a blank title', { title: ' ' }, 'title'],
  ['a title of 201', { title: x(201) }, 'title'],
  ['a null title', { title: null }, 'title'],
  ['a note of 1001', { note: x(1001) }, 'note'],
  ['a null note', { note: null }, 'note'],
  ['an invalid url', { url: 'rain' }, 'url'],
  ['a url of another scheme', { url: 'ftp://example.org/' }, 'url'],
  ['a url of 2001', { url: `http://a/${x(1992)}` }, 'url'],
  ['an unknown field', { artist: 'x' }, 'artist'],
  ['NUL', { note: 'a\0' }, 'note'],
  ['a lone surrogate', { title: '\udfff' }, 'title'],
];

const names = facesWith('addMoodReference', 'moodReferences', 'updateMoodReference', 'removeMoodReference');

describeInTurn(names)('a mood reference through %s (contract 6)', (name, it) => {
  const call = own.face(name);
  const add = async (bookId: string, fields: object = {}) =>
    call('addMoodReference', { bookId, input: { ...rain, ...fields } });

  it('applies defaults and lists the oldest first', async () => {
    const bookId = await own.newBook();
    const id = expect.stringMatching(/^mood_[0-9a-hjkmnp-tv-z]{26}$/);
    const first = await add(bookId);
    expect(first).toMatchObject({ ...rain, id, url: null, note: '' });
    const second = await add(bookId, { title: 'Fog' });
    expect(await call('moodReferences', { bookId })).toEqual([first, second]);
  });

  it.each([
    ['a title of 200', { title: '🌊'.repeat(200) }],
    ['a note of 1000', { note: x(1000) }],
    ['a url of 2000', { url: `http://a/${x(1991)}` }],
    ...moodKinds.map((kind): [string, object] => [`the kind ${kind}`, { kind }]),
  ])('accepts %s', async (_what, fields) => {
    expect(await add(await own.newBook(), fields)).toMatchObject(fields);
  });

  it.each(wrong)('rejects %s on create and on update', async (_what, fields, path) => {
    const bookId = await own.newBook();
    const { id: moodId } = await add(bookId);
    expect(await faultsOf(add(bookId, fields))).toContain(path);
    expect(await faultsOf(call('updateMoodReference', { bookId, moodId, patch: fields }))).toContain(path);
    expect(await rest('moodReferences', { bookId })).toEqual([{ ...rain, id: moodId, url: null, note: '' }]);
  });

  it('keeps absent fields, clears a null url and ignores an empty patch', async () => {
    const bookId = await own.newBook();
    const { id: moodId } = await add(bookId, { url: 'https://example.org/', note: 'Slow.' });
    const change = (patch: object) => call('updateMoodReference', { bookId, moodId, patch });
    const changed = await change({ url: null });
    expect(changed).toMatchObject({ ...rain, url: null, note: 'Slow.' });
    expect(await change({})).toEqual(changed);
    expect(await change({ kind: 'film', title: ' Fog ' })).toMatchObject({ kind: 'film', title: 'Fog', note: 'Slow.' });
  });

  it('rejects a stale update with the current record (contract 9)', async () => {
    const bookId = await own.newBook();
    const { id: moodId } = await add(bookId);
    const change = (title: string) =>
      call('updateMoodReference', { bookId, moodId, patch: { title }, expectedVersion: 1 });
    await change('Fog');
    const { code, body } = await refusal(change('Snow'));
    expect([code, body.current]).toEqual(['conflict', expect.objectContaining({ id: moodId, title: 'Fog' })]);
    expect((await rest('moodReferences', { bookId }))[0].title).toBe('Fog');
  });

  it('is gone after removal', async () => {
    const bookId = await own.newBook();
    const { id: moodId } = await add(bookId);
    expect(await call('removeMoodReference', { bookId, moodId })).toEqual({ ok: true });
    await expect(call('removeMoodReference', { bookId, moodId })).rejects.toMatchObject({ code: 'not_found' });
    expect(await call('moodReferences', { bookId })).toEqual([]);
  });

  it('is limited to 50 per book', async () => {
    const bookId = await own.newBook();
    // Also under concurrent requests.
    const outcomes = await Promise.allSettled(Array.from({ length: 70 }, () => add(bookId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    await expect(add(bookId)).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('50') });
    const [first] = await call('moodReferences', { bookId });
    await call('removeMoodReference', { bookId, moodId: first.id });
    expect((await add(bookId, { title: 'Last' })).title).toBe('Last');
    expect((await rest('moodReferences', { bookId })).map(({ title }: Json) => title).at(-1)).toBe('Last');
  });
});

describe('a mood reference over REST (contract 6, 9)', () => {
  it('has exactly five fields, is created with 201 and accepts itself as a patch', async () => {
    const path = `/v1/books/${await own.newBook()}/mood-references`;
    const { status, headers, json } = await own.http('POST', path, rain);
    expect([status, headers.get('etag'), Object.keys(json.data)]).toEqual([
      201,
      '"1"',
      ['id', 'kind', 'title', 'url', 'note'],
    ]);
    expect((await own.http('PATCH', `${path}/${json.data.id}`, json.data)).json.data).toEqual(json.data);
  });
});
