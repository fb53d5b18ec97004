import { print } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { lineOf } from '../../src/adapters/faces.ts';
import { newId } from '../../src/id.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { http, type Ids, type Json, ownService, sampleOf } from '../support/faces.ts';
import { statementsOf } from '../support/statements.ts';
import { kinds, missing, worldOf } from '../support/world.ts';

const own = ownService({ LIMIT_PLAN_PER_MINUTE: '0' });
/** What a caller can see of an answer: everything but the request id, the date, and how its own limits stand. */
const ofTheRequest = /^(x-request-id|date|ratelimit)$/;

function visible(answer: { status: number; headers: Headers; text: string }) {
  const headers = [...answer.headers].filter(([name]) => !ofTheRequest.test(name));
  return { status: answer.status, headers, text: answer.text.replaceAll(/req_[0-9a-f]{32}/g, 'req') };
}
type Seen = ReturnType<typeof visible>;

async function overRest(
  operation: Operation,
  ids: Ids,
  segment: (id: string) => string = encodeURIComponent,
): Promise<Seen> {
  const { method, path } = lineOf(operation.rest ?? '');
  const { [operation.body?.[0] ?? '']: body, q } = sampleOf(operation, ids);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) => segment(ids[name] ?? ''));
  const target = q ? `${filled}?q=${q}` : filled;
  return visible(await own.http(method, target, body));
}

async function overGraphql(operation: Operation, ids: Ids): Promise<Seen> {
  const sample = sampleOf(operation, ids);
  const variables = operation.variables ? operation.variables(sample) : sample;
  const fixed = { offset: 0, limit: 1, full: true, withContent: true };
  return visible(
    await own.http('POST', '/graphql', { query: print(operation.document), variables: { ...fixed, ...variables } }),
  );
}

async function overMcp(operation: Operation, ids: Ids): Promise<Seen> {
  const { [operation.body?.[0] ?? '']: body, ...rest } = sampleOf(operation, ids);
  const params = { name: operation.tool?.name, arguments: { ...rest, ...(body as object) } };
  const accept = { accept: 'application/json, text/event-stream' };
  return visible(await own.http('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, accept));
}

const withIds = operations.filter((operation) =>
  Object.keys(sampleOf(operation, missing())).some((name) => name in kinds),
);
const faces: [name: string, send: (operation: Operation, ids: Ids) => Promise<Seen>, of: Operation[]][] = [
  ['REST', overRest, withIds.filter(({ rest }) => rest)],
  ['GraphQL', overGraphql, withIds.filter(({ stream }) => !stream)],
  ['MCP', overMcp, withIds.filter(({ tool }) => tool)],
];
/** Children of a book, or bodies that name some. */
const ofChildren = (operation: Operation) =>
  operation.answer === 'addConflict' ||
  Object.keys(sampleOf(operation, missing())).some((name) => name in kinds && name !== 'bookId');

let mine: Ids;
let foreign: Ids;
let deleted: Ids;
beforeAll(async () => {
  mine = await worldOf(own.running(), own.key());
  foreign = await worldOf(own.running(), await own.running().newKey());
  deleted = { ...(await worldOf(own.running(), own.key())), tokenId: newId('tok') };
  await own.face('REST')('deleteBook', { bookId: deleted.bookId });
});

describe.each(faces)('what is not the caller’s, through %s (service.md 4, 5; contract 2)', (_name, send, of) => {
  it.each(of)('is missing byte for byte: $document.definitions.0.name.value', async (operation) => {
    const expected = await send(operation, missing());
    expect(expected.text).toContain('not_found');
    expect(await send(operation, foreign)).toEqual(expected);
  });

  it.each(of.filter(ofChildren))(
    'is missing in a book of one’s own too: $document.definitions.0.name.value',
    async (operation) => {
      const expected = await send(operation, { ...missing(), bookId: mine.bookId ?? '' });
      expect(expected.text).toContain('not_found');
      expect(await send(operation, { ...foreign, bookId: mine.bookId ?? '' })).toEqual(expected);
    },
  );

  it.each(of.filter(({ answer }) => answer !== 'restoreBook'))(
    'is missing once its book is deleted: $document.definitions.0.name.value',
    async (operation) => {
      expect(await send(operation, deleted)).toEqual(await send(operation, missing()));
    },
  );

  it.each(of)(
    'is missing when its id is malformed, whatever it holds: $document.definitions.0.name.value',
    async (operation) => {
      const expected = await send(operation, missing());
      const segment = (id: string) => (id.isWellFormed() ? encodeURIComponent(id) : '%ED%A0%80');
      for (const id of [
        'x',
        '\0',
        'bk_\0',
        '\ud800',
        '../..',
        'ü',
        'x'.repeat(900),
        `${mine.bookId} `,
        mine.bookId?.toUpperCase(),
      ]) {
        const ids = Object.fromEntries(Object.keys(kinds).map((name) => [name, id ?? '']));
        const { status, text } =
          send === overRest ? await overRest(operation, ids, segment) : await send(operation, ids);
        expect([id, status, text.includes('not_found')]).toEqual([id, expected.status, true]);
      }
    },
  );
});

describe('what is not the caller’s, over REST (contract 2)', () => {
  const routes = withIds.filter(({ rest }) => rest);

  it.each(routes)('costs the same statements as what is missing: $rest', async (operation) => {
    const asked = (ids: Ids) => statementsOf(own.running(), () => overRest(operation, ids));
    expect(await asked(foreign)).toEqual(await asked(missing()));
  });

  it.each(routes.filter(({ body }) => body))(
    'is told from what is missing by no body either: $rest',
    async (operation) => {
      const { method, path } = lineOf(operation.rest ?? '');
      const send = async (ids: Ids) =>
        visible(
          await own.http(
            method,
            path.replaceAll(/\{(\w+)\}/g, (_all, name) => ids[name] ?? ''),
            { nonsense: 1 },
          ),
        );
      const answer = await send(foreign);
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, 'invalid_request']);
      expect(answer).toEqual(await send(missing()));
    },
  );

  it.each(['%', '%ff', '%E0%A4%A', '%00', 'x'.repeat(1500), '%2F', ''])(
    'is missing at /v1/books/%s/plan',
    async (segment) => {
      const { status, json }: Json = await http(own.url(), own.key(), 'GET', `/v1/books/${segment}/plan`);
      expect([status, json.error.code]).toEqual([404, 'not_found']);
    },
  );

  it('was left as it was by all of this', async () => {
    const [books] = await own.running().database.read`
      SELECT (SELECT count(*)::int FROM chapter WHERE book_id = b.id AND archived_at IS NULL) AS chapters,
        (SELECT count(*)::int FROM character WHERE book_id = b.id) AS characters, (SELECT count(*)::int FROM conflict WHERE book_id = b.id) AS conflicts,
        (SELECT count(*)::int FROM mood_reference WHERE book_id = b.id) AS moods,
        (SELECT count(*)::int FROM lint_waiver w JOIN chapter c ON c.id = w.chapter_id WHERE c.book_id = b.id) AS waivers, title, version, plan_version, deleted_at
      FROM book b WHERE id = ${foreign.bookId ?? ''}`;
    expect({ ...books }).toEqual({
      chapters: 2,
      characters: 2,
      conflicts: 1,
      moods: 1,
      waivers: 1,
      title: 'Untitled Book',
      version: 1,
      planVersion: 1,
      deletedAt: null,
    });
  });
});
