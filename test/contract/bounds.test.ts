import { beforeAll, describe, expect, it } from 'vitest';
import { prepareOperation } from '../../src/graphql/execute.ts';
import { newId } from '../../src/ids/id.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { graphql, http, type Ids, type Json, ownService, refusal, sampleOf, tool } from '../support/faces.ts';
import { idPrefixes, newSampleRecords, unknownIds } from '../support/sample-records.ts';
import { everyFace } from '../support/sending.ts';
import { inTurn } from '../support/turns.ts';

const own = ownService({ LIMIT_PLAN_PER_MINUTE: '0' });
const account = `bounds ${crypto.randomUUID()}`;
const canary = 'Zanzibar';

/** A key for all books of the account, and one that is bound to the first book. */
let unbound: string;
let bound: string;
let mine: Ids;
let other: Ids;
let deleted: Ids;

beforeAll(async () => {
  const { newKey, database } = own.running();
  unbound = await newKey({ account });
  const worlds: Ids[] = [];
  for (let count = 0; count < 3; count += 1) worlds.push(await newSampleRecords(own.running(), unbound));
  [mine = {}, other = {}, deleted = {}] = worlds;
  await own.face('REST', unbound)('setRecap', {
    bookId: mine.bookId,
    chapterId: mine.chapterId,
    input: { events: 'It rained.' },
  });
  for (const { bookId } of [other, deleted])
    await own.face('REST', unbound)('updateBook', { bookId, patch: { title: canary } });
  await own.face('REST', unbound)('deleteBook', { bookId: deleted.bookId });
  for (const { bookId = '' } of [mine, other])
    await database.write`
      INSERT INTO usage_entry (account_id, run_id, day, kind, book_id, model, input_tokens)
      SELECT id, ${newId('run')}, (now() AT TIME ZONE 'UTC')::date, 'write', ${bookId}, 'm', 7 FROM account WHERE name = ${account}`;
  bound = await newKey({ account, bookIds: [mine.bookId ?? ''] });
});

const sender = (key: string) => ({ url: own.url(), key });
const kindOf = (operation: Operation) => prepareOperation(schema, operation).kind;
const idsIn = (operation: Operation) =>
  Object.keys(sampleOf(operation, unknownIds())).filter((name) => name in idPrefixes && name !== 'tokenId');
const ofBooks = operations.filter((operation) => idsIn(operation).length > 0);
const ofAccount = operations.filter((operation) => !ofBooks.includes(operation));
const makesBook = ({ answer }: Operation) => ['createBook', 'importBook'].includes(answer);
/** Whether an operation names a record inside a book. */
const ofChildren = (operation: Operation) =>
  operation.answer === 'addConflict' || idsIn(operation).some((name) => name !== 'bookId');

describe.each(everyFace)(
  'a key bound to books, on every operation through %s (access.md, Bounds)',
  (name, send, has) => {
    const turn = (all: readonly Operation[]) => inTurn(everyFace, name, all);

    it.each(ofBooks.filter(has))(
      'gets the same bytes for other books as for missing ones: $answer',
      async (operation) => {
        const expected = await send(sender(bound), operation, unknownIds());
        expect(expected.text).toContain('not_found');
        for (const ids of [other, deleted]) expect(await send(sender(bound), operation, ids)).toEqual(expected);
        if (!ofChildren(operation)) return;
        const within = { bookId: mine.bookId ?? '' };
        const inMine = await send(sender(bound), operation, { ...unknownIds(), ...within });
        expect(await send(sender(bound), operation, { ...other, ...within })).toEqual(inMine);
      },
    );

    it.each(turn(ofBooks).filter((one) => kindOf(one) === 'query'))(
      'reads its own book like an unbound key: $answer',
      async (operation) => {
        const answer = await send(sender(bound), operation, mine);
        expect(answer.text).not.toContain('not_found');
        expect(answer).toEqual(await send(sender(unbound), operation, mine));
      },
    );

    it.each(turn(ofAccount))('sees nothing of other books: $answer', async (operation) => {
      const { status, text } = await send(sender(bound), operation, { tokenId: newId('tok') });
      if (makesBook(operation)) expect(text).toContain('insufficient_scope');
      else expect(status).toBeLessThan(500);
      for (const word of [canary, ...Object.values(other), ...Object.values(deleted)])
        if (!word.startsWith('tok_')) expect(text).not.toContain(word);
    });
  },
);

