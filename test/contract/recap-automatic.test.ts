import { afterEach, describe, expect, it } from 'vitest';
import { makeDueRecaps } from '../../src/domain/making/recap/automatic.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { type Json, tool } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { providerKey } from '../support/provider-faults.ts';
import { insertRun } from '../support/runs.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';
import { until } from '../support/stream.ts';

const env = { OPENAI_API_KEY: providerKey, CHAPTER_RECAPS: 'on' };
const { own, fakes } = serviceWith({ text: true }, env);
const limited = serviceWith({ text: true }, { ...env, QUOTA_OUTPUT_TOKENS_PER_DAY: '1' });
const rain = { events: 'It rained.', state: 'All are wet.' };
const told = (recap: object = rain) => reply.text([JSON.stringify(recap)]);
const holds: (() => void)[] = [];
afterEach(() => {
  for (const release of holds.splice(0)) release();
});

/** A chapter with a text, in a book in which the provider has written. */
async function newClient(
  chapter: { title?: string; content?: string } = {},
  bounds = {},
  service = own.running(),
): Promise<ChapterClient> {
  const client = await ChapterClient.create(
    service.url,
    await service.newKey(bounds),
    chapter.title ? { title: chapter.title } : {},
  );
  await insertRun(service.database, client.chapterId, 'write');
  if (chapter.content) await client.ask('PATCH', client.path, { content: chapter.content });
  return client;
}
const orderOf = async ({ chapterId }: ChapterClient) => {
  const [row] = await own.running().database.read<{ seconds: number; tries: number }[]>`
    SELECT extract(epoch FROM due_at - clock_timestamp())::float AS seconds, tries FROM recap_order WHERE chapter_id = ${chapterId}`;
  return row;
};
/** Lets the time of an order pass, and starts what is due. Orders of other accounts are those of other tests. */
async function pass(client: ChapterClient, service = own.running()): Promise<void> {
  const [order] = await own.running().database.write<{ accountId: string }[]>`
    UPDATE recap_order SET due_at = clock_timestamp() - interval '1 second' WHERE chapter_id = ${client.chapterId}
    RETURNING account_id`;
  const { sql, config, runs, work } = service.service.services;
  await makeDueRecaps({ sql, config, runs, work }, order?.accountId ?? '');
}
const ended = (client: ChapterClient, count = 1): Promise<Json[]> =>
  until(async () => {
    const runs = (await client.runs()).filter(({ kind, state }) => kind === 'summarize' && state !== 'running');
    return runs.length >= count ? runs : undefined;
  });
const recapOf = (client: ChapterClient): Promise<Json> => client.ask('GET', `${client.path}/recap`);

