import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { facesOf, graphql, http, tool } from '../support/faces.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventsOf, open, until } from '../support/stream.ts';
import { Desk } from '../support/writing.ts';

let provider: FakeProvider;
let service: TestService;
let key: string;
const holds: (() => void)[] = [];

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' });
  key = await service.newKey();
});
afterEach(() => {
  for (const release of holds.splice(0)) release();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

/** A pause of the provider that is over with the test. */
function pause() {
  const made = hold();
  holds.push(made.release);
  return made;
}
/** A desk of an account of its own: no other test's runs count against it. */
const newDesk = async (chapter?: object) => Desk.at(service.url, await service.newKey(), chapter);
const asked = (nth: number) =>
  provider.requests
    .at(nth)
    ?.body.messages.map(({ content }) => content)
    .join('\n') ?? '';
const first = 'The ferry came 🛶 late. ';
const second = 'Nobody stood at the rail.';
const sse = { accept: 'text/event-stream' };

describe('writing over REST as plain text (docs/generation.md, "REST")', () => {
  it('streams the text and tells chapter, run, offset and, in the trailer, how it ended', async () => {
    provider.script(reply.text([first, second]));
    const desk = await newDesk();
    const reading = desk.write();
    const { status, headers } = await reading.began;
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const { text, trailers, isWhole } = await reading.ended;
    const [run] = await desk.runs();
    expect(headers).toMatchObject({ 'x-chapter-id': desk.chapterId, 'x-run-id': run.id, 'x-offset': '0' });
    expect([text, isWhole, trailers['x-run-state']]).toEqual([first + second, true, 'completed']);
    expect(await desk.chapter()).toMatchObject({ content: first + second, status: 'complete', wordCount: 9 });
    expect(run).toMatchObject({
      kind: 'write',
      bookId: desk.bookId,
      chapterId: desk.chapterId,
      state: 'completed',
      startOffset: 0,
      charsWritten: [...(first + second)].length,
      error: null,
      resumeOf: null,
      usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 2 },
    });
    expect(new Date(run.finishedAt).getTime()).toBeGreaterThanOrEqual(new Date(run.startedAt).getTime());
    expect(await desk.ask('GET', `/v1/runs/${run.id}`)).toEqual(run);
  });

  it('sends its headers with the first text and passes text on before it is saved', async () => {
    const [beforeText, afterText] = [pause(), pause()];
    provider.script(reply.text([beforeText.released, first, afterText.released, second]));
    const desk = await newDesk();
    const reading = desk.write();
    await until(async () => (await desk.runs()).length === 1);
    expect(reading.hasBegun).toBe(false);
    beforeText.release();
    await reading.has(first);
    expect(await desk.chapter()).toMatchObject({ status: 'generating' });
    afterText.release();
    expect((await reading.ended).text).toBe(first + second);
  });

  it('answers a failure before the first text as an ordinary 502, and leaves the chapter empty', async () => {
    provider.script(reply.status(500));
    const desk = await newDesk();
    const { status, json } = await http(desk.url, desk.key, 'POST', `${desk.path}/write`, {});
    expect([status, json.error.code]).toEqual([502, 'generation_failed']);
    expect(await desk.chapter()).toMatchObject({ status: 'empty', content: '' });
    expect((await desk.runs())[0]).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
  });

  it('cuts a stream that fails later, keeps its text and goes on from it when asked again', async () => {
    const desk = await newDesk();
    provider.script(reply.cutSocket([first]));
    const { text, isWhole } = await desk.write().ended;
    expect([text, isWhole]).toEqual([first, false]);
    expect(await desk.chapter()).toMatchObject({ status: 'partial', content: first });
    provider.script(reply.text([second]));
    const again = desk.write();
    expect((await again.began).headers['x-offset']).toBe(String([...first].length));
    expect((await again.ended).text).toBe(second);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: first + second });
  });

  it('answers a HEAD of a run’s stream at once', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released]));
    const desk = await newDesk();
    desk.write();
    await desk.saved(first);
    const [run] = await desk.runs();
    const reading = open(desk.url, desk.key, 'HEAD', `/v1/runs/${run.id}/stream`);
    expect((await reading.began).headers['x-run-id']).toBe(run.id);
    expect((await reading.ended).isWhole).toBe(true);
  });
});

