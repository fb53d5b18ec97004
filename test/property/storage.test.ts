import { expect, it } from 'vitest';
import { countEvents } from '../../src/domain/leaving/event/space-store.ts';
import { foldStorage } from '../../src/domain/story/account/storage.ts';
import { storageOf } from '../../src/limits/storage.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { countedStorage } from '../support/counted-storage.ts';
import { http, ownService } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';

const own = ownService({ LIMIT_REQUESTS_PER_MINUTE: '0' });
const sql = () => own.running().database.write;

async function expectCounted(accountId: string): Promise<void> {
  const counted = await countedStorage(sql(), accountId);
  expect(await storageOf(sql(), accountId)).toEqual(counted);
}

const text = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\n', '🌊', '中'), maxLength: 60 });
const step = fc.record({
  kind: fc.constantFrom(
    'save',
    'keep',
    'patch',
    'character',
    'export',
    'split',
    'archive',
    'publish',
    'book',
    'fold',
    'sweep',
  ),
  text,
});

async function take(client: ChapterClient, { kind, text }: { kind: string; text: string }): Promise<void> {
  const { book, path } = client;
  const ask = (method: string, at: string, body?: object) => client.ask(method, at, body);
  if (kind === 'save') await ask('PATCH', path, { content: text });
  if (kind === 'keep') await ask('PATCH', `${path}?keepRevision=true`, { content: `${text}.` });
  if (kind === 'patch') await ask('PATCH', book, { premise: `The ${text}`, description: text });
  if (kind === 'character')
    await ask('POST', `${book}/characters`, { name: `A${text.trim()}`, aliases: ['One', 'Two'] });
  if (kind === 'split') await ask('POST', `${path}/split`, { at: 5 });
  if (kind === 'archive') await ask('DELETE', path).then(() => ask('POST', `${path}/restore`));
  if (kind === 'publish') await ask('POST', `${book}/publish`, { publish: true, visibility: 'public' });
  if (kind === 'export') {
    const { json } = await http(client.url, client.key, 'GET', `${book}/export?format=json`);
    if (json) await ask('POST', '/v1/books/import', json);
  }
  if (kind === 'book') await ask('DELETE', book).then(() => ask('POST', `${book}/restore`));
  if (kind === 'fold') await Promise.all([foldStorage(sql()), countEvents(sql(), 0)]);
  // Deleting for good is left to a sweep, which nobody can hurry.
  if (kind === 'sweep')
    await sql()`DELETE FROM event WHERE id IN (SELECT id FROM event WHERE book_id = ${client.bookId} LIMIT 3)`;
}

it('counters equal a count of all rows after any changes, folds and deletions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const client = await ChapterClient.create(own.url(), await own.running().newKey(), { content: 'One two three.' });
      const [{ accountId } = { accountId: '' }] = await sql()<{ accountId: string }[]>`
        SELECT account_id FROM book WHERE id = ${client.bookId}`;
      for (const one of steps) await take(client, one);
      await expectCounted(accountId);
      await sql()`DELETE FROM book WHERE account_id = ${accountId} AND id = ${client.bookId}`;
      await expectCounted(accountId);
      await sql()`DELETE FROM account WHERE id = ${accountId}`;
      // Another test may be counting the events that go with the account. Its count goes with the next fold.
      const left = async () => {
        await foldStorage(sql());
        return (await storageOf(sql(), accountId)).total;
      };
      await expect.poll(left).toBe(0);
    }),
    { numRuns: proof(3, 60) },
  );
});

it('counters are right after parallel saves and folds', async () => {
  const client = await ChapterClient.create(own.url(), await own.running().newKey(), { content: 'One.' });
  const [{ accountId } = { accountId: '' }] = await sql()<{ accountId: string }[]>`
    SELECT account_id FROM book WHERE id = ${client.bookId}`;
  const steps = fc.sample(step, { numRuns: 30, seed: 7 });
  // Events are counted only when no open transaction can have an earlier one (`settledSeconds`), so not beside these steps.
  const inParallel = (one: (typeof steps)[number]) => (one.kind === 'fold' ? foldStorage(sql()) : take(client, one));
  await Promise.all(steps.map(inParallel));
  await Promise.all([foldStorage(sql()), foldStorage(sql()), client.ask('PATCH', client.path, { content: 'Last.' })]);
  await expectCounted(accountId);
});
