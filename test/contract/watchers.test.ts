import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../support/faces.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { open, until } from '../support/stream.ts';
import { Desk } from '../support/writing.ts';

let provider: FakeProvider;
let service: TestService;
const holds: (() => void)[] = [];

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({ OPENAI_BASE_URL: provider.url, LIMIT_PROVIDER_PER_MINUTE: '0' });
});
afterEach(() => {
  for (const release of holds.splice(0)) release();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

/** A second, and what a busy machine may take besides; test/domain/revocation.test.ts counts the second itself. */
const busyMs = 5_000;
const sse = { accept: 'text/event-stream' };
const follow = 'subscription ($runId: ID!) { proseStream(runId: $runId) { offset text run { state } } }';

/** A run that has written something and is held there. */
async function heldRun() {
  const pause = hold();
  holds.push(pause.release);
  provider.script(reply.text(['The bell rang. ', pause.released, 'Once.']));
  const desk = await Desk.at(service.url, await service.newKey());
  const writing = desk.write();
  await writing.has('rang');
  const [run] = await desk.runs();
  return { desk, run, writing, release: pause.release };
}

const watchings = {
  'REST as text': (url: string, key: string, runId: string) => open(url, key, 'GET', `/v1/runs/${runId}/stream`),
  'REST as events': (url: string, key: string, runId: string) =>
    open(url, key, 'GET', `/v1/runs/${runId}/stream`, { headers: sse }),
  'GraphQL over SSE': (url: string, key: string, runId: string) =>
    open(url, key, 'POST', '/graphql', { headers: sse, body: { query: follow, variables: { runId } } }),
};

describe.each([
  ['REST as text', 200],
  ['REST as events', 200],
  ['GraphQL over SSE', 1000],
] as const)('watching a run through %s', (name, many) => {
  const watch = watchings[name];

  it(`leaves nothing behind when ${many} watchers go away`, { timeout: 120_000 }, async () => {
    const { desk, run, release, writing } = await heldRun();
    const { runs } = service.service.services;
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const alone = runs.watchers;
    const timersBefore = timers();
    for (let batch = 0; batch < 10; batch++) {
      const watching = Array.from({ length: many / 10 }, () => watch(desk.url, desk.key, run.id));
      await Promise.all(watching.map((one) => one.has('rang')));
      for (const one of watching) one.leave();
    }
    await until(() => runs.watchers === alone);
    // Some watchers' clocks are seen for a moment after they have been stopped.
    await until(() => timers() <= timersBefore + 3);
    release();
    expect((await writing.ended).isWhole).toBe(true);
  });

  it('ends within a second when the token is revoked; the run goes on', async () => {
    const { desk, run, release } = await heldRun();
    const account = (await desk.ask('GET', '/v1/account')).name;
    const key = await service.newKey({ account });
    const tokens = await desk.ask('GET', '/v1/account/tokens');
    const { id } = tokens.find(({ prefix }: { prefix: string }) => key.startsWith(prefix));
    const watching = watch(desk.url, key, run.id);
    await watching.has('rang');
    const began = performance.now();
    await desk.ask('DELETE', `/v1/account/tokens/${id}`);
    await watching.ended;
    expect(performance.now() - began).toBeLessThan(busyMs);
    expect(watching.text).not.toContain('Once.');
    const { status, json } = await http(desk.url, key, 'GET', `/v1/runs/${run.id}`);
    expect([status, json.error.code]).toEqual([401, 'invalid_token']);
    release();
    expect(await desk.ended()).toMatchObject({ state: 'completed' });
  });

  it('ends when the run goes away for good with its book', async () => {
    const { desk, run, writing } = await heldRun();
    const watching = watch(desk.url, desk.key, run.id);
    await watching.has('rang');
    await service.database.write`DELETE FROM book WHERE id = ${desk.bookId}`;
    await Promise.all([watching.ended, writing.ended]);
    await provider.requests.at(-1)?.hungUp;
    expect(await desk.ask('GET', `/v1/runs/${run.id}`)).toMatchObject({ code: 'not_found' });
  });
});

describe('the end of a run', () => {
  it('is told when the chapter is as it then stays', async () => {
    for (let n = 0; n < 5; n++) {
      const { desk, run, release } = await heldRun();
      const watching = watchings['REST as events'](desk.url, desk.key, run.id);
      release();
      await watching.has('event: run');
      expect(await desk.chapter()).toMatchObject({ status: 'complete', content: 'The bell rang. Once.' });
    }
  });

  it('tells a revoked GraphQL watcher why', async () => {
    const { desk, run } = await heldRun();
    const key = await service.newKey({ account: (await desk.ask('GET', '/v1/account')).name });
    const watching = watchings['GraphQL over SSE'](desk.url, key, run.id);
    await watching.has('rang');
    const tokens = await desk.ask('GET', '/v1/account/tokens');
    const { id } = tokens.find(({ prefix }: { prefix: string }) => key.startsWith(prefix));
    await desk.ask('DELETE', `/v1/account/tokens/${id}`);
    expect((await watching.ended).text).toContain('invalid_token');
  });
});

it('whoever waits for a run over GraphQL and hangs up leaves no defect in the log', async () => {
  const { desk, run, release } = await heldRun();
  const lines = (part: string) => service.logged.filter((line) => line.includes(part)).length;
  const [defects, before] = [lines('"defect"'), lines('"/graphql"')];
  const query = 'query ($runId: ID!) { run(runId: $runId, waitSeconds: 45) { state } }';
  const alone = service.service.services.runs.watchers;
  const waiting = open(desk.url, desk.key, 'POST', '/graphql', { body: { query, variables: { runId: run.id } } });
  await until(() => service.service.services.runs.watchers > alone);
  waiting.leave();
  await until(() => lines('"/graphql"') > before);
  release();
  await desk.ended();
  expect(lines('"defect"')).toBe(defects);
});
