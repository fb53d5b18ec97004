import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doneEvent, eventOf, finishEvent, textEvent } from '../../src/providers/completions.ts';
import { type Behaviour, type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { readReply } from '../support/text.ts';

const text = 'The lamp went out at four.';
const usage = { inputTokens: 11, cachedInputTokens: 0, outputTokens: 7 };
const wireUsage = { prompt_tokens: 11, completion_tokens: 7 };
const lamp = textEvent('m', 'The lamp ');
const rest = textEvent('m', 'went out at four.');
const stop = finishEvent('m', 'stop');
const piece = (content: unknown, finish: string | null = null, more: object = {}) =>
  eventOf({ choices: [{ index: 0, delta: { content }, finish_reason: finish }], ...more });

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(() => provider.script());
afterAll(() => provider.close());

describe('a stream is read whole', () => {
  it.each<[string, string[]]>([
    ['choices that are null', [lamp, eventOf({ choices: null }), rest, stop]],
    ['no choices', [lamp, eventOf({ id: 'x', system_fingerprint: 'f' }), rest, stop]],
    ['choices of another form', [lamp, 'data: {"choices":"none"}\n\n', rest, stop]],
    ['a choice that is null', [lamp, eventOf({ choices: [null] }), rest, stop]],
    ['data that is no object', [lamp, 'data: ping\n\n', 'data: 7\n\n', 'data: [1]\n\n', rest, stop]],
    ['members of another form', [piece('The lamp ', null, { error: null, usage: 'n/a', model: 3 }), rest, stop]],
    [
      'a list of parts',
      [
        piece([{ type: 'text', text: 'The lamp ' }, { type: 'image_url' }, 'went ']),
        piece([{ text: 'out at four.' }]),
        stop,
      ],
    ],
    [
      'parts of reasoning',
      [piece([{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }]), lamp, rest, stop],
    ],
    ['a message in place of a delta', [eventOf({ choices: [{ message: { content: text }, finish_reason: 'stop' }] })]],
    [
      'a finish on every frame',
      [piece('The lamp ', 'stop'), piece('went out ', 'STOP'), piece('at four.', 'stop'), doneEvent],
    ],
    [
      'a bare finish after finishes with text',
      [piece('The lamp ', 'length'), piece('went out at four.', 'length'), stop],
    ],
    ['text after a bare finish', [lamp, rest, stop, textEvent('m', ' And then.'), finishEvent('m', 'length')]],
    ['text after the end mark', [piece(text, 'stop'), doneEvent, textEvent('m', ' And then.')]],
    ['no blank line at the end', [lamp, rest, stop.trimEnd()]],
    [
      'no space after the colon, and Windows line ends',
      [lamp, rest, stop].map((one) => one.replace('data: ', 'data:').replaceAll('\n', '\r\n')),
    ],
  ])('with %s', async (_what, body) => {
    expect(await readReply(provider, reply.raw(body))).toMatchObject({
      text,
      end: { reason: 'stop', usage: undefined },
    });
  });

  it.each<[string, string[]]>([
    ['without choices at the end', [lamp, rest, stop, eventOf({ usage: wireUsage }), doneEvent]],
    ['on a frame of text', [lamp, piece('went out at four.', null, { usage: wireUsage }), stop]],
    ['before an odd frame', [lamp, rest, eventOf({ usage: wireUsage }), eventOf({ choices: null, usage: null }), stop]],
  ])('with usage %s', async (_where, body) => {
    expect(await readReply(provider, reply.raw(body))).toMatchObject({ text, end: { reason: 'stop', usage } });
  });

  it.each(['Text/Event-Stream', 'text/event-stream;charset=UTF-8', 'application/json', 'text/plain', ''])(
    'with the content type "%s"',
    async (type) => {
      expect(await readReply(provider, reply.raw([': hello\n\n', lamp, rest, stop], type))).toMatchObject({ text });
    },
  );
});

describe('a reply that does not stream is read too', () => {
  const completion = (message: object, finish: string | null = 'stop') =>
    JSON.stringify({
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: wireUsage,
    });
  it.each<[string, string, string]>([
    ['application/json', completion({ content: text }), 'stop'],
    ['application/json; charset=utf-8', `\n\n${completion({ content: [{ type: 'text', text }] })}`, 'stop'],
    ['text/event-stream', completion({ content: text }, null), 'stop'],
    ['', completion({ content: text }, 'length'), 'length'],
  ])('with the content type "%s"', async (type, body, reason) => {
    const { length } = body;
    const parts = [body.slice(0, length / 3), body.slice(length / 3)];
    expect(await readReply(provider, reply.raw(parts, type))).toMatchObject({ text, end: { reason, usage } });
  });

  it.each<[string, string, Behaviour]>([
    ['without a choice', 'broken', reply.raw(['{"message":"Vendor trouble"}'], 'application/json')],
    ['that is not whole', 'broken', reply.raw([completion({ content: text }).slice(0, -3)], 'application/json')],
    ['that is an error', 'no_credit', reply.raw(['{"error":{"code":"insufficient_quota"}}'], 'application/json')],
    ['of another form', 'broken', reply.raw(['Vendor trouble'], 'text/plain')],
    ['that is empty', 'cut', reply.raw([''], 'application/json')],
    [
      'over 8 MiB',
      'broken',
      reply.raw(['{', ...Array.from({ length: 9 }, () => ' '.repeat(2 ** 20))], 'application/json'),
    ],
  ])('unless it is one %s', async (_what, kind, behaviour) => {
    expect(await readReply(provider, behaviour)).toMatchObject({ text: '', fault: { kind } });
  });
});

describe('an end without certainty', () => {
  it.each(['tool_calls', 'insufficient_system_resource', 'mystery'])(
    'is that of the unknown reason %s',
    async (finish) => {
      expect(await readReply(provider, reply.text([text], { finish }))).toMatchObject({
        text,
        end: { reason: 'unclear' },
      });
    },
  );

  it('is silence after a finish in a frame with text', async () => {
    const silent: Behaviour = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece(text, 'stop'));
    expect(await readReply(provider, silent, { idleMsMax: 400 })).toMatchObject({ text, end: { reason: 'unclear' } });
  });

  it.each([
    ['stop', 'length', 'length'],
    ['length', 'stop', 'stop'],
    ['stop', 'mystery', 'unclear'],
  ])('does not follow %s when %s comes last', async (first, last, reason) => {
    const body = [piece('The lamp ', first), piece('went out at four.', last), doneEvent];
    expect(await readReply(provider, reply.raw(body))).toMatchObject({ text, end: { reason } });
  });
});