describe('a recap that is made by itself', () => {
  it('follows a save after a rest of 60 s, which begins again with each save', async () => {
    const client = await newClient({ content: 'Rain. The lamp went out.' });
    expect((await orderOf(client))?.seconds).toBeGreaterThan(50);
    await own.running().database
      .write`UPDATE recap_order SET due_at = clock_timestamp() + interval '9 seconds' WHERE chapter_id = ${client.chapterId}`;
    await client.ask('PATCH', client.path, { content: 'Rain. The lamp went out. So did Emma.' });
    expect((await orderOf(client))?.seconds).toBeGreaterThan(50);
    fakes.text.script(told());
    await pass(client);
    expect((await ended(client))[0]).toMatchObject({ state: 'completed' });
    expect(await recapOf(client)).toMatchObject({ ...rain, origin: 'model', isStale: false });
    expect(await orderOf(client)).toBeUndefined();
  });

  it('keeps ten minutes from the last one', async () => {
    const client = await newClient({ content: 'Rain.' });
    fakes.text.script(told());
    await pass(client);
    await ended(client);
    await until(async () => !(await orderOf(client)));
    await client.ask('PATCH', client.path, { content: 'Fog, and all of it new.' });
    expect((await orderOf(client))?.seconds).toBeGreaterThan(540);
  });

  it('does not follow a save in a book in which no provider has written', async () => {
    const key = await own.running().newKey();
    const client = await ChapterClient.create(own.url(), key, { content: 'Rain.' });
    await client.ask('PATCH', client.path, { content: 'Rain. The lamp went out.' });
    expect(await orderOf(client)).toBeUndefined();
  });

  it('does not follow a save by a key without generation:run', async () => {
    const client = await newClient({ content: 'Rain.' }, { scopes: ['books:read', 'books:write'] });
    expect(await orderOf(client)).toBeUndefined();
  });

  it('does not follow an import, a restore, or an edit that keeps the recap', async () => {
    const client = await newClient({ content: 'Rain. '.repeat(60) });
    await own.running().database.write`DELETE FROM recap_order WHERE chapter_id = ${client.chapterId}`;
    await client.ask('PUT', `${client.path}/recap`, { events: 'It rained.' });
    await client.ask('PATCH', client.path, { content: `${'Rain. '.repeat(60)} Fog.` });
    expect([await orderOf(client), (await recapOf(client)).isStale]).toEqual([undefined, false]);
    const [, former] = await client.ask('GET', `${client.path}/revisions`);
    await client.ask('DELETE', client.path);
    await client.ask('POST', `${client.path}/restore`);
    if (former) await client.ask('POST', `${client.path}/revisions/${former.id}/restore`);
    expect(await orderOf(client)).toBeUndefined();
    const { id } = await client.ask('POST', '/v1/books/import', { format: 'markdown', content: '# One\n\nRain.' });
    const rows = await own.running().database
      .read`SELECT FROM recap_order o JOIN chapter c ON c.id = o.chapter_id WHERE c.book_id = ${id ?? ''}`;
    expect(rows).toHaveLength(0);
  });

  it('is tried five times with growing pauses', async () => {
    const client = await newClient({ content: 'Rain.' });
    const pauses: number[] = [];
    for (let tries = 1; tries <= 5; tries += 1) {
      fakes.text.script(reply.status(500));
      await pass(client);
      await ended(client, tries);
      await until(async () => (await client.runs()).every(({ state }) => state !== 'running'));
      pauses.push(Math.round((await orderOf(client))?.seconds ?? 0));
    }
    expect(pauses.map((pause) => Math.round(pause / 10) * 10)).toEqual([30, 90, 270, 810, 0]);
    expect(await orderOf(client)).toBeUndefined();
    expect(await recapOf(client)).toMatchObject({ code: 'not_found' });
  });

  it('is taken by another node when the first is lost, and is put off while a run writes', async () => {
    const client = await newClient({ content: 'Rain.' });
    await own.running().database
      .write`UPDATE recap_order SET run_id = 'run_lost', tries = 1 WHERE chapter_id = ${client.chapterId}`;
    const gate = hold();
    holds.push(gate.release);
    const asked = fakes.text.requests.length;
    fakes.text.script(reply.text(['Fog. ', gate.released]), told());
    const rewriting = client.rewrite('Foggier.');
    await fakes.text.received(asked + 1);
    await pass(client);
    const order = await orderOf(client);
    expect(order?.seconds).toBeGreaterThan(50);
    // Waiting is no try.
    expect(order?.tries).toBe(1);
    gate.release();
    await rewriting.ended;
    await ended(client);
    expect(await recapOf(client)).toMatchObject(rain);
  });

  it('follows a save of a chapter that a reading has given up', async () => {
    const client = await newClient({ content: 'Rain.' });
    await own.running().database.write`
      UPDATE recap_order SET place = 1, tries = 5, failed_at = now() WHERE chapter_id = ${client.chapterId}`;
    await client.ask('PATCH', client.path, { content: 'Fog, and all of it new.' });
    fakes.text.script(told());
    await pass(client);
    expect((await client.runs()).map(({ kind }) => kind)).toContain('summarize');
    await ended(client);
    expect(await recapOf(client)).toMatchObject(rain);
  });

  it('is made after a restart of the node', async () => {
    const settings = { ...env, OPENAI_BASE_URL: fakes.text.url };
    const first = await startService(settings);
    const client = await newClient({ content: 'Rain.' }, {}, first);
    await first.close();
    const { bookId, chapterId, key } = client;
    const second = await startService(settings);
    const again = Object.assign(new ChapterClient(second.url, key), { bookId, chapterId });
    fakes.text.script(told());
    await pass(again, second);
    await ended(again);
    expect(await recapOf(again)).toMatchObject(rain);
    await second.close();
  });

  it('waits an hour while the account is over a quota', async () => {
    const client = await ChapterClient.create(limited.own.url(), await limited.own.running().newKey());
    limited.fakes.text.script(reply.text(['Fog.']));
    await client.write().ended;
    await until(async () => {
      const rows = await limited.own.running().database.read`
        SELECT FROM recap_order WHERE chapter_id = ${client.chapterId} AND tries = 0 AND due_at > clock_timestamp() + interval '59 minutes'`;
      return rows.length > 0;
    });
    expect((await client.runs()).map(({ kind }) => kind)).toEqual(['write']);
  });
});

