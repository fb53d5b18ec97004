import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doneEvent, eventOf, finishEvent, textEvent } from '../../src/providers/completions.ts';
import { openAiText } from '../../src/providers/text.ts';
import type { TextRequest } from '../../src/providers/text-provider.ts';
import { chapter, type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { apiKey, readReply, readToEnd, streamFrom } from '../support/text.ts';

const said = ['Once ', 'upon ', 'a ', 'time'];
const saidText = 'Once upon a time';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(() => provider.script());
afterAll(() => provider.close());

describe('a complete text', () => {
  it('arrives whole with its usage', async () => {
    const usage = { inputTokens: 12, cachedInputTokens: 5, outputTokens: 4 };
    expect(await readReply(provider, reply.text(said, { usage }))).toMatchObject({
      text: saidText,
      end: { reason: 'stop', usage },
    });
  });

  it('reports a length stop at the token limit', async () => {
    expect(await readReply(provider, reply.length(said))).toMatchObject({ text: saidText, end: { reason: 'length' } });
  });

  it('arrives piece by piece without delay', async () => {
    const gate = hold();
    provider.script(reply.text(['Once ', gate.released, 'upon']));
    const pieces = streamFrom(provider.url);
    expect(await pieces.next()).toEqual({ done: false, value: 'Once ' });
    gate.release();
    expect(await pieces.next()).toEqual({ done: false, value: 'upon' });
  });

  it('is requested with the messages, the usage option, and a key if configured', async () => {
    const messages: TextRequest['messages'] = [
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'Write.' },
    ];
    const before = provider.requests.length;
    expect((await readToEnd(streamFrom(provider.url, { messages }))).text).toBe(chapter);
    await readToEnd(
      openAiText({ apiKey: undefined, baseUrl: provider.url }).stream({
        model: 'm',
        messages,
        promptTokens: 100,
        signal: new AbortController().signal,
        idleMsMax: 10_000,
      }),
    );
    const [withKey, withoutKey] = provider.requests.slice(before);
    expect(withKey?.body).toEqual({ model: 'm', messages, stream: true, stream_options: { include_usage: true } });
    expect(withKey?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(withoutKey?.headers.authorization).not.toContain('sk-');
  });

  it.each<[string, (string | Uint8Array)[]]>([
    ['a missing end mark and missing usage', [textEvent('m', saidText), finishEvent('m', 'stop')]],
    ['an error after the finish', [textEvent('m', saidText), finishEvent('m', 'stop'), eventOf({ error: {} })]],
    [
      'invalid usage',
      [textEvent('m', saidText), finishEvent('m', 'stop'), eventOf({ choices: [], usage: { prompt_tokens: -1 } })],
    ],
    [
      'heartbeats and unknown events',
      [': ping\n\n', 'event: ping\ndata: {}\n\n', 'data:\n\n', textEvent('m', saidText), finishEvent('m', 'stop')],
    ],
    [
      'data on several lines',
      [`data: {"choices":\ndata: [{"delta":{"content":"${saidText}"},"finish_reason":"stop"}]}\n\n`],
    ],
    [
      'text after the finish',
      [textEvent('m', saidText), finishEvent('m', 'stop'), textEvent('m', ' Ignored.'), finishEvent('m', 'length')],
    ],
    [
      'events of another choice',
      [
        eventOf({ choices: [{ index: 1, delta: { content: 'Another. ' } }] }),
        eventOf({
          choices: [
            { index: 1, delta: { content: 'Another.' }, finish_reason: 'length' },
            { index: 0, delta: { content: saidText } },
          ],
        }),
        eventOf({ choices: [{ index: 1, delta: {}, finish_reason: 'content_filter' }] }),
        finishEvent('m', 'stop'),
      ],
    ],
    [
      'reasoning before the text',
      [
        eventOf({ choices: [{ delta: { reasoning_content: 'Hm.' } }] }),
        textEvent('m', saidText),
        finishEvent('m', 'stop'),
      ],
    ],
  ])('arrives despite %s', async (_what, body) => {
    expect(await readReply(provider, reply.raw(body))).toMatchObject({
      text: saidText,
      end: { reason: 'stop', usage: undefined },
    });
  });

  it.each([
    ...['stop', 'STOP', 'eos', 'EOS', 'eos_token', 'end_turn', 'stop_sequence'].map((finish) => [finish, 'stop']),
    ...['length', 'max_tokens', 'MAX_TOKENS'].map((finish) => [finish, 'length']),
  ] as const)('with the finish reason %s ends as %s', async (finish, reason) => {
    expect(await readReply(provider, reply.text(said, { finish }))).toMatchObject({ text: saidText, end: { reason } });
  });

  it('arrives if only the end of the body is missing', async () => {
    const body = textEvent('m', saidText) + finishEvent('m', 'stop') + doneEvent;
    const { text, end } = await readReply(
      provider,
      (_request, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(body),
      { idleMsMax: 400 },
    );
    expect({ text, reason: end?.reason }).toEqual({ text: saidText, reason: 'stop' });
  });
});

describe('a cancellation', () => {
  const reason = new Error('cancelled by the author');

  it('ends a waiting stream with the reason and aborts the request', async () => {
    const cancel = new AbortController();
    provider.script(reply.stall(said));
    const result = readToEnd(streamFrom(provider.url, { signal: cancel.signal }));
    const request = await provider.received(provider.requests.length + 1);
    cancel.abort(reason);
    expect((await result).fault).toBe(reason);
    await request.hungUp;
  });

  it('ends a stream between two pieces', async () => {
    const cancel = new AbortController();
    provider.script(reply.stall(said));
    const pieces = streamFrom(provider.url, { signal: cancel.signal });
    expect(await pieces.next()).toEqual({ done: false, value: 'Once ' });
    cancel.abort(reason);
    await expect(pieces.next()).rejects.toBe(reason);
    await provider.requests.at(-1)?.hungUp;
  });

  it('before the start sends no request', async () => {
    const before = provider.requests.length;
    expect((await readToEnd(streamFrom(provider.url, { signal: AbortSignal.abort(reason) }))).fault).toBe(reason);
    expect(provider.requests.length).toBe(before);
  });

  it('happens when the consumer leaves early', async () => {
    provider.script(reply.stall(said));
    for await (const piece of streamFrom(provider.url)) {
      expect(piece).toBe('Once ');
      break;
    }
    await provider.requests.at(-1)?.hungUp;
  });

  it('does not happen to a consumer slower than the idle limit', async () => {
    const gate = hold();
    provider.script(reply.text(['Once ', gate.released, 'upon']));
    const pieces = streamFrom(provider.url, { idleMsMax: 1_000 });
    await pieces.next();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    gate.release();
    expect(await readToEnd(pieces)).toMatchObject({ text: 'upon', end: { reason: 'stop' } });
  });
});

it('two hundred concurrent streams do not mix', async () => {
  const gate = hold();
  const first = provider.requests.length + 1;
  provider.script((request, response) => reply.text([request.body.model, gate.released, '!'])(request, response));
  const results = Array.from({ length: 200 }, (_, nth) =>
    readToEnd(streamFrom(provider.url, { model: `story ${nth}` })),
  );
  await provider.received(first + 199);
  gate.release();
  expect((await Promise.all(results)).map(({ text }) => text)).toEqual(results.map((_, nth) => `story ${nth}!`));
});