describe('an error names its cause', () => {
  const words = 'Vendor trouble with sk-secret-0123456789';
  const bodies: [string, number, object | string][] = [
    ['too_large', 400, { error: { message: words, code: 'context_length_exceeded' } }],
    ['too_large', 400, { error: { message: words, type: 'exceed_context_size_error', code: 400 } }],
    ['too_large', 400, { error: { message: words, type: 'ContextWindowExceededError', code: '400' } }],
    ['too_large', 400, { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 }],
    ['too_large', 413, words],
    ['unknown_model', 404, { error: { message: words, code: 'model_not_found' } }],
    ['unknown_model', 404, { error: { code: 'DeploymentNotFound', message: words } }],
    ['unknown_model', 404, { object: 'error', message: words, type: 'NotFoundError', code: 404 }],
    ['unknown_model', 400, { object: 'error', message: words, type: 'invalid_model', code: '1500' }],
    ['unknown_model', 404, { error: words }],
    ['no_credit', 429, { error: { message: words, type: 'insufficient_quota', code: 'insufficient_quota' } }],
    ['no_credit', 402, { error: { message: words, code: 402 } }],
    ['policy', 400, { error: { message: words, code: 'content_policy_violation' } }],
    [
      'policy',
      400,
      { error: { message: words, code: 'content_filter', innererror: { code: 'ResponsibleAIPolicyViolation' } } },
    ],
    ['unauthorized', 401, { detail: words }],
    ['rate_limited', 429, { error: { message: words, type: 'requests', code: 'rate_limit_exceeded' } }],
    ['refused', 400, { error: { message: words, type: 'invalid_request_error', param: 'temperature' } }],
  ];

  it.each(bodies)('%s, with the status %i and %j', async (kind, status, body) => {
    const said = typeof body === 'string' ? body : JSON.stringify(body);
    const answer: Behaviour = (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(said);
    const { fault } = await readReply(provider, answer);
    expect(fault).toMatchObject({ kind });
    expect(String(fault)).not.toMatch(/Vendor|sk-secret/);
  });

  it.each<[string, string]>([
    ['too_large', eventOf({ error: { code: 'context_length_exceeded', message: words } })],
    [
      'no_credit',
      eventOf({ error: { code: 402, message: words }, choices: [{ delta: { content: '' }, finish_reason: 'error' }] }),
    ],
    ['rate_limited', eventOf({ error: { code: 429, message: words } })],
    ['unavailable', eventOf({ error: words })],
    ['unavailable', eventOf({ object: 'error', message: words })],
    ['unavailable', `event: error\ndata: ${words}\n\n`],
    ['policy', 'event: error\ndata: {"error":{"code":"content_policy_violation"}}\n\n'],
  ])('%s, in a stream: %s', async (kind, event) => {
    expect(await readReply(provider, reply.raw([lamp, event]))).toMatchObject({ text: 'The lamp ', fault: { kind } });
  });

  it('and the model that is unknown', async () => {
    const { fault } = await readReply(provider, reply.status(404), { model: 'gpt-nova' });
    expect(String(fault)).toMatch(/does not know the model gpt-nova.*CHAPTER_MODEL_DRAFT.*OPENAI_BASE_URL/);
  });

  it.each([reply.html200(), reply.raw(['<!doctype html>'], '')])('and the address of a web page', async (page) => {
    expect(String((await readReply(provider, page)).fault)).toContain(
      'The address answered a web page; check OPENAI_BASE_URL',
    );
  });
});
