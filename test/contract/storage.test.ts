import { describe, expect, it } from 'vitest';
import { spaceClassOf } from '../../src/graphql/space.ts';
import { schema } from '../../src/schema.ts';
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
    const { books, revisions, pictures, sound, events, total } = after;
    expect(books - before.books).toBe(5 + 'completehuman'.length - 'empty'.length);
    expect(revisions).toBe(700 + 'completehuman'.length);
    expect(total).toBe(books + revisions + pictures + sound + events);
    const answers = await Promise.all(facesOf(own.url(), client.key).map((face) => face.call('usage', {})));
    for (const { storage } of answers) expect(withoutEvents(storage)).toEqual(withoutEvents(after));
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
    expect(await client.ask('PATCH', client.path, { content: 'Fog! '.repeat(quota / 5) })).toMatchObject({
      version: 2,
    });
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

it('every mutation has exactly one class of space', () => {
  const names = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect(names.filter((name) => spaceClassOf(name) === undefined)).toEqual([]);
  expect(names.filter((name) => /^(delete|remove|cancel)/.test(name) && spaceClassOf(name) !== 'passes')).toEqual([]);
  expect(spaceClassOf('importBook')).toBe('adds');
});
