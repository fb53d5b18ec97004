import { describe, expect, it } from 'vitest';
import { sweepArchived } from '../../src/domain/text/chapter/remove.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { facesOf, graphql, type Json, ownService, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';

const quota = 20_000;
const own = ownService();
const { own: bounded, fakes } = serviceWith({ text: true }, { QUOTA_BYTES: String(quota) });

const storageOf = async (client: ChapterClient): Promise<Json> =>
  (await client.ask('GET', '/v1/account/usage')).storage;
/** A sweep may count events between two reads. */
const withoutEvents = ({ events, total, ...rest }: Json) => ({ ...rest, total: total - events });
const newClient = async (of: typeof own, chapter: object = {}) =>
  ChapterClient.create(of.url(), await of.running().newKey(), chapter);
const full = { code: 'invalid_state', message: expect.stringMatching(/stores \d+ bytes.*20000 \(QUOTA_BYTES\).*thin/) };

describe('usage.storage', () => {
  it('counts bytes by part, equally on every face', async () => {
    const client = await newClient(own);
    const before = await storageOf(client);
    expect(before).toMatchObject({ revisions: 0, pictures: 0, sound: 0, limit: null });
    await client.ask('PATCH', client.path, { content: 'Düne. '.repeat(100) });
    await client.ask('PATCH', client.path, { content: 'Ship.' });
    const after = await storageOf(client);
    const { books, revisions, pictures, sound, events, answers, total } = after;
    expect(books - before.books).toBe(5 + 'completehuman'.length - 'empty'.length);
    expect(revisions).toBe(700 + 'completehuman'.length);
    expect(total).toBe(books + revisions + pictures + sound + events + answers);
    const shown = await Promise.all(facesOf(own.url(), client.key).map((face) => face.call('usage', {})));
    for (const { storage } of shown) expect(withoutEvents(storage)).toEqual(withoutEvents(after));
  });
});

describe('a full account (QUOTA_BYTES)', () => {
  /** One chapter that fills the account. */
  const newFull = () => newClient(bounded, { content: 'Fog. '.repeat(quota / 5) });

  it('can still read, change, shorten and delete, but not add', async () => {
    const client = await newFull();
    expect(await storageOf(client)).toMatchObject({ limit: quota });
    const refused = { status: 400, ...full };
    expect(await client.ask('POST', '/v1/books', { premise: 'Another lighthouse.' })).toMatchObject(refused);
    expect(await client.ask('POST', `${client.book}/chapters`, {})).toMatchObject(refused);
    expect(await client.ask('POST', `${client.book}/characters`, { name: 'Ada' })).toMatchObject(refused);
    expect(await client.ask('PATCH', client.path, { content: 'Fog! '.repeat(quota / 5 + 1) })).toMatchObject(refused);
    expect(await client.ask('POST', `${client.path}/write`, { restart: true })).toMatchObject(refused);
    expect((await client.runs()).length).toBe(0);
    expect(await client.ask('PATCH', client.book, { title: 'Fog' })).toMatchObject({ title: 'Fog' });
    const changed = `Fog! ${'Fog. '.repeat(quota / 5 - 1)}`;
    expect(await client.ask('PATCH', client.path, { content: changed })).toMatchObject({ version: 2 });
    expect(await client.ask('PATCH', client.path, { content: 'Fog.' })).toMatchObject({ content: 'Fog.' });
    expect(await client.ask('DELETE', client.book)).toEqual({ ok: true });
  });

  it('refuses equally on every face, and a foreign chapter stays unknown', async () => {
    const client = await newFull();
    for (const { call } of facesOf(client.url, client.key)) {
      expect(await refusal(call('createChapter', { bookId: client.bookId, input: {} }))).toMatchObject(full);
      const foreign = {
        bookId: client.bookId,
        chapterId: 'ch_00000000000000000000000000',
        patch: { content: 'Long.' },
      };
      expect(await refusal(call('updateChapter', foreign))).toMatchObject({ code: 'not_found' });
    }
  });

  it('finishes the run that fills it, lets others join it, and replays what a key has made', async () => {
    const client = await newClient(bounded);
    const key = `space-${client.chapterId}`;
    const create = 'mutation ($b: ID!, $k: String) { createChapter(bookId: $b, input: {}, idempotencyKey: $k) { id } }';
    const variables = { b: client.bookId, k: key };
    const first = await graphql(client.url, client.key, create, variables);
    const gate = hold();
    fakes.text.script(reply.text(['Rain. '.repeat(quota / 5), gate.released, 'End.']));
    const { began, ended } = client.write();
    await began;
    await client.waitForSaved('Rain.');
    const joined = client.write();
    await joined.began;
    gate.release();
    await Promise.all([ended, joined.ended]);
    expect(await client.waitForRun()).toMatchObject({ state: 'completed' });
    expect((await client.chapter()).content).toMatch(/End\.$/);
    expect(await client.ask('POST', `${client.book}/chapters`, {})).toMatchObject(full);
    expect(await graphql(client.url, client.key, create, variables)).toEqual(first);
  });
});

