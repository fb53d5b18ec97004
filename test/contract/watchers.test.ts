import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { http } from '../support/faces.ts';
import { expectWithin, proof } from '../support/proofs.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { openStream, until } from '../support/stream.ts';

const { own, fakes } = serviceWith({ text: true });
const holds: (() => void)[] = [];

afterEach(() => {
  for (const release of holds.splice(0)) release();
});
const sse = { accept: 'text/event-stream' };
const follow = 'subscription ($runId: ID!) { proseStream(runId: $runId) { offset text run { state } } }';

/** A run paused after its first text. */
async function heldRun() {
  const pause = hold();
  holds.push(pause.release);
  fakes.text.script(reply.text(['The bell rang. ', pause.released, 'Once.']));
  const client = await ChapterClient.create(own.url(), await own.running().newKey());
  const writing = client.write();
  await writing.waitFor('rang');
  const [run] = await client.runs();
  return { client, run, writing, release: pause.release };
}

const watchings = {
  'REST as text': (url: string, key: string, runId: string) => openStream(url, key, 'GET', `/v1/runs/${runId}/stream`),
  'REST as events': (url: string, key: string, runId: string) =>
    openStream(url, key, 'GET', `/v1/runs/${runId}/stream`, { headers: sse }),
  'GraphQL over SSE': (url: string, key: string, runId: string) =>
    openStream(url, key, 'POST', '/graphql', { headers: sse, body: { query: follow, variables: { runId } } }),
};

describe.each([
  ['REST as text', proof(50, 200)],
  ['REST as events', proof(50, 200)],
  ['GraphQL over SSE', proof(100, 1000)],
] as [keyof typeof watchings, number][])('watching a run through %s', (name, many) => {
  const watch = watchings[name];

  it(`leaks nothing after ${many} watchers disconnect`, async () => {
    const { client, run, release, writing } = await heldRun();
    const { runs } = own.running().service.services;
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const alone = runs.watchers;
    const timersBefore = timers();
    for (let batch = 0; batch < 10; batch++) {
      const watching = Array.from({ length: many / 10 }, () => watch(client.url, client.key, run.id));
      await Promise.all(watching.map((one) => one.waitFor('rang')));
      for (const one of watching) one.disconnect();
    }
    await until(() => runs.watchers === alone);
    // Stopped timers of some watchers stay visible for a moment.
    await until(() => timers() <= timersBefore + 3);
    release();
    expect((await writing.ended).isWhole).toBe(true);
  });

  it('ends within a second of token revocation, while the run continues', async () => {
    const { client, run, release } = await heldRun();
    const account = (await client.ask('GET', '/v1/account')).name;
    const key = await own.running().newKey({ account });
    const tokens = await client.ask('GET', '/v1/account/tokens');
    const { id } = tokens.find(({ prefix }: { prefix: string }) => key.startsWith(prefix));
    const watching = watch(client.url, key, run.id);
    await watching.waitFor('rang');
    const began = performance.now();
    await client.ask('DELETE', `/v1/account/tokens/${id}`);
    await watching.ended;
    // test/domain/revocation.test.ts checks the second with a fake clock.
    expectWithin(1_000, began);
    expect(watching.text).not.toContain('Once.');
    const { status, json } = await http(client.url, key, 'GET', `/v1/runs/${run.id}`);
    expect([status, json.error.code]).toEqual([401, 'invalid_token']);
    release();
    expect(await client.waitForRun()).toMatchObject({ state: 'completed' });
  });

  it('ends when the run is purged with its book', async () => {
    const { client, run, writing } = await heldRun();
    const watching = watch(client.url, client.key, run.id);
    await watching.waitFor('rang');
    await own.running().database.write`DELETE FROM book WHERE id = ${client.bookId}`;
    await Promise.all([watching.ended, writing.ended]);
    await fakes.text.requests.at(-1)?.hungUp;
    expect(await client.ask('GET', `/v1/runs/${run.id}`)).toMatchObject({ code: 'not_found' });
  });
});

describe('the last event of a run stream', () => {
  it('arrives only after the chapter has its final state', async () => {
    for (let n = 0; n < 5; n++) {
      const { client, run, release } = await heldRun();
      const watching = watchings['REST as events'](client.url, client.key, run.id);
      release();
      await watching.waitFor('event: run');
      expect(await client.chapter()).toMatchObject({ status: 'complete', content: 'The bell rang. Once.' });
    }
  });

  it('reports a token revocation to a GraphQL watcher', async () => {
    const { client, run } = await heldRun();
    const key = await own.running().newKey({ account: (await client.ask('GET', '/v1/account')).name });
    const watching = watchings['GraphQL over SSE'](client.url, key, run.id);
    await watching.waitFor('rang');
    const tokens = await client.ask('GET', '/v1/account/tokens');
    const { id } = tokens.find(({ prefix }: { prefix: string }) => key.startsWith(prefix));
    await client.ask('DELETE', `/v1/account/tokens/${id}`);
    expect((await watching.ended).text).toContain('invalid_token');
  });
});

it('logs no defect when a waiting GraphQL client disconnects', async () => {
  const { client, run, release } = await heldRun();
  const lines = (part: string) => own.running().logged.filter((line) => line.includes(part)).length;
  const [defects, before] = [lines('"defect"'), lines('"/graphql"')];
  const query = 'query ($runId: ID!) { run(runId: $runId, waitSeconds: 45) { state } }';
  const alone = own.running().service.services.runs.watchers;
  const waiting = openStream(client.url, client.key, 'POST', '/graphql', {
    body: { query, variables: { runId: run.id } },
  });
  await until(() => own.running().service.services.runs.watchers > alone);
  waiting.disconnect();
  await until(() => lines('"/graphql"') > before);
  release();
  await client.waitForRun();
  expect(lines('"defect"')).toBe(defects);
});