describe('old and careful clients', () => {
  it('serves HTTP/1.0, which knows neither chunks nor trailers', async () => {
    provider.script(reply.text([first, second]));
    const desk = await newDesk();
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    socket.write(`POST ${desk.path}/write HTTP/1.0\r\nauthorization: Bearer ${desk.key}\r\n\r\n`);
    expect(await textOf(socket)).toMatch(new RegExp(`200 OK[\\s\\S]*\r\n\r\n${first}${second}$`));
  });
});

describe('writing over REST as server-sent events', () => {
  it('numbers events by code points and ends with the run', async () => {
    provider.script(reply.text([first, second]));
    const desk = await newDesk();
    const reading = desk.write({}, sse);
    expect((await reading.began).headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const { text, isWhole } = await reading.ended;
    const events = eventsOf(text);
    const pieces = events.filter(({ event }) => event === 'message').map(({ data }) => JSON.parse(data));
    expect(pieces.map((piece) => piece.text).join('')).toBe(first + second);
    let length = 0;
    for (const { offset, text: piece } of pieces) {
      length += [...piece].length;
      expect(offset).toBe(length);
    }
    const last = events.at(-1);
    expect([last?.event, last?.id, isWhole]).toEqual(['run', String(length), true]);
    expect(JSON.parse(last?.data ?? '')).toMatchObject({ state: 'completed', charsWritten: length });
  });

  it('sends its headers at once, a failure as an error event in the usual shape, and cuts', async () => {
    const rest = pause();
    provider.script(reply.stall([rest.released]));
    const desk = await newDesk();
    const reading = desk.write({}, sse);
    expect((await reading.began).status).toBe(200);
    await desk.ask('POST', `/v1/runs/${(await desk.runs())[0].id}/cancel`);
    await reading.ended;
    provider.script(reply.inStreamError([first]));
    const failed = await desk.write({}, sse).ended;
    const last = eventsOf(failed.text).at(-1);
    expect([last?.event, failed.isWhole]).toEqual(['error', false]);
    expect(JSON.parse(last?.data ?? '').error).toMatchObject({
      code: 'generation_failed',
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
    });
  });

  it('goes on from Last-Event-ID and from from_offset, while the run is alive and afterwards', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const desk = await newDesk();
    const writing = desk.write();
    await writing.has(first);
    const [run] = await desk.runs();
    const path = `/v1/runs/${run.id}/stream`;
    const live = open(desk.url, desk.key, 'GET', path, { headers: { ...sse, 'last-event-id': '16' } });
    await live.has('late');
    rest.release();
    const proseOf = (text: string) =>
      eventsOf(text)
        .filter(({ event }) => event === 'message')
        .map(({ data }) => JSON.parse(data).text)
        .join('');
    const all = [...(first + second)];
    expect(proseOf((await live.ended).text)).toBe(all.slice(16).join(''));
    const later = open(desk.url, desk.key, 'GET', path, { headers: { ...sse, 'last-event-id': '16' } });
    expect(proseOf((await later.ended).text)).toBe(all.slice(16).join(''));
    const plain = open(desk.url, desk.key, 'GET', `${path}?from_offset=17`);
    expect((await plain.began).headers['x-offset']).toBe('17');
    expect(await plain.ended).toMatchObject({ text: all.slice(17).join(''), trailers: { 'x-run-state': 'completed' } });
    const beyond = await open(desk.url, desk.key, 'GET', `${path}?from_offset=5000`).ended;
    expect(beyond).toMatchObject({ text: '', isWhole: true });
  });

  it('writes from the first character of a new run, whatever Last-Event-ID a client still sends', async () => {
    const desk = await newDesk();
    provider.script(reply.cutSocket([first]));
    await desk.write({}, sse).ended;
    provider.script(reply.text([second]));
    const again = await desk.write({}, { 'last-event-id': String([...first].length) }).ended;
    expect(again.text).toBe(second);
  });
});

