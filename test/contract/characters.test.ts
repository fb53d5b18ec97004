import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type Face, facesOf, graphql, http, Refused } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { describeInTurn } from '../support/turns.ts';

let service: TestService;
let key: string;
const names = ['REST', 'GraphQL', 'MCP'] as const;

beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
});
afterAll(() => service.close());

const face =
  (name: Face['name']): Call =>
  (field, input) => {
    const found = facesOf(service.url, key).find((one) => one.name === name);
    return found?.call(field, input) ?? Promise.reject(new Error(name));
  };
const rest = face('REST');
const newBook = async (): Promise<string> =>
  (await rest('createBook', { input: { premise: 'A lighthouse keeper and a storm.' } })).id;

describeInTurn(names)('characters through %s (service.md 2.1, 4)', (name, it) => {
  const call = face(name);

  it('get defaults for omitted fields (contract 6)', async () => {
    const bookId = await newBook();
    expect(await call('createCharacter', { bookId, input: { name: '  Emma ' } })).toMatchObject({
      id: expect.stringMatching(/^chr_[0-9a-hjkmnp-tv-z]{26}$/),
      name: 'Emma',
      aliases: [],
      role: '',
      bio: '',
      voiceProfile: '',
      want: null,
      fear: null,
      lie: null,
      isPov: false,
    });
  });

  it('keep omitted fields, and clear a clause that is null or blank', async () => {
    const bookId = await newBook();
    const { id: characterId } = await call('createCharacter', {
      bookId,
      input: { name: 'Emma', want: 'home', fear: 'the sea', lie: 'alone is safe' },
    });
    const changed = await call('updateCharacter', { bookId, characterId, patch: { want: null, fear: '  ' } });
    expect(changed).toMatchObject({ name: 'Emma', want: null, fear: null, lie: 'alone is safe' });
  });

  it.each([
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a null name', { name: null }, 'name'],
    ['21 aliases', { aliases: Array.from({ length: 21 }, (_, i) => `a${i}`) }, 'aliases'],
    ['an alias of 121 characters', { aliases: ['x'.repeat(121)] }, 'aliases[0]'],
    ['a bio of 2001 characters', { bio: 'x'.repeat(2001) }, 'bio'],
    ['a voiceProfile of 2001 characters', { voiceProfile: 'x'.repeat(2001) }, 'voiceProfile'],
    ['a want of 241 characters', { want: 'x'.repeat(241) }, 'want'],
    ['a role of 121 characters', { role: 'x'.repeat(121) }, 'role'],
    ['a null isPov', { isPov: null }, 'isPov'],
    ['NUL in a text', { bio: 'a\0b' }, 'bio'],
    ['a lone surrogate', { bio: 'a\ud800b' }, 'bio'],
    ['an unknown field', { wont: 'x' }, 'wont'],
  ])('refuse %s with invalid_request naming the field', async (_what, patch, path) => {
    const bookId = await newBook();
    const { id: characterId } = await call('createCharacter', { bookId, input: { name: 'Emma' } });
    const refusal = await call('updateCharacter', { bookId, characterId, patch }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refused);
    expect(refusal).toMatchObject({ code: 'invalid_request' });
    expect((refusal as Refused).body.issues).toContainEqual({
      path: expect.stringMatching(new RegExp(`^(patch\\.)?${path.replace(/[[\]]/g, '\\$&')}$`)),
      message: expect.any(String),
    });
    expect(await rest('character', { bookId, characterId })).toMatchObject({ name: 'Emma', bio: '', want: null });
  });

  it('count code points: a want accepts 240 emoji', async () => {
    const bookId = await newBook();
    expect((await call('createCharacter', { bookId, input: { name: 'E', want: '🌊'.repeat(240) } })).want).toHaveLength(
      480,
    );
  });

  it('refuse a stale expectedVersion with the current record and no change (contract 9)', async () => {
    const bookId = await newBook();
    const { id: characterId } = await call('createCharacter', { bookId, input: { name: 'Emma' } });
    await call('updateCharacter', { bookId, characterId, patch: { name: 'Emily' }, expectedVersion: 1 });
    await expect(
      call('updateCharacter', { bookId, characterId, patch: { name: 'X' }, expectedVersion: 1 }),
    ).rejects.toMatchObject({ code: 'conflict', body: { current: { id: characterId, name: 'Emily', version: 2 } } });
    expect((await rest('character', { bookId, characterId })).name).toBe('Emily');
  });

  it('take their conflicts with them when deleted', async () => {
    const bookId = await newBook();
    const [a, b] = [
      await call('createCharacter', { bookId, input: { name: 'A' } }),
      await call('createCharacter', { bookId, input: { name: 'B' } }),
    ];
    await call('addConflict', {
      bookId,
      input: { fromCharacterId: a.id, toCharacterId: b.id, kind: 'goal', description: 'Both want the light.' },
    });
    expect(await call('deleteCharacter', { bookId, characterId: a.id })).toEqual({ ok: true });
    expect(await call('conflicts', { bookId })).toEqual([]);
    await expect(call('deleteCharacter', { bookId, characterId: a.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('accept a complete record as a patch and ignore read-only fields', async () => {
    const bookId = await newBook();
    await call('createCharacter', { bookId, input: { name: 'Emma' } });
    if (name === 'GraphQL') return;
    const [read] = await call('characters', { bookId });
    expect(await call('updateCharacter', { bookId, characterId: read.id, patch: read })).toMatchObject({
      name: 'Emma',
    });
  });
});

describe('characters over REST', () => {
  it('have exactly ten fields and are listed oldest first', async () => {
    const bookId = await newBook();
    for (const name of ['A', 'B', 'C']) await rest('createCharacter', { bookId, input: { name } });
    const characters = await rest('characters', { bookId });
    expect(characters.map((one: { name: string }) => one.name)).toEqual(['A', 'B', 'C']);
    expect(Object.keys(characters[0]).sort()).toEqual([
      'aliases',
      'bio',
      'fear',
      'id',
      'isPov',
      'lie',
      'name',
      'role',
      'voiceProfile',
      'want',
    ]);
  });

  it('send an ETag and answer 304 to it', async () => {
    const bookId = await newBook();
    const { id } = await rest('createCharacter', { bookId, input: { name: 'A' } });
    const path = `/v1/books/${bookId}/characters/${id}`;
    const { headers } = await http(service.url, key, 'GET', path);
    expect(headers.get('etag')).toBe('"1"');
    expect((await http(service.url, key, 'GET', path, undefined, { 'if-none-match': '"1"' })).status).toBe(304);
  });
});

it('a deleted character names its conflicts in both directions', async () => {
  const bookId = await newBook();
  const make = async (name: string) => (await rest('createCharacter', { bookId, input: { name } })).id;
  const [a, b, c] = [await make('A'), await make('B'), await make('C')];
  const oppose = async (fromCharacterId: string, toCharacterId: string) => {
    const input = { fromCharacterId, toCharacterId, kind: 'goal', description: 'Both want the light.' };
    return (await rest('addConflict', { bookId, input })).id;
  };
  const [from, to, other] = [await oppose(a, b), await oppose(c, a), await oppose(b, c)];
  const { deleteCharacter } = await graphql(
    service.url,
    key,
    `mutation { deleteCharacter(bookId: "${bookId}", characterId: "${a}") { conflictIds } }`,
  );
  expect(deleteCharacter.conflictIds.toSorted()).toEqual([from, to].toSorted());
  expect((await rest('conflicts', { bookId })).map(({ id }: { id: string }) => id)).toEqual([other]);
});
