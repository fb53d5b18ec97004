import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { Flusher } from '../../src/domain/calls/run/flusher.ts';
import { insertRun, type Opening } from '../../src/domain/calls/run/insert.ts';
import { LiveRun } from '../../src/domain/calls/run/live.ts';
import { reclaim } from '../../src/domain/calls/run/reclaim.ts';
import { leaseSeconds } from '../../src/domain/calls/run/rules.ts';
import { settle } from '../../src/domain/calls/run/settle.ts';
import type { EndedRun, Run } from '../../src/domain/calls/run/store.ts';
import { watchLive } from '../../src/domain/calls/run/watch.ts';
import type { Ending } from '../../src/domain/calls/run/work.ts';
import { writingKinds } from '../../src/domain/making/writing/kinds.ts';
import { obstacleTo } from '../../src/domain/making/writing/opening.ts';
import { chapterById } from '../../src/domain/text/chapter/store.ts';
import { insertWholeText } from '../../src/domain/text/texts/fold/whole-text.ts';
import { presentStateOf, textsOf } from '../../src/domain/text/texts/present.ts';
import { newId } from '../../src/ids/id.ts';
import { connect, type Sql } from '../../src/sql/connect.ts';
import { newRun as newRunOf, noLimits } from '../support/new-run.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const log = pino({ level: 'silent' });
const holder = `node/${randomUUID()}`;

type Fault = 'none' | 'before' | 'after' | 'late';
let faults: Fault[] = [];
let lateAnswers = Promise.withResolvers<void>();

/**
 * A database whose connection is cut before or after a statement took effect, or that answers after `lateAnswers`, according
 * to `faults`.
 */
const flaky: Sql = new Proxy(database.write, {
  apply(target, self, args) {
    const fault = faults.shift() ?? 'none';
    const cut = () => Promise.reject(Object.assign(new Error('cut'), { code: 'CONNECTION_CLOSED' }));
    if (fault === 'before') return cut();
    const statement = Reflect.apply(target as never, self, args) as Promise<unknown>;
    if (fault === 'late') return statement.then((rows) => lateAnswers.promise.then(() => rows));
    return fault === 'after' ? statement.then(cut) : statement;
  },
});

const newRun = () => newRunOf(database.write, { holder });

const ledger = { sql: database.write, kinds: writingKinds };
const saved = async ({ accountId, chapterId }: Run) =>
  (await textsOf(database.write, accountId, [chapterId ?? '']))[0]?.content;
/** Ends a run that has streamed `text`, or what it has saved. */
const end = async (run: Run, ending: Ending = { state: 'partial' }, text?: string) => {
  const streamed = { text: text ?? (await saved(run)) ?? '', revisionId: newId('rev') };
  const key = { accountId: run.accountId, runId: run.id };
  return settle(ledger, key, { holder, ending, finish: undefined, streamed });
};

