import { describe, expect, it } from 'vitest';
import { conflictKinds, conflictStatuses } from '../../src/domain/story/conflict/rules.ts';
import { newId } from '../../src/ids/id.ts';
import { facesWith, faultsOf, type Json, ownService, refusal } from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
const x = (length: number) => 'x'.repeat(length);

/** A book, three of its characters, and an edge between the first two. */
async function newCast() {
  const bookId = await own.newBook();
  const [a, b, c] = [
    await own.newCharacter(bookId, 'A'),
    await own.newCharacter(bookId, 'B'),
    await own.newCharacter(bookId, 'C'),
  ];
  const edge = { fromCharacterId: a, toCharacterId: b, kind: 'goal', description: 'Both want the light.' };
  return { bookId, a, b, c, edge };
}

const wrong: [what: string, fields: object, path: string][] = [
  ['an unknown kind', { kind: 'war' }, 'kind'],
  ['a null kind', { kind: null }, 'kind'],
  ['a blank description', { description: ' ' }, 'description'],
  ['a description of 501', { description: x(501) }, 'description'],
  ['stakes of 241', { stakes: x(241) }, 'stakes'],
  ['a connection of 241', { connection: x(241) }, 'connection'],
  ['an intensity of 0', { intensity: 0 }, 'intensity'],
  ['an intensity of 6', { intensity: 6 }, 'intensity'],
  ['a fractional intensity', { intensity: 2.5 }, 'intensity'],
  ['mutual as text', { mutual: 'yes' }, 'mutual'],
  ['a null mutual', { mutual: null }, 'mutual'],
  ['an unknown status', { status: 'over' }, 'status'],
  ['an unknown field', { level: 1 }, 'level'],
  ['NUL', { stakes: 'a\0' }, 'stakes'],
  ['a lone surrogate', { description: '\ud800' }, 'description'],
];