describe('data hidden from a bound key but visible to others (access.md, Bounds)', () => {
  it.each(['/v1/books', '/v1/books?deleted=true', '/v1/search?q=rain', '/v1/events?limit=100', '/v1/account/usage'])(
    '%s',
    async (path) => {
      const ofKey = async (key: string) => (await http(own.url(), key, 'GET', path)).text;
      const [all, some] = [await ofKey(unbound), await ofKey(bound)];
      const [hidden = ''] = [path.includes('deleted') ? deleted.bookId : other.bookId];
      expect([all.includes(hidden), some.includes(hidden)]).toEqual([true, false]);
      if (!path.includes('deleted')) expect(some).toContain(mine.bookId);
    },
  );

  it('usage totals cover its books only, and events of other books are unknown cursors', async () => {
    const { totals } = await own.face('REST', bound)('usage');
    expect([totals.runs, (await own.face('REST', unbound)('usage')).totals.runs]).toEqual([1, 2]);
    const document = `query ($bookId: ID) { events(bookId: $bookId, last: 1) { nodes { id } } }`;
    const { events } = await graphql(own.url(), unbound, document, { bookId: other.bookId });
    const after = events.nodes[0].id;
    expect((await refusal(own.face('REST', bound)('events', { after }))).code).toBe('not_found');
    expect(await graphql(own.url(), bound, document, { bookId: other.bookId })).toEqual({ events: { nodes: [] } });
  });

  it.each(Object.keys(schema.getSubscriptionType()?.getFields() ?? {}))('subscription %s', async (field) => {
    const documents: Record<string, [string, string]> = {
      bookChanged: [`subscription { bookChanged(bookId: "${other.bookId}") { id } }`, 'not_found'],
      proseStream: [`subscription { proseStream(runId: "${other.runId}") { offset } }`, 'not_found'],
      bookImport: [
        `subscription { bookImport(input: { format: markdown, content: "# A" }) { book { id } } }`,
        'insufficient_scope',
      ],
    };
    const [query, code] = documents[field] ?? ['', 'Give the subscription a document here.'];
    const headers = { accept: 'text/event-stream' };
    const { text } = await http(own.url(), bound, 'POST', '/graphql', { query }, headers);
    expect(text).toContain(code);
  });

  it('an idempotency key used for another book gets 409', async () => {
    const ask = (key: string, path: string, body?: object) =>
      http(own.url(), key, 'POST', path, body, { 'idempotency-key': path });
    const runs = `/v1/runs/${other.runId}/cancel`;
    const characters = `/v1/books/${other.bookId}/characters`;
    expect((await ask(unbound, characters, { name: canary })).status).toBe(201);
    expect((await ask(unbound, runs)).status).toBe(200);
    for (const answer of [await ask(bound, characters, { name: canary }), await ask(bound, runs)]) {
      expect([answer.status, answer.json.error.code]).toEqual([409, 'conflict']);
      expect(answer.text).not.toContain(canary);
    }
  });

  it('other books stay unchanged', async () => {
    const rows = await own.running().database.read`
      SELECT title, version, deleted_at IS NOT NULL AS gone FROM book b JOIN account a ON a.id = b.account_id
      WHERE a.name = ${account} AND b.id <> ${mine.bookId ?? ''} ORDER BY gone`;
    expect([...rows]).toEqual([false, true].map((gone) => ({ title: canary, version: 2, gone })));
  });
});

describe.each(everyFace)('a read-only key, on every operation through %s (access.md, Bounds)', (name, send) => {
  const nothing = unknownIds();
  let reader: string;
  beforeAll(async () => {
    reader = await own.running().newKey({ account, readOnly: true });
  });

  it.each(inTurn(everyFace, name, operations))('runs queries only: $answer', async (operation) => {
    const { text } = await send(sender(reader), operation, nothing);
    expect(text.includes('insufficient_scope')).toBe(kindOf(operation) !== 'query');
  });
});

describe('a read-only key (access.md, Bounds)', () => {
  it('is refused subscriptions and mutations before their variables are checked', async () => {
    const reader = await own.running().newKey({ account, readOnly: true });
    const documents = [
      `subscription { bookChanged(bookId: "${mine.bookId}") { id } }`,
      `mutation ($input: NewBook!) { createBook(input: $input) { id } }`,
    ];
    for (const query of documents) {
      const { json, text } = await http(own.url(), reader, 'POST', '/graphql', { query });
      expect([json?.errors[0].extensions.code ?? text]).toEqual(['insufficient_scope']);
    }
  });
});

