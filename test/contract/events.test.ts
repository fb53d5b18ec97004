import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runStates } from '../../src/domain/calls/run/rules.ts';
import { eventTypes } from '../../src/domain/leaving/event/rules.ts';
import { sweepEvents } from '../../src/domain/leaving/event/store.ts';
import { idOfUuid, newId, uuidOf } from '../../src/ids/id.ts';
import { operations } from '../../src/operations.ts';
import { firstBefore, sampleFor } from '../registers/sample.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { type ApiEvent, eventsMadeBy, eventsOfBook, logOfLength, pageOf, typesOf } from '../support/events.ts';
import {
  type Face,
  facesOf,
  facesWith,
  graphql,
  http,
  type Json,
  ownService,
  premise,
  refusal,
  sampleOf,
} from '../support/faces.ts';
import { type FakeImages, startImageProvider } from '../support/image-provider.ts';
import { type FakeProvider, hold, reply, startProvider, withPlans } from '../support/provider.ts';
import { newSampleRecords } from '../support/sample-records.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';
import { statementsOf } from '../support/statements.ts';
import { until } from '../support/stream.ts';

const written = ['The ferry came in late. ', 'Nobody was at the rail.'];

let provider: FakeProvider;
let speech: FakeSpeech;
let images: FakeImages;
const own = ownService(async () => {
  provider = await startProvider();
  images = await startImageProvider();
  speech = await startSpeech();
  const urls = { OPENAI_BASE_URL: provider.url, IMAGE_BASE_URL: images.url, SPEECH_BASE_URL: speech.url };
  return { ...urls, LIMIT_PROVIDER_PER_MINUTE: '0' };
});
beforeEach(() => provider.script(withPlans(reply.text(written))));
afterAll(() => Promise.all([provider.close(), images.close(), speech.close()]));

/** A new account, whose log has only the events of one test. */
async function newAuthor() {
  const key = await own.running().newKey();
  const faces = facesOf(own.url(), key);
  const call = (field: string, input: object, name: Face['name'] = 'REST'): Promise<Json> =>
    faces.find((face) => face.name === name)?.call(field, { ...input }) ?? Promise.reject(new Error(name));
  const madeIn = (bookId: string, work: () => Promise<unknown>) => eventsMadeBy(own.url(), key, bookId, work);
  return { key, call, madeIn };
}

/** A book of a new account, with shortcuts to change it. */
async function newBook() {
  const author = await newAuthor();
  const { id: bookId } = await author.call('createBook', { input: { premise } });
  const change = (field: string, input: object = {}): Promise<Json> => author.call(field, { bookId, ...input });
  const make = async (field: string, input: object = {}): Promise<string> => (await change(field, { input })).id;
  const made = (work: () => Promise<unknown>) => author.madeIn(bookId, work);
  return { ...author, bookId, change, make, made };
}