describe('a full account, judged by what a transaction adds', () => {
  const newFull = () => newClient(bounded, { content: 'Fog. '.repeat(quota / 5) });
  const texts = (n: number) => `${n % 2 ? 'Fog! ' : 'Fog? '}`.repeat(quota / 5);

  it('does not grow by saves that keep a revision, on any face', async () => {
    const client = await newFull();
    const { total } = withoutEvents(await storageOf(client));
    for (const { call } of facesOf(client.url, client.key).filter(({ name }) => name !== 'MCP'))
      for (let n = 0; n < 3; n++) {
        const input = { bookId: client.bookId, chapterId: client.chapterId, patch: { content: texts(n) } };
        expect(await refusal(call('updateChapter', { ...input, keepRevision: true }))).toMatchObject(full);
      }
    expect(withoutEvents(await storageOf(client)).total).toBe(total);
    expect((await client.chapter()).content).toBe('Fog. '.repeat(quota / 5));
  });

  it('does not grow by a recap or by long fields', async () => {
    const client = await newFull();
    expect(await client.ask('PATCH', client.path, { notes: 'Slower.' })).toMatchObject({ notes: 'Slower.' });
    const before = withoutEvents(await storageOf(client)).total;
    for (let n = 0; n < 40; n++)
      await client.ask('PATCH', `${client.book}/plan`, { themeStatement: `${n}${'!'.repeat(n * 25)}` });
    expect(withoutEvents(await storageOf(client)).total).toBeLessThan(before + 65_536);
  });

  it('lets one of twelve saves at once pass', async () => {
    const client = await newClient(bounded, { content: 'Fog.' });
    const made = Array.from({ length: 12 }, () => client.ask('POST', `${client.book}/chapters`, {}));
    const paths = (await Promise.all(made)).map(({ id }) => `${client.book}/chapters/${id}`);
    const saved = await Promise.all(paths.map((path) => client.ask('PATCH', path, { content: texts(1) })));
    expect(saved.filter(({ version }) => version !== undefined)).toHaveLength(1);
    expect(saved.filter(({ code }) => code === 'invalid_state')).toHaveLength(11);
    expect(withoutEvents(await storageOf(client)).total).toBeLessThan(2 * quota);
  });

  it('gets room by deleting a chapter for good, live or archived, on every face', async () => {
    for (const { call } of facesOf(bounded.url(), await bounded.running().newKey())) {
      const book = await call('createBook', { input: { premise: 'A lighthouse.' } });
      const add = (content: string) => call('createChapter', { bookId: book.id, input: { content } });
      const [one, two] = [await add('Fog. '), await add(texts(1))];
      expect(await refusal(add('More.'))).toMatchObject(full);
      await call('deleteChapter', { bookId: book.id, chapterId: two.id });
      expect(await refusal(add('More.'))).toMatchObject(full);
      await call('deleteChapter', { bookId: book.id, chapterId: two.id, forever: true });
      expect(await refusal(call('restoreChapter', { bookId: book.id, chapterId: two.id }))).toMatchObject({
        code: 'not_found',
      });
      await call('deleteChapter', { bookId: book.id, chapterId: one.id, forever: true });
      expect(await add('More.')).toMatchObject({ order: 1 });
    }
  });
});

describe('archived chapters', () => {
  const sweep = async () => {
    while (Number((await sweepArchived(own.running().database.write)).count) > 0);
  };

  it('are deleted after 30 days, unless they are published', async () => {
    const client = await newClient(own, { content: 'One.' });
    const [young, old, published] = [
      await client.ask('POST', `${client.book}/chapters`, { content: 'Two.' }),
      await client.ask('POST', `${client.book}/chapters`, { content: 'Three.' }),
      await client.ask('POST', `${client.book}/chapters`, { content: 'Four.' }),
    ];
    await client.ask('DELETE', `${client.book}/chapters/${young.id}`);
    await client.ask('DELETE', `${client.book}/chapters/${old.id}`);
    expect(await client.ask('POST', `${client.book}/publish`, { publish: true, visibility: 'public' })).toMatchObject({
      slug: expect.any(String),
    });
    expect(await client.ask('DELETE', `${client.book}/chapters/${published.id}?forever=true`)).toMatchObject({
      code: 'invalid_state',
    });
    expect(await client.ask('GET', `${client.book}/chapters/${published.id}`)).toMatchObject({ version: 1 });
    await client.ask('DELETE', `${client.book}/chapters/${published.id}`);
    const { write } = own.running().database;
    await write`
      UPDATE chapter SET archived_at = archived_at - interval '31 days' WHERE book_id = ${client.bookId} AND id IN (${old.id}, ${published.id})`;
    const archived = async () =>
      (await client.ask('GET', `${client.book}/chapters?archived=true`)).map(({ id }: Json) => id);
    await sweep();
    // So an imported book keeps what was archived long ago.
    expect(await archived()).toHaveLength(3);
    await write`UPDATE book SET created_at = created_at - interval '31 days' WHERE id = ${client.bookId}`;
    await sweep();
    expect(await archived()).toEqual([young.id, published.id]);
  });

  it('with a run on them are not deleted for good', async () => {
    const client = await newClient(bounded);
    const gate = hold();
    fakes.text.script(reply.text(['Rain. ', gate.released]));
    const { began, ended } = client.write();
    await began;
    const forever = () => client.ask('DELETE', `${client.path}?forever=true`);
    expect(await forever()).toMatchObject({ code: 'invalid_state', message: expect.stringContaining('is writing') });
    gate.release();
    await ended;
    await client.waitForRun();
    expect(await forever()).toEqual({ ok: true });
  });
});