describe('a run belongs to its account, not to the connection', () => {
  it('goes on when its caller goes away', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const desk = await newDesk();
    const reading = desk.write();
    await reading.has(first);
    reading.leave();
    await reading.ended;
    await until(() => service.logged.some((line) => line.includes(`${desk.path}/write`) && line.includes('"request"')));
    rest.release();
    expect(await desk.ended()).toMatchObject({ state: 'completed' });
    expect(await desk.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });

  it('is joined by the same request, which gets it from the first character; the provider is asked once', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const desk = await newDesk();
    const before = provider.requests.length;
    const both = [desk.write({ instructions: 'Rain.' }), desk.write({ instructions: 'Rain.' })];
    await Promise.all(both.map((one) => one.has(first)));
    const late = desk.write({ instructions: 'Rain.' });
    await late.has(first);
    rest.release();
    for (const one of [...both, late]) expect((await one.ended).text).toBe(first + second);
    expect(provider.requests.length - before).toBe(1);
    expect(await desk.runs()).toHaveLength(1);
  });

  it('is not disturbed by other instructions, a restart or new content: invalid_state names it', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const desk = await newDesk();
    const reading = desk.write();
    await reading.has(first);
    const [run] = await desk.runs();
    const named = { status: 400, code: 'invalid_state', message: expect.stringContaining(run.id) };
    expect(await desk.ask('POST', `${desk.path}/write`, { instructions: 'Snow.' })).toMatchObject(named);
    expect(await desk.ask('POST', `${desk.path}/write`, { restart: true })).toMatchObject(named);
    expect(await desk.ask('PATCH', desk.path, { content: 'Mine.' })).toMatchObject(named);
    expect(await desk.ask('PATCH', desk.path, { title: 'The late ferry' })).toMatchObject({ title: 'The late ferry' });
    rest.release();
    expect((await reading.ended).text).toBe(first + second);
  });

  it('and an edit at the same moment never mix: the text is one or the other, whole', async () => {
    provider.script(reply.text([first, second]));
    const account = await service.newKey();
    for (let n = 0; n < 12; n++) {
      const desk = await Desk.at(service.url, account);
      const [one, two] = [desk.write(), desk.write()];
      await Promise.all([desk.ask('PATCH', desk.path, { content: 'Mine.' }), one.ended, two.ended]);
      await until(async () => (await desk.chapter()).status === 'complete');
      const { content } = await desk.chapter();
      expect(['Mine.', first + second]).toContain(content);
      const rows = await service.database.read`SELECT body FROM chapter_revision WHERE chapter_id = ${desk.chapterId}`;
      for (const { body } of rows) expect(body).toBe(first + second);
    }
  });

  it.each(['chapter', 'book'] as const)(
    'is cancelled before its %s is deleted, and its text comes back',
    async (what) => {
      const rest = pause();
      provider.script(reply.text([first, rest.released, second]));
      const desk = await newDesk();
      const reading = desk.write();
      await reading.has(first);
      const [run] = await desk.runs();
      const path = what === 'book' ? desk.book : desk.path;
      await desk.ask('DELETE', path);
      expect((await reading.ended).trailers['x-run-state']).toBe('cancelled');
      expect(await desk.chapter()).toMatchObject({ code: 'not_found' });
      await desk.ask('POST', `${path}/restore`);
      expect(await desk.ask('GET', `/v1/runs/${run.id}`)).toMatchObject({ state: 'cancelled' });
      expect(await desk.chapter()).toMatchObject({ content: first, status: 'partial' });
    },
  );

  it('is stopped by cancel: its text is kept, the chapter partial, the provider hung up on', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const desk = await newDesk();
    const reading = desk.write();
    await reading.has(first);
    const [run] = await desk.runs();
    expect(await desk.ask('POST', `/v1/runs/${run.id}/cancel`)).toMatchObject({ id: run.id, state: 'cancelled' });
    await provider.requests.at(-1)?.hungUp;
    expect(await reading.ended).toMatchObject({ text: first, isWhole: true, trailers: { 'x-run-state': 'cancelled' } });
    expect(await desk.chapter()).toMatchObject({ content: first, status: 'partial' });
    expect(await desk.ask('POST', `/v1/runs/${run.id}/cancel`)).toMatchObject({ state: 'cancelled' });
  });

  it('is another account’s business: not found', async () => {
    provider.script(reply.text([first]));
    const desk = await newDesk();
    await desk.write().ended;
    const [run] = await desk.runs();
    const stranger = await service.newKey();
    for (const [method, path] of [
      ['GET', `/v1/runs/${run.id}`],
      ['GET', `/v1/runs/${run.id}/stream`],
      ['POST', `/v1/runs/${run.id}/cancel`],
      ['GET', `${desk.book}/runs`],
      ['POST', `${desk.path}/write`],
      ['GET', `${desk.path}/prompt`],
    ] as const)
      expect((await http(service.url, stranger, method, path)).json.error.code, path).toBe('not_found');
  });
});