describe('a key bound to tools (access.md, Bounds)', () => {
  const listed = async (key: string) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const { text } = await http(own.url(), key, 'POST', '/mcp?tools=all', body, {
      accept: 'application/json, text/event-stream',
    });
    const { result } = JSON.parse(text.slice(text.indexOf('{')));
    return result.tools.map(({ name }: Json) => name);
  };

  it('lists and calls only those tools, and may use REST', async () => {
    const key = await own.running().newKey({ account, tools: ['list_books', 'create_book'], readOnly: true });
    expect(await listed(key)).toEqual(['list_books']);
    expect((await tool(own.url(), key, 'list_books', {})).structuredContent.data.length).toBeGreaterThan(0);
    const call = tool(own.url(), key, 'get_book', { bookId: mine.bookId });
    expect((await refusal(call)).code).toBe('insufficient_scope');
    expect((await own.face('REST', key)('book', { bookId: mine.bookId })).id).toBe(mine.bookId);
  });

  it('hides tools that its other bounds forbid', async () => {
    const [all, some] = [await listed(unbound), await listed(bound)];
    expect(all.filter((name: string) => !some.includes(name)).sort()).toEqual(
      operations
        .filter((one) => one.tool && makesBook(one))
        .map((one) => one.tool?.name)
        .sort(),
    );
  });
});

describe('bounds of keys and their children (access.md, Bounds)', () => {
  const scopes = ['books:read', 'account:read', 'account:write'];
  const make = (key: string, input: object = {}) =>
    own.face('GraphQL', key)('createToken', { input: { scopes, ...input } });

  it('are inherited and can only be narrowed', async () => {
    const tools = ['list_books', 'get_book'];
    const parent = await make(unbound, { bookIds: [mine.bookId, other.bookId], tools });
    expect(await make(parent.secret)).toMatchObject({ bookIds: [mine.bookId, other.bookId], tools, readOnly: false });
    const child = await make(parent.secret, { bookIds: [mine.bookId], tools: ['get_book'], readOnly: true });
    expect(child).toMatchObject({ bookIds: [mine.bookId], tools: ['get_book'], readOnly: true });
    for (const wider of [{ bookIds: [deleted.bookId] }, { tools: ['list_books', 'search_book'] }])
      expect((await refusal(make(parent.secret, wider))).code).toBe('insufficient_scope');
    expect((await refusal(make(child.secret, { scopes: ['books:read'] }))).code).toBe('insufficient_scope');
  });

  it('hide other books in the list of keys, and prevent the revocation of wider keys', async () => {
    const wider = await make(unbound, { bookIds: [mine.bookId, other.bookId] });
    const listed: Json[] = await own.face('REST', bound)('tokens');
    expect(listed.find(({ id }) => id === wider.id).bookIds).toEqual([mine.bookId]);
    const { code } = await refusal(own.face('REST', bound)('revokeToken', { tokenId: wider.id }));
    expect(code).toBe('insufficient_scope');
  });

  it.each([
    ['an unknown book', { bookIds: [newId('bk')] }, 'not_found'],
    ['no book', { bookIds: [] }, 'invalid_request'],
    ['101 books', { bookIds: Array.from({ length: 101 }, () => newId('bk')) }, 'invalid_request'],
    ['an unknown tool', { tools: ['get_books'] }, 'invalid_request'],
  ])('reject %s', async (_what, bounds, code) => {
    expect((await refusal(make(unbound, bounds))).code).toBe(code);
  });
});

describe('custom GraphQL documents (access.md, Bounds)', () => {
  it('show a bound key its own books only', async () => {
    const query = `query ($bookId: ID!, $runId: ID!) {
      books { nodes { id title characters { name } } }
      searchBooks(q: "rain") { nodes { bookId book { title } } }
      events(last: 100) { nodes { bookId book { title } chapter { title } } }
      account { usage { books { bookId title } totals { runs } } }
      other: book(bookId: $bookId) { title }
      run(runId: $runId) { id bookId }
    }`;
    const { text } = await http(own.url(), bound, 'POST', '/graphql', {
      query,
      variables: { bookId: other.bookId, runId: other.runId },
    });
    for (const word of [canary, ...Object.values(other), ...Object.values(deleted)]) expect(text).not.toContain(word);
    const ownQuery = { query: query.replace(/other: .*|run\(.*/g, '').replace(/query \(.*\)/, 'query') };
    const { json } = await http(own.url(), bound, 'POST', '/graphql', ownQuery);
    expect(json.data.books.nodes.map(({ id }: Json) => id)).toEqual([mine.bookId]);
    expect(json.data.searchBooks.nodes.length).toBeGreaterThan(0);
    expect(json.data.account.usage.totals.runs).toBe(1);
  });
});
