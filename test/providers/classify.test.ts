import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf, textEvent } from '../../src/providers/completions.ts';
import { describedError, errorIn } from '../../src/providers/said-error.ts';
import { openAiText } from '../../src/providers/text.ts';
import { toldWait } from '../../src/providers/told-wait.ts';
import { type Behaviour, type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { apiKey, readReply, readToEnd, streamFrom } from '../support/text.ts';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

function answer(status: number, said: unknown, headers: Record<string, string> = {}): Behaviour {
  const body = typeof said === 'string' ? said : JSON.stringify(said);
  return (_request, response) => response.writeHead(status, headers).end(body);
}
const says = (message: string, more: object = {}) => ({ error: { message, ...more } });

/** Errors as public documents and reports show them: the kind, the status, the body. */
const reported: [string, number, unknown][] = [
  ['tokens_used', 429, says('Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 29000.')],
  ['rate_limited', 500, says('litellm.RateLimitError: OpenAIException - too many requests', { code: '500' })],
  ['tokens_used', 503, says('ThrottlingException: Too many tokens, please wait before trying again.')],
  ['rate_limited', 429, [says('You exceeded your current quota.', { code: 429, status: 'RESOURCE_EXHAUSTED' })]],
  ['tokens_used', 400, says('Requests have exceeded the token rate limit. Please retry after 6 seconds.')],
  ['over_rate', 413, says('Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7012')],
  [
    'over_rate',
    429,
    says('Request too large for gpt-5 on tokens per min (TPM): Limit 10000.', { code: 'rate_limit_exceeded' }),
  ],
  ['too_large', 500, says('litellm.BadRequestError: maximum context length is 8192 tokens')],
  ['too_large', 500, says('the request exceeds the available context size. try increasing the context size')],
  ['too_large', 400, says('Trying to keep the first 5000 tokens, but the context length is only 4096 tokens')],
  ['too_large', 400, says('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).')],
  ['too_large', 400, says('prompt is too long: 210000 tokens > 200000 maximum')],
  ['too_large', 400, says('Input is too long for requested model.')],
  ['too_large', 422, says('Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096')],
  ['too_large', 400, says("This model's maximum prompt length is 131072 but the request contains 150000 tokens.")],
  ['too_large', 400, says('Range of input length should be [1, 30720]', { code: 'InvalidParameter' })],
  ['too_large', 400, says('Prompt exceeds max length', { code: '1261' })],
  ['too_large', 400, { detail: 'Please reduce the length of the messages or completion.' }],
  ['spent', 400, says('Could not finish the message because max_tokens or model output limit was reached.')],
  ['unauthorized', 400, [says('API key not valid. Please pass a valid API key.', { status: 'INVALID_ARGUMENT' })]],
  ['unauthorized', 500, says('litellm.AuthenticationError: AuthenticationError: OpenAIException')],
  ['unauthorized', 502, { error: 'Invalid API key' }],
  ['unauthorized', 403, 'no'],
  ['no_credit', 400, says('Your credit balance is too low to access the API.')],
  ['no_credit', 500, says('Insufficient Balance')],
  ['no_credit', 402, says('This request requires more credits, or fewer max_tokens.')],
  ['no_credit', 429, says('You exceeded your current quota.', { code: 'insufficient_quota' })],
  ['unknown_model', 400, says('acme/none is not a valid model ID')],
  ['unknown_model', 400, says('The model `old` has been decommissioned and is no longer supported.')],
  ['unknown_model', 500, says('Invalid model name passed in model=none')],
  ['policy', 400, says('The prompt triggered the content management policy.')],
  ['unavailable', 500, says('context deadline exceeded')],
  ['unavailable', 529, says('Overloaded', { type: 'overloaded_error' })],
  ['unavailable', 502, '<html><body>Bad Gateway</body></html>'],
  ['refused', 400, says('Invalid role.')],
  ['refused', 400, says('generate limit is 10')],
  ['refused', 400, says('Failed to parse grammar: invalid token at position 5')],
  ['too_large', 400, says('Too long.', { code: 'string_above_max_length', param: 'messages[1].content' })],
  ['too_large', 400, says('Your request exceeded model token limit: 131072 (requested: 150000)')],
  ['unavailable', 503, says("The model 'x' is currently overloaded; worker for the model not found")],
  ['unknown_model', 400, says('The requested model is not supported.', { code: 'model_not_supported' })],
  ['unknown_model', 400, says('The provided model identifier is invalid.')],
  ['no_credit', 403, says("Your newly created teams doesn't have any credits yet.")],
  ['no_credit', 400, says('You have reached your specified API usage limits. You will regain access on Monday.')],
  ['no_credit', 403, says('Key limit exceeded (monthly limit).')],
  ['no_credit', 429, says('Suspended, check your plan and billing.', { type: 'exceeded_current_quota_error' })],
];

describe('an error with its cause in words', () => {
  it.each(reported)('is %s, with the status %i: %j', async (kind, status, said) => {
    const { fault } = await readReply(provider, answer(status, said));
    expect(fault).toMatchObject({ kind });
  });

  it.each(reported)('is %s in a stream too (%i): %j', async (kind, status, said) => {
    const [frame] = Array.isArray(said) ? said : [said];
    const error = typeof frame === 'string' ? frame : (frame.error ?? frame.detail);
    const body = eventOf({ error: { code: status, ...(typeof error === 'string' ? { message: error } : error) } });
    expect((await readReply(provider, reply.raw([body]))).fault).toMatchObject({ kind });
  });

  it.each([
    ['over_rate', 413, 'Request too large for m on tokens per minute (TPM): Limit 6000, Requested 7000', []],
    ['spent', 400, 'Could not finish the message because max_tokens was reached.', []],
    ['too_large', 400, 'The maximum context length is 8192 tokens.', ['max_tokens']],
  ])(
    '%s may count the limit of the answer, which is left out once or for a day',
    async (_kind, status, said, dropped) => {
      const whole = reply.text(['The lamp.']);
      provider.script((request, response) =>
        ('max_tokens' in request.body ? answer(status, says(said)) : whole)(request, response),
      );
      const limits = new Map([['m', { contextTokens: 8192, outputTokens: 100 }]]);
      const text = openAiText({ apiKey, baseUrl: provider.url, limits });
      const request = {
        model: 'm',
        messages: [],
        promptTokens: 1,
        signal: new AbortController().signal,
        idleMsMax: 9_000,
      };
      expect(await readToEnd(text.stream(request))).toMatchObject({ text: 'The lamp.' });
      expect(text.droppedParameters().flatMap(({ names }) => names)).toEqual(dropped);
    },
  );

  it('is no long prompt, if it names another text', async () => {
    const said = says('Too long.', { code: 'string_above_max_length', param: 'messages[0].name' });
    expect((await readReply(provider, answer(400, said))).fault).toMatchObject({ kind: 'refused' });
  });

  it('reads messages that are objects', async () => {
    const detail = [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }];
    const settings = { m: { seed: 1 } };
    provider.script(answer(422, { object: 'error', message: { detail } }));
    const { fault } = await readToEnd(streamFrom(provider.url, {}, { settings }));
    expect(fault).toMatchObject({ kind: 'setting', member: 'seed' });
  });

  it('is a refused member, if it names one of the request', async () => {
    const said = says('In this model, max_tokens is no longer supported; it was not found.');
    const whole = reply.text(['The lamp.']);
    provider.script((request, response) =>
      ('max_tokens' in request.body ? answer(400, said) : whole)(request, response),
    );
    const limits = new Map([['m', { contextTokens: 8192, outputTokens: 100 }]]);
    expect(await readToEnd(streamFrom(provider.url, {}, { limits }))).toMatchObject({ text: 'The lamp.' });
  });

  it.each([
    ['unauthorized', 401, /OPENAI_API_KEY/],
    ['unknown_model', 404, /gpt-nova.*CHAPTER_MODEL_DRAFT.*OPENAI_BASE_URL/],
    ['too_large', 413, /gpt-nova.*MODEL_LIMITS.*PROMPT_TOKENS_MAX/],
  ])('%s names the setting that mends it', async (_kind, status, message) => {
    const { fault } = await readReply(provider, answer(status, ''), { model: 'gpt-nova' });
    expect(String(fault)).toMatch(message);
  });

  it.each([
    ['tokens_used', 'Rate limit on tokens per min. Try again in 3 s', /wait 3 s\..*PROMPT_TOKENS_MAX/],
    ['over_rate', 'Request too large on tokens per min', /gpt-nova.*PROMPT_TOKENS_MAX/],
    ['spent', 'Could not finish the message', /gpt-nova.*MODEL_LIMITS.*MODEL_SETTINGS.*reasoning_effort/],
  ])('%s names it in a stream', async (_kind, said, message) => {
    const { fault } = await readReply(provider, reply.raw([eventOf(says(said))]), { model: 'gpt-nova' });
    expect(String(fault)).toMatch(message);
  });
});