describe('going on, beginning anew', () => {
  it('goes on with the tail in the prompt, and nothing is repeated or lost', async () => {
    const desk = await newDesk();
    provider.script(reply.cutSocket([first]));
    await desk.write().ended;
    provider.script(reply.text(['Nobody stood at ', 'the rail.']));
    const again = desk.write();
    expect((await again.ended).text).toBe(second);
    expect(asked(-1)).toContain(`<written_so_far>${first}</written_so_far>`);
    const [run, former] = await desk.runs();
    expect(run).toMatchObject({ resumeOf: former.id, startOffset: [...first].length, state: 'completed' });
    expect(await desk.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });

  it('takes out what the model repeats of the last sentence', async () => {
    const desk = await newDesk();
    provider.script(reply.cutSocket([first, second]));
    await desk.write().ended;
    provider.script(reply.text(['Nobody stood ', 'at the rail.', ' Then the bell rang.']));
    expect((await desk.write().ended).text).toBe(' Then the bell rang.');
    expect((await desk.chapter()).content).toBe(`${first}${second} Then the bell rang.`);
  });

  it('goes on by itself where the model stopped for length', async () => {
    const desk = await newDesk();
    provider.script(reply.length([first]), reply.text([second]));
    const before = provider.requests.length;
    expect(await desk.write().ended).toMatchObject({ text: first + second, isWhole: true });
    expect(provider.requests.length - before).toBe(2);
    expect(asked(-1)).toContain(first.trimEnd());
    expect(await desk.runs()).toMatchObject([{ state: 'completed', usage: { inputTokens: 200, outputTokens: 2 } }]);
    expect(await desk.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });

  it('does not write a complete chapter without restart', async () => {
    const desk = await newDesk({ content: 'Done.' });
    expect(await desk.ask('POST', `${desk.path}/write`, {})).toMatchObject({ status: 400, code: 'invalid_state' });
  });

  it('keeps the old text as a revision when it begins anew', async () => {
    const desk = await newDesk({ content: 'Old.' });
    provider.script(reply.text([first]));
    const reading = desk.write({ restart: true });
    expect((await reading.began).headers['x-offset']).toBe('0');
    await reading.ended;
    expect(await desk.chapter()).toMatchObject({ content: first, status: 'complete' });
    const rows = await service.database.read`SELECT body FROM chapter_revision WHERE chapter_id = ${desk.chapterId}`;
    expect(rows.map(({ body }) => body)).toEqual(['Old.']);
    expect(asked(-1)).not.toContain('Old.');
  });

  it('gives the old text back when the provider then writes nothing', async () => {
    const desk = await newDesk({ content: 'Old and good.' });
    provider.script(reply.status(500));
    const { status } = await http(desk.url, desk.key, 'POST', `${desk.path}/write`, { restart: true });
    expect(status).toBe(502);
    expect(await desk.chapter()).toMatchObject({ content: 'Old and good.', status: 'complete', wordCount: 3 });
    const rows = await service.database.read`SELECT 1 FROM chapter_revision WHERE chapter_id = ${desk.chapterId}`;
    expect(rows).toHaveLength(0);
  });

  it('gives a partial text back as partial, and goes on from it', async () => {
    const desk = await newDesk();
    provider.script(reply.cutSocket([first]));
    await desk.write().ended;
    provider.script(reply.status(429));
    await desk.write({ restart: true }).ended;
    expect(await desk.chapter()).toMatchObject({ content: first, status: 'partial' });
    provider.script(reply.text([second]));
    await desk.write().ended;
    expect(await desk.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });
});

describe('limits and states', () => {
  it('stops at the time limit: partial, properly ended, all text kept', async () => {
    const short = await startService({ OPENAI_BASE_URL: provider.url, GENERATION_SECONDS_MAX: '3' });
    const desk = await Desk.at(short.url, await short.newKey());
    provider.script(reply.stall([first]));
    expect(await desk.write().ended).toMatchObject({
      text: first,
      isWhole: true,
      trailers: { 'x-run-state': 'partial' },
    });
    expect((await desk.runs())[0]).toMatchObject({ state: 'partial', error: null });
    expect(await desk.chapter()).toMatchObject({ content: first, status: 'partial' });
    await short.close();
  });

  it('lets an account start so many runs a minute and have so many at a time; joining costs nothing', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released]));
    const limits = { LIMIT_PROVIDER_PER_MINUTE: '3', LIMIT_PROVIDER_CONCURRENT: '1' };
    const limited = await startService({ OPENAI_BASE_URL: provider.url, ...limits });
    const account = await limited.newKey();
    const [one, two] = [await Desk.at(limited.url, account), await Desk.at(limited.url, account)];
    const readings = [one.write(), one.write(), one.write(), one.write(), one.write()];
    await Promise.all(readings.map((reading) => reading.has(first)));
    const full = await http(two.url, two.key, 'POST', `${two.path}/write`, {});
    expect([full.status, full.json.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(full.json.error.retry_after).toBe(Number(full.headers.get('retry-after')));
    rest.release();
    await Promise.all(readings.map((reading) => reading.ended));
    expect((await two.write().ended).isWhole).toBe(true);
    expect((await (await Desk.at(limited.url, account)).write().ended).isWhole).toBe(true);
    const fourth = await Desk.at(limited.url, account);
    expect(await fourth.ask('POST', `${fourth.path}/write`, {})).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retry_after: expect.any(Number),
    });
    expect(await fourth.runs()).toEqual([]);
    await limited.close();
  });

  it('needs the scope generation:run to write and to cancel', async () => {
    const desk = await newDesk();
    const reader = await service.newKey({ scopes: ['books:read', 'books:write'] });
    for (const path of [`${desk.path}/write`, '/v1/runs/run_0/cancel']) {
      const { status, json } = await http(service.url, reader, 'POST', path, {});
      expect([status, json.error.code, json.error.required_scope]).toEqual([
        403,
        'insufficient_scope',
        'generation:run',
      ]);
    }
  });

  it('refuses what is no write request, naming the field', async () => {
    const desk = await newDesk();
    const { status, json } = await http(desk.url, desk.key, 'POST', `${desk.path}/write`, {
      instructions: 'x'.repeat(2001),
      restrat: true,
    });
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    expect(json.error.issues.map(({ path }: { path: string }) => path).sort()).toEqual(['instructions', 'restrat']);
  });

  it('says feature_disabled on every face without a provider, and beforehand in the capabilities', async () => {
    const without = await startService();
    const own = await without.newKey();
    const desk = await Desk.at(without.url, own);
    const refusal = { code: 'feature_disabled', message: expect.stringContaining('OPENAI_API_KEY') };
    expect(await desk.ask('POST', `${desk.path}/write`, {})).toMatchObject({ status: 503, ...refusal });
    const { bookId, chapterId } = desk;
    for (const face of facesOf(without.url, own).filter(({ name }) => name === 'GraphQL'))
      await expect(
        graphql(without.url, own, `mutation { writeChapter(bookId: "${bookId}", chapterId: "${chapterId}") { id } }`),
        face.name,
      ).rejects.toMatchObject(refusal);
    await expect(tool(without.url, own, 'write_chapter', { bookId, chapterId })).rejects.toMatchObject(refusal);
    const { features } = await desk.ask('GET', '/v1/capabilities');
    expect(features).toContainEqual({
      name: 'generation',
      enabled: false,
      reason: expect.stringContaining('OPENAI_API_KEY'),
    });
    expect((await desk.ask('GET', `${desk.path}/prompt`)).messages).toHaveLength(2);
    await without.close();
  });

  it('shows empty, generating, partial and complete, and the book draft, writing and ready', async () => {
    const desk = await newDesk();
    const bookStatus = async () => (await desk.ask('GET', desk.book)).status;
    expect([(await desk.chapter()).status, await bookStatus()]).toEqual(['empty', 'writing']);
    const rest = pause();
    provider.script(reply.text([first, rest.released]));
    const reading = desk.write();
    await reading.has(first);
    expect([(await desk.chapter()).status, await bookStatus()]).toEqual(['generating', 'writing']);
    await desk.ask('POST', `/v1/runs/${(await desk.runs())[0].id}/cancel`);
    expect([(await desk.chapter()).status, await bookStatus()]).toEqual(['partial', 'writing']);
    provider.script(reply.text([second]));
    await desk.write().ended;
    expect([(await desk.chapter()).status, await bookStatus()]).toEqual(['complete', 'ready']);
    await desk.ask('DELETE', desk.path);
    expect(await bookStatus()).toBe('draft');
  });

  it('lists the runs of a book, newest first, in pages', async () => {
    const desk = await newDesk();
    for (let n = 0; n < 3; n++) {
      provider.script(reply.cutSocket([`Bell number ${n} rang over the water. `]));
      await desk.write().ended;
    }
    const { json } = await http(desk.url, desk.key, 'GET', `${desk.book}/runs?limit=2`);
    expect(json.data).toHaveLength(2);
    expect(json.data[0].resumeOf).toBe(json.data[1].id);
    const rest = await http(desk.url, desk.key, 'GET', `${desk.book}/runs?limit=2&cursor=${json.next_cursor}`);
    expect(rest.json).toMatchObject({ data: [{ id: json.data[1].resumeOf }], next_cursor: null });
  });
});

