import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { facesOf, graphql, http, proseIn, tool } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';
import { eventsOf, openStream, until } from '../support/stream.ts';

const { own, fakes } = serviceWith({ text: true });
const holds: (() => void)[] = [];

afterEach(() => {
  for (const release of holds.splice(0)) release();
});
/** A hold that afterEach releases. */
function pause() {
  const made = hold();
  holds.push(made.release);
  return made;
}
/** A client in its own account, whose limits no other test uses. */
const newClient = async (chapter?: object) => ChapterClient.create(own.url(), await own.running().newKey(), chapter);
const asked = (nth: number) =>
  fakes.text.requests
    .at(nth)
    ?.body.messages.map(({ content }) => content)
    .join('\n') ?? '';
const first = 'The ferry came 🛶 late. ';
const second = 'Nobody stood at the rail.';
const sse = { accept: 'text/event-stream' };

describe('writing over REST as plain text (docs/generation.md, "REST")', () => {
  it('streams the text with chapter, run and offset headers and a final trailer', async () => {
    fakes.text.script(reply.text([first, second]));
    const client = await newClient();
    const reading = client.write();
    const { status, headers } = await reading.began;
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const { text, trailers, isWhole } = await reading.ended;
    const [run] = await client.runs();
    expect(headers).toMatchObject({ 'x-chapter-id': client.chapterId, 'x-run-id': run.id, 'x-offset': '0' });
    expect([text, isWhole, trailers['x-run-state']]).toEqual([first + second, true, 'completed']);
    expect(await client.chapter()).toMatchObject({ content: first + second, status: 'complete', wordCount: 9 });
    expect(run).toMatchObject({
      kind: 'write',
      bookId: client.bookId,
      chapterId: client.chapterId,
      state: 'completed',
      startOffset: 0,
      charsWritten: [...(first + second)].length,
      error: null,
      resumeOf: null,
      usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 2 },
    });
    expect(new Date(run.finishedAt).getTime()).toBeGreaterThanOrEqual(new Date(run.startedAt).getTime());
    expect(await client.ask('GET', `/v1/runs/${run.id}`)).toEqual(run);
  });

  it('sends headers with the first text, and text before it is saved', async () => {
    const [beforeText, afterText] = [pause(), pause()];
    fakes.text.script(reply.text([beforeText.released, first, afterText.released, second]));
    const client = await newClient();
    const reading = client.write();
    await until(async () => (await client.runs()).length === 1);
    expect(reading.hasBegun).toBe(false);
    beforeText.release();
    await reading.waitFor(first);
    expect(await client.chapter()).toMatchObject({ status: 'generating' });
    afterText.release();
    expect((await reading.ended).text).toBe(first + second);
  });

  it('answers a failure before the first text with 502 and an empty chapter', async () => {
    fakes.text.script(reply.status(500));
    const client = await newClient();
    const { status, json } = await http(client.url, client.key, 'POST', `${client.path}/write`, {});
    expect([status, json.error.code]).toEqual([502, 'generation_failed']);
    expect(await client.chapter()).toMatchObject({ status: 'empty', content: '' });
    expect((await client.runs())[0]).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
  });

  it('cuts the stream on a later failure, keeps the text, and continues on retry', async () => {
    const client = await newClient();
    fakes.text.script(reply.cutSocket([first]));
    const { text, isWhole } = await client.write().ended;
    expect([text, isWhole]).toEqual([first, false]);
    expect(await client.chapter()).toMatchObject({ status: 'partial', content: first });
    fakes.text.script(reply.text([second]));
    const again = client.write();
    expect((await again.began).headers['x-offset']).toBe(String([...first].length));
    expect((await again.ended).text).toBe(second);
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: first + second });
  });

  it('answers HEAD for the stream of a run at once', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released]));
    const client = await newClient();
    client.write();
    await client.waitForSaved(first);
    const [run] = await client.runs();
    const reading = openStream(client.url, client.key, 'HEAD', `/v1/runs/${run.id}/stream`);
    expect((await reading.began).headers['x-run-id']).toBe(run.id);
    expect((await reading.ended).isWhole).toBe(true);
  });
});

