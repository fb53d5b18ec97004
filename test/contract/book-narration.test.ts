import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { eventsMadeBy } from '../support/events.ts';
import { type Face, facesWith, http, type Json, premise, refusal } from '../support/faces.ts';
import { hold } from '../support/provider.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';
import { speech } from '../support/speech.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ speech: true });
beforeEach(() => fakes.speech.script());

const names: Face['name'][] = facesWith('narrateBook');

/** A book with a chapter for each text. */
async function newBook(...texts: string[]): Promise<{ bookId: string; chapterIds: string[] }> {
  const bookId = await own.newBook({ title: 'Storm' });
  const chapterIds: string[] = [];
  for (const [index, content] of texts.entries())
    chapterIds.push(await own.newChapter(bookId, { title: `Part ${index + 1}`, content }));
  fakes.speech.takeTexts();
  return { bookId, chapterIds };
}

const rest = (field: string, input: Record<string, unknown>) => own.face('REST')(field, input);
const narrate = (bookId: string) => rest('narrateBook', { bookId, input: {} });
const progress = (bookId: string): Promise<Json> => rest('bookNarration', { bookId });
const statesOf = (found: Json): string[] => found.chapters.map(({ state }: Json) => state);
const atRest = (bookId: string): Promise<Json> =>
  until(async () => {
    const found = await progress(bookId);
    return found.queued + found.running === 0 && found;
  });