describe('the flusher with an unreliable database', () => {
  let live: LiveRun;
  let flusher: Flusher;
  beforeEach(async () => {
    faults = [];
    lateAnswers = Promise.withResolvers();
    live = new LiveRun(await newRun(), performance.now());
    flusher = new Flusher(flaky, holder, log, () => {});
  });

  it.each<Fault>(['before', 'after'])(
    'loses and duplicates nothing when the connection is cut %s the commit',
    async (fault) => {
      live.add('one ');
      faults = [fault];
      await expect(flusher.drain(live)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
      // Text that arrives meanwhile must not be marked as saved with the uncertain piece.
      live.add('two ');
      await flusher.drain(live);
      live.add('three');
      await flusher.drain(live);
      expect(await saved(live.run)).toBe('one two three');
      expect((await end(live.run))?.run).toMatchObject({ charsWritten: 13 });
    },
  );

  it('stays uncertain about a piece over several cuts', async () => {
    live.add('one ');
    for (const fault of ['after', 'before', 'none', 'after'] satisfies Fault[]) {
      // The second statement checks whether the piece was saved.
      faults = fault === 'none' ? ['none', 'before'] : [fault];
      await flusher.drain(live).catch(() => {});
      live.add('more ');
    }
    await flusher.drain(live);
    expect(await saved(live.run)).toBe(live.pieces.join(''));
  });

  it.each([
    // The late statement is the piece itself, or the check whether an earlier attempt has saved it.
    { late: 'a piece', before: [], faulty: ['late'] },
    { late: 'the check of a piece', before: ['after'], faulty: ['none', 'late'] },
  ] satisfies { late: string; before: Fault[]; faulty: Fault[] }[])(
    'loses nothing when $late is answered after the time limit and after the retry',
    async ({ before, faulty }) => {
      live.add('one ');
      faults = [...before];
      if (before.length > 0) await expect(flusher.drain(live)).rejects.toThrow('cut');
      faults = [...faulty];
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      const abandoned = expect(flusher.drain(live)).rejects.toThrow('The database did not answer.');
      while (faults.length > 0) await turn();
      await vi.advanceTimersByTimeAsync(10_000);
      await abandoned;
      vi.useRealTimers();
      live.add('two and three ');
      await flusher.drain(live);
      live.add('four');
      lateAnswers.resolve();
      await turn();
      await flusher.drain(live);
      expect(live.isLost).toBe(false);
      expect(await saved(live.run)).toBe('one two and three four');
    },
  );

  it('saves other runs when one of them cannot be saved', async () => {
    const other = new LiveRun(await newRun(), 0);
    live.savedAt = 0;
    live.add('one');
    other.add('two');
    // The common statement and the one for the first run are both cut.
    faults = ['before', 'before'];
    flusher.add(live);
    flusher.add(other);
    await expect.poll(() => [live.unsaved, other.unsaved]).toEqual(['', '']);
    expect([await saved(live.run), await saved(other.run)]).toEqual(['one', 'two']);
    flusher.remove(live);
    flusher.remove(other);
  });

  it('saves fifty runs one by one after a failed batch, and retries the rest', async () => {
    const lives = await Promise.all(Array.from({ length: 50 }, async () => new LiveRun(await newRun(), 0)));
    for (const [n, one] of lives.entries()) one.add(`“${n}” 🛶 `);
    faults = ['before', ...lives.map((_, n): Fault => (['none', 'before', 'after', 'none'] as const)[n % 4] ?? 'none')];
    for (const one of lives) flusher.add(one);
    await expect.poll(() => lives.filter(({ unsaved }) => unsaved).length).toBe(0);
    for (const one of lives) flusher.remove(one);
    const stored = await Promise.all(lives.map(({ run }) => saved(run)));
    expect(stored).toEqual(lives.map(({ pieces }) => pieces.join('')));
  });

  it('saves each piece once when drained during periodic flushes', async () => {
    flusher.add(live);
    for (let n = 0; n < 200; n++) {
      live.add(`${n} `.repeat(300));
      await flusher.drain(live);
    }
    flusher.remove(live);
    expect(await saved(live.run)).toBe(live.pieces.join(''));
  });

  it('stops streaming text unsaved for a whole lease, and resumes once it is saved', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
    try {
      faults = Array.from({ length: 1_000 }, () => 'before' as const);
      flusher.add(live);
      live.add('Once ');
      const signal = new AbortController().signal;
      const reader = watchLive(live, 0, signal);
      expect(await reader.next()).toMatchObject({ value: { text: 'Once ' } });
      await vi.advanceTimersByTimeAsync(leaseSeconds * 1000 - 100);
      live.add('upon ');
      expect(await reader.next()).toMatchObject({ value: { text: 'upon ' } });
      await vi.advanceTimersByTimeAsync(200);
      live.add('a time.');
      await expect(reader.next()).rejects.toMatchObject({ code: 'unavailable', details: { retry_after: 5 } });
      await expect(watchLive(live, 0, signal).next()).rejects.toMatchObject({ code: 'unavailable' });
      faults = [];
      await flusher.drain(live);
      expect(await watchLive(live, 0, signal).next()).toMatchObject({ value: { text: 'Once upon a time.' } });
      expect(await saved(live.run)).toBe('Once upon a time.');
    } finally {
      flusher.remove(live);
      vi.useRealTimers();
    }
  });

  it('refuses a late write after another node has ended the run, and stops it', async () => {
    live.add('one');
    await flusher.drain(live);
    const { accountId, id } = live.run;
    await database.write`UPDATE run SET lease_until = now() - interval '1 second' WHERE id = ${id}`;
    await settle(ledger, { accountId, runId: id }, 'lease over');
    live.add(' and late');
    await flusher.drain(live);
    expect(live.stop.signal.reason).toBe('lease lost');
    expect(await saved(live.run)).toBe('one');
    const key = { accountId, bookId: live.run.bookId, chapterId: live.run.chapterId ?? '' };
    expect(await chapterById(database.write, key)).toMatchObject({ status: 'partial', wordCount: 1 });
  });
});