describe('legacy clients', () => {
  it('can use HTTP/1.0, which has no chunks or trailers', async () => {
    fakes.text.script(reply.text([first, second]));
    const client = await newClient();
    const socket = connect(Number(new URL(client.url).port), '127.0.0.1');
    socket.write(`POST ${client.path}/write HTTP/1.0\r\nauthorization: Bearer ${client.key}\r\n\r\n`);
    expect(await textOf(socket)).toMatch(new RegExp(`200 OK[\\s\\S]*\r\n\r\n${first}${second}$`));
  });
});

describe('writing over REST as server-sent events', () => {
  it('numbers events by code points and ends with the run', async () => {
    fakes.text.script(reply.text([first, second]));
    const client = await newClient();
    const reading = client.write({}, sse);
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

  it('sends headers at once, and a failure as an error event before the cut', async () => {
    const rest = pause();
    fakes.text.script(reply.stall([rest.released]));
    const client = await newClient();
    const reading = client.write({}, sse);
    expect((await reading.began).status).toBe(200);
    await client.ask('POST', `/v1/runs/${(await client.runs())[0].id}/cancel`);
    await reading.ended;
    fakes.text.script(reply.inStreamError([first]));
    const failed = await client.write({}, sse).ended;
    const last = eventsOf(failed.text).at(-1);
    expect([last?.event, failed.isWhole]).toEqual(['error', false]);
    expect(JSON.parse(last?.data ?? '').error).toMatchObject({
      code: 'generation_failed',
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
    });
  });

  it('resumes from Last-Event-ID and from_offset, during and after the run', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const client = await newClient();
    const writing = client.write();
    await writing.waitFor(first);
    const [run] = await client.runs();
    const path = `/v1/runs/${run.id}/stream`;
    const live = openStream(client.url, client.key, 'GET', path, { headers: { ...sse, 'last-event-id': '16' } });
    await live.waitFor('late');
    rest.release();
    const proseOf = (text: string) =>
      eventsOf(text)
        .filter(({ event }) => event === 'message')
        .map(({ data }) => JSON.parse(data).text)
        .join('');
    const all = [...(first + second)];
    expect(proseOf((await live.ended).text)).toBe(all.slice(16).join(''));
    const later = openStream(client.url, client.key, 'GET', path, { headers: { ...sse, 'last-event-id': '16' } });
    expect(proseOf((await later.ended).text)).toBe(all.slice(16).join(''));
    const plain = openStream(client.url, client.key, 'GET', `${path}?from_offset=17`);
    expect((await plain.began).headers['x-offset']).toBe('17');
    expect(await plain.ended).toMatchObject({ text: all.slice(17).join(''), trailers: { 'x-run-state': 'completed' } });
    const beyond = await openStream(client.url, client.key, 'GET', `${path}?from_offset=5000`).ended;
    expect(beyond).toMatchObject({ text: '', isWhole: true });
  });

  it('ignores Last-Event-ID when starting a new run', async () => {
    const client = await newClient();
    fakes.text.script(reply.cutSocket([first]));
    await client.write({}, sse).ended;
    fakes.text.script(reply.text([second]));
    const again = await client.write({}, { 'last-event-id': String([...first].length) }).ended;
    expect(again.text).toBe(second);
  });
});

describe('a run', () => {
  it('continues when its client disconnects', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const client = await newClient();
    const reading = client.write();
    await reading.waitFor(first);
    reading.disconnect();
    await reading.ended;
    await until(() =>
      own.running().logged.some((line) => line.includes(`${client.path}/write`) && line.includes('"request"')),
    );
    rest.release();
    expect(await client.waitForRun()).toMatchObject({ state: 'completed' });
    expect(await client.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });

  it('is joined by an equal request, which streams from the start', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const client = await newClient();
    const before = fakes.text.requests.length;
    const both = [client.write({ instructions: 'Rain.' }), client.write({ instructions: 'Rain.' })];
    await Promise.all(both.map((one) => one.waitFor(first)));
    const late = client.write({ instructions: 'Rain.' });
    await late.waitFor(first);
    rest.release();
    for (const one of [...both, late]) expect((await one.ended).text).toBe(first + second);
    expect(fakes.text.requests.length - before).toBe(1);
    expect(await client.runs()).toHaveLength(1);
  });

  it('rejects other instructions, a restart or new content with its id', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const client = await newClient();
    const reading = client.write();
    await reading.waitFor(first);
    const [run] = await client.runs();
    const named = { status: 400, code: 'invalid_state', message: expect.stringContaining(run.id) };
    expect(await client.ask('POST', `${client.path}/write`, { instructions: 'Snow.' })).toMatchObject(named);
    expect(await client.ask('POST', `${client.path}/write`, { restart: true })).toMatchObject(named);
    expect(await client.ask('PATCH', client.path, { content: 'Mine.' })).toMatchObject(named);
    expect(await client.ask('PATCH', client.path, { title: 'The late ferry' })).toMatchObject({
      title: 'The late ferry',
    });
    rest.release();
    expect((await reading.ended).text).toBe(first + second);
  });

  it('never mixes its text with a concurrent edit', async () => {
    fakes.text.script(reply.text([first, second]));
    const account = await own.running().newKey();
    for (let n = 0; n < 12; n++) {
      const client = await ChapterClient.create(own.url(), account);
      const [one, two] = [client.write(), client.write()];
      await Promise.all([client.ask('PATCH', client.path, { content: 'Mine.' }), one.ended, two.ended]);
      await until(async () => (await client.chapter()).status === 'complete');
      const { content } = await client.chapter();
      expect(['Mine.', first + second]).toContain(content);
      const rows = await own.running().database
        .read`SELECT body FROM chapter_revision WHERE chapter_id = ${client.chapterId}`;
      for (const { body } of rows) expect(body).toBe(first + second);
    }
  });

  it.each(['chapter', 'book'] as const)(
    'is cancelled when its %s is deleted, and the text survives a restore',
    async (what) => {
      const rest = pause();
      fakes.text.script(reply.text([first, rest.released, second]));
      const client = await newClient();
      const reading = client.write();
      await reading.waitFor(first);
      const [run] = await client.runs();
      const path = what === 'book' ? client.book : client.path;
      await client.ask('DELETE', path);
      expect((await reading.ended).trailers['x-run-state']).toBe('cancelled');
      expect(await client.chapter()).toMatchObject({ code: 'not_found' });
      await client.ask('POST', `${path}/restore`);
      expect(await client.ask('GET', `/v1/runs/${run.id}`)).toMatchObject({ state: 'cancelled' });
      expect(await client.chapter()).toMatchObject({ content: first, status: 'partial' });
    },
  );

  it('is cancelled on request: keeps its text and disconnects from the provider', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const client = await newClient();
    const reading = client.write();
    await reading.waitFor(first);
    const [run] = await client.runs();
    expect(await client.ask('POST', `/v1/runs/${run.id}/cancel`)).toMatchObject({ id: run.id, state: 'cancelled' });
    await fakes.text.requests.at(-1)?.hungUp;
    expect(await reading.ended).toMatchObject({ text: first, isWhole: true, trailers: { 'x-run-state': 'cancelled' } });
    expect(await client.chapter()).toMatchObject({ content: first, status: 'partial' });
    expect(await client.ask('POST', `/v1/runs/${run.id}/cancel`)).toMatchObject({ state: 'cancelled' });
  });

  it('is not_found for another account', async () => {
    fakes.text.script(reply.text([first]));
    const client = await newClient();
    await client.write().ended;
    const [run] = await client.runs();
    const stranger = await own.running().newKey();
    for (const [method, path] of [
      ['GET', `/v1/runs/${run.id}`],
      ['GET', `/v1/runs/${run.id}/stream`],
      ['POST', `/v1/runs/${run.id}/cancel`],
      ['GET', `${client.book}/runs`],
      ['POST', `${client.path}/write`],
      ['GET', `${client.path}/prompt`],
    ] as const)
      expect((await http(own.url(), stranger, method, path)).json.error.code, path).toBe('not_found');
  });
});