describeInTurn(names)('narrating a whole book through %s', (name, it) => {
  const call = own.face(name);

  it('queues complete chapters only, and narrates each once for repeated requests', async () => {
    const { bookId, chapterIds } = await newBook(`${name} rain.`, `${name} wind.`, `${name} hail.`, '');
    const gate = hold();
    fakes.speech.script(speech.held(gate.released));
    const started = await call('narrateBook', { bookId, input: {} });
    expect(started).toMatchObject({ bookId, total: 4, ready: 0, failed: 0 });
    expect(started.queued + started.running).toBe(3);
    expect(started.chapters.map(({ chapterId }: Json) => chapterId)).toEqual(chapterIds);
    expect(started.chapters[3]).toMatchObject({ order: 4, title: 'Part 4', state: 'incomplete', runId: null });
    const again = await call('narrateBook', { bookId, input: {} });
    expect(again.queued + again.running).toBe(3);
    await until(async () => (await call('bookNarration', { bookId })).running === 2);
    const { book } = await own.graphql(
      'query ($bookId: ID!) { book(bookId: $bookId) { narration { running queued } chapters { audioStatus } } }',
      { bookId },
    );
    expect(book.narration).toEqual({ running: 2, queued: 1 });
    expect(book.chapters.map(({ audioStatus }: Json) => audioStatus)).toEqual([
      'pending',
      'pending',
      'pending',
      'none',
    ]);
    gate.release();
    const ended = await atRest(bookId);
    expect(statesOf(ended)).toEqual(['ready', 'ready', 'ready', 'incomplete']);
    const heard = fakes.speech.takeTexts().filter((text) => text.startsWith(name));
    expect(heard.toSorted()).toEqual([`${name} hail.`, `${name} rain.`, `${name} wind.`]);
    const runs = await rest('runs', { bookId });
    expect(runs.map(({ chapterId }: Json) => chapterId).toSorted()).toEqual(chapterIds.slice(0, 3).toSorted());
    expect(statesOf(await call('narrateBook', { bookId, input: {} }))).toEqual(statesOf(ended));
    expect(fakes.speech.takeTexts()).toEqual([]);
  });

  it('cancels queued chapters and stops running narrations', async () => {
    const { bookId } = await newBook(`${name} ice.`, `${name} fog.`, `${name} dew.`);
    fakes.speech.script(speech.hang());
    await call('narrateBook', { bookId, input: {} });
    await until(async () => (await progress(bookId)).running === 2);
    const cancelled = await call('cancelBookNarration', { bookId });
    expect(statesOf(cancelled)).toEqual(['missing', 'missing', 'missing']);
    expect((await rest('runs', { bookId })).map(({ state }: Json) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it('answers 404 for a foreign book and requires generation:run', async () => {
    const { bookId } = await newBook('Rain.');
    const foreign = own.face(name, await own.running().newKey());
    const reader = own.face(name, await own.running().newKey({ scopes: ['books:read'] }));
    for (const field of ['narrateBook', 'bookNarration', 'cancelBookNarration']) {
      const input = field === 'narrateBook' ? { input: {} } : {};
      const [theirs, none] = [
        await refusal(foreign(field, { bookId, ...input })),
        await refusal(call(field, { bookId: newId('bk'), ...input })),
      ];
      expect([theirs.code, theirs.message]).toEqual(['not_found', none.message]);
      if (field !== 'bookNarration')
        expect((await refusal(reader(field, { bookId, ...input }))).code).toBe('insufficient_scope');
    }
  });
});

describe('the narration of a whole book', () => {
  it('answers 202 and uses the requested voice', async () => {
    const { bookId } = await newBook('Rain.');
    const events = await eventsMadeBy(own.url(), own.key(), bookId, async () => {
      expect((await own.http('POST', `/v1/books/${bookId}/narrate`, { voice: 'alto' })).status).toBe(202);
      await atRest(bookId);
    });
    expect(fakes.speech.requests.at(-1)).toMatchObject({ voice: 'alto' });
    const types = events.map(({ type }) => type);
    const [queued, ...spoken] = types;
    expect([queued, spoken.pop()]).toEqual(['narration.updated', 'narration.updated']);
    expect(spoken).toEqual(['run.started', 'chapter.narrated', 'run.completed']);
  });

  it('runs once per idempotency key and replays the answer', async () => {
    const { bookId } = await newBook('Mist.');
    const ask = () => own.http('POST', `/v1/books/${bookId}/narrate`, {}, { 'idempotency-key': bookId });
    const first = await ask();
    await atRest(bookId);
    const again = await ask();
    expect([again.json, again.headers.get('idempotency-replayed')]).toEqual([first.json, 'true']);
  });

  it('narrates an edited chapter again, synthesizing only its changed paragraph', async () => {
    const { bookId, chapterIds } = await newBook('Rain.\n\nMore rain.', 'Wind.');
    await narrate(bookId);
    await atRest(bookId);
    fakes.speech.takeTexts();
    await rest('updateChapter', { bookId, chapterId: chapterIds[0], patch: { content: 'Rain.\n\nSnow.' } });
    expect(statesOf(await progress(bookId))).toEqual(['stale', 'ready']);
    await narrate(bookId);
    expect(statesOf(await atRest(bookId))).toEqual(['ready', 'ready']);
    expect(fakes.speech.takeTexts()).toEqual(['Snow.']);
  });

  it('narrates a renamed chapter again, because its title is spoken', async () => {
    const { bookId, chapterIds } = await newBook('Drizzle.', 'Breeze.');
    await narrate(bookId);
    await atRest(bookId);
    await rest('updateChapter', { bookId, chapterId: chapterIds[0], patch: { title: 'Renamed' } });
    const again = await narrate(bookId);
    expect([again.ready, again.queued + again.running]).toEqual([1, 1]);
    expect(statesOf(await atRest(bookId))).toEqual(['ready', 'ready']);
  });

  it('narrates the present text, and drops a deleted chapter', async () => {
    const { bookId, chapterIds } = await newBook('Frost.', 'Sleet.', 'Thunder.');
    const gate = hold();
    fakes.speech.script(speech.held(gate.released));
    await narrate(bookId);
    await until(async () => (await progress(bookId)).running === 2);
    await rest('updateChapter', { bookId, chapterId: chapterIds[0], patch: { content: 'Thaw.' } });
    await rest('deleteChapter', { bookId, chapterId: chapterIds[2] });
    gate.release();
    expect(statesOf(await atRest(bookId))).toEqual(['ready', 'ready']);
    const heard = fakes.speech.takeTexts();
    expect(heard).toContain('Thaw.');
    expect(heard).not.toContain('Thunder.');
  });

  it('waits while a chapter is narrated in another voice, without counting a failed try', async () => {
    const { bookId, chapterIds } = await newBook('Haze.');
    const gate = hold();
    fakes.speech.script(speech.held(gate.released));
    await rest('narrateChapter', { bookId, chapterId: chapterIds[0] ?? '', input: { voice: 'onyx' } });
    const { database, service } = own.running();
    const waiting = () =>
      until(async () => {
        const [order] = await database.read`
          SELECT tries, due_at FROM narration_order WHERE book_id = ${bookId} AND due_at IS NOT NULL`;
        return order;
      });
    await rest('narrateBook', { bookId, input: { voice: 'alto' } });
    const { dueAt } = await waiting();
    await database.write`UPDATE narration_order SET tries = 3 WHERE book_id = ${bookId}`;
    await database.write`UPDATE pgboss.job SET start_after = now() WHERE data->>'chapterId' = ${chapterIds[0] ?? ''}`;
    service.services.narrations.wake();
    const again = await until(async () => {
      const order = await waiting();
      return order.dueAt > dueAt && order;
    });
    expect(again).toMatchObject({ tries: 3 });
    expect((await progress(bookId)).failed).toBe(0);
    gate.release();
  });

  it('retries after a provider failure, and fails with a reason after the last try', async () => {
    const { bookId } = await newBook('Drought.');
    fakes.speech.script(speech.status(500));
    await narrate(bookId);
    const waiting = await until(async () => {
      const [chapter] = (await progress(bookId)).chapters;
      return chapter.waitsUntil && chapter;
    });
    expect(waiting).toMatchObject({ state: 'queued', error: null, runId: expect.stringMatching(/^run_/) });
    const { database, service } = own.running();
    await database.write`UPDATE narration_order SET tries = 3 WHERE book_id = ${bookId}`;
    await database.write`UPDATE pgboss.job SET start_after = now() WHERE data->>'chapterId' = ${waiting.chapterId}`;
    service.services.narrations.wake();
    const { chapters, failed } = await atRest(bookId);
    expect(failed).toBe(1);
    expect(chapters[0]).toMatchObject({ state: 'failed', error: { code: 'narration_failed' } });
    expect(JSON.stringify(chapters)).not.toMatch(/vendor|gpu-17/i);
    fakes.speech.script();
    // Cancelling keeps the reason.
    expect(await rest('cancelBookNarration', { bookId })).toMatchObject({ failed: 1 });
    await narrate(bookId);
    expect(statesOf(await atRest(bookId))).toEqual(['ready']);
  });
});

describe('queued narration', () => {
  it('keeps a chapter over the daily quota queued until the next day', async () => {
    const service = await startService({
      SPEECH_BASE_URL: fakes.speech.url,
      LIMIT_PROVIDER_PER_MINUTE: '0',
      LIMIT_PROVIDER_CONCURRENT: '1',
      QUOTA_NARRATIONS_PER_DAY: '1',
    });
    const key = await service.newKey();
    const ask = async (method: string, path: string, body?: object) =>
      (await http(service.url, key, method, `/v1/books${path}`, body)).json.data;
    const { id } = await ask('POST', '', { premise });
    for (const content of ['Rain.', 'Wind.']) await ask('POST', `/${id}/chapters`, { content });
    await ask('POST', `/${id}/narrate`);
    const midnight = new Date(new Date().setUTCHours(24, 0, 0, 0)).getTime();
    const waiting = await until(async () => {
      const found = await ask('GET', `/${id}/narration`);
      const [chapter] = found.chapters.filter(({ state }: Json) => state === 'queued');
      if (found.ready === 1 && chapter?.waitsUntil && Date.parse(chapter.waitsUntil) >= midnight - 1_000) return found;
      // The other chapter may have waited some seconds for the limit on concurrent calls first.
      await service.database
        .write`UPDATE pgboss.job SET start_after = now() WHERE start_after < now() + interval '9 seconds' AND data->>'chapterId' = ${chapter?.chapterId ?? ''}`;
      service.service.services.narrations.wake();
    });
    expect(waiting).toMatchObject({ total: 2, ready: 1, queued: 1, failed: 0 });
    await service.close();
  });

  it('is refused without a speech provider, but its progress stays readable', async () => {
    const service = await startService();
    const key = await service.newKey();
    const { id } = (await http(service.url, key, 'POST', '/v1/books', { premise })).json.data;
    const refused = await http(service.url, key, 'POST', `/v1/books/${id}/narrate`);
    expect([refused.status, refused.json.error.code]).toEqual([503, 'feature_disabled']);
    expect(refused.json.error.message).toContain('SPEECH_BASE_URL');
    expect((await http(service.url, key, 'GET', `/v1/books/${id}/narration`)).json.data).toMatchObject({ total: 0 });
    await service.close();
  });
});
