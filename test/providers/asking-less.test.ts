import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenerOptions } from '../../src/providers/opening.ts';
import { openAiText } from '../../src/providers/text.ts';
import type { TextRequest } from '../../src/providers/text-provider.ts';
import { type Behaviour, type FakeProvider, type ReceivedRequest, reply, startProvider } from '../support/provider.ts';
import { readToEnd } from '../support/text.ts';

const shape = { name: 'outline', schema: { type: 'object' } };
const limits = new Map([['small', { contextTokens: 8_192, outputTokens: 4_096 }]]);

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(() => provider.script());
afterEach(() => vi.useRealTimers());
afterAll(() => provider.close());

const optional = ['stream_options', 'response_format', 'max_tokens', 'max_completion_tokens'];

/** The optional members of a request, with the form of its reply. */
function sentOf({ body }: ReceivedRequest): string[] {
  const sent = optional.filter((name) => name in body);
  return sent.map((name) => (name === 'response_format' ? String(body.response_format?.type) : name));
}

type Message = (refused: string) => object;

/** Refuses requests with one of these members, and says so in the words of `message`. */
function without(refused: readonly string[], message: Message): Behaviour {
  return (request, response) => {
    const first = sentOf(request).find((name) => refused.includes(name));
    if (first === undefined) return reply.text(['{}'])(request, response);
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(message(first)));
  };
}

const byMessage: Message = (name) => ({ error: { message: `${name} is not supported here, sk-secret.` } });
const byParam: Message = (name) => ({
  error: { message: 'Unknown.', param: name === 'json_schema' ? 'response_format' : name },
});
const byLocation: Message = (name) => ({
  detail: [{ type: 'extra_forbidden', loc: ['body', name.startsWith('json') ? 'response_format' : name] }],
});
const silent: Message = () => ({ error: { message: 'Bad request.' } });

/** Sends requests of the model `small` over one client. */
function clientOf(options: Partial<OpenerOptions> = {}) {
  const text = openAiText({ apiKey: 'sk-secret', baseUrl: provider.url, ...options });
  const from = provider.requests.length;
  return {
    text,
    ask: (more: Partial<TextRequest> = {}) => {
      const messages: TextRequest['messages'] = [{ role: 'user', content: 'Write.' }];
      const usual = { model: 'small', messages, promptTokens: 6_000, signal: new AbortController().signal };
      return readToEnd(text.stream({ ...usual, idleMsMax: 10_000, ...more }));
    },
    sent: () => provider.requests.slice(from).map(sentOf),
  };
}

describe('an optional member that the provider refuses by name', () => {
  it.each([
    ['its message', byMessage],
    ['its parameter', byParam],
    ['its location', byLocation],
  ])('in %s is left out alone, and remembered', async (_where, message) => {
    provider.script(without(['stream_options'], message));
    const { ask, sent, text } = clientOf({ limits });
    await ask({ shape });
    await ask({ shape });
    expect(sent()).toEqual([
      ['stream_options', 'json_schema', 'max_tokens'],
      ['json_schema', 'max_tokens'],
      ['json_schema', 'max_tokens'],
    ]);
    expect(text.droppedParameters()).toEqual([{ model: 'small', names: ['stream_options'] }]);
  });

  it('has all its forms tried', async () => {
    provider.script(without(['json_schema', 'json_object', 'max_tokens'], byMessage));
    const { ask, sent, text } = clientOf({ limits });
    expect(await ask({ shape })).toMatchObject({ text: '{}' });
    expect(sent().at(-1)).toEqual(['stream_options', 'max_completion_tokens']);
    expect(sent()).toHaveLength(4);
    // The limit has only another name.
    expect(text.droppedParameters()).toEqual([{ model: 'small', names: ['response_format'] }]);
  });

  it('is not missed in requests that do not want it', async () => {
    provider.script(without(['json_schema'], byMessage));
    const { ask, sent } = clientOf();
    await ask({ shape });
    await ask();
    await ask({ shape, model: 'other' });
    expect(sent().slice(2)).toEqual([
      ['stream_options'],
      ['stream_options', 'json_schema'],
      ['stream_options', 'json_object'],
    ]);
  });
});