describe('continuing and restarting a chapter', () => {
  it('continues from the tail in the prompt, without repeated or lost text', async () => {
    const client = await newClient();
    fakes.text.script(reply.cutSocket([first]));
    await client.write().ended;
    fakes.text.script(reply.text(['Nobody stood at ', 'the rail.']));
    const again = client.write();
    expect((await again.ended).text).toBe(second);
    expect(asked(-1)).toContain(`<written_so_far>${first}</written_so_far>`);
    const [run, former] = await client.runs();
    expect(run).toMatchObject({ resumeOf: former.id, startOffset: [...first].length, state: 'completed' });
    expect(await client.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });

  it('removes a repeated last sentence from the reply', async () => {
    const client = await newClient();
    fakes.text.script(reply.cutSocket([first, second]));
    await client.write().ended;
    fakes.text.script(reply.text(['Nobody stood ', 'at the rail.', ' Then the bell rang.']));
    expect((await client.write().ended).text).toBe(' Then the bell rang.');
    expect((await client.chapter()).content).toBe(`${first}${second} Then the bell rang.`);
  });

  it('continues automatically after a length stop', async () => {
    const client = await newClient();
    const long = first.repeat(5);
    fakes.text.script(reply.length([long]), reply.text([second]));
    const before = fakes.text.requests.length;
    expect(await client.write().ended).toMatchObject({ text: long + second, isWhole: true });
    expect(fakes.text.requests.length - before).toBe(2);
    expect(asked(-1)).toContain(long.trimEnd());
    expect(await client.runs()).toMatchObject([{ state: 'completed', usage: { inputTokens: 200, outputTokens: 2 } }]);
    expect(await client.chapter()).toMatchObject({ content: long + second, status: 'complete' });
  });

  it('requires restart for a complete chapter', async () => {
    const client = await newClient({ content: 'Done.' });
    expect(await client.ask('POST', `${client.path}/write`, {})).toMatchObject({ status: 400, code: 'invalid_state' });
  });

  it('keeps the old text as a revision on restart', async () => {
    const client = await newClient({ content: 'Old.' });
    fakes.text.script(reply.text([first]));
    const reading = client.write({ restart: true });
    expect((await reading.began).headers['x-offset']).toBe('0');
    await reading.ended;
    expect(await client.chapter()).toMatchObject({ content: first, status: 'complete' });
    const rows = await own.running().database
      .read`SELECT body FROM chapter_revision WHERE chapter_id = ${client.chapterId}`;
    expect(rows.map(({ body }) => body)).toEqual(['Old.']);
    expect(asked(-1)).not.toContain('Old.');
  });

  it('restores the old text if the restarted run writes nothing', async () => {
    const client = await newClient({ content: 'Old and good.' });
    fakes.text.script(reply.status(500));
    const { status } = await http(client.url, client.key, 'POST', `${client.path}/write`, { restart: true });
    expect(status).toBe(502);
    expect(await client.chapter()).toMatchObject({ content: 'Old and good.', status: 'complete', wordCount: 3 });
    const rows = await own.running().database
      .read`SELECT 1 FROM chapter_revision WHERE chapter_id = ${client.chapterId}`;
    expect(rows).toHaveLength(0);
  });

  it('restores a partial text as partial and continues it', async () => {
    const client = await newClient();
    fakes.text.script(reply.cutSocket([first]));
    await client.write().ended;
    fakes.text.script(reply.status(429));
    await client.write({ restart: true }).ended;
    expect(await client.chapter()).toMatchObject({ content: first, status: 'partial' });
    fakes.text.script(reply.text([second]));
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });
});

describe('limits and statuses of runs', () => {
  it('ends a run at the time limit as partial with all text', async () => {
    const short = await startService({ OPENAI_BASE_URL: fakes.text.url, GENERATION_SECONDS_MAX: '3' });
    const client = await ChapterClient.create(short.url, await short.newKey());
    fakes.text.script(reply.stall([first]));
    expect(await client.write().ended).toMatchObject({
      text: first,
      isWhole: true,
      trailers: { 'x-run-state': 'partial' },
    });
    expect((await client.runs())[0]).toMatchObject({ state: 'partial', error: null });
    expect(await client.chapter()).toMatchObject({ content: first, status: 'partial' });
    await short.close();
  });

  it('limits runs per minute and concurrent runs; joining is free', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released]));
    const limits = { LIMIT_PROVIDER_PER_MINUTE: '3', LIMIT_PROVIDER_CONCURRENT: '1' };
    const limited = await startService({ OPENAI_BASE_URL: fakes.text.url, ...limits });
    const account = await limited.newKey();
    const [one, two] = [
      await ChapterClient.create(limited.url, account),
      await ChapterClient.create(limited.url, account),
    ];
    const readings = [one.write(), one.write(), one.write(), one.write(), one.write()];
    await Promise.all(readings.map((reading) => reading.waitFor(first)));
    const full = await http(two.url, two.key, 'POST', `${two.path}/write`, {});
    expect([full.status, full.json.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(full.json.error.retry_after).toBe(Number(full.headers.get('retry-after')));
    rest.release();
    await Promise.all(readings.map((reading) => reading.ended));
    expect((await two.write().ended).isWhole).toBe(true);
    expect((await (await ChapterClient.create(limited.url, account)).write().ended).isWhole).toBe(true);
    const fourth = await ChapterClient.create(limited.url, account);
    expect(await fourth.ask('POST', `${fourth.path}/write`, {})).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retry_after: expect.any(Number),
    });
    expect(await fourth.runs()).toEqual([]);
    await limited.close();
  });

  it('requires generation:run to write and to cancel', async () => {
    const client = await newClient();
    const reader = await own.running().newKey({ scopes: ['books:read', 'books:write'] });
    for (const path of [`${client.path}/write`, '/v1/runs/run_0/cancel']) {
      const { status, json } = await http(own.url(), reader, 'POST', path, {});
      expect([status, json.error.code, json.error.required_scope]).toEqual([
        403,
        'insufficient_scope',
        'generation:run',
      ]);
    }
  });

  it('rejects an invalid write request with the field names', async () => {
    const client = await newClient();
    const { status, json } = await http(client.url, client.key, 'POST', `${client.path}/write`, {
      instructions: 'x'.repeat(2001),
      restrat: true,
    });
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    expect(json.error.issues.map(({ path }: { path: string }) => path).sort()).toEqual(['instructions', 'restrat']);
  });

  it('answers feature_disabled without a provider, as capabilities report', async () => {
    const without = await startService();
    const own = await without.newKey();
    const client = await ChapterClient.create(without.url, own);
    const refusal = { code: 'feature_disabled', message: expect.stringContaining('OPENAI_API_KEY') };
    expect(await client.ask('POST', `${client.path}/write`, {})).toMatchObject({ status: 503, ...refusal });
    const { bookId, chapterId } = client;
    for (const face of facesOf(without.url, own).filter(({ name }) => name === 'GraphQL'))
      await expect(
        graphql(without.url, own, `mutation { writeChapter(bookId: "${bookId}", chapterId: "${chapterId}") { id } }`),
        face.name,
      ).rejects.toMatchObject(refusal);
    await expect(tool(without.url, own, 'write_chapter', { bookId, chapterId })).rejects.toMatchObject(refusal);
    const { features } = await client.ask('GET', '/v1/capabilities');
    expect(features).toContainEqual({
      name: 'generation',
      enabled: false,
      reason: expect.stringContaining('OPENAI_API_KEY'),
    });
    expect((await client.ask('GET', `${client.path}/prompt`)).messages).toHaveLength(2);
    await without.close();
  });

  it('reports each chapter and book status during a write', async () => {
    const client = await newClient();
    const bookStatus = async () => (await client.ask('GET', client.book)).status;
    expect([(await client.chapter()).status, await bookStatus()]).toEqual(['empty', 'writing']);
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released]));
    const reading = client.write();
    await reading.waitFor(first);
    expect([(await client.chapter()).status, await bookStatus()]).toEqual(['generating', 'writing']);
    await client.ask('POST', `/v1/runs/${(await client.runs())[0].id}/cancel`);
    expect([(await client.chapter()).status, await bookStatus()]).toEqual(['partial', 'writing']);
    fakes.text.script(reply.text([second]));
    await client.write().ended;
    expect([(await client.chapter()).status, await bookStatus()]).toEqual(['complete', 'ready']);
    await client.ask('DELETE', client.path);
    expect(await bookStatus()).toBe('draft');
  });

  it('lists the runs of a book in pages, newest first', async () => {
    const client = await newClient();
    for (let n = 0; n < 3; n++) {
      fakes.text.script(reply.cutSocket([`Bell number ${n} rang over the water. `]));
      await client.write().ended;
    }
    const { json } = await http(client.url, client.key, 'GET', `${client.book}/runs?limit=2`);
    expect(json.data).toHaveLength(2);
    expect(json.data[0].resumeOf).toBe(json.data[1].id);
    const rest = await http(client.url, client.key, 'GET', `${client.book}/runs?limit=2&cursor=${json.next_cursor}`);
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
    openStream(own.url(), own.key(), 'POST', '/graphql', {
      body: { query: follow, variables: { runId, from } },
      headers: sse,
    });
  const proseOf = (text: string) =>
    eventsOf(text)
      .filter(({ event }) => event === 'next')
      .map(({ data }) => JSON.parse(data).data.proseStream);
  const whole = (events: { text: string }[]) => events.map(({ text }) => text).join('');

  it('returns the run at once; proseStream streams its text and end, also from an offset', async () => {
    const client = await ChapterClient.create(own.url(), own.key());
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const { bookId, chapterId } = client;
    const { writeChapter: run } = await graphql(own.url(), own.key(), startWrite, { bookId, chapterId });
    expect(run).toMatchObject({ state: 'running', startOffset: 0, error: null });
    const watching = watch(run.id);
    await watching.waitFor('late');
    rest.release();
    const events = proseOf((await watching.ended).text);
    expect(whole(events)).toBe(first + second);
    expect(events.slice(0, -1).every((event) => event.run === null)).toBe(true);
    expect(events.at(-1).run).toMatchObject({ id: run.id, state: 'completed', usage: { outputTokens: 3 } });
    const all = [...(first + second)];
    for (const from of [16, 17, all.length])
      expect(whole(proseOf((await watch(run.id, from).ended).text))).toBe(all.slice(from).join(''));
  });

  // Takes 10 s, whatever the database is.
  it.skipIf(inject('database').url)('waits for the run on request, beyond the usual operation timeout', async () => {
    const client = await ChapterClient.create(own.url(), own.key());
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const { bookId, chapterId } = client;
    const answer = graphql(own.url(), own.key(), startWrite, { bookId, chapterId, wait: 20 });
    setTimeout(rest.release, 10_500);
    expect((await answer).writeChapter).toMatchObject({ state: 'completed' });
  });

  it('answers not_found for an unknown run', async () => {
    const { text } = await watch('run_00000000000000000000000000').ended;
    expect(text).toContain('not_found');
  });
});

