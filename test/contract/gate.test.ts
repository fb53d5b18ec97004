import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf, finishEvent } from '../../src/providers/completions.ts';
import { ChapterClient, runThrough } from '../support/chapter-client.ts';
import { faceNames, graphql, http, tool } from '../support/faces.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';

let provider: FakeProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startProvider();
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' };
  service = await startService(env);
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const newClient = async (chapter: object = {}) => ChapterClient.create(service.url, await service.newKey(), chapter);
const prose = 'The ferry came in late. Nobody stood at the rail.';
const chat = [
  '<think>A ferry.</think>',
  'Sure! Here is chapter 1:\n\n# The ferry\n\n',
  prose,
  "\n\nLet me know if you'd like any changes!",
];
const refusal = "I'm sorry, but I can't help with that request.";
const declined = 'The model declined to write this. Change the instructions or the model.';

describe('a reply with remarks around its prose', () => {
  it.each(faceNames)('is saved as prose, with the remarks in Run.cut, through %s', async (name) => {
    const client = await newClient();
    provider.script(reply.text(chat));
    const run = await runThrough(name, client, 'write', {});
    expect(await client.chapter()).toMatchObject({ content: prose, status: 'complete' });
    expect(run.cut).toEqual([
      { at: 'start', text: 'A ferry.' },
      { at: 'start', text: 'Sure! Here is chapter 1:' },
      { at: 'start', text: '# The ferry' },
      { at: 'end', text: "Let me know if you'd like any changes!" },
    ]);
    const viaGraphql = await graphql(
      client.url,
      client.key,
      'query ($id: ID!) { run(runId: $id) { cut { at text } draft } }',
      { id: run.id },
    );
    const viaMcp = await tool(client.url, client.key, 'get_generation', { runId: run.id, detail: 'full' });
    expect([viaGraphql.run, viaMcp.structuredContent.data]).toMatchObject([
      { cut: run.cut, draft: null },
      { cut: run.cut, draft: null },
    ]);
  });

  it('is streamed exactly as it is saved', async () => {
    const client = await newClient();
    provider.script(reply.text(chat));
    expect((await client.write().ended).text).toBe(prose);
  });
});

describe('a reply that declines the request', () => {
  it.each([
    ['in its text', reply.text([refusal])],
    ['in the refusal field', reply.raw([eventOf({ choices: [{ delta: { refusal } }] }), finishEvent('m', 'stop')])],
    ['by its finish reason', reply.contentFilter([])],
  ])('%s fails the run and leaves the chapter unchanged, on a rewrite too', async (_how, behaviour) => {
    for (const verb of ['write', 'rewrite'] as const) {
      const client = await newClient(verb === 'rewrite' ? { content: 'Old.' } : {});
      const before = await client.chapter();
      provider.script(behaviour);
      const body = verb === 'rewrite' ? { directive: 'Anew.' } : {};
      const { status, json } = await http(client.url, client.key, 'POST', `${client.path}/${verb}`, body);
      expect([status, json.error.code]).toEqual([502, 'generation_failed']);
      expect(json.error.message).toContain(declined);
      const { content, status: state } = await client.chapter();
      expect([content, state]).toEqual([before.content, before.status]);
    }
  });

  it('is kept as the draft of its run', async () => {
    const client = await newClient();
    provider.script(reply.text([refusal]));
    await client.write().ended;
    expect((await client.runs())[0]).toMatchObject({ state: 'failed', draft: refusal, charsWritten: 0 });
  });

  it('fails the run if it only has unfinished reasoning', async () => {
    const client = await newClient();
    provider.script(reply.text(['<think>The ferry is late. It might']));
    await client.write().ended;
    expect((await client.runs())[0]).toMatchObject({ state: 'failed', draft: '<think>The ferry is late. It might' });
    expect(await client.chapter()).toMatchObject({ status: 'empty', content: '' });
  });
});

describe('text held back by the gate', () => {
  it('is released when the next paragraph begins', async () => {
    const client = await newClient();
    const held = hold();
    provider.script(reply.text(['The tide turned.\n\n', '(Nobody saw it.)\n\n', 'Then ', held.released, 'dark.']));
    const { ended } = client.write();
    await client.waitForSaved('(Nobody saw it.)\n\nThen ');
    held.release();
    expect((await ended).text).toBe('The tide turned.\n\n(Nobody saw it.)\n\nThen dark.');
  });

  it('is moved to Run.cut when the connection breaks', async () => {
    const client = await newClient();
    provider.script(reply.cutSocket(['The tide turned.\n\n', '(Nobody saw it. No']));
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({
      content: 'The tide turned.\n\n(Nobody saw it. ',
      status: 'partial',
    });
    expect((await client.runs())[0].cut).toEqual([{ at: 'end', text: 'No' }]);
  });
});

describe('a text far below its target length', () => {
  const words = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `word${from + n}`).join(' ');

  it('is continued with the remaining number of words in the prompt', async () => {
    const client = await newClient();
    await client.ask('PATCH', client.book, { targetWords: 1000 });
    const before = provider.requests.length;
    provider.script(reply.text([`${words(400)}. `]), reply.text([`${words(300, 400)}.`]));
    await client.write().ended;
    expect(provider.requests.length - before).toBe(2);
    expect(provider.requests.at(-1)?.body.messages.at(-1)?.content).toContain(
      'About 400 words are written, about 600 remain.',
    );
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: `${words(400)}. ${words(300, 400)}.` });
  });

  it('is completed after a short continuation or after three rounds', async () => {
    for (const [replies, calls] of [
      [['200', '10'], 2],
      [['100', '100', '100', '100', '100'], 4],
    ] as const) {
      const client = await newClient();
      await client.ask('PATCH', client.book, { targetWords: 1000 });
      const before = provider.requests.length;
      let from = 0;
      provider.script(
        ...replies.map((count) => {
          from += 1_000;
          return reply.text([`${words(Number(count), from)}. `]);
        }),
      );
      await client.write().ended;
      expect(provider.requests.length - before).toBe(calls);
      expect(await client.chapter()).toMatchObject({ status: 'complete' });
    }
  });

  it('is not continued when the call has instructions', async () => {
    const client = await newClient();
    await client.ask('PATCH', client.book, { targetWords: 1000 });
    const before = provider.requests.length;
    provider.script(reply.text(['Short.']));
    await client.write({ instructions: 'One word.' }).ended;
    expect(provider.requests.length - before).toBe(1);
  });
});
