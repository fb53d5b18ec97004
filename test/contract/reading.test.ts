import { describe, expect, it } from 'vitest';
import { makeDueRecaps } from '../../src/domain/making/recap/automatic.ts';
import { newId } from '../../src/ids/id.ts';
import { type Face, facesWith, type Json, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith(
  { text: true },
  { CHAPTER_RECAPS: 'off', MODEL_PRICES: 'gpt-5-nano=0.05/0.005/0.4', LIMIT_PROVIDER_PER_MINUTE: '0' },
);
const rest = own.face('REST');
const names: Face['name'][] = facesWith('readManuscript');
const told = (events: string, state: string) => reply.text([JSON.stringify({ events, state })]);
const statesOf = ({ chapters }: Json): string[] => chapters.map(({ state }: Json) => state);
const reading = (bookId: string): Promise<Json> => rest('manuscriptReading', { bookId });
const sent = (from: number): string[] =>
  fakes.text.requests.slice(from).map(({ body }) => body.messages.at(-1)?.content as string);

/** A book that was imported with these chapters. */
async function imported(...texts: string[]): Promise<{ bookId: string; ids: string[] }> {
  const content = texts.map((text, at) => `# Part ${at + 1}\n\n${text}`).join('\n\n');
  const { id: bookId } = await rest('importBook', { input: { format: 'markdown', content } });
  const chapters: Json[] = await rest('chapters', { bookId });
  return { bookId, ids: chapters.map(({ id }) => id) };
}

const atRest = (bookId: string): Promise<Json> =>
  until(async () => {
    const found = await reading(bookId);
    return found.queued + found.running === 0 && found;
  });

/** Waits for this number of ended runs. Then no order of the book is in work. */
const ended = (bookId: string, count: number): Promise<unknown> =>
  until(async () => {
    const runs: Json[] = await rest('runs', { bookId });
    return runs.length >= count && runs.every(({ state }) => state !== 'running');
  });

/** Lets the pause of a book's next chapter pass, and starts what is due in its account. */
async function pass(bookId: string, chapterId = ''): Promise<void> {
  const { database, service } = own.running();
  const [book] = await database.write<{ accountId: string }[]>`SELECT account_id FROM book WHERE id = ${bookId}`;
  await database.write`
    UPDATE recap_order SET due_at = clock_timestamp() - interval '1 second' WHERE chapter_id = ${chapterId}`;
  const { sql, config, runs, work } = service.services;
  await makeDueRecaps({ sql, config, runs, work }, book?.accountId ?? '');
}

describeInTurn(names)('reading a manuscript through %s', (name, it) => {
  const call = own.face(name);

  it('makes the recaps of an import in order, each with the state before it', async () => {
    const { bookId, ids } = await imported('Rain.', 'Fog.', 'Sun.');
    const from = fakes.text.requests.length;
    const gate = hold();
    fakes.text.script(
      reply.text([gate.released, JSON.stringify({ events: 'It rained.', state: 'She is wet.' })]),
      told('Fog came.', 'She is lost.'),
      told('The sun rose.', 'She is home.'),
    );
    const started = await call('readManuscript', { bookId, input: {} });
    expect(started).toMatchObject({ bookId, total: 3, ready: 0, failed: 0 });
    expect(started.chapters.map(({ chapterId }: Json) => chapterId)).toEqual(ids);
    // The node's own look for due recaps may have been faster.
    await until(async () => (await reading(bookId)).running === 1);
    expect(statesOf(await call('readManuscript', { bookId, input: {} }))).toEqual(['running', 'queued', 'queued']);
    gate.release();
    expect(statesOf(await atRest(bookId))).toEqual(['ready', 'ready', 'ready']);
    const prompts = sent(from);
    expect(prompts).toHaveLength(3);
    expect(prompts[1]).toContain('She is wet.');
    expect(prompts[2]).toContain('She is lost.');
    const { id: next } = await rest('createChapter', { bookId, input: { title: 'Part 4' } });
    const { messages } = await rest('promptPreview', { bookId, chapterId: next });
    for (const state of ['She is wet.', 'She is lost.', 'She is home.'])
      expect(messages[1].content).toContain(`<state>${state}</state>`);
    expect(await rest('recap', { bookId, chapterId: ids[2] })).toMatchObject({
      state: 'She is home.',
      origin: 'model',
    });
    expect(statesOf(await call('readManuscript', { bookId, input: {} }))).toEqual(['ready', 'ready', 'ready', 'empty']);
    expect(fakes.text.requests).toHaveLength(from + 3);
  });

  it('is cancelled with its run, and goes on where it was', async () => {
    const { bookId, ids } = await imported('Rain.', 'Fog.');
    const gate = hold();
    fakes.text.script(told('It rained.', 'Wet.'), reply.text([gate.released]));
    await call('readManuscript', { bookId, input: {} });
    await until(async () => (await reading(bookId)).chapters[1].state === 'running');
    expect(statesOf(await call('cancelManuscriptReading', { bookId }))).toEqual(['ready', 'missing']);
    gate.release();
    const runs: Json[] = await rest('runs', { bookId });
    expect(runs.map(({ state }) => state)).toEqual(['cancelled', 'completed']);
    fakes.text.script(told('Fog came.', 'Lost.'));
    await call('readManuscript', { bookId, input: { from: 2 } });
    expect(statesOf(await atRest(bookId))).toEqual(['ready', 'ready']);
    expect(await rest('recap', { bookId, chapterId: ids[1] })).toMatchObject({ events: 'Fog came.' });
  });
});

describe('a reading', () => {
  it('skips chapters without text, recaps of persons and chapters out of its range', async () => {
    const { bookId, ids } = await imported('Rain.', 'Fog.', 'Sun.', 'Hail.');
    await rest('setRecap', { bookId, chapterId: ids[0], input: { events: 'Mine.' } });
    await rest('updateChapter', {
      bookId,
      chapterId: ids[0],
      patch: { content: 'Another text, and all of it is new.' },
    });
    await rest('updateChapter', { bookId, chapterId: ids[1], patch: { content: '' } });
    fakes.text.script(told('The sun rose.', 'Home.'));
    await rest('readManuscript', { bookId, input: { to: 3 } });
    expect(statesOf(await atRest(bookId))).toEqual(['stale', 'empty', 'ready', 'missing']);
  });

  it('shows a chapter as failed after five tries, goes on with the next, and tries it again when it is asked for', async () => {
    const { bookId, ids } = await imported('Rain.', 'Fog.');
    const failure = reply.status(500);
    fakes.text.script(failure, failure, failure, failure, failure, told('Fog came.', 'Lost.'));
    await rest('readManuscript', { bookId, input: {} });
    await ended(bookId, 1);
    expect((await reading(bookId)).chapters[0]).toMatchObject({ state: 'queued', waitsUntil: expect.any(String) });
    for (let tries = 2; tries <= 5; tries += 1) {
      await pass(bookId, ids[0]);
      await ended(bookId, tries);
    }
    await pass(bookId);
    const found = await atRest(bookId);
    expect(statesOf(found)).toEqual(['failed', 'ready']);
    expect(found.chapters[0].error).toMatchObject({ code: 'generation_failed' });
    expect(statesOf(await rest('cancelManuscriptReading', { bookId }))).toEqual(['failed', 'ready']);
    fakes.text.script(told('It rained.', 'Wet.'));
    await rest('readManuscript', { bookId, input: {} });
    expect(statesOf(await atRest(bookId))).toEqual(['ready', 'ready']);
  });

  it('gives up a chapter whose runs were lost five times, until a person tells what happens in it', async () => {
    const { bookId, ids } = await imported('Rain.');
    fakes.text.script(reply.status(500));
    await rest('readManuscript', { bookId, input: {} });
    await ended(bookId, 1);
    await own.running().database.write`UPDATE recap_order SET tries = 5 WHERE chapter_id = ${ids[0] ?? ''}`;
    await pass(bookId, ids[0]);
    await until(async () => (await reading(bookId)).failed === 1);
    const error = { code: 'generation_failed', message: expect.stringContaining('Read the manuscript again') };
    expect((await reading(bookId)).chapters[0]).toMatchObject({ state: 'failed', error });
    await rest('setRecap', { bookId, chapterId: ids[0], input: { events: 'It rained.' } });
    expect(statesOf(await reading(bookId))).toEqual(['ready']);
  });

  /** A run of a node that is gone, with the orders of a reading. At once, because the service sweeps every two seconds. */
  async function lostRun(bookId: string, ids: string[], isCancelled = false): Promise<string> {
    const { database } = own.running();
    const runId = newId('run');
    await database.write`
      WITH lost AS (
        INSERT INTO run (account_id, id, book_id, chapter_id, kind, request_hash, model, start_offset, holder, lease_until,
          deadline_at, cancel_requested)
        SELECT account_id, ${runId}, book_id, id, 'summarize', '', 'm', 0, 'gone', now() - interval '1 second', now(),
          ${isCancelled} FROM chapter WHERE id = ${ids[0] ?? ''}
      )
      INSERT INTO recap_order (account_id, chapter_id, due_at, place, tries, run_id)
      SELECT account_id, id, now() + interval '400 seconds', place, 1, CASE place WHEN 1 THEN ${runId} END
      FROM chapter, array_position(${ids}, id) AS place WHERE book_id = ${bookId}`;
    return runId;
  }

  /** The state of a lost run after a sweep, which may be one of the service's own. */
  const swept = (runId: string): Promise<string> =>
    until(async () => {
      await own.running().service.services.runs.sweep();
      const { state } = await rest('run', { runId });
      return state !== 'running' && state;
    });

  it('does not go on with a chapter whose run was cancelled when its node was lost', async () => {
    const { bookId, ids } = await imported('Rain.');
    const runId = await lostRun(bookId, ids, true);
    expect(await swept(runId)).toBe('cancelled');
    expect(statesOf(await reading(bookId))).toEqual(['missing']);
  });

  it('goes on at once when the node of its run is lost', async () => {
    const { bookId, ids } = await imported('Rain.', 'Fog.');
    const { database } = own.running();
    const runId = await lostRun(bookId, ids);
    fakes.text.script(told('It rained.', 'Wet.'), told('Fog came.', 'Lost.'));
    expect(await swept(runId)).toBe('failed');
    const [first] = (await reading(bookId)).chapters;
    expect(first.waitsUntil === null || first.state === 'running').toBe(true);
    await pass(bookId);
    await until(async () => (await reading(bookId)).ready > 0);
    const [order] = await database.write`SELECT tries FROM recap_order WHERE chapter_id = ${ids[1] ?? ''}`;
    expect(order?.tries).toBe(1);
  });

  it('is quoted before: the calls, and the tokens of all texts', async () => {
    const { bookId } = await imported('Rain. '.repeat(500), 'Fog. '.repeat(1_000));
    const { json } = await own.http('POST', `/v1/books/${bookId}/read?preview=true`, {});
    expect(json.data).toMatchObject({ model: 'gpt-5-nano', times: 2 });
    const { tokens, estimate } = json.data;
    expect(estimate.inputTokens).toBeGreaterThan(tokens * 2);
    expect(estimate.inputTokens).toBeLessThan(tokens * 4);
    expect(estimate.costMicros).toBeGreaterThan(0);
    expect(statesOf(await reading(bookId))).toEqual(['missing', 'missing']);
  });

  it('is not found for a foreign book', async () => {
    const { bookId } = await imported('Rain.');
    const stranger = own.face('REST', await own.running().newKey());
    for (const field of ['readManuscript', 'cancelManuscriptReading', 'manuscriptReading'])
      expect(
        await refusal(stranger(field, { bookId, ...(field === 'readManuscript' ? { input: {} } : {}) })),
      ).toMatchObject({ code: 'not_found' });
  });
});
