import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { prepareOperation } from '../../src/graphql/execute.ts';
import { withIdempotencyKey } from '../../src/graphql/keyed-document.ts';
import type { Operation } from '../../src/operation.ts';
import { schema } from '../../src/schema.ts';
import { http, type Json } from '../support/faces.ts';
import { keyedOperations } from '../support/keyed.ts';
import {
  newSampleAccount,
  prepareDocument,
  type SampleAccount,
  serviceWithHeldProviders,
} from '../support/sample-requests.ts';

const own = serviceWithHeldProviders();

const answersOf = async ({ key }: SampleAccount): Promise<number> =>
  (await own.face('REST', key)('usage', {})).storage.answers;

type Send = (n: number) => Promise<Json>;

/** Prepares an operation; answers a function that sends it under the nth key. */
async function prepared(operation: Operation, account: SampleAccount): Promise<Send> {
  const { document, variables } = await prepareDocument(own, operation, account);
  const query = print(withIdempotencyKey(document));
  return async (n) => {
    const idempotencyKey = `${operation.answer} ${account.ids.bookId} ${n}`;
    const body = { query, variables: { ...variables, idempotencyKey } };
    return (await http(own.url(), account.key, 'POST', '/graphql', body)).json;
  };
}

/** Does work while every account is full, beyond what small changes may use. */
async function whileFull(work: () => Promise<unknown>): Promise<void> {
  const { config } = own.running().service.services;
  config.quotaBytes = 1;
  await work().finally(() => {
    config.quotaBytes = 0;
  });
}

async function largeAccount(): Promise<SampleAccount> {
  const account = await newSampleAccount(own, 0);
  const { bookId, chapterId } = account.ids;
  const content = `The ferry came late. ${'Fog. '.repeat(14_000)}`;
  await own.face('REST', account.key)('updateChapter', { bookId, chapterId, patch: { content } });
  return account;
}

describe('answers under idempotency keys', () => {
  it.each(keyedOperations.map((one) => [one.answer, one] as const))(
    'take no space in a full account: %s',
    async (_answer, operation) => {
      const account = await largeAccount();
      const send = await prepared(operation, account);
      const before = await answersOf(account);
      await whileFull(async () => {
        for (const n of [1, 2, 3]) await send(n);
      });
      // What cannot be repeated stays known by its key.
      const { effect } = prepareOperation(schema, operation);
      const most = effect?.repeatable === 'keyed' ? 0 : 3 * 150;
      expect((await answersOf(account)) - before).toBeLessThanOrEqual(most);
    },
  );

  it('say that they are not there, and nothing is done twice', async () => {
    const account = await largeAccount();
    const { bookId, chapterId } = account.ids;
    const { config } = own.running().service.services;
    const read = async () => (await own.face('REST', account.key)('chapter', { bookId, chapterId })).content;
    const query = `mutation ($b: ID!, $c: ID!) { editChapter(bookId: $b, chapterId: $c,
      input: { edits: [{ old: "came late", new: "left" }] }, idempotencyKey: "edit") { changes { before } } }`;
    const send = () =>
      http(own.url(), account.key, 'POST', '/graphql', { query, variables: { b: bookId, c: chapterId } });
    config.quotaBytes = (await own.face('REST', account.key)('usage', {})).storage.total + 5_000;
    const first = await send().finally(() => {
      config.quotaBytes = 0;
    });
    expect(first.json.data.editChapter.changes[0].before.length).toBeGreaterThan(70_000);
    expect((await send()).json.errors[0].message).toMatch(/was carried out.*nothing in a full account/);
    expect((await read()).startsWith('The ferry left.')).toBe(true);
  });

  it('have a tenth of the quota: the oldest make way for a new one', async () => {
    const { key, ids } = await largeAccount();
    const { config } = own.running().service.services;
    const rest = own.face('REST', key);
    const create = (name: string) =>
      http(
        own.url(),
        key,
        'POST',
        `/v1/books/${ids.bookId}/characters`,
        { name, bio: 'x'.repeat(2_000) },
        { 'idempotency-key': name },
      );
    // A tenth of it is the least that answers have: 64 KiB.
    config.quotaBytes = 600_000;
    try {
      for (let n = 0; n < 40; n += 1)
        expect((await create(`Person ${n}`)).json).toMatchObject({ data: { name: `Person ${n}` } });
      expect((await rest('usage', {})).storage.answers).toBeLessThan(65_536 + 40 * 150);
      expect((await create('Person 0')).json.error.message).toContain('was carried out');
      const last = await create('Person 39');
      expect([last.status, last.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    } finally {
      config.quotaBytes = 0;
    }
  });

  it('name proposals and anchors, whose texts are read again', async () => {
    const account = await largeAccount();
    const { key, ids } = account;
    const rest = own.face('REST', key);
    const edits = [{ chapterId: ids.chapterId, paragraph: 1, replacement: 'x'.repeat(30_000), alternatives: ['y'] }];
    await rest('updateChapter', {
      bookId: ids.bookId,
      chapterId: ids.chapterId,
      patch: { content: `${'Fog. '.repeat(5_000)}` },
    });
    const [{ id }] = (await rest('proposeEdits', { bookId: ids.bookId, input: { edits } })).proposals;
    const before = await answersOf(account);
    const query = `mutation ($bookId: ID!, $ids: [ID!]!, $key: String) {
      withdrawProposals(bookId: $bookId, input: { ids: $ids }, idempotencyKey: $key) {
        proposals { state replacement alternatives anchor { exact start state } diff { kind text } } } }`;
    const variables = { bookId: ids.bookId, ids: [id], key: 'withdraw' };
    const send = async () => (await http(own.url(), key, 'POST', '/graphql', { query, variables })).json;
    const first = await send();
    const stored = (await answersOf(account)) - before;
    expect([stored > 0, stored < 2_000]).toEqual([true, true]);
    const second = await send();
    expect(second.extensions.idempotencyReplayed).toEqual(['withdrawProposals']);
    expect(second.data).toEqual(first.data);
    expect(second.data.withdrawProposals.proposals).toMatchObject([
      { state: 'withdrawn', replacement: 'x'.repeat(30_000), alternatives: ['y'], anchor: { start: 0, state: 'ok' } },
    ]);
  });

  it('of a merge that saves nothing take no space in a full account: it is made again', async () => {
    const account = await largeAccount();
    const { key, ids } = account;
    const text = `The ferry came late. ${'Mist. '.repeat(9_000)}`;
    const query = `mutation ($b: ID!, $c: ID!, $text: String!) { mergeText(bookId: $b, chapterId: $c,
      input: { baseText: "The ferry came late.", text: $text }, idempotencyKey: "merge") { isSaved conflicts { line } } }`;
    const variables = { b: ids.bookId, c: ids.chapterId, text };
    const before = await answersOf(account);
    const send = async () => (await http(own.url(), key, 'POST', '/graphql', { query, variables })).json;
    await whileFull(async () => {
      const first = await send();
      expect(first.data.mergeText.isSaved).toBe(false);
      expect((await send()).data).toEqual(first.data);
    });
    expect(await answersOf(account)).toBe(before);
  });
});
