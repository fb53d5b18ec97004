import { beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { parseRoute } from '../../src/faces/faces.ts';
import { newId } from '../../src/ids/id.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { http, type Ids, type Json, ownService, sampleOf } from '../support/faces.ts';
import { proof } from '../support/proofs.ts';
import { idPrefixes, newSampleRecords, unknownIds } from '../support/sample-records.ts';
import { everyFace, overRest, type VisibleAnswer, visible } from '../support/sending.ts';
import { statementsOf } from '../support/statements.ts';
import { inTurn } from '../support/turns.ts';

// It sends costly documents many times.
const own = ownService({ LIMIT_PLAN_PER_MINUTE: '0', LIMIT_GRAPHQL_COST_PER_MINUTE: '0' });
const withIds = operations.filter((operation) =>
  Object.keys(sampleOf(operation, unknownIds())).some((name) => name in idPrefixes),
);
const me = () => ({ url: own.url(), key: own.key() });
const faces = everyFace.map(
  ([name, send, has]): [string, (operation: Operation, ids: Ids) => Promise<VisibleAnswer>, Operation[]] => [
    name,
    (operation, ids) => send(me(), operation, ids),
    withIds.filter(has),
  ],
);
/** Whether an operation names a record inside a book. */
const ofChildren = (operation: Operation) =>
  operation.answer === 'addConflict' ||
  Object.keys(sampleOf(operation, unknownIds())).some((name) => name in idPrefixes && name !== 'bookId');

let mine: Ids;
let foreign: Ids;
let deleted: Ids;
beforeAll(async () => {
  mine = await newSampleRecords(own.running(), own.key());
  foreign = await newSampleRecords(own.running(), await own.running().newKey());
  deleted = { ...(await newSampleRecords(own.running(), own.key())), tokenId: newId('tok') };
  await own.face('REST')('deleteBook', { bookId: deleted.bookId });
});

describe.each(faces)('records of others, through %s (service.md 4, 5; contract 2)', (name, send, of) => {
  const turn = inTurn(everyFace, name, of);

  it.each(turn)('answer byte for byte like missing ones: $document.definitions.0.name.value', async (operation) => {
    const expected = await send(operation, unknownIds());
    expect(expected.text).toContain('not_found');
    expect(await send(operation, foreign)).toEqual(expected);
  });

  it.each(turn.filter(ofChildren))(
    'answer like missing ones inside the caller’s own book: $document.definitions.0.name.value',
    async (operation) => {
      const expected = await send(operation, { ...unknownIds(), bookId: mine.bookId ?? '' });
      expect(expected.text).toContain('not_found');
      expect(await send(operation, { ...foreign, bookId: mine.bookId ?? '' })).toEqual(expected);
    },
  );

  it.each(turn.filter(({ answer }) => answer !== 'restoreBook'))(
    'answer like missing ones once their book is deleted: $document.definitions.0.name.value',
    async (operation) => {
      expect(await send(operation, deleted)).toEqual(await send(operation, unknownIds()));
    },
  );

  it.each(turn)(
    'answer like missing ones for a malformed id: $document.definitions.0.name.value',
    async (operation) => {
      const expected = await send(operation, unknownIds());
      const segment = (id: string) => (id.isWellFormed() ? encodeURIComponent(id) : '%ED%A0%80');
      const malformed = [
        'x',
        '\0',
        'bk_\0',
        '\ud800',
        '../..',
        'ü',
        'x'.repeat(900),
        `${mine.bookId} `,
        mine.bookId?.toUpperCase(),
      ];
      // Each operation is tested with a third of the ids, in another turn than the faces; the proofs test all.
      const first = Math.floor(operations.indexOf(operation) / faces.length) % 3;
      for (const id of malformed.filter((_id, index) => proof(index % 3 === first, true))) {
        const ids = Object.fromEntries(Object.keys(idPrefixes).map((name) => [name, id ?? '']));
        const { status, text } =
          name === 'REST' ? await overRest(me(), operation, ids, {}, segment) : await send(operation, ids);
        expect([id, status, text.includes('not_found')]).toEqual([id, expected.status, true]);
      }
    },
  );
});

describe('records of others over REST (contract 2)', () => {
  const routes = withIds.filter(({ rest }) => rest);

  it.each(routes)('run the same statements as missing ones: $rest', async (operation) => {
    const statementsFor = (ids: Ids) => statementsOf(own.running(), () => overRest(me(), operation, ids));
    expect(await statementsFor(foreign)).toEqual(await statementsFor(unknownIds()));
  });

  it.each(routes.filter(({ body }) => body))(
    'answer like missing ones for an invalid body: $rest',
    async (operation) => {
      const { method, path } = parseRoute(operation.rest ?? '');
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
      expect(answer).toEqual(await send(unknownIds()));
    },
  );

  it.each(['%', '%ff', '%E0%A4%A', '%00', 'x'.repeat(1500), '%2F', ''])(
    'answer 404 at /v1/books/%s/plan',
    async (segment) => {
      const { status, json }: Json = await http(own.url(), own.key(), 'GET', `/v1/books/${segment}/plan`);
      expect([status, json.error.code]).toEqual([404, 'not_found']);
    },
  );

  it('stay unchanged', async () => {
    const { read } = own.running().database;
    const [books] = await read`
      SELECT (SELECT count(*)::int FROM chapter WHERE book_id = b.id AND archived_at IS NULL) AS chapters,
        (SELECT count(*)::int FROM lint_waiver w JOIN chapter c ON c.id = w.chapter_id WHERE c.book_id = b.id) AS waivers, title, version, plan_version, deleted_at
      FROM book b WHERE id = ${foreign.bookId ?? ''}`;
    expect({ ...books }).toEqual({
      chapters: 2,
      waivers: 1,
      title: 'Untitled Book',
      version: 1,
      planVersion: 1,
      deletedAt: null,
    });
    for (const { table, prefix } of rosters) {
      const rows = await read`SELECT id FROM ${read(table)} WHERE book_id = ${foreign.bookId ?? ''}`;
      const samples = Object.values(idPrefixes).filter((one) => one === prefix);
      expect([table, rows.length]).toEqual([table, samples.length]);
    }
  });
});
