import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, ownService } from '../support/faces.ts';
import { statementsOf } from '../support/statements.ts';

const own = ownService();
const rest = own.face('REST');

/** A book with `rows` chapters, conflicts and mood references. */
async function bookWith(rows: number) {
  const bookId = await own.newBook({ genre: 'gothic' });
  const cast: string[] = [];
  for (let n = 0; n <= rows; n += 1) cast.push(await own.newCharacter(bookId, `C${n}`));
  for (let n = 0; n < rows; n += 1) {
    const ends = { fromCharacterId: cast[n], toCharacterId: cast[n + 1] };
    await rest('addConflict', { bookId, input: { ...ends, kind: 'goal', description: 'The light.' } });
    const people = { povCharacterId: cast[n], participantIds: [cast[n + 1]] };
    await own.newChapter(bookId, { content: `Rain, ${n}.`, ...people });
    await rest('addMoodReference', { bookId, input: { kind: 'music', title: `M${n}` } });
  }
  return bookId;
}

const screen = `query Screen($bookId: ID!) {
  book(bookId: $bookId) {
    id title status wordCount version
    plan { themeStatement beatSheet { id beats { key } } genre version book { id } }
    characters { id name want isPov version book { title } }
    conflicts { id kind from { name } to { name } book { id } }
    chapters { id order title status content readingTimeSec povCharacter { name } book { id } }
    moodReferences { id kind title book { id } }
  }
}`;

describe('the query of an editor’s screen (architecture: batched children)', () => {
  let small: string;
  let large: string;
  beforeAll(async () => {
    [small, large] = [await bookWith(1), await bookWith(12)];
  });

  it('returns the whole book', async () => {
    const { book } = await own.graphql(screen, { bookId: large });
    expect(book).toMatchObject({
      title: 'Untitled Book',
      status: 'ready',
      plan: { genre: 'gothic', book: { id: large } },
    });
    expect([book.characters, book.conflicts, book.chapters, book.moodReferences].map((list) => list.length)).toEqual([
      13, 12, 12, 12,
    ]);
    expect(book.conflicts.map(({ from, to }: Json) => `${from.name}-${to.name}`).slice(0, 2)).toEqual([
      'C0-C1',
      'C1-C2',
    ]);
    expect(book.chapters[11]).toMatchObject({ order: 12, content: 'Rain, 11.', povCharacter: { name: 'C11' } });
  });

  it('costs at most nine statements, for one row of each kind as for twelve', async () => {
    const statementsFor = (bookId: string) => statementsOf(own.running(), () => own.graphql(screen, { bookId }));
    const [one, twelve] = [await statementsFor(small), await statementsFor(large)];
    expect(twelve.toSorted()).toEqual(one.toSorted());
    expect(one.length).toBeLessThanOrEqual(9);
  });

  it('costs as many statements for ten books as for one', async () => {
    const page = `query ($first: Int) { books(first: $first) { nodes { id plan { genre } characters { name } chapters { content } conflicts { from { name } } moodReferences { title } } } }`;
    const statementsFor = (first: number) => statementsOf(own.running(), () => own.graphql(page, { first }));
    expect((await statementsFor(10)).toSorted()).toEqual((await statementsFor(1)).toSorted());
  });

  it.each([
    ['plan', 'themeStatement beatSheet { id } genre version updatedAt researchCitations { title }'],
    ['characters', 'id name aliases bio version book { id }'],
    ['conflicts', 'id kind from { id } to { id } version'],
    ['chapters', 'id order content status povCharacter { id } participantIds version'],
    ['moodReferences', 'id kind title url note version'],
  ])('returns the same %s under the book as at the root (contract 10)', async (field, fields) => {
    const query = `query ($id: ID!) { book(bookId: $id) { ${field} { ${fields} } } ${field}(bookId: $id) { ${fields} } }`;
    const data = await own.graphql(query, { id: large });
    expect(data[field]).toEqual(data.book[field]);
    expect(data[field]).toMatchObject(field === 'plan' ? { genre: 'gothic' } : { 11: expect.anything() });
  });

  const patches: [name: string, method: string, path: string, body: object | undefined][] = [
    ['books', 'GET', '', undefined],
    ['chapters', 'GET', '/chapters', undefined],
    ['cast', 'GET', '/characters', undefined],
    ['conflicts', 'GET', '/conflicts', undefined],
    ['plan', 'GET', '/plan', undefined],
    ['mood references', 'GET', '/mood-references', undefined],
    ['changed book', 'PATCH', '', { title: 'Storm' }],
    ['changed plan', 'PATCH', '/plan', { povLock: 'first' }],
    ['new character', 'POST', '/characters', { name: 'Emma' }],
  ];
  it.each(patches)('costs one statement over REST, besides its rate limit: %s', async (name, method, path, body) => {
    const target = `/v1/books/${small}${path}`;
    const sent = await statementsOf(own.running(), () => own.http(method, target, body));
    // Chapters are read beside their book, and the state of their audio beside the chapters.
    const beside: Record<string, number> = { books: 2, chapters: 1 };
    expect(sent.filter((text) => !text.includes('INTO bucket'))).toHaveLength(1 + (beside[name] ?? 0));
  });
});

