import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Face, facesOf, http, type Json, Refused } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { type SwappingProxy, startSwappingProxy } from '../support/swapping-proxy.ts';

/** A word that only the other account has. */
const secret = 'Zanzibar';

interface Author {
  key: string;
  accountId: string;
  ids: Record<string, string>;
}

let wrong: SwappingProxy;
let service: TestService;
let reader: Author;
let other: Author;
let faces: Face[];

beforeAll(async () => {
  wrong = await startSwappingProxy(inject('database'));
  service = await startService({}, wrong.target);
  reader = await newAuthor('Harbour');
  other = await newAuthor(secret);
  faces = facesOf(service.url, reader.key);
});
afterAll(async () => {
  await service.close();
  await wrong.close();
});
afterEach(() => wrong.swap([]));

async function newAuthor(word: string): Promise<Author> {
  const key = await service.newKey();
  const post = async (path: string, body: Json) => (await http(service.url, key, 'POST', path, body)).json.data;
  const { id: bookId } = await post('/v1/books', { title: word, premise: `The premise of ${word}.` });
  const book = `/v1/books/${bookId}`;
  const { id: characterId } = await post(`${book}/characters`, { name: `${word} A`, bio: word });
  const { id: toCharacterId } = await post(`${book}/characters`, { name: `${word} B`, bio: word });
  const edge = { fromCharacterId: characterId, toCharacterId, kind: 'rivalry', description: word };
  const { id: conflictId } = await post(`${book}/conflicts`, edge);
  const { id: chapterId } = await post(`${book}/chapters`, { title: word, summary: word });
  const { id: moodId } = await post(`${book}/mood-references`, { kind: 'film', title: word, note: word });
  await http(service.url, key, 'PUT', `${book}/chapters/${chapterId}/content`, { content: `${word} lies in the sun.` });
  const accountId: string = (await http(service.url, key, 'GET', '/v1/account')).json.data.id;
  return { key, accountId, ids: { bookId, characterId, toCharacterId, conflictId, chapterId, moodId } };
}

/** Rewrites each statement of the reader to the same statement of the other account. */
function misroute(): void {
  const pairs = Object.entries(reader.ids).map(([name, id]) => [id, other.ids[name] ?? id] as const);
  wrong.swap([[reader.accountId, other.accountId], ...pairs]);
}

/** The log lines written during some work. */
async function logOf(work: () => Promise<void>): Promise<string[]> {
  const before = service.logged.length;
  await work();
  return service.logged.slice(before);
}

/** The logged defects, each with the error of the database driver. */
function defects(lines: readonly string[]): Json[] {
  const logged = lines.map((line): Json => JSON.parse(line)).filter(({ msg }) => msg === 'defect');
  return logged.map((line) => ({ ...line, fault: line.err.cause ?? line.err }));
}

/** Checks that a text contains nothing of the other account. */
function expectNoLeakIn(text: string): void {
  for (const leak of [secret, other.accountId, ...Object.values(other.ids)]) expect(text).not.toContain(leak);
}

describe('a row of another account (access.md, How a missing account check is found)', () => {
  it.each([
    ['a single record', 'book', ['bookId'], {}, 'book'],
    ['a list', 'books', [], {}, 'book'],
    ['the children of a book', 'characters', ['bookId'], {}, 'character'],
    ['conflicts', 'conflicts', ['bookId'], {}, 'conflict'],
    ['chapters', 'chapters', ['bookId'], {}, 'chapter'],
    ['a chapter with its prose', 'chapter', ['bookId', 'chapterId'], {}, 'chapter'],
    [
      'the result of an update',
      'updateCharacter',
      ['bookId', 'characterId'],
      { patch: { want: 'The light.' } },
      'character',
    ],
    [
      'the result of an insert',
      'addMoodReference',
      ['bookId'],
      { input: { kind: 'film', title: 'Blue' } },
      'mood_reference',
    ],
    [
      'the result of a transaction',
      'updateChapter',
      ['bookId', 'chapterId'],
      { patch: { notes: 'Later.' } },
      'chapter',
    ],
    ['the tokens', 'tokens', [], {}, 'token'],
  ])('is refused as a defect without any leak: %s', async (_what, field, names, input, table) => {
    const ownIds = Object.fromEntries(names.map((name) => [name, reader.ids[name]]));
    for (const { name, call } of faces) {
      if (name === 'MCP' && field === 'tokens') continue;
      misroute();
      const lines = await logOf(async () => {
        const refused = await call(field, { ...ownIds, ...input }).then(
          (answer) => expect.fail(`${name} answered ${JSON.stringify(answer)}`),
          (error: unknown) => error,
        );
        if (!(refused instanceof Refused)) throw refused;
        expect([name, refused.code]).toEqual([name, 'internal']);
        expectNoLeakIn(JSON.stringify(refused.body) + refused.message);
      });
      wrong.swap([]);
      expect(defects(lines)).toMatchObject([{ requestId: expect.any(String), fault: { code: 'FOREIGN_ROW', table } }]);
      expectNoLeakIn(lines.join('\n'));
      // The service keeps working.
      expect((await call('book', { bookId: reader.ids.bookId })).title).toBe('Harbour');
    }
  });

  it.each([
    ['characters', 'character'],
    ['conflicts', 'conflict'],
    ['chapters', 'chapter'],
  ])('is refused as a child of the caller’s own books: %s', async (children, table) => {
    // Only the statement that reads the children of several books is rewritten.
    wrong.swap([[accountAndBooks(reader), accountAndBooks(other)]]);
    const lines = await logOf(async () => {
      const query = `{ books { nodes { id ${children} { id } } } }`;
      const { json, text } = await http(service.url, reader.key, 'POST', '/graphql', { query });
      expect(json.errors.map(({ extensions }: Json) => extensions.code)).toEqual(['internal']);
      expectNoLeakIn(text);
    });
    expect(defects(lines)).toMatchObject([{ requestId: expect.any(String), fault: { code: 'FOREIGN_ROW', table } }]);
    expectNoLeakIn(lines.join('\n'));
  });
});

/** The parameters of that statement on the wire: the account, the length of the list, the list. */
function accountAndBooks({ accountId, ids }: Author): Buffer {
  const list = `{"${ids.bookId}"}`;
  const length = Buffer.alloc(4);
  length.writeInt32BE(list.length);
  return Buffer.concat([Buffer.from(accountId), length, Buffer.from(list)]);
}
