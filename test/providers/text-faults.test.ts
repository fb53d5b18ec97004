import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventOf, textEvent } from '../../src/providers/completions.ts';
import { ProviderFailure } from '../../src/providers/text.ts';
import { type Behaviour, type FakeProvider, hold, refusedUrl, reply, startProvider } from '../support/provider.ts';
import { readReply, readToEnd, streamFrom } from '../support/text.ts';

const said = ['Once ', 'upon ', 'a ', 'time'];
const saidText = 'Once upon a time';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(() => provider.script());
afterAll(() => provider.close());

describe('a provider fault', () => {
  it.each<[string, Behaviour, string, string, number?]>([
    ['no response', reply.hang(), 'idle', '', 500],
    ['a stall before the first piece', reply.stall([]), 'idle', '', 500],
    ['a stall after some text', reply.stall(said), 'idle', saidText, 500],
    ['a stall in a body without a length', reply.unmeasured(reply.stall(said)), 'idle', saidText, 500],
    ['endless heartbeats', reply.pings(said, 10), 'idle', saidText, 500],
    ['401', reply.status(401), 'unauthorized', ''],
    ['403', reply.status(403), 'unauthorized', ''],
    ['404', reply.status(404), 'unknown_model', ''],
    ['429', reply.status(429), 'rate_limited', ''],
    ['500', reply.status(500), 'unavailable', ''],
    ['a redirect', reply.redirect(), 'unreachable', ''],
    ['another protocol', reply.switchProtocol(), 'unreachable', ''],
    ['HTML with 200', reply.html200(), 'broken', ''],
    ['an empty stream', reply.emptyStream(), 'cut', ''],
    ['a malformed chunk', reply.malformedChunk(said), 'broken', saidText],
    ['an error in the stream', reply.inStreamError(said), 'unavailable', saidText],
    [
      'an error event',
      reply.raw([textEvent('m', saidText), 'event: error\ndata: Vendor\n\n']),
      'unavailable',
      saidText,
    ],
    ['a cut socket', reply.cutSocket(said), 'cut', saidText],
    ['a body without finish', reply.noFinish(said), 'cut', saidText],
    ['an end mark without finish', reply.doneWithoutFinish(said), 'cut', saidText],
    ['a content filter', reply.contentFilter(said), 'filtered', saidText],
    [
      'a refusal',
      reply.raw([textEvent('m', saidText), eventOf({ choices: [{ delta: { refusal: 'No.' } }] })]),
      'filtered',
      saidText,
    ],
    ['a line over 1 MiB', reply.raw([textEvent('m', saidText), 'x'.repeat(2 ** 20), 'x']), 'broken', saidText],
    [
      'an event over 1 MiB',
      reply.raw([textEvent('m', saidText), `data: ${'x'.repeat(2 ** 16)}\n`.repeat(17)]),
      'broken',
      saidText,
    ],
  ])('by %s is classified and keeps the earlier text', async (_what, behaviour, kind, text, idleMsMax = 10_000) => {
    const before = provider.requests.length;
    const result = await readReply(provider, behaviour, { idleMsMax });
    expect(result).toMatchObject({ text, fault: { kind } });
    expect(provider.requests.length).toBe(before + 1);
    expect(result.fault).toBeInstanceOf(ProviderFailure);
    expect(inspect(result.fault, { depth: null, showHidden: true })).not.toMatch(
      /vendor trouble|sk-secret|127\.0\.0\.1|\[?cause/i,
    );
  });

  it('keeps text that arrived while the consumer was busy', async () => {
    const gate = hold();
    provider.script(reply.cutSocket(['Once ', gate.released, 'upon ', 'a ', 'time']));
    const pieces = streamFrom(provider.url);
    await pieces.next();
    gate.release();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await readToEnd(pieces)).toMatchObject({ text: 'upon a time', fault: { kind: 'cut' } });
  });

  it('by status is reported without waiting for the body', async () => {
    const endless: Behaviour = (_request, response) =>
      response.writeHead(500, { 'content-type': 'text/plain' }).write('Well');
    expect(await readReply(provider, endless, { idleMsMax: 1_000 })).toMatchObject({ fault: { kind: 'unavailable' } });
    await provider.requests.at(-1)?.hungUp;
  });

  it('by a refusal whose body never ends is reported too', async () => {
    const endless: Behaviour = (_request, response) =>
      response.writeHead(400, { 'content-type': 'text/plain' }).write('Well');
    expect(await readReply(provider, endless, { idleMsMax: 10_000 })).toMatchObject({ fault: { kind: 'refused' } });
    await provider.requests.at(-1)?.hungUp;
  });

  it('by a refused connection is reported as unreachable', async () => {
    expect(await readToEnd(streamFrom(await refusedUrl()))).toMatchObject({
      text: '',
      fault: { kind: 'unreachable' },
    });
  });

  it.each([
    ['7', 7],
    ['1.2', 2],
    ['999999999', 86_400],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 1],
    [new Date(Date.now() + 86_400_000 * 2).toUTCString(), 86_400],
    ['soon', undefined],
  ])('with retry-after %s has a retry delay of %s seconds', async (value, seconds) => {
    const { fault } = await readReply(provider, reply.status(429, { 'retry-after': value }));
    expect(fault).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: seconds });
  });
});
