import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { facesOf, graphql, http, type Json } from '../support/faces.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { framesOf } from '../support/mp3.ts';
import { hold, refusedUrl } from '../support/provider.ts';
import { leaks, providerKey } from '../support/provider-faults.ts';
import { startService, type TestService } from '../support/service.ts';
import { type FakeSpeech, speech, startSpeech, toneOf } from '../support/speech.ts';
import { speechFaults } from '../support/speech-faults.ts';
import { until, untilReady } from '../support/stream.ts';

let provider: FakeSpeech;
let service: TestService;

beforeAll(async () => {
  provider = await startSpeech();
  service = await startService({
    SPEECH_BASE_URL: provider.url,
    SPEECH_API_KEY: providerKey,
    GENERATION_IDLE_SECONDS_MAX: '1',
    LIMIT_PROVIDER_PER_MINUTE: '0',
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const prose = 'The ferry came late.\n\nNobody stood at the rail.';

/** A chapter in its own account that is narrated and then edited in two paragraphs. */
async function newChapter({ url, newKey }: TestService, isNarrated = true) {
  const key = await newKey();
  const call = facesOf(url, key)[0]?.call;
  if (!call) throw new Error('There is no REST.');
  const { id: bookId } = await call('createBook', { input: { premise: 'A lighthouse keeper and a storm.' } });
  const { id: chapterId } = await call('createChapter', { bookId, input: { title: 'Landfall', content: prose } });
  const at = { bookId, chapterId };
  const path = `/v1/books/${bookId}/chapters/${chapterId}`;
  const narrate = (body: object = { wait: true }) => http(url, key, 'POST', `${path}/narrate`, body);
  provider.script();
  if (isNarrated) await narrate();
  await call('updateChapter', { ...at, patch: { content: 'The ferry came early.\n\nSomebody stood at the rail.' } });
  provider.takeTexts();
  return {
    key,
    at,
    narrate,
    chapter: (): Promise<Json> => call('chapter', at),
    runs: (): Promise<Json> => call('runs', { bookId }),
    used: async (): Promise<number> =>
      (await call('usage')).quotas.find(({ name }: Json) => name === 'narrations').used,
    audio: async () =>
      Buffer.from(
        await (await fetch(`${url}${path}/audio`, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer(),
      ),
  };
}

describe.each(speechFaults)('a speech provider that %s', (_name, fault) => {
  it('causes a 502 and keeps the old audio and quota; a retry succeeds', async () => {
    const { narrate, chapter, runs, used, audio } = await newChapter(service);
    const [before, usedBefore] = [await audio(), await used()];
    provider.script(fault);
    const { status, text, json } = await narrate();
    expect([status, json.error.code]).toEqual([502, 'narration_failed']);
    expect(json.error.message).toMatch(
      /^The (?:provider|speech server) .*\. The chapter keeps its old audio(?:; send the same request again)?\.$/,
    );
    const isLasting = /does not accept the key|this service reads/.test(json.error.message);
    expect(json.error.message.includes('again')).toBe(!isLasting);
    const [run] = await runs();
    expect(run).toMatchObject({ kind: 'narrate', state: 'failed', error: { code: 'narration_failed' } });
    expect(leaks(text + JSON.stringify(run), [providerKey])).toEqual([]);
    expect(await chapter()).toMatchObject({ audioStatus: 'failed', audioUrl: expect.any(String) });
    expect([await audio(), await used()]).toEqual([before, usedBefore]);
    provider.script();
    expect((await narrate()).status).toBe(200);
    expect(await chapter()).toMatchObject({ audioStatus: 'ready' });
    expect(framesOf(await audio()).count).toBeGreaterThan(0);
  });
});

it('a retry after a partial failure synthesizes only the missing paragraphs; quota is charged once', async () => {
  const { narrate, used } = await newChapter(service, false);
  provider.script(speech.speak(), speech.speak(), speech.status(500));
  expect((await narrate()).status).toBe(502);
  expect(await used()).toBe(1);
  provider.script();
  provider.takeTexts();
  expect((await narrate()).status).toBe(200);
  expect(provider.takeTexts()).toHaveLength(1);
});

it.each([
  ['REST', 0],
  ['MCP', 2],
] as const)('a provider failure has the same error code over %s', async (_name, index) => {
  const { key, at } = await newChapter(service, false);
  provider.script(speech.status(500));
  const wishes = index === 0 ? { input: { wait: true } } : {};
  const work = facesOf(service.url, key)[index]?.call('narrateChapter', { ...at, ...wishes });
  await expect(work).rejects.toMatchObject({ code: 'narration_failed' });
});

it('a slow provider with arbitrarily cut samples is not a fault', async () => {
  const { narrate, audio } = await newChapter(service, false);
  provider.script(speech.slowDrip());
  expect((await narrate()).status).toBe(200);
  expect(framesOf(await audio()).durationMs).toBeGreaterThan(toneOf('Somebody stood at the rail.').length / 48);
});

it('an unreachable provider causes a 502; a missing provider causes feature_disabled', async () => {
  const unreachable = await startService({ SPEECH_BASE_URL: await refusedUrl(), SPEECH_API_KEY: providerKey });
  const unreached = await newChapter(unreachable, false);
  const { status, text } = await unreached.narrate();
  expect(status).toBe(502);
  expect(leaks(text + unreachable.logged.join('\n'), [providerKey])).toEqual([]);
  await unreachable.close();
  const unconfigured = await startService();
  const { key, narrate, chapter } = await newChapter(unconfigured, false);
  const refused = await narrate();
  expect([refused.status, refused.json.error.code]).toEqual([503, 'feature_disabled']);
  expect(refused.json.error.message).toMatch(/SPEECH_API_KEY.*SPEECH_BASE_URL/);
  expect((await chapter()).audioStatus).toBe('none');
  const { instance } = await graphql(unconfigured.url, key, '{ instance { features { name enabled reason } } }');
  expect(instance.features).toContainEqual({
    name: 'narration',
    enabled: false,
    reason: expect.stringContaining('SPEECH_API_KEY'),
  });
  await unconfigured.close();
});

it('a database outage during narration delays it without repeating synthesis', async () => {
  const line = await startFaultyProxy(inject('database'));
  const withOutage = await startService({ SPEECH_BASE_URL: provider.url, LIMIT_PROVIDER_PER_MINUTE: '0' }, line.target);
  const { narrate, chapter, runs } = await newChapter(withOutage, false);
  const asked = provider.requests.length;
  const gate = hold();
  provider.script(speech.held(gate.released));
  expect((await narrate({})).status).toBe(202);
  await provider.received(asked + 2);
  line.set('closed');
  gate.release();
  await until(() => withOutage.logged.some((text) => text.includes('text could not be saved')));
  line.set('open');
  await untilReady(withOutage.url);
  await until(async () => (await runs())[0].state === 'completed');
  expect(await chapter()).toMatchObject({ audioStatus: 'ready' });
  expect(new Set(provider.takeTexts()).size).toBe(provider.requests.length - asked);
  await withOutage.close();
  await line.close();
});

it('logs no provider text, key or prose', () => {
  expect(service.logged.length).toBeGreaterThan(50);
  expect(leaks(service.logged.join('\n'), [providerKey, 'ferry', 'at the rail'])).toEqual([]);
});