describe('a recap of a person', () => {
  it('is not replaced by a model, whose recap is a suggestion until the next one by hand', async () => {
    const client = await newClient({ content: 'Rain.' });
    const mine = await client.ask('PUT', `${client.path}/recap`, { events: 'Mine.' });
    fakes.text.script(told());
    await client.ask('POST', `${client.path}/recap`);
    await ended(client);
    expect(await recapOf(client)).toEqual({ ...mine, suggestion: { ...rain, createdAt: expect.any(String) } });
    await client.ask('PUT', `${client.path}/recap`, rain);
    expect(await recapOf(client)).toMatchObject({ ...rain, suggestion: null });
  });

  it('wins a race with a running model', async () => {
    const client = await newClient({ content: 'Rain.' });
    const gate = hold();
    holds.push(gate.release);
    const asked = fakes.text.requests.length;
    fakes.text.script(reply.text([gate.released, JSON.stringify(rain)]));
    await client.ask('POST', `${client.path}/recap`);
    await fakes.text.received(asked + 1);
    await client.ask('PUT', `${client.path}/recap`, { events: 'Mine.' });
    gate.release();
    await ended(client);
    expect(await recapOf(client)).toMatchObject({ events: 'Mine.', origin: 'person', version: 1 });
  });
});

it('is saved together with the text by an agent, which then needs no other', async () => {
  const client = await newClient();
  const { bookId, chapterId } = client;
  await tool(client.url, client.key, 'save_chapter', { bookId, chapterId, content: 'Rain.', recap: rain });
  expect(await recapOf(client)).toMatchObject({ ...rain, origin: 'agent', isStale: false });
  expect(await orderOf(client)).toBeUndefined();
  expect(await client.ask('PATCH', client.path, { content: 'Rain.', recap: { events: 'Mine.' } })).toMatchObject({
    content: 'Rain.',
  });
  expect(await recapOf(client)).toMatchObject({ events: 'Mine.', state: '', origin: 'person' });
  expect(await client.ask('PATCH', client.path, { content: '', recap: rain })).toMatchObject({ code: 'invalid_state' });
  expect(await client.chapter()).toMatchObject({ content: 'Rain.' });
});

it('is ordered again for a text that is saved while a run makes it', async () => {
  const client = await newClient({ content: 'Rain.' });
  const gate = hold();
  holds.push(gate.release);
  fakes.text.script(reply.text([gate.released, JSON.stringify(rain)]));
  const asked = fakes.text.requests.length;
  await pass(client);
  await fakes.text.received(asked + 1);
  await client.ask('PATCH', client.path, { content: 'The sun shone on everything, and nobody had seen it before.' });
  gate.release();
  await ended(client);
  expect((await orderOf(client))?.seconds).toBeGreaterThan(0);
});

it('is waited for by a write of the next chapter, which reports that', async () => {
  const first = await newClient({ title: 'Before', content: 'Nothing yet.' });
  const { id } = await first.ask('POST', `${first.book}/chapters`, { title: 'Rain', content: 'Rain.' });
  const { bookId } = first;
  const client = Object.assign(new ChapterClient(first.url, first.key), { bookId, chapterId: id });
  const { id: gone } = await client.ask('POST', `${client.book}/chapters`, { title: 'Gone' });
  const next = Object.assign(new ChapterClient(client.url, client.key), {
    bookId: client.bookId,
    chapterId: (await client.ask('POST', `${client.book}/chapters`, { title: 'After' })).id,
  });
  await client.ask('DELETE', `${client.book}/chapters/${gone}`);
  const gate = hold();
  holds.push(gate.release);
  const asked = fakes.text.requests.length;
  fakes.text.script(reply.text([gate.released, JSON.stringify(rain)]), reply.text(['Fog.']), told());
  await client.ask('POST', `${client.path}/recap`);
  await fakes.text.received(asked + 1);
  const writing = next.write();
  await until(async () => own.running().service.services.runs.watchers > 0);
  gate.release();
  await writing.ended;
  const { body } = await fakes.text.received(asked + 2);
  expect(body.messages[1]?.content).toContain(`<state>${rain.state}</state>`);
  const run = (await next.runs()).find(({ kind }) => kind === 'write');
  expect(run.recapWaitMs).toEqual(expect.any(Number));
});
