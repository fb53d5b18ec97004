import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { facesOf, graphql, http, type Json } from '../support/faces.ts';
import { framesOf } from '../support/mp3.ts';
import { disturbable } from '../support/outage.ts';
import { hold, refusedUrl } from '../support/provider.ts';
import { leaks, secret } from '../support/provider-faults.ts';
import { startService, type TestService } from '../support/service.ts';
import { type FakeSpeech, speech, startSpeech, toneOf } from '../support/speech.ts';
import { speechFaults } from '../support/speech-faults.ts';
import { until } from '../support/stream.ts';

let provider: FakeSpeech;
let service: TestService;

beforeAll(async () => {
  provider = await startSpeech();
  service = await startService({
    SPEECH_BASE_URL: provider.url,
    SPEECH_API_KEY: secret,
    GENERATION_IDLE_SECONDS_MAX: '1',
    LIMIT_PROVIDER_PER_MINUTE: '0',
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const prose = 'The ferry came late.\n\nNobody stood at the rail.';

/** A chapter of an account of its own that is narrated, and then changed in two paragraphs. */
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
  provider.heard();
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
  it('is a 502 in fixed words; the old audio stays, nothing is counted, and asking again makes the new one', async () => {
    const { narrate, chapter, runs, used, audio } = await newChapter(service);
    const [before, usedBefore] = [await audio(), await used()];
    provider.script(fault);
    const { status, text, json } = await narrate();
    expect([status, json.error.code]).toEqual([502, 'narration_failed']);
    expect(json.error.message).toMatch(/^The provider .*\. The audio that there was stays, .*ask again to go on\.$/);
    const [run] = await runs();
    expect(run).toMatchObject({ kind: 'narrate', state: 'failed', error: { code: 'narration_failed' } });
    expect(leaks(text + JSON.stringify(run), [secret])).toEqual([]);
    expect(await chapter()).toMatchObject({ audioStatus: 'failed', audioUrl: expect.any(String) });
    expect([await audio(), await used()]).toEqual([before, usedBefore]);
    provider.script();
    expect((await narrate()).status).toBe(200);
    expect(await chapter()).toMatchObject({ audioStatus: 'ready' });
    expect(framesOf(await audio()).count).toBeGreaterThan(0);
  });
});

it('a fault after some paragraphs keeps those, so that the next try goes on, and counts what was spoken', async () => {
  const { narrate, used } = await newChapter(service, false);
  provider.script(speech.speak(), speech.speak(), speech.status(500));
  expect((await narrate()).status).toBe(502);
  expect(await used()).toBe(1);
  provider.script();
  provider.heard();
  expect((await narrate()).status).toBe(200);
  expect(provider.heard()).toHaveLength(1);
});

it.each([
  ['REST', 0],
  ['MCP', 2],
] as const)('a failure over %s is in the words of every other', async (_name, index) => {
  const { key, at } = await newChapter(service, false);
  provider.script(speech.status(500));
  const wishes = index === 0 ? { input: { wait: true } } : {};
  const work = facesOf(service.url, key)[index]?.call('narrateChapter', { ...at, ...wishes });
  await expect(work).rejects.toMatchObject({ code: 'narration_failed' });
});

it('a provider that sends drop by drop, samples cut anywhere, is no fault', async () => {
  const { narrate, audio } = await newChapter(service, false);
  provider.script(speech.slowDrip());
  expect((await narrate()).status).toBe(200);
  expect(framesOf(await audio()).durationMs).toBeGreaterThan(toneOf('Somebody stood at the rail.').length / 48);
});

it('a provider that is not there is the same failure; none at all is feature_disabled, and said beforehand', async () => {
  const lonely = await startService({ SPEECH_BASE_URL: await refusedUrl(), SPEECH_API_KEY: secret });
  const unreached = await newChapter(lonely, false);
  const { status, text } = await unreached.narrate();
  expect(status).toBe(502);
  expect(leaks(text + lonely.logged.join('\n'), [secret])).toEqual([]);
  await lonely.close();
  const mute = await startService();
  const { key, narrate, chapter } = await newChapter(mute, false);
  const refused = await narrate();
  expect([refused.status, refused.json.error.code]).toEqual([503, 'feature_disabled']);
  expect(refused.json.error.message).toMatch(/SPEECH_API_KEY.*SPEECH_BASE_URL/);
  expect((await chapter()).audioStatus).toBe('none');
  const { instance } = await graphql(mute.url, key, '{ instance { features { name enabled reason } } }');
  expect(instance.features).toContainEqual({
    name: 'narration',
    enabled: false,
    reason: expect.stringContaining('SPEECH_API_KEY'),
  });
  await mute.close();
});

it('a database that goes away meanwhile is waited for: nothing is spoken twice', async () => {
  const line = await disturbable(inject('database'));
  const shaken = await startService({ SPEECH_BASE_URL: provider.url, LIMIT_PROVIDER_PER_MINUTE: '0' }, line.target);
  const { narrate, chapter, runs } = await newChapter(shaken, false);
  const asked = provider.requests.length;
  const gate = hold();
  provider.script(speech.held(gate.released));
  expect((await narrate({})).status).toBe(202);
  await provider.received(asked + 2);
  line.set('closed');
  gate.release();
  await until(() => shaken.logged.some((text) => text.includes('text could not be saved just now')));
  line.set('open');
  await until(async () => (await http(shaken.url, undefined, 'GET', '/readyz')).status === 200);
  await until(async () => (await runs())[0].state === 'completed');
  expect(await chapter()).toMatchObject({ audioStatus: 'ready' });
  expect(new Set(provider.heard()).size).toBe(provider.requests.length - asked);
  await shaken.close();
  await line.close();
}, 30_000);

it('says none of the provider’s words, no key and no prose in the log', () => {
  expect(service.logged.length).toBeGreaterThan(50);
  expect(leaks(service.logged.join('\n'), [secret, 'ferry', 'at the rail'])).toEqual([]);
});