describe('a provider that asks to wait', () => {
  const now = Date.UTC(2026, 10, 30, 12);
  it.each<[string, Record<string, string>, unknown, number | undefined]>([
    ['seconds', { 'retry-after': '20' }, '', 20],
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, '', 2],
    ['a date by its own clock', { 'retry-after': utc(now + 3_600_000), date: utc(now + 3_570_000) }, '', 30],
    ['a duration', { 'retry-after': '1m30s' }, '', 90],
    ['a member', {}, says('Slow down.', { retry_after: 12 }), 12],
    ['details', {}, says('Quota.', { details: [{ violations: [] }, { retryDelay: '37.2s' }] }), 38],
    ['words', {}, says('Rate limit reached. Please try again in 6.12s. Visit us.'), 7],
    ['words about minutes', {}, says('Please try again in 1m26.4s.'), 87],
    ['words about hours', {}, says('Please try again in 2 hours 5 minutes.'), 7_500],
    ['words about less than a second', {}, says('Please try again in 350ms.'), 1],
    ['words about seconds', {}, says('Please retry after 6 seconds.'), 6],
    ['words of the server behind it', {}, says('Provider error', { metadata: { raw: 'Retry in 5 s' } }), 5],
    [
      'the limit that is used up',
      {
        'x-ratelimit-remaining-requests': '5',
        'x-ratelimit-reset-requests': '8m',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '17.3s',
      },
      '',
      18,
    ],
    ['the time of a reset', { 'x-ratelimit-reset': String(Math.floor(now / 1000) + 400) }, '', 400],
    ['the seconds of a reset', { 'ratelimit-reset': '11' }, '', 11],
    ['a limit with a rest', { 'ratelimit-reset': '30', 'ratelimit-remaining': '59' }, '', undefined],
    ['a number that is no time', { 'retry-after': '-1' }, '', undefined],
    ['two numbers', { 'retry-after': '1, 1' }, '', undefined],
    ['an empty member', {}, says('No.', { retry_after: '' }), undefined],
    ['time that has passed', {}, says('Timed out after waiting 60 seconds for the server'), undefined],
    ['digits without end', {}, says('No.', { details: [{ retryDelay: '1'.repeat(60_000) }] }), undefined],
    ['more than a day', { 'retry-after': '1'.repeat(60_000) }, '', 86_400],
    ['no time', {}, says('Rate limit of 60 requests. Try again later.'), undefined],
  ])('by %s is understood', (_what, headers, said, seconds) => {
    expect(toldWait(new Headers(headers), describedError(errorIn(said)), now, true)).toBe(seconds);
  });

  it('is understood with 429', async () => {
    const { fault } = await readReply(provider, answer(429, says('No.'), { 'retry-after': '20' }));
    expect(fault).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 20 });
  });

  it('by the headers of a gateway is not meant with a failure of its own', () => {
    expect(toldWait(new Headers({ 'ratelimit-reset': '30' }), describedError(''), now, false)).toBeUndefined();
  });

  it('has refused the request, unless a part of the answer came before', async () => {
    const busy = eventOf(says('Please try again in 3 s', { code: 429 }));
    const thought = eventOf({ choices: [{ delta: { reasoning_content: 'Hm.' } }] });
    for (const [frames, isUnanswered] of [
      [[busy], true],
      [[thought, busy], false],
      [[textEvent('m', 'A'), busy], false],
    ] as const)
      expect((await readReply(provider, reply.raw(frames))).fault).toMatchObject({ isUnanswered });
    expect((await readReply(provider, answer(429, '', { 'retry-after': '3' }))).fault).toMatchObject({
      isUnanswered: true,
    });
  });

  it('is understood with 503 and in a stream', async () => {
    const busy = await readReply(provider, answer(503, 'Busy', { 'retry-after': '20' }));
    expect(busy.fault).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 20 });
    const late = eventOf(says('Please try again in 3 s', { code: 429 }));
    expect((await readReply(provider, reply.raw([late]))).fault).toMatchObject({ retryAfterSeconds: 3 });
  });

  it('and cannot be mended by waiting is not waited for', async () => {
    const { fault } = await readReply(
      provider,
      answer(429, says('No.', { code: 'insufficient_quota' }), { 'retry-after': '1' }),
    );
    expect(fault).toMatchObject({ kind: 'no_credit', retryAfterSeconds: undefined });
  });
});

function utc(ms: number): string {
  return new Date(ms).toUTCString();
}
