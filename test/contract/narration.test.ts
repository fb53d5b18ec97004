import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { sweepSpeech } from '../../src/domain/making/narration/cache.ts';
import { sweepNarrations } from '../../src/domain/making/narration/store.ts';
import { faceNames, graphql, http, type Json, refusal } from '../support/faces.ts';
import { framesOf } from '../support/mp3.ts';
import { serviceWith } from '../support/service-with.ts';
import { speech } from '../support/speech.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ speech: true }, { QUOTA_NARRATIONS_PER_DAY: '4' });
beforeEach(() => fakes.speech.script());

const paragraphs = ['Rain came.', 'Nobody *stood* at the rail.', '***', '“Not yet,” she said.'];
const spoken = ['Landfall', 'Nobody stood at the rail.', 'Rain came.', '“Not yet,” she said.'];

/** A chapter in its own account: no cached speech and an unused quota. */
async function newChapter(content = paragraphs.join('\n\n')) {
  const key = await own.running().newKey();
  const call = own.face('REST', key);
  const { id: bookId } = await call('createBook', {
    input: { premise: 'A lighthouse keeper and a storm.', title: 'Storm', author: 'N. Keeper' },
  });
  const { id: chapterId } = await call('createChapter', { bookId, input: { title: 'Landfall', content } });
  const at = { bookId, chapterId };
  const path = `/v1/books/${bookId}/chapters/${chapterId}`;
  fakes.speech.takeTexts();
  return {
    key,
    at,
    path,
    call,
    narrate: (name: (typeof faceNames)[number], voice?: string): Promise<Json> => {
      const input = voice ? { voice } : {};
      const wishes = name === 'REST' ? { input: { ...input, wait: true } } : { input, waitSeconds: 45 };
      return own.face(name, key)('narrateChapter', { ...at, ...wishes });
    },
    chapter: (): Promise<Json> => call('chapter', at),
    edit: (patch: object) => call('updateChapter', { ...at, patch }),
    audio: (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${own.url()}${path}/audio`, { method, headers: { authorization: `Bearer ${key}`, ...headers } }),
  };
}
const narrationQuery =
  'query ($bookId: ID!, $chapterId: ID!) { chapter(bookId: $bookId, chapterId: $chapterId) { narration { voice durationSeconds sizeBytes isStale createdAt } } }';
const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());

describeInTurn(faceNames)('narrating a chapter through %s (narration.md)', (name, it) => {
  it('speaks title and paragraphs without markup and stores the audio', async () => {
    const { at, narrate, chapter, audio } = await newChapter();
    expect(await chapter()).toMatchObject({ audioStatus: 'none', audioUrl: null });
    const run = await narrate(name, 'fable');
    expect(run).toMatchObject({ kind: 'narrate', state: 'completed', error: null, charsWritten: 0, ...at });
    expect(fakes.speech.takeTexts()).toEqual(spoken);
    expect(fakes.speech.requests.at(-1)).toMatchObject({ model: 'gpt-4o-mini-tts', voice: 'fable' });
    const { audioStatus, audioUrl } = await chapter();
    expect([audioStatus, audioUrl]).toEqual(['ready', run.audioUrl]);
    expect(framesOf(await bytesOf(audio())).durationMs).toBeGreaterThan(4_000);
  });

  it('rejects an incomplete chapter and a chapter of another account', async () => {
    const empty = await newChapter('');
    expect(await refusal(empty.narrate(name))).toMatchObject({ code: 'invalid_state' });
    const stranger = own.face(name, await own.running().newKey());
    expect((await refusal(stranger('narrateChapter', { ...empty.at, input: {} }))).code).toBe('not_found');
    expect(fakes.speech.takeTexts()).toEqual([]);
  });

  it('rejects a voice name of 101 characters', async () => {
    const { narrate } = await newChapter();
    expect((await refusal(narrate(name, 'v'.repeat(101)))).code).toBe('invalid_request');
  });
});

describe('the audio of a chapter', () => {
  it('has the exact length of speech and pauses, and correct metadata', async () => {
    const { key, at, narrate, audio } = await newChapter();
    await narrate('REST');
    const file = await bytesOf(audio());
    const { count, durationMs, tag } = framesOf(file);
    // 50 ms a character; pauses of 1,200 ms after the title, 600 ms between paragraphs, 2,000 ms at the scene break.
    const spokenMs = spoken.join('').length * 50 + 1_200 + 600 + 2_000;
    // The encoder starts 1,105 samples early and fills its last frame.
    expect(durationMs - spokenMs).toBeGreaterThanOrEqual(24);
    expect(durationMs - spokenMs).toBeLessThan(100);
    expect(durationMs).toBe(count * 24);
    for (const word of ['Landfall', 'Storm', 'TIT2', 'TALB', 'TPE1']) expect(tag).toContain(word);
    const { chapter } = await graphql(own.url(), key, narrationQuery, at);
    expect(chapter.narration).toMatchObject({
      voice: 'alloy',
      durationSeconds: durationMs / 1000,
      sizeBytes: file.length,
      isStale: false,
    });
  });

  it('has its passages in the order of the text, whichever is spoken first', async () => {
    // Each passage has a tone of its own. The later it stands, the sooner it is spoken.
    fakes.speech.script(async (request, response) => {
      const waits = ['One three.', 'One two.', 'One.', 'Landfall'].indexOf(request.input);
      await sleep(waits * 30);
      await speech.speak()(request, response);
    });
    const sounds: Buffer[] = [];
    for (const content of ['One.', 'One.\n\nOne two.', 'One.\n\nOne two.\n\nOne three.']) {
      const { narrate, audio } = await newChapter(content);
      await narrate('REST');
      sounds.push(framesOf(await bytesOf(audio())).sound);
    }
    // A sound begins like that of a text which ends later; only its last frames look ahead.
    for (const [place, sound] of sounds.slice(0, -1).entries()) {
      const shared = sound.length - 2_000;
      expect(shared).toBeGreaterThan(2_000);
      expect(sounds[place + 1]?.subarray(0, shared).equals(sound.subarray(0, shared))).toBe(true);
    }
    const swapped = await newChapter('One three.\n\nOne two.\n\nOne.');
    await swapped.narrate('REST');
    const other = framesOf(await bytesOf(swapped.audio())).sound;
    expect(other.equals(sounds[2] ?? other)).toBe(false);
  });

  it('is byte-identical in another account, which synthesizes its own speech', async () => {
    const [one, other] = [await newChapter(), await newChapter()];
    await one.narrate('REST');
    fakes.speech.takeTexts();
    await other.narrate('REST');
    expect(fakes.speech.takeTexts()).toEqual(spoken);
    expect(await bytesOf(other.audio())).toEqual(await bytesOf(one.audio()));
  });

  it('becomes stale on an edit, stays playable, and re-synthesizes only changed parts', async () => {
    const { narrate, chapter, edit, audio } = await newChapter();
    await narrate('REST');
    fakes.speech.takeTexts();
    const before = await bytesOf(audio());
    await edit({ content: paragraphs.join('\n\n').replace('Rain', 'Snow') });
    expect(await chapter()).toMatchObject({ audioStatus: 'stale', audioUrl: expect.any(String) });
    expect(await bytesOf(audio())).toEqual(before);
    await narrate('REST');
    expect(fakes.speech.takeTexts()).toEqual(['Snow came.']);
    expect(await bytesOf(audio())).not.toEqual(before);
    expect((await chapter()).audioStatus).toBe('ready');
    await edit({ title: 'Ashore' });
    expect((await chapter()).audioStatus).toBe('stale');
    await narrate('REST');
    expect(fakes.speech.takeTexts()).toEqual(['Ashore']);
  });

  it('is reused for an equal request; another voice starts a new run', async () => {
    const { narrate, call, at } = await newChapter();
    const first = await narrate('REST');
    fakes.speech.takeTexts();
    expect((await narrate('MCP')).id).toBe(first.id);
    expect(fakes.speech.takeTexts()).toEqual([]);
    expect((await narrate('GraphQL', 'onyx')).id).not.toBe(first.id);
    expect(fakes.speech.takeTexts()).toEqual(spoken);
    expect(await call('runs', { bookId: at.bookId })).toHaveLength(2);
  });

  // Encodes five minutes of audio, whatever the database is.
  it.skipIf(inject('database').url)('joins the requests of one long paragraph without a gap', async () => {
    const sentence = `Word${' word'.repeat(59)}. `;
    const long = sentence.repeat(20).trim();
    const { narrate, audio } = await newChapter(long);
    await narrate('REST');
    // The sentences are identical, so the shorter part sorts first.
    const [, last = '', first = ''] = fakes.speech.takeTexts();
    const parts = [first, last];
    expect(parts.join('')).toBe(long);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(4_000);
    const silent = framesOf(await bytesOf(audio())).durationMs - (long.length + 'Landfall'.length) * 50 - 1_200;
    expect(silent).toBeLessThan(100);
  });

  it('is read with one statement for all chapters of a list', async () => {
    const { at, call, narrate } = await newChapter();
    await narrate('REST');
    const list = () => call('chapters', { bookId: at.bookId });
    await list();
    const one = await statementsOf(own.running(), list);
    for (const title of ['A', 'B', 'C']) await call('createChapter', { bookId: at.bookId, input: { title } });
    expect(await statementsOf(own.running(), list)).toEqual(one);
    expect((await list()).map(({ audioStatus }: Json) => audioStatus)).toEqual(['ready', 'none', 'none', 'none']);
  });
});

describe('a running narration', () => {
  it('joins an equal request, rejects another voice with the run id, and detects edits', async () => {
    const { key, path, narrate, chapter, edit } = await newChapter();
    const go = Promise.withResolvers<void>();
    fakes.speech.script(speech.held(go.promise));
    const post = (body: object) => http(own.url(), key, 'POST', `${path}/narrate`, body);
    const [first, second] = [await post({}), await post({})];
    expect([first.status, second.status, second.json.data.id]).toEqual([202, 202, first.json.data.id]);
    expect(first.json.data).toMatchObject({ state: 'running', audioUrl: `${own.url()}${path}/audio` });
    expect((await chapter()).audioStatus).toBe('pending');
    const refused = await post({ voice: 'onyx' });
    expect([refused.status, refused.json.error.code]).toEqual([400, 'invalid_state']);
    expect(refused.json.error.message).toContain(first.json.data.id);
    await edit({ content: 'Another text.' });
    go.resolve();
    const ended = await own.face('GraphQL', key)('run', { runId: first.json.data.id, waitSeconds: 30 });
    expect(ended).toMatchObject({ state: 'completed' });
    expect((await chapter()).audioStatus).toBe('stale');
    expect((await narrate('REST')).id).not.toBe(first.json.data.id);
  });

  it('keeps cached speech and the previous audio when cancelled', async () => {
    const { key, path, narrate, chapter, call } = await newChapter();
    const never = Promise.withResolvers<void>();
    const asked = fakes.speech.requests.length;
    fakes.speech.script(speech.speak(), speech.speak(), speech.held(never.promise));
    const { json } = await http(own.url(), key, 'POST', `${path}/narrate`, {});
    await fakes.speech.received(asked + 4);
    expect(await call('cancelRun', { runId: json.data.id })).toMatchObject({ state: 'cancelled' });
    expect(await chapter()).toMatchObject({ audioStatus: 'none', audioUrl: null });
    fakes.speech.script();
    fakes.speech.takeTexts();
    await narrate('REST');
    expect(fakes.speech.takeTexts().length).toBeLessThan(spoken.length);
    never.resolve();
  });
});

it('reports narration progress to an MCP client with a progress token', async () => {
  const { key, at } = await newChapter();
  const params = { name: 'narrate_chapter', arguments: at, _meta: { progressToken: 'p' } };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { text } = await http(own.url(), key, 'POST', '/mcp', call, { accept: 'application/json, text/event-stream' });
  expect(text).toContain('notifications/progress');
  expect(text).toContain('speaking: 0 of 4');
});

describe('a narration with an idempotency key (contract 9)', () => {
  it('runs once; a repeated request replays the response', async () => {
    const { key, path, edit } = await newChapter();
    const send = () =>
      http(own.url(), key, 'POST', `${path}/narrate`, { wait: true }, { 'idempotency-key': 'narrate it' });
    const first = await send();
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    await edit({ content: 'Another text.' });
    fakes.speech.takeTexts();
    const again = await send();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.json).toEqual(first.json);
    expect(fakes.speech.takeTexts()).toEqual([]);
  });

  it('retries after a failure with the same key', async () => {
    const { key, path } = await newChapter();
    fakes.speech.script(speech.status(500));
    const send = () => http(own.url(), key, 'POST', `${path}/narrate`, { wait: true }, { 'idempotency-key': 'again' });
    expect((await send()).status).toBe(502);
    fakes.speech.script();
    expect((await send()).json.data).toMatchObject({ state: 'completed' });
  });
});

describe('the quota of narrations', () => {
  it('counts each narration, is reported in usage and headers, and rejects further ones', async () => {
    const { key, narrate, edit, call, path } = await newChapter();
    for (const text of ['One.', 'Two.', 'Three.', 'Four.']) {
      await edit({ content: text });
      await narrate('REST');
    }
    const { quotas } = await call('usage');
    expect(quotas.find(({ name }: Json) => name === 'narrations')).toMatchObject({ limit: 4, used: 4, remaining: 0 });
    await edit({ content: 'Five.' });
    fakes.speech.takeTexts();
    const refused = await http(own.url(), key, 'POST', `${path}/narrate`, {});
    expect([refused.status, refused.json.error.code]).toEqual([429, 'quota_exceeded']);
    expect(refused.json.error.message).toContain('QUOTA_NARRATIONS_PER_DAY');
    expect(refused.headers.get('ratelimit')).toContain('"narrations";r=0');
    expect(fakes.speech.takeTexts()).toEqual([]);
  });
});

describe('the audio file (narration.md, "The file")', () => {
  it('is served with byte ranges', async () => {
    const { narrate, audio, chapter, path } = await newChapter('Rain. '.repeat(200));
    await narrate('REST');
    const file = await bytesOf(audio());
    // The file is stored in two pieces.
    expect(file.length).toBeGreaterThan(300_000);
    const whole = await audio();
    const etag = `"${createHash('sha256').update(file).digest('hex')}"`;
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      etag,
      'accept-ranges': 'bytes',
      'content-type': 'audio/mpeg',
      'content-length': String(file.length),
      'content-disposition': expect.stringContaining('Landfall.mp3'),
    });
    const size = file.length;
    const table: [range: string, first: number, last: number, more?: Record<string, string>][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=0-99', 0, 99],
      ['bytes=262100-262200', 262_100, 262_200],
      [`bytes=${size - 1}-`, size - 1, size - 1],
      ['bytes=1000-', 1000, size - 1],
      ['bytes=-10', size - 10, size - 1],
      ['bytes=-99999999', 0, size - 1],
      ['bytes=5-99999999', 5, size - 1],
      ['BYTES=5-9', 5, 9],
      ['bytes=0-9', 0, 9, { 'if-range': etag }],
    ];
    for (const [range, first, last, more] of table) {
      const part = await audio({ range, ...more });
      expect([range, part.status, part.headers.get('content-range')]).toEqual([
        range,
        206,
        `bytes ${first}-${last}/${size}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(first, last + 1)), range).toBe(true);
    }
    const others = [
      { range: 'bytes=0-1,5-6' },
      { range: 'lines=1-2' },
      { range: 'bytes=9-5' },
      { range: 'bytes= 5 - 9' },
      { range: 'bytes=-' },
      { range: 'bytes=0-9', 'if-range': '"other"' },
    ];
    for (const headers of others) expect([headers.range, (await audio(headers)).status]).toEqual([headers.range, 200]);
    for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
      const refused = await audio({ range });
      expect([range, refused.status, refused.headers.get('content-range')]).toEqual([range, 416, `bytes */${size}`]);
      expect(((await refused.json()) as Json).error.code).toBe('range_not_satisfiable');
    }
    const head = await audio({ range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    expect((await audio({ 'if-none-match': etag })).status).toBe(304);
    expect((await chapter()).audioUrl).toBe(`${own.url()}${path}/audio`);
  });

  it('cuts the connection if the audio is replaced during a download', async () => {
    const { at, narrate, audio } = await newChapter();
    await narrate('REST');
    await own.running().database.write`
      DELETE FROM narration_piece p USING narration n WHERE p.narration_id = n.id AND n.chapter_id = ${at.chapterId}`;
    await expect(bytesOf(audio())).rejects.toThrow();
  });

  it('answers 404 for a chapter without audio and for another account', async () => {
    const { narrate, audio, path } = await newChapter();
    expect((await audio()).status).toBe(404);
    await narrate('REST');
    expect((await own.http('GET', `${path}/audio`)).json.error.code).toBe('not_found');
    expect((await fetch(`${own.url()}${path}/audio`)).status).toBe(401);
  });
});