describe('a refusal without a name', () => {
  it('gives up one member after the other, in a fixed order', async () => {
    provider.script(without(optional, silent), without(['json_schema', 'json_object', ...optional], silent));
    const { ask, sent, text } = clientOf({ limits });
    expect(await ask({ shape })).toMatchObject({ text: '{}' });
    expect(sent()).toEqual([
      ['stream_options', 'json_schema', 'max_tokens'],
      ['json_schema', 'max_tokens'],
      ['json_object', 'max_tokens'],
      ['max_tokens'],
      ['max_completion_tokens'],
      [],
    ]);
    expect(text.droppedParameters()[0]?.names).toEqual(['stream_options', 'response_format', 'max_tokens']);
  });

  it('is remembered only if the request then succeeds', async () => {
    const dropped: unknown[] = [];
    provider.script(reply.status(400));
    const { ask, sent, text } = clientOf({ onDropped: (names) => dropped.push(names) });
    expect(await ask()).toMatchObject({ fault: { kind: 'refused' } });
    provider.script();
    await ask();
    expect(sent()).toEqual([['stream_options'], [], ['stream_options']]);
    expect([text.droppedParameters(), dropped]).toEqual([[], []]);
  });

  it('is told once and forgotten after a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const dropped: unknown[] = [];
    provider.script(without(['stream_options'], silent));
    const { ask, sent, text } = clientOf({ onDropped: (names) => dropped.push(names) });
    await ask();
    vi.setSystemTime(Date.now() + 86_399_000);
    await ask();
    expect(dropped).toEqual([{ model: 'small', names: ['stream_options'] }]);
    vi.setSystemTime(Date.now() + 2_000);
    expect(text.droppedParameters()).toEqual([]);
    await ask();
    expect(sent()).toEqual([['stream_options'], [], [], ['stream_options'], []]);
  });
});

describe('another cause', () => {
  it.each<[string, object, string]>([
    ['the context', { error: { code: 'context_length_exceeded' } }, 'too_large'],
    ['the model', { error: { code: 'model_not_found', message: 'no stream_options' } }, 'unknown_model'],
    ['the content', { error: { code: 'content_policy_violation' } }, 'policy'],
    ['another member', { error: { param: 'messages[0].role', message: 'Bad.' } }, 'refused'],
  ])('such as %s gives up nothing', async (_what, body, kind) => {
    provider.script((_request, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
    const { ask, sent } = clientOf();
    expect(await ask({ shape })).toMatchObject({ fault: { kind } });
    expect(sent()).toHaveLength(1);
  });

  it('such as a setting of the operator fails, and names it', async () => {
    const settings = { small: { temperature: 0.9, max_tokens: 900 } };
    provider.script((_request, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"No max_tokens."}}'),
    );
    const { ask, sent } = clientOf({ settings, limits });
    expect((await ask()).fault).toMatchObject({
      message: expect.stringMatching(/"max_tokens" of the model small.*MODEL_SETTINGS/),
    });
    expect(sent()).toEqual([['stream_options', 'max_tokens']]);
    expect(provider.requests.at(-1)?.body).toMatchObject({ max_tokens: 900 });
  });
});

describe('the limit of an answer', () => {
  it.each([
    [1_000, 4_096],
    [6_000, 2_192],
    [9_000, 1],
  ])('leaves, after %i tokens of prompt, %i', async (promptTokens, max) => {
    const { ask } = clientOf({ limits });
    await ask({ promptTokens });
    expect(provider.requests.at(-1)?.body).toMatchObject({ max_tokens: max });
  });

  it('is sent only for models that are listed', async () => {
    const { ask, sent } = clientOf({ limits });
    await ask({ model: 'other' });
    expect(sent()).toEqual([['stream_options']]);
  });

  it('is given up first when the request is too long', async () => {
    const tooLong = { error: { code: 'context_length_exceeded' } };
    provider.script(without(['max_tokens'], () => tooLong));
    const { ask, sent } = clientOf({ limits });
    expect(await ask()).toMatchObject({ text: '{}' });
    expect(sent()).toEqual([['stream_options', 'max_tokens'], ['stream_options']]);
  });
});