describe('limits of GraphQL documents', () => {
  const post = (body: object) => own.http('POST', '/graphql', body);
  const deep = (levels: number) =>
    `{ books { nodes { ${'chapters { book { '.repeat(levels)} id ${'} }'.repeat(levels)} } } }`;
  const many = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, n) => text(n)).join(' ');
  const circle =
    '{ books { nodes { ...A } } } fragment A on Book { chapters { ...B } } fragment B on Chapter { book { ...A } }';

  it.each([
    ['200 levels', deep(100)],
    ['11 levels', deep(4)],
    ['3,000 nested selections', `${'{ a '.repeat(3000)}${'}'.repeat(3000)}`],
    ['5,000 aliases', `{ ${many(5000, (n) => `a${n}: __typename`)} }`],
    ['31 aliases', `{ ${many(31, (n) => `a${n}: __typename`)} }`],
    ['21 root fields', `{ ${many(21, () => '__typename')} }`],
    ['21 root fields in fragments', `{ ...F } fragment F on Query { ${many(21, () => '__typename')} }`],
    [
      'root fields in fragments that double',
      `{ ...F0 } ${many(28, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F28 on Query { __typename }`,
    ],
    ['circular fragments', circle],
    ['1,000 fragments', `{ __typename } ${many(1000, (n) => `fragment F${n} on Book { id }`)}`],
    ['3,000 selections', `{ books { nodes { ${many(3000, () => 'id')} } } }`],
    ['2,000 directives', `{ __typename ${many(2000, () => '@skip(if: false)')} }`],
    ['3,000 nested lists', `{ book(bookId: ${'['.repeat(3000)}${']'.repeat(3000)}) { id } }`],
    ['33 KB', `{ __typename } # ${'x'.repeat(33 * 1024)}`],
    [
      'a cost over the limit',
      '{ books(first: 100) { nodes { chapters { content book { chapters { content book { chapters { content } } } } } } } }',
    ],
    ['a page of 101', '{ books(first: 101) { nodes { id } } }'],
    ['an unknown field', '{ nothing }'],
    ['a syntax error', '{'],
    ['an empty document', ''],
  ])('refuse %s with invalid_request, and the service stays up', async (_what, query) => {
    const { status, json, text } = await post({ query });
    expect([200, 400]).toContain(status);
    expect(json.errors.map(({ extensions }: Json) => extensions.code)).toContain('invalid_request');
    expect(json.data ?? null).toBeNull();
    expect(text.length).toBeLessThan(20_000);
    expect((await post({ query: '{ __typename }' })).json.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['30 aliases', `{ ${many(19, (n) => `a${n}: __typename`)} }`],
    [
      '10 levels',
      '{ books(first: 1) { nodes { chapters { book { chapterConnection(first: 1) { nodes { book { chapterConnection(first: 1) { nodes { id } } } } } } } } } }',
    ],
    ['the standard introspection', getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true })],
  ])('accept %s', async (_what, query) => {
    const { status, json } = await post({ query });
    expect([status, json.errors]).toEqual([200, undefined]);
  });

  it('allow introspection of every type', async () => {
    const { __schema } = await own.graphql(getIntrospectionQuery());
    expect(__schema.types.map(({ name }: Json) => name)).toEqual(expect.arrayContaining(['Book', 'Plan', 'BookPatch']));
  });

  it.each(['GET', 'POST'])('accept queries by %s, and mutations by POST only', async (method) => {
    const ask = (query: string) =>
      method === 'GET' ? own.http('GET', `/graphql?query=${encodeURIComponent(query)}`) : post({ query });
    expect((await ask('{ books(first: 1) { nodes { id } } }')).status).toBe(200);
    const made = await ask('mutation { createBook(input: {premise: "A storm comes."}) { id } }');
    expect([made.status, Boolean(made.json?.data)]).toEqual(method === 'GET' ? [405, false] : [200, true]);
  });
});