const fields = 'id state startOffset charsWritten resumeOf error { code message } usage { outputTokens }';
const startWrite = `mutation ($bookId: ID!, $chapterId: ID!, $wait: Int) {
  writeChapter(bookId: $bookId, chapterId: $chapterId, waitSeconds: $wait) { ${fields} }
}`;
const follow = `subscription ($runId: ID!, $from: Int) {
  proseStream(runId: $runId, fromOffset: $from) { offset text run { ${fields} } }
}`;

describe('writing over GraphQL', () => {
  const watch = (runId: string, from?: number) =>
    open(service.url, key, 'POST', '/graphql', { body: { query: follow, variables: { runId, from } }, headers: sse });
  const proseOf = (text: string) =>
    eventsOf(text)
      .filter(({ event }) => event === 'next')
      .map(({ data }) => JSON.parse(data).data.proseStream);
  const whole = (events: { text: string }[]) => events.map(({ text }) => text).join('');

  it('answers the run at once; proseStream tells its text and then the run, also from an offset and when it is over', async () => {
    const desk = await Desk.at(service.url, key);
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const { bookId, chapterId } = desk;
    const { writeChapter: run } = await graphql(service.url, key, startWrite, { bookId, chapterId });
    expect(run).toMatchObject({ state: 'running', startOffset: 0, error: null });
    const watching = watch(run.id);
    await watching.has('late');
    rest.release();
    const events = proseOf((await watching.ended).text);
    expect(whole(events)).toBe(first + second);
    expect(events.slice(0, -1).every((event) => event.run === null)).toBe(true);
    expect(events.at(-1).run).toMatchObject({ id: run.id, state: 'completed', usage: { outputTokens: 3 } });
    const all = [...(first + second)];
    for (const from of [16, 17, all.length])
      expect(whole(proseOf((await watch(run.id, from).ended).text))).toBe(all.slice(from).join(''));
  });

  it('waits for the run when asked to, longer than an operation may otherwise take', async () => {
    const desk = await Desk.at(service.url, key);
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const { bookId, chapterId } = desk;
    const answer = graphql(service.url, key, startWrite, { bookId, chapterId, wait: 20 });
    setTimeout(rest.release, 10_500);
    expect((await answer).writeChapter).toMatchObject({ state: 'completed' });
  });

  it('refuses to tell of a run that is not the caller’s', async () => {
    const { text } = await watch('run_00000000000000000000000000').ended;
    expect(text).toContain('not_found');
  });
});