describe('the log has exactly the events (contract 11)', () => {
  // Writing runs and the narration of whole books have their own tests.
  const calls = operations.filter(
    (operation, index) =>
      sampleFor(operation).events && operations.findIndex(({ answer }) => answer === operation.answer) === index,
  );

  it.each(calls)('of $answer', async (operation) => {
    const { key, call, madeIn } = await newAuthor();
    const world = await newSampleRecords(own.running(), key);
    const waited = { waitSeconds: 20 };
    const options = {
      narrateChapter: { input: { wait: true } },
      generateRecap: waited,
      generateProfile: waited,
    }[operation.answer];
    const sample = { ...sampleOf(operation, world), ...options };
    const first = firstBefore(operation);
    // Restoring what was not deleted changes nothing.
    if (first && first !== operation && sampleFor(operation).events?.length)
      await call(first.answer, sampleOf(first, world), 'GraphQL');
    const events = await madeIn(world.bookId ?? '', () => call(operation.answer, sample, 'GraphQL'));
    expect([...new Set(typesOf(events))]).toEqual(sampleFor(operation).events);
    expect(new Set(events.map(({ bookId }) => bookId)).size).toBeLessThan(2);
  });

  it.each(facesWith('updateCharacter'))('of a change through %s', async (name) => {
    const { call, bookId, make, made } = await newBook();
    const characterId = await make('createCharacter', { name: 'Emma' });
    const patch = { want: 'To be trusted with the key.' };
    const [event, ...others] = await made(() => call('updateCharacter', { bookId, characterId, patch }, name));
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'character.updated', bookId, characterId, version: 2 });
  });

  it('with ids and versions, and null for unrelated records', async () => {
    const { bookId, change, make, made } = await newBook();
    const none = {
      chapterId: null,
      characterId: null,
      conflictId: null,
      moodId: null,
      runId: null,
      variantId: null,
      coverId: null,
    };
    const event = {
      ...none,
      id: expect.stringMatching(/^evt_[0-9a-hjkmnp-tv-z]{26}$/),
      bookId,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    };
    let moodId = '';
    const events = await made(async () => {
      moodId = await make('addMoodReference', { kind: 'film', title: 'Fog' });
      await change('updateMoodReference', { moodId, patch: { note: 'Grey.' } });
      await change('updatePlan', { patch: { genre: 'Mystery' } });
    });
    expect(events).toEqual([
      { ...event, type: 'mood_reference.created', recordId: moodId, moodId, version: 1 },
      { ...event, type: 'mood_reference.updated', recordId: moodId, moodId, version: 2 },
      { ...event, type: 'book.updated', recordId: bookId, version: 2 },
      { ...event, type: 'plan.updated', recordId: bookId, version: 2 },
    ]);
    const times = events.map(({ at }) => Date.parse(at));
    expect(Math.max(...times.map((time) => Math.abs(time - Date.now())))).toBeLessThan(10 * 60_000);
  });

  it('of deleting, restoring, publishing and unpublishing a book', async () => {
    const { bookId, call, change, make, made } = await newBook();
    await make('createChapter', { content: 'All of it.' });
    const publish = (is: boolean) => change('publishBook', { input: { publish: is } });
    const events = await made(async () => {
      await call('deleteBook', { bookId });
      await call('restoreBook', { bookId });
      for (const is of [true, true, false, false]) await publish(is);
    });
    expect(typesOf(events)).toEqual([
      ...['book.deleted', 'book.restored', 'book.published', 'book.published', 'book.unpublished', 'book.updated'],
    ]);
  });

  it('once of each move, deletion and restoration, and never of the chapters that give way', async () => {
    const { change, make, made } = await newBook();
    const [one, , three] = [await make('createChapter'), await make('createChapter'), await make('createChapter')];
    const events = await made(async () => {
      await change('moveChapter', { chapterId: three, move: { order: 1 } });
      await change('deleteChapter', { chapterId: one });
      await change('restoreChapter', { chapterId: one });
    });
    expect(events.map(({ type, chapterId }) => [type, chapterId])).toEqual([
      ['chapter.moved', three],
      ['chapter.archived', one],
      ['chapter.restored', one],
    ]);
  });

  it('of changed and restored texts', async () => {
    const { change, make, made } = await newBook();
    const chapterId = await make('createChapter', { content: 'One two.' });
    const events = await made(async () => {
      await change('updateChapter', { chapterId, patch: { content: 'Three.' } });
      const [, former] = await change('revisions', { chapterId });
      await change('restoreRevision', { chapterId, revisionId: former.id });
      await change('updateChapter', { chapterId, patch: { content: '' } });
      await change('updateChapter', { chapterId, patch: { notes: 'Anew.' } });
      await make('createChapter', { content: 'Another.' });
    });
    const text = ['text.updated', 'chapter.updated'];
    expect(typesOf(events)).toEqual([...text, ...text, ...text, 'chapter.updated', 'chapter.created', 'text.updated']);
  });

  it('of a recount of words', async () => {
    const { bookId, call, make, made } = await newBook();
    const chapterId = await make('createChapter', { content: 'One two.' });
    await make('createChapter', { content: 'Three.' });
    // The count of another language.
    await own.running().database.write`UPDATE chapter SET word_count = 1 WHERE id = ${chapterId}`;
    const events = await made(() => call('updateBook', { bookId, patch: { language: 'fi' } }));
    expect(events.map((event) => [event.type, event.chapterId])).toEqual([
      ['book.updated', null],
      ['chapter.updated', chapterId],
    ]);
  });

  it('of no archived chapter, whose words are counted again all the same', async () => {
    const { bookId, call, make, made } = await newBook();
    const chapterId = await make('createChapter', { content: 'One two.' });
    await call('deleteChapter', { bookId, chapterId });
    await own.running().database.write`UPDATE chapter SET word_count = 1 WHERE id = ${chapterId}`;
    await made(() => call('updateBook', { bookId, patch: { language: 'fi' } }));
    expect(await call('restoreChapter', { bookId, chapterId })).toMatchObject({ wordCount: 2 });
  });

  it('of conflicts and chapters affected by a deleted character', async () => {
    const { change, make, made } = await newBook();
    const [a, b, c] = [
      await make('createCharacter', { name: 'A' }),
      await make('createCharacter', { name: 'B' }),
      await make('createCharacter', { name: 'C' }),
    ];
    const between = (fromCharacterId: string, toCharacterId: string) =>
      make('addConflict', { fromCharacterId, toCharacterId, kind: 'love', description: 'Unsaid.' });
    const gone = [await between(a, b), await between(c, a)];
    await between(b, c);
    const chapterId = await make('createChapter', { participantIds: [a, b] });
    const events = await made(() => change('deleteCharacter', { characterId: a }));
    const seen = events.map(({ type, characterId, conflictId, chapterId }) => [
      type,
      characterId ?? conflictId ?? chapterId,
    ]);
    expect(seen.sort()).toEqual([
      ['chapter.updated', chapterId],
      ['character.deleted', a],
      ...gone.map((id) => ['conflict.deleted', id]).sort(),
    ]);
  });

  it('of runs that write, rewrite, fail, stop early or are cancelled', async () => {
    const { key, call, make, made, bookId } = await newBook();
    const client = Object.assign(new ChapterClient(own.url(), key), { bookId, chapterId: await make('createChapter') });
    const whole = await made(() => client.write().ended);
    const { id: runId } = await client.waitForRun();
    const done = ['run.started', 'text.updated', 'chapter.updated', 'chapter.completed', 'run.completed'];
    expect(typesOf(whole)).toEqual(done);
    for (const event of whole) expect(event.chapterId).toBe(client.chapterId);
    expect(whole.map((event) => event.runId)).toEqual([runId, null, null, runId, runId]);
    expect(typesOf(await made(() => client.rewrite('Anew.').ended))).toEqual(done);

    const failed = await made(async () => {
      provider.script(reply.status(500));
      await client.rewrite('Once more.').ended;
    });
    expect(typesOf(failed)).toEqual(['run.started', 'run.failed']);

    const cut = await made(async () => {
      provider.script(reply.length(['It began well, ']));
      client.chapterId = await make('createChapter');
      await client.write().ended;
    });
    const { state } = await client.waitForRun();
    expect(typesOf(cut)).toEqual(['chapter.created', 'run.started', 'text.updated', 'chapter.updated', `run.${state}`]);

    const pause = hold();
    const stopped = await made(async () => {
      provider.script(reply.text(['Nobody ', pause.released]));
      client.chapterId = await make('createChapter');
      const writing = client.write();
      await writing.waitFor('Nobody');
      const [run] = await client.runs();
      await call('cancelRun', { runId: run.id });
      await client.waitForRun();
      pause.release();
    });
    expect(typesOf(stopped).filter((type) => type.startsWith('run.'))).toEqual(['run.started', 'run.cancelled']);
  });

  it('of a text that a failed restart first clears and then restores', async () => {
    const { key, make, made, bookId } = await newBook();
    const client = Object.assign(new ChapterClient(own.url(), key), { bookId });
    client.chapterId = await make('createChapter', { content: 'Old.' });
    provider.script(reply.status(500));
    const events = await made(() => client.write({ restart: true }).ended);
    expect(typesOf(events)).toEqual(['run.started', 'text.updated', 'text.updated', 'chapter.updated', 'run.failed']);
    expect(await client.chapter()).toMatchObject({ content: 'Old.', status: 'complete' });
  });

  it('but none for refused, empty and rolled back changes', async () => {
    const { call, bookId, change, make, made } = await newBook();
    const characterId = await make('createCharacter', { name: 'Emma' });
    const chapterId = await make('createChapter');
    const { database } = own.running();
    const events = await made(async () => {
      await change('updateCharacter', { characterId, patch: {} });
      await refusal(change('updateCharacter', { characterId, patch: { name: '' } }));
      await refusal(change('updateCharacter', { characterId, patch: { want: 'Rest.' }, expectedVersion: 9 }));
      await refusal(change('updateCharacter', { characterId: newId('chr'), patch: { want: 'Rest.' } }));
      await refusal(change('publishBook', { input: { publish: true } }));
      await change('moveChapter', { chapterId, move: { order: 7 } });
      await call('restoreBook', { bookId });
      const rolledBack = database.write.begin(async (tx) => {
        await tx`UPDATE character SET name = 'Nobody', version = version + 1 WHERE id = ${characterId}`;
        expect(await tx`SELECT 1 FROM event WHERE book_id = ${bookId} AND type = 'character.updated'`).toHaveLength(1);
        throw new Error('no');
      });
      await rolledBack.catch(() => {});
    });
    expect(events).toEqual([]);
  });

  it('but none for the purge of a deleted book', async () => {
    const { key, bookId, call, make } = await newBook();
    await make('createChapter', { content: 'One.' });
    await make('createCharacter', { name: 'Emma' });
    await call('deleteBook', { bookId });
    const before = await eventsOfBook(own.url(), key, bookId);
    await own.running().database.write`DELETE FROM book WHERE id = ${bookId}`;
    expect(await eventsOfBook(own.url(), key, bookId)).toEqual(before);
    expect(before.at(-1)?.type).toBe('book.deleted');
  });
});

