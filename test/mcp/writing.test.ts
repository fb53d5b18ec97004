import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, proseIn } from '../support/faces.ts';
import { chapter, type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventsOf, openStream, until } from '../support/stream.ts';
import { type Agent, overHttp, refusedIn } from './agents.ts';
import { accept } from './messages.ts';

let provider: FakeProvider;
let service: TestService;
let agent: Agent;
let key: string;

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({ OPENAI_BASE_URL: provider.url });
  key = await service.newKey();
  agent = await overHttp('new client, pinned', `${service.url}/mcp`, key);
});
afterAll(async () => {
  await agent.close();
  await service.close();
  await provider.close();
});

const call = (name: string, args: object) => agent.callTool({ name, arguments: { ...args } });
const data = async (name: string, args: object): Promise<Json> => {
  const { content, isError, structuredContent } = await call(name, args);
  expect(isError, content[0]?.text).not.toBe(true);
  return structuredContent?.data;
};

async function newChapter(): Promise<{ bookId: string; chapterId: string }> {
  const { id: bookId } = await data('create_book', { premise: 'A lighthouse keeper and a storm.' });
  const { id: chapterId } = await data('create_chapter', { bookId, title: 'Rain', summary: 'It rains.' });
  return { bookId, chapterId };
}

/** A call from a first-generation client that requests progress. */
const write = (where: object) =>
  openStream(service.url, key, 'POST', '/mcp', {
    headers: accept,
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'write_chapter', arguments: where, _meta: { progressToken: 'how far' } },
    },
  });

it('write_chapter returns the finished run and reports progress without prose', async () => {
  const where = await newChapter();
  const rest = hold();
  provider.script(reply.text(['It rained on the lamp. ', rest.released, 'It went out.']));
  const reading = write(where);
  await reading.waitFor('characters written');
  rest.release();
  const messages = eventsOf((await reading.ended).text).map(({ data }) => JSON.parse(data));
  const { result } = messages.pop();
  expect(result.structuredContent.data).toMatchObject({ state: 'completed', charsWritten: 35 });
  expect(messages[0]).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 'how far', progress: 23, message: '23 characters written' },
  });
  expect(JSON.stringify(messages)).not.toContain('rained');
  expect(proseIn(await call('read_chapter', where))).toBe('It rained on the lamp. It went out.');
});

it('write_chapter returns the running run after waitSeconds; get_generation waits for its end', async () => {
  const where = await newChapter();
  const rest = hold();
  provider.script(reply.text(['It rained. ', rest.released, 'It stopped.']));
  const run = await data('write_chapter', { ...where, waitSeconds: 2 });
  expect(run).toMatchObject({ state: 'running', charsWritten: 11 });
  expect(await data('get_generation', { runId: run.id, waitSeconds: 0 })).toMatchObject({ state: 'running' });
  const ended = data('get_generation', { runId: run.id, waitSeconds: 20 });
  rest.release();
  expect(await ended).toMatchObject({ id: run.id, state: 'completed', charsWritten: 22 });
});

it('tools wait at most 45 seconds', async () => {
  const where = await newChapter();
  for (const [name, args] of [
    ['write_chapter', where],
    ['get_generation', { runId: 'run_none' }],
  ] as const)
    expect(refusedIn(await call(name, { ...args, waitSeconds: 46 })).issues).toEqual([
      { path: 'waitSeconds', message: 'is 46; at most 45 is allowed.' },
    ]);
});

it('write_chapter fails if the provider fails, and the run records the error', async () => {
  const where = await newChapter();
  provider.script(reply.cutSocket(['It rained. ']));
  expect(refusedIn(await call('write_chapter', where))).toMatchObject({
    code: 'generation_failed',
    message: expect.stringContaining('The text so far is kept; write again to continue it.'),
  });
  expect(proseIn(await call('read_chapter', where))).toBe('It rained. ');
  provider.script(reply.text(['It stopped.']));
  const resumed = await data('write_chapter', { ...where, detail: 'full' });
  expect(resumed).toMatchObject({ state: 'completed', startOffset: 11 });
  expect(await data('get_generation', { runId: resumed.resumeOf })).toMatchObject({
    state: 'failed',
    error: { code: 'generation_failed' },
  });
});

it('a run stops on cancel_run but continues after a disconnect', async () => {
  const where = await newChapter();
  provider.script(reply.stall(['It rained. ']));
  const stalled = await data('write_chapter', { ...where, waitSeconds: 0 });
  expect(await data('cancel_run', { runId: stalled.id })).toMatchObject({ state: 'cancelled' });

  const elsewhere = await newChapter();
  const rest = hold();
  const asked = provider.requests.length;
  provider.script(reply.text(['It rained. ', rest.released, 'It stopped.']));
  const leaving = write(elsewhere);
  await provider.received(asked + 1);
  leaving.disconnect();
  await leaving.ended;
  rest.release();
  const again = await data('write_chapter', elsewhere).catch((error: Error) => error.message);
  // The call joined the run or came after its end.
  expect(JSON.stringify(again)).toMatch(/"state":"completed"|The chapter is complete/);
  expect(proseIn(await call('read_chapter', elsewhere))).toBe('It rained. It stopped.');
  const defects = service.logged.filter((line) => line.includes('defect'));
  expect(defects).toEqual([]);
});

it('a pending call gets a result at shutdown', async () => {
  const stopping = await startService({ OPENAI_BASE_URL: provider.url });
  const own = await stopping.newKey();
  const client = await overHttp('new client, pinned', `${stopping.url}/mcp`, own);
  const ask = async (name: string, args: object) => (await client.callTool({ name, arguments: { ...args } })) as Json;
  const book = (await ask('create_book', { premise: 'A storm at sea.' })).structuredContent.data;
  const made = (await ask('create_chapter', { bookId: book.id, title: 'Rain' })).structuredContent.data;
  const asked = provider.requests.length;
  provider.script(reply.stall([chapter]));
  const where = { bookId: book.id, chapterId: made.id };
  const writing = ask('write_chapter', where);
  await provider.received(asked + 1);
  await until(async () => proseIn(await ask('read_chapter', where)) === chapter);
  const closed = stopping.close();
  expect((await writing).structuredContent.data).toMatchObject({ state: 'partial', charsWritten: chapter.length });
  await closed;
});