it('keeps superseded audio while the book is published and deletes it after unpublishing', async () => {
  const { at, call, narrate, edit } = await newChapter();
  const sql = own.running().database.write;
  const publish = (published: boolean) => call('publishBook', { bookId: at.bookId, input: { publish: published } });
  const kept = async () => (await sql`SELECT id FROM narration WHERE chapter_id = ${at.chapterId}`).length;
  await narrate('REST');
  await publish(true);
  await edit({ content: 'Snow.' });
  await narrate('REST');
  await sweepNarrations(sql);
  expect(await kept()).toBe(2);
  await publish(false);
  await sweepNarrations(sql);
  expect(await kept()).toBe(1);
});

it('keeps speech segments in use and deletes unused ones after 31 days', async () => {
  const { at, narrate, edit } = await newChapter();
  const sql = own.running().database.write;
  await narrate('REST');
  await sql`
    UPDATE speech_segment SET last_used_at = now() - interval '31 days' FROM chapter c WHERE c.id = ${at.chapterId} AND speech_segment.account_id = c.account_id`;
  await edit({ content: 'Rain came.' });
  await narrate('REST');
  await sweepSpeech(sql);
  fakes.speech.takeTexts();
  await edit({ content: 'Rain came.\n\nNobody stood at the rail.' });
  await narrate('REST');
  expect(fakes.speech.takeTexts()).toEqual(['Nobody stood at the rail.']);
});

it('new audio changes the entity tag of its chapter', async () => {
  const { key, path, narrate, edit, chapter } = await newChapter();
  const get = (headers: Record<string, string> = {}) => http(own.url(), key, 'GET', path, undefined, { ...headers });
  const before = (await get()).headers.get('etag') ?? '';
  expect((await get({ 'if-none-match': before })).status).toBe(304);
  await narrate('REST');
  const after = await get({ 'if-none-match': before });
  expect([after.status, after.headers.get('etag')]).toEqual([200, expect.not.stringMatching(before)]);
  const { version } = await chapter();
  const saved = await http(
    own.url(),
    key,
    'PATCH',
    path,
    { notes: 'Short.' },
    { 'if-match': after.headers.get('etag') ?? '' },
  );
  expect([saved.status, saved.json.data.version]).toEqual([200, version + 1]);
  await edit({ notes: 'Long.' });
});