describe('writing over MCP', () => {
  const newChapter = async () => Desk.at(service.url, key);

  it('has a chapter written and answers the run; read_chapter reads the prose', async () => {
    provider.script(reply.text([first, second]));
    const { bookId, chapterId } = await newChapter();
    const { structuredContent } = await tool(service.url, key, 'write_chapter', { bookId, chapterId });
    expect(structuredContent.data).toMatchObject({ state: 'completed', charsWritten: [...(first + second)].length });
    const { content } = await tool(service.url, key, 'read_chapter', { bookId, chapterId, offset: 15 });
    expect(content).toEqual([{ type: 'text', text: [...(first + second)].slice(15).join('') }]);
  });

  it('answers while the run goes on, tells how it stands, and stops it', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const desk = await newChapter();
    const { bookId, chapterId } = desk;
    const begun = await tool(service.url, key, 'write_chapter', { bookId, chapterId, waitSeconds: 0 });
    const runId = begun.structuredContent.data.id;
    expect(begun.structuredContent.data.state).toBe('running');
    await desk.saved(first);
    const standing = await tool(service.url, key, 'get_generation', { runId, waitSeconds: 0 });
    expect(standing.structuredContent.data).toMatchObject({ state: 'running', charsWritten: [...first].length });
    const stopped = await tool(service.url, key, 'cancel_generation', { runId });
    expect(stopped.structuredContent.data).toMatchObject({ id: runId, state: 'cancelled' });
    provider.script(reply.text([second]));
    const again = await tool(service.url, key, 'write_chapter', { bookId, chapterId });
    expect(again.structuredContent.data).toMatchObject({ state: 'completed', resumeOf: runId });
    expect((await desk.chapter()).content).toBe(first + second);
  });

  it('waits for a run with get_generation until it has ended', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released]));
    const { bookId, chapterId } = await newChapter();
    const begun = await tool(service.url, key, 'write_chapter', { bookId, chapterId, waitSeconds: 0 });
    const waiting = tool(service.url, key, 'get_generation', { runId: begun.structuredContent.data.id });
    rest.release();
    expect((await waiting).structuredContent.data).toMatchObject({ state: 'completed' });
  });

  it('reports progress in characters, never prose, to callers who ask for it', async () => {
    const rest = pause();
    provider.script(reply.text([first, rest.released, second]));
    const { bookId, chapterId } = await newChapter();
    const reading = open(service.url, key, 'POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'write_chapter', arguments: { bookId, chapterId }, _meta: { progressToken: 'p' } },
      },
    });
    await reading.has('notifications/progress');
    rest.release();
    const messages = eventsOf((await reading.ended).text).map(({ data }) => JSON.parse(data));
    const notes = messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
    expect(notes[0]).toMatchObject({ progressToken: 'p', progress: [...first].length });
    expect(JSON.stringify(notes)).not.toContain('ferry');
    expect(messages.at(-1).result.structuredContent.data).toMatchObject({ state: 'completed' });
  });

  it('lets the caller write: the brief is the writer’s own prompt, save_chapter keeps the former text', async () => {
    const desk = await newChapter();
    const { bookId, chapterId } = desk;
    const brief = await tool(service.url, key, 'get_chapter_brief', { bookId, chapterId });
    const { messages } = await desk.ask('GET', `${desk.path}/prompt`);
    expect(brief.content[0].text).toBe(messages.map(({ content }: { content: string }) => content).join('\n\n'));
    for (const content of ['Mine.', 'Mine, better.']) {
      const saved = await tool(service.url, key, 'save_chapter', { bookId, chapterId, content });
      expect(saved.structuredContent.data).toMatchObject({ id: chapterId, status: 'complete' });
    }
    expect((await desk.chapter()).content).toBe('Mine, better.');
    const rows = await service.database.read`SELECT body FROM chapter_revision WHERE chapter_id = ${chapterId}`;
    expect(rows.map(({ body }) => body)).toEqual(['Mine.']);
  });

  it('does not offer or run write_chapter without its scope', async () => {
    const reader = await service.newKey({ scopes: ['books:read'] });
    await expect(tool(service.url, reader, 'write_chapter', { bookId: 'x', chapterId: 'y' })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});

it('needs generation:run alone to have a chapter written and to read it as it comes (service.md 5)', async () => {
  const desk = await Desk.at(service.url, await service.newKey({ account: 'a generator' }));
  const generator = await service.newKey({ account: 'a generator', scopes: ['generation:run'] });
  const { status, text } = await http(service.url, generator, 'POST', `${desk.path}/write`);
  expect(status).toBe(200);
  expect(text).toBe((await desk.chapter()).content);
});