describeInTurn(facesWith('addConflict', 'conflicts', 'removeConflict'))(
  'conflicts through %s (contract 7)',
  (name, it) => {
    const call = own.face(name);
    const add = (bookId: string, input: object) => call('addConflict', { bookId, input });

    it('get defaults', async () => {
      const { bookId, edge } = await newCast();
      const made = await add(bookId, edge);
      expect(made).toMatchObject({
        ...edge,
        id: expect.stringMatching(/^cfl_[0-9a-hjkmnp-tv-z]{26}$/),
        mutual: true,
        stakes: null,
        connection: null,
        intensity: 3,
        status: 'open',
      });
      expect(await call('conflicts', { bookId })).toEqual([made]);
    });

    it.each([
      ['texts at their limits', { description: '🌊'.repeat(500), stakes: x(240), connection: x(240) }],
      ['the lowest intensity', { intensity: 1 }],
      ['the highest intensity, one-sided', { intensity: 5, mutual: false }],
      ...conflictKinds.map((kind): [string, object] => [`the kind ${kind}`, { kind }]),
      ...conflictStatuses.map((status): [string, object] => [`the status ${status}`, { status }]),
    ])('accept %s', async (_what, fields) => {
      const { bookId, edge } = await newCast();
      expect(await add(bookId, { ...edge, ...fields })).toMatchObject(fields);
    });

    it('store blank stakes and connections as null', async () => {
      const { bookId, edge } = await newCast();
      expect(await add(bookId, { ...edge, stakes: ' ', connection: '' })).toMatchObject({
        stakes: null,
        connection: null,
      });
    });

    it.each([
      ...wrong,
      ['no kind', { kind: undefined }, 'kind'],
      ['no target', { toCharacterId: undefined }, 'toCharacterId'],
    ])('refuse %s', async (_what, fields, path) => {
      const { bookId, edge } = await newCast();
      expect(await faultsOf(add(bookId, { ...edge, ...fields }))).toContain(path);
      expect(await rest('conflicts', { bookId })).toEqual([]);
    });

    it('refuse equal ends with 400, and ends outside the cast with 404', async () => {
      const { bookId, a, edge } = await newCast();
      const stranger = await own.newCharacter(await own.newBook(), 'Z');
      expect(await faultsOf(add(bookId, { ...edge, toCharacterId: a }))).toEqual(['toCharacterId']);
      for (const toCharacterId of [
        stranger,
        'nonsense',
        '\0',
        edge.toCharacterId.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')),
      ])
        await expect(add(bookId, { ...edge, toCharacterId })).rejects.toMatchObject({ code: 'not_found' });
      await expect(add(bookId, { ...edge, fromCharacterId: '?', toCharacterId: '!' })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it.each([
      ['the same pair and kind', {}, {}, true],
      ['a mutual one in reverse', {}, { turned: true }, true],
      ['a one-sided one against a mutual one', {}, { turned: true, mutual: false }, true],
      ['a mutual one against a one-sided one', { mutual: false }, { turned: true }, true],
      ['a one-sided one in the same direction', { mutual: false }, { mutual: false }, true],
      ['a one-sided one in reverse', { mutual: false }, { turned: true, mutual: false }, false],
      ['another kind', {}, { kind: 'love' }, false],
    ])('are unique by pair and kind: %s', async (_what, first, { turned, ...second }: Json, isDuplicate) => {
      const { bookId, a, b, edge } = await newCast();
      const { id } = await add(bookId, { ...edge, ...first });
      const ends = turned ? { fromCharacterId: b, toCharacterId: a } : {};
      const outcome = add(bookId, { ...edge, ...ends, ...second });
      if (!isDuplicate) return expect((await outcome).id).not.toBe(id);
      const { code, message } = await refusal(outcome);
      return expect([code, message]).toEqual(['invalid_state', expect.stringContaining(id)]);
    });

    it('admit one of 20 concurrent duplicates', async () => {
      const { bookId, edge } = await newCast();
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => add(bookId, edge)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await rest('conflicts', { bookId })).toHaveLength(1);
    });

    it('can be filtered by character', async () => {
      const { bookId, a, b, c, edge } = await newCast();
      await add(bookId, edge);
      const { id } = await add(bookId, { ...edge, fromCharacterId: b, toCharacterId: c });
      const listed = await call('conflicts', { bookId, characterId: c });
      expect(listed.map((one: Json) => one.id)).toEqual([id]);
      expect(await call('conflicts', { bookId, characterId: a })).toHaveLength(1);
      expect(await call('conflicts', { bookId, characterId: newId('chr') })).toEqual([]);
    });

    it('can be added again after their removal', async () => {
      const { bookId, edge } = await newCast();
      const { id: conflictId } = await add(bookId, edge);
      expect(await call('removeConflict', { bookId, conflictId })).toEqual({ ok: true });
      await expect(call('removeConflict', { bookId, conflictId })).rejects.toMatchObject({ code: 'not_found' });
      expect(await add(bookId, edge)).toMatchObject(edge);
    });

    it('are deleted with their character, also one being added', async () => {
      const { bookId, b, c, edge } = await newCast();
      await Promise.allSettled([
        ...conflictKinds.map((kind) => add(bookId, { ...edge, kind })),
        rest('deleteCharacter', { bookId, characterId: edge.fromCharacterId }),
        ...conflictKinds.map((kind) => add(bookId, { ...edge, fromCharacterId: c, toCharacterId: b, kind })),
      ]);
      expect(await rest('conflicts', { bookId })).toHaveLength(conflictKinds.length);
      expect(await rest('conflicts', { bookId, characterId: edge.fromCharacterId })).toEqual([]);
    });
  },
);

describeInTurn(facesWith('updateConflict', 'conflict'))(
  'changing a conflict through %s (contract 7, 9)',
  (name, it) => {
    const call = own.face(name);
    const made = async () => {
      const { edge, ...world } = await newCast();
      const conflict = await rest('addConflict', { bookId: world.bookId, input: { ...edge, stakes: 'The lamp.' } });
      return { ...world, edge, key: { bookId: world.bookId, conflictId: conflict.id }, conflict };
    };

    it('keeps omitted fields, clears stakes with null and swaps the ends', async () => {
      const { key, a, c, conflict } = await made();
      expect(await call('updateConflict', { ...key, patch: { intensity: 5 } })).toMatchObject({
        intensity: 5,
        stakes: 'The lamp.',
        kind: 'goal',
      });
      const ends = { fromCharacterId: c, toCharacterId: a };
      const patch = { stakes: null, ...ends, status: 'resolved' };
      expect(await call('updateConflict', { ...key, patch })).toMatchObject({ ...patch, id: conflict.id });
    });

    it('changes nothing for an empty patch', async () => {
      const { key } = await made();
      const before = await call('conflict', key);
      expect(await call('updateConflict', { ...key, patch: {} })).toEqual(before);
      expect(await call('conflict', key)).toEqual(before);
    });

    it.each(wrong)('refuses %s and keeps the conflict', async (_what, patch, path) => {
      const { key, conflict } = await made();
      expect(await faultsOf(call('updateConflict', { ...key, patch }))).toContain(path);
      expect(await rest('conflict', key)).toEqual(conflict);
    });

    it('refuses equal ends, ends outside the cast, and duplicates', async () => {
      const { key, bookId, a, edge } = await made();
      const change = (patch: object) => call('updateConflict', { ...key, patch });
      expect(await faultsOf(change({ toCharacterId: a }))).toEqual(['toCharacterId']);
      await expect(change({ toCharacterId: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
      const { id } = await rest('addConflict', { bookId, input: { ...edge, kind: 'love' } });
      const { code, message } = await refusal(change({ kind: 'love' }));
      expect([code, message]).toEqual(['invalid_state', expect.stringContaining(id)]);
      expect(await rest('conflict', key)).toMatchObject(edge);
    });

    it('refuses a stale version with the current record', async () => {
      const { key } = await made();
      await call('updateConflict', { ...key, patch: { intensity: 4 }, expectedVersion: 1 });
      const { code, body } = await refusal(
        call('updateConflict', { ...key, patch: { intensity: 1 }, expectedVersion: 1 }),
      );
      expect([code, body.current]).toEqual(['conflict', expect.objectContaining({ intensity: 4 })]);
      // The MCP tool that removes a conflict takes no version.
      const remove = name === 'MCP' ? rest : call;
      await expect(remove('removeConflict', { ...key, expectedVersion: 1 })).rejects.toMatchObject({
        code: 'conflict',
      });
      expect((await rest('conflict', key)).intensity).toBe(4);
    });
  },
);

describe('a conflict over REST (contract 7, 9)', () => {
  it('has exactly twelve fields and an ETag that answers 304', async () => {
    const { bookId, edge } = await newCast();
    const conflict = await rest('addConflict', { bookId, input: edge });
    const own12 = ['connection', 'createdAt', 'description', 'fromCharacterId', 'id', 'intensity', 'kind', 'mutual'];
    expect(Object.keys(conflict).sort()).toEqual([...own12, 'stakes', 'status', 'toCharacterId', 'updatedAt']);
    const path = `/v1/books/${bookId}/conflicts/${conflict.id}`;
    expect((await own.http('GET', path)).headers.get('etag')).toBe('"1"');
    expect((await own.http('GET', path, undefined, { 'if-none-match': 'W/"1", "7"' })).status).toBe(304);
    expect((await own.http('PATCH', path, conflict)).json.data).toMatchObject(edge);
  });
});