describe('late text of a run that another node has ended', () => {
  /** Has saved `one `. */
  async function ended(): Promise<Run> {
    const run = await newRun();
    const live = new LiveRun(run, 0);
    live.add('one ');
    await new Flusher(database.write, holder, log, () => {}).drain(live);
    await database.write`UPDATE run SET lease_until = now() - interval '1 second' WHERE id = ${run.id}`;
    await settle(ledger, { accountId: run.accountId, runId: run.id }, 'lease over');
    return run;
  }

  it('is kept with the text that the run continued', async () => {
    const run = await ended();
    const late: EndedRun = {
      ...run,
      revisionId: newId('rev'),
      replacedRevisionId: run.revisionId,
      replacedStatus: 'complete',
    };
    const revisionId = newId('rev');
    const continued = { ...late, startOffset: 4, charsWritten: 0 };
    await database.write.begin((tx) => insertWholeText(tx, continued, { savedChars: 0, rest: 'two', revisionId }));
    const kept = await database.write`
      SELECT body FROM chapter_revision WHERE account_id = ${run.accountId} AND id = ${revisionId}`;
    expect(kept).toMatchObject([{ body: 'one two' }]);
  });

  it('becomes a revision of an archived chapter', async () => {
    const run = await ended();
    await database.write`
      UPDATE chapter SET archived_at = now() WHERE account_id = ${run.accountId} AND id = ${run.chapterId}`;
    const bill = { usage: undefined, outputTokens: 0, isCounted: false, costMicros: null };
    const streamed = { text: 'one two', revisionId: newId('rev') };
    const former = { holder, ending: { state: 'partial' as const }, bill, streamed };
    const reclaimed = await reclaim(ledger, { accountId: run.accountId, runId: run.id }, former);
    expect(reclaimed?.fault).toMatchObject({ code: 'conflict' });
    expect(await saved(run)).toBe('one ');
  });
});

describe('a run whose saved text is shorter than the text that it streamed', () => {
  it('ends partial with a reason, and its whole text is a revision', async () => {
    const run = await newRun();
    const live = new LiveRun(run, 0);
    const flusher = new Flusher(database.write, holder, log, () => {});
    for (const piece of ['one ', 'two ', 'three']) {
      live.add(piece);
      await flusher.drain(live);
    }
    await database.write`DELETE FROM chapter_chunk WHERE account_id = ${run.accountId} AND run_id = ${run.id} AND seq = 1`;
    const ended = await end(run, { state: 'completed' }, 'one two three');
    expect(ended).toMatchObject({ run: { state: 'partial', errorCode: 'internal' }, fault: { code: 'internal' } });
    const key = { accountId: run.accountId, bookId: run.bookId, chapterId: run.chapterId ?? '' };
    expect(await chapterById(database.write, key)).toMatchObject({ status: 'partial' });
    const [kept] = await database.write`
      SELECT id, body FROM chapter_revision WHERE account_id = ${run.accountId} AND chapter_id = ${run.chapterId} AND id <> ${run.revisionId}`;
    expect(kept?.body).toBe('one two three');
    expect(ended?.fault?.message).toContain(kept?.id);
  });
});

describe('starting and keeping a run', () => {
  it('is refused if the chapter has changed since its prompt was made', async () => {
    const run = await newRun();
    const key = { accountId: run.accountId, bookId: run.bookId, chapterId: run.chapterId ?? '' };
    const standing = await presentStateOf(database.write, key);
    if (!standing) throw new Error('no chapter');
    const next = { ...run, id: newId('run'), deadlineSeconds: 60, prompt: null, builtFrom: {} };
    const opening: Opening = { mayBegin: (tx) => obstacleTo(tx, key, standing) };
    const begin = () => insertRun(database.write, key, next, noLimits, opening);
    expect(await begin()).toEqual({ not: 'busy' });
    const live = new LiveRun(run, 0);
    live.add('Text.');
    await new Flusher(database.write, holder, log, () => {}).drain(live);
    await end(run);
    expect(await begin()).toEqual({ not: 'changed' });
  });

  it('renews the lease with the next save after a lost connection', async () => {
    const run = await newRun();
    await database.write`UPDATE run SET lease_until = now() - interval '1 minute' WHERE id = ${run.id}`;
    const live = new LiveRun(run, 0);
    live.add('Text.');
    await new Flusher(database.write, holder, log, () => {}).drain(live);
    expect(await settle(ledger, { accountId: run.accountId, runId: run.id }, 'lease over')).toBe(undefined);
    await end(run);
  });
});