describe('writing over MCP', () => {
  const newChapter = async () => ChapterClient.create(own.url(), own.key());

  it('writes a chapter and returns the run; read_chapter returns the prose', async () => {
    fakes.text.script(reply.text([first, second]));
    const { bookId, chapterId } = await newChapter();
    const { structuredContent } = await tool(own.url(), own.key(), 'write_chapter', { bookId, chapterId });
    expect(structuredContent.data).toMatchObject({ state: 'completed', charsWritten: [...(first + second)].length });
    const read = await tool(own.url(), own.key(), 'read_chapter', { bookId, chapterId, offset: 15 });
    expect(proseIn(read)).toBe([...(first + second)].slice(15).join(''));
  });

  it('returns at once with waitSeconds 0, then reports and cancels the run', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const client = await newChapter();
    const { bookId, chapterId } = client;
    const begun = await tool(own.url(), own.key(), 'write_chapter', { bookId, chapterId, waitSeconds: 0 });
    const runId = begun.structuredContent.data.id;
    expect(begun.structuredContent.data.state).toBe('running');
    await client.waitForSaved(first);
    const standing = await tool(own.url(), own.key(), 'get_generation', { runId, waitSeconds: 0 });
    expect(standing.structuredContent.data).toMatchObject({ state: 'running', charsWritten: [...first].length });
    const stopped = await tool(own.url(), own.key(), 'cancel_run', { runId });
    expect(stopped.structuredContent.data).toMatchObject({ id: runId, state: 'cancelled' });
    fakes.text.script(reply.text([second]));
    const again = await tool(own.url(), own.key(), 'write_chapter', { bookId, chapterId, detail: 'full' });
    expect(again.structuredContent.data).toMatchObject({ state: 'completed', resumeOf: runId });
    expect((await client.chapter()).content).toBe(first + second);
  });

  it('waits for the end of a run with get_generation', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released]));
    const { bookId, chapterId } = await newChapter();
    const begun = await tool(own.url(), own.key(), 'write_chapter', { bookId, chapterId, waitSeconds: 0 });
    const waiting = tool(own.url(), own.key(), 'get_generation', { runId: begun.structuredContent.data.id });
    rest.release();
    expect((await waiting).structuredContent.data).toMatchObject({ state: 'completed' });
  });

  it('reports progress in characters without prose', async () => {
    const rest = pause();
    fakes.text.script(reply.text([first, rest.released, second]));
    const { bookId, chapterId } = await newChapter();
    const reading = openStream(own.url(), own.key(), 'POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'write_chapter', arguments: { bookId, chapterId }, _meta: { progressToken: 'p' } },
      },
    });
    await reading.waitFor('notifications/progress');
    rest.release();
    const messages = eventsOf((await reading.ended).text).map(({ data }) => JSON.parse(data));
    const notes = messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
    expect(notes[0]).toMatchObject({ progressToken: 'p', progress: [...first].length });
    expect(JSON.stringify(notes)).not.toContain('ferry');
    expect(messages.at(-1).result.structuredContent.data).toMatchObject({ state: 'completed' });
  });

  it('provides the prompt as a brief; save_chapter keeps the old text', async () => {
    const client = await newChapter();
    const { bookId, chapterId } = client;
    const brief = await tool(own.url(), own.key(), 'get_chapter_brief', { bookId, chapterId });
    const { messages } = await client.ask('GET', `${client.path}/prompt`);
    const prompt = messages.map(({ content }: { content: string }) => content).join('\n\n');
    expect(proseIn(brief).replace(/\n\nThe part that all chapters share[\s\S]*$/, '')).toBe(prompt);
    for (const content of ['Mine.', 'Mine, better.']) {
      const saved = await tool(own.url(), own.key(), 'save_chapter', { bookId, chapterId, content });
      expect(saved.structuredContent.data).toMatchObject({ id: chapterId, status: 'complete' });
    }
    expect((await client.chapter()).content).toBe('Mine, better.');
    const rows = await own.running().database.read`SELECT body FROM chapter_revision WHERE chapter_id = ${chapterId}`;
    expect(rows.map(({ body }) => body)).toEqual(['Mine.']);
  });

  it('rejects write_chapter without its scope', async () => {
    const reader = await own.running().newKey({ scopes: ['books:read'] });
    await expect(tool(own.url(), reader, 'write_chapter', { bookId: 'x', chapterId: 'y' })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});

it('writing and streaming a chapter needs only generation:run (service.md 5)', async () => {
  const client = await ChapterClient.create(own.url(), await own.running().newKey({ account: 'a generator' }));
  const generator = await own.running().newKey({ account: 'a generator', scopes: ['generation:run'] });
  const { status, text } = await http(own.url(), generator, 'POST', `${client.path}/write`);
  expect(status).toBe(200);
  expect(text).toBe((await client.chapter()).content);
});