describe('event types', () => {
  it('are exactly those that the triggers write', async () => {
    const migrations = new URL('../../src/sql/migrations/', import.meta.url);
    const sql = readdirSync(migrations).map((name) => readFileSync(new URL(name, migrations), 'utf8'));
    const telling = sql.filter((one) => one.includes('INSERT INTO event')).join('\n');
    const literal = [...telling.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, type]) => type);
    // Triggers of rosters are made from their declarations and have the type as their argument.
    const ofRecords = await own.running().database.read<{ type: string }[]>`
      SELECT convert_from(substring(tgargs FOR length(tgargs) - 1), 'UTF8') AS type FROM pg_trigger
      WHERE tgfoid = 'log_changed'::regproc AND tgnargs = 1
      UNION SELECT noun || verb FROM event_source, unnest(ARRAY['.created', '.updated']) AS verb`;
    const ofRuns = runStates.map((state) => `run.${state === 'running' ? 'started' : state}`);
    const written = new Set([...literal, ...ofRecords.map(({ type }) => type), ...ofRuns]);
    expect([...written].sort()).toEqual(Object.keys(eventTypes).sort());
  });
});

describe('reading the log (contract 11)', () => {
  const page = (key: string, query: string) => pageOf(own.url(), key, query);

  it('returns each event once for any page size, and resumes from the end', async () => {
    const { key, bookId, change } = await newBook();
    for (let n = 1; n <= 7; n++) await change('updatePlan', { patch: { povDepth: n } });
    const all = await eventsOfBook(own.url(), key, bookId);
    expect(all).toHaveLength(8);
    for (const limit of [1, 3, 8, 100]) {
      expect(await logOfLength(all.length, own.url(), key, `book_id=${bookId}`, limit)).toEqual(all);
    }
    const { data, next_cursor } = await page(key, `book_id=${bookId}&after=${all.at(-1)?.id}`);
    expect([data, next_cursor]).toEqual([[], null]);
  });

  it('returns the newest events with last', async () => {
    const { key, bookId, change } = await newBook();
    await change('updatePlan', { patch: { povDepth: 1 } });
    const all = await eventsOfBook(own.url(), key, bookId);
    // A transaction of another test can hold the last event back for a moment.
    const newest = (limit: number) =>
      until(async () => {
        const found = await page(key, `book_id=${bookId}&last=${limit}`);
        return found.data.at(-1)?.id === all.at(-1)?.id ? found : undefined;
      });
    expect(await newest(1)).toEqual({
      data: all.slice(-1),
      next_cursor: null,
      held_back_since: null,
    });
    expect((await newest(100)).data).toEqual(all);
  });

  it('includes all books of the account, deleted ones too, and no others', async () => {
    const { key, bookId, call } = await newBook();
    const other = await newBook();
    const { id } = await call('createBook', { input: { premise } });
    await call('deleteBook', { bookId });
    await eventsOfBook(own.url(), key, bookId);
    const log = await logOfLength(4, own.url(), key);
    expect(log.slice(0, 3).map((event) => [event.type, event.bookId])).toEqual([
      ...[
        ['book.created', bookId],
        ['book.created', id],
        ['book.deleted', bookId],
      ],
    ]);
    expect(log.map((event) => event.bookId)).not.toContain(other.bookId);
    expect(await page(key, `book_id=${other.bookId}`)).toEqual({ data: [], next_cursor: null, held_back_since: null });
    expect(await page(key, `book_id=${newId('bk')}`)).toEqual({ data: [], next_cursor: null, held_back_since: null });
  });

  it('accepts only cursors of its own events', async () => {
    const { key, bookId } = await newBook();
    const other = await newBook();
    const [foreign] = await eventsOfBook(own.url(), other.key, other.bookId);
    const refused = async (after: string) => {
      const { status, json } = await http(own.url(), key, 'GET', `/v1/events?after=${after}`);
      return [status, json.error.code, json.error.message];
    };
    const expected = await refused(newId('evt'));
    expect(expected).toEqual([404, 'not_found', expect.stringContaining('30 days')]);
    for (const after of [foreign?.id ?? '', 'evt_', 'x', bookId, `evt_${'z'.repeat(26)}`, '%00'])
      expect(await refused(after)).toEqual(expected);
  });

  it.each([
    ['last=1&limit=1', 'last'],
    ['last=1&after=x', 'last'],
    ['last=0', 'last'],
    ['last=101', 'last'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=x', 'cursor'],
  ])('refuses ?%s with invalid_request', async (query, path) => {
    const { status, json } = await own.http('GET', `/v1/events?${query}`);
    expect([status, json.error.code, json.error.issues[0].path]).toEqual([400, 'invalid_request', path]);
  });

  it('resolves the current records, and null for deleted ones', async () => {
    const { key, bookId, change, make, call } = await newBook();
    const chapterId = await make('createChapter', { title: 'One' });
    const [a, b] = [await make('createCharacter', { name: 'A' }), await make('createCharacter', { name: 'B' })];
    const edge = { fromCharacterId: a, toCharacterId: b, kind: 'love', description: 'Unsaid.' };
    await make('addConflict', edge);
    await change('updateChapter', { chapterId, patch: { title: 'Two' } });
    await eventsOfBook(own.url(), key, bookId);
    const query = `query ($bookId: ID!) { events(bookId: $bookId, first: 100) { nodes {
      type book { id } chapter { title } character { name } conflict { kind } run { id }
    } } }`;
    const read = async () => (await graphql(own.url(), key, query, { bookId })).events.nodes;
    const empty = { book: { id: bookId }, chapter: null, character: null, conflict: null, run: null };
    expect(await read()).toEqual([
      { ...empty, type: 'book.created' },
      { ...empty, type: 'chapter.created', chapter: { title: 'Two' } },
      { ...empty, type: 'character.created', character: { name: 'A' } },
      { ...empty, type: 'character.created', character: { name: 'B' } },
      { ...empty, type: 'conflict.created', conflict: { kind: 'love' } },
      { ...empty, type: 'chapter.updated', chapter: { title: 'Two' } },
    ]);
    const statements = await statementsOf(own.running(), read);
    expect(statements).toHaveLength(5);
    await change('deleteChapter', { chapterId });
    await change('deleteCharacter', { characterId: a });
    expect((await read())[1]).toEqual({ ...empty, type: 'chapter.created' });
    expect((await read())[4]).toEqual({ ...empty, type: 'conflict.created' });
    await call('deleteBook', { bookId });
    for (const event of await read()) expect(event).toEqual({ ...empty, book: null, type: event.type });
  });

  it('requires books:read', async () => {
    const key = await own.running().newKey({ scopes: ['books:write', 'generation:run'] });
    const { status, json } = await http(own.url(), key, 'GET', '/v1/events');
    expect([status, json.error.required_scope]).toEqual([403, 'books:read']);
  });

  it('reaches back 30 days', async () => {
    const { key, bookId, change } = await newBook();
    await change('updatePlan', { patch: { povDepth: 1 } });
    const [old, young] = await eventsOfBook(own.url(), key, bookId);
    const { write } = own.running().database;
    const aged = (days: number, { id }: ApiEvent = old as ApiEvent) =>
      write`UPDATE event SET id = event_id(clock_timestamp() - make_interval(days => ${days})) WHERE id = ${uuidOf('evt', id) ?? ''} RETURNING id`;
    await aged(31, old);
    const [kept] = await aged(29, young);
    await sweepEvents(write);
    const left = await logOfLength(1, own.url(), key, `book_id=${bookId}`);
    expect(left.map(({ id }) => id)).toEqual([idOfUuid('evt', kept?.id)]);
    expect((await http(own.url(), key, 'GET', `/v1/events?after=${old?.id}`)).status).toBe(404);
  });

  it('is swept with an index scan', async () => {
    const { write } = own.running().database;
    const [statement = ''] = await statementsOf(own.running(), () => sweepEvents(write));
    const plan = await write.begin(async (tx) => {
      await tx`SET LOCAL enable_seqscan = off`;
      return tx.unsafe(`EXPLAIN ${statement.replace('$1', '30').replace('$2', '1000')}`);
    });
    expect(JSON.stringify(plan)).toContain('Index Cond');
  });
});
