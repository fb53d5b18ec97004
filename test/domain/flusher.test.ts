import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ensureAccount } from '../../src/domain/account/store.ts';
import { newBook } from '../../src/domain/book/rules.ts';
import { insertBook } from '../../src/domain/book/store.ts';
import { insertChapter } from '../../src/domain/chapter/edit.ts';
import { chapterById, textsOf } from '../../src/domain/chapter/store.ts';
import { hasMoved, insertRun, type Opening } from '../../src/domain/generation/begin.ts';
import { Flusher } from '../../src/domain/generation/flusher.ts';
import { LiveRun } from '../../src/domain/generation/live.ts';
import { settle } from '../../src/domain/generation/settle.ts';
import { type Run, standingOf } from '../../src/domain/generation/store.ts';
import { newId } from '../../src/id.ts';
import { connect, type Sql } from '../../src/sql/connect.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const log = pino({ level: 'silent' });
const holder = `node/${randomUUID()}`;
const noLimits = {
  providerConcurrent: 0,
  providerPerMinute: 0,
  quotas: { chapters: 0, narrations: 0, outlines: 0, covers: 0, outputTokens: 0 },
};

type Fault = 'none' | 'before' | 'after';
let faults: Fault[] = [];

/** A database whose connection is cut before or after a statement took effect, as `faults` says. */
const flaky: Sql = new Proxy(database.write, {
  apply(target, self, args) {
    const fault = faults.shift() ?? 'none';
    const cut = () => Promise.reject(Object.assign(new Error('cut'), { code: 'CONNECTION_CLOSED' }));
    if (fault === 'before') return cut();
    const statement = Reflect.apply(target as never, self, args) as Promise<unknown>;
    return fault === 'after' ? statement.then(cut) : statement;
  },
});

async function newRun(): Promise<Run> {
  const { id: accountId } = await ensureAccount(database.write, `account ${randomUUID()}`);
  const { id: bookId } = await insertBook(database.write, accountId, newBook.parse({ premise: 'A ferry at night.' }));
  const chapter = await insertChapter(database.write, { accountId, bookId }, {});
  const key = { accountId, bookId, chapterId: chapter && 'id' in chapter ? chapter.id : '' };
  const of = { id: newId('run'), kind: 'write' as const, requestHash: '', model: 'm', revisionId: newId('rev') };
  const rest = {
    startOffset: 0,
    holder,
    deadlineSeconds: 60,
    resumeOf: null,
    manifest: [],
    promptTokens: 0,
    builtFrom: {},
  };
  const begun = await insertRun(
    database.write,
    key,
    { ...of, ...rest, chapterId: key.chapterId, subjectId: null },
    noLimits,
    {
      mayBegin: async () => undefined,
    },
  );
  if ('not' in begun) throw new Error(begun.not);
  return begun.run;
}

const saved = async ({ accountId, chapterId }: Run) =>
  (await textsOf(database.write, accountId, [chapterId ?? '']))[0]?.body;
const end = (run: Run) =>
  settle(
    database.write,
    { accountId: run.accountId, runId: run.id },
    { holder, ending: { state: 'partial' }, finish: undefined },
  );

describe('saving text while the database comes and goes', () => {
  let live: LiveRun;
  let flusher: Flusher;
  beforeEach(async () => {
    faults = [];
    live = new LiveRun(await newRun(), Date.now());
    flusher = new Flusher(flaky, holder, log, () => {});
  });

  it.each<Fault>(['before', 'after'])(
    'loses and doubles nothing when the connection is cut %s the commit',
    async (fault) => {
      live.add('one ');
      faults = [fault];
      await expect(flusher.drain(live)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
      // More has come meanwhile: it must not be taken for saved together with the piece in doubt.
      live.add('two ');
      await flusher.drain(live);
      live.add('three');
      await flusher.drain(live);
      expect(await saved(live.run)).toBe('one two three');
      expect(await end(live.run)).toMatchObject({ charsWritten: 13 });
    },
  );

  it('keeps its doubt over several cuts', async () => {
    live.add('one ');
    for (const fault of ['after', 'before', 'none', 'after'] satisfies Fault[]) {
      // The second statement asks whether the piece is there.
      faults = fault === 'none' ? ['none', 'before'] : [fault];
      await flusher.drain(live).catch(() => {});
      live.add('more ');
    }
    await flusher.drain(live);
    expect(await saved(live.run)).toBe(live.pieces.join(''));
  });

  it('saves the runs that it can when one cannot be saved', async () => {
    const other = new LiveRun(await newRun(), 0);
    live.savedAt = 0;
    live.add('one');
    other.add('two');
    // Together, then the first one alone: both are cut.
    faults = ['before', 'before'];
    flusher.add(live);
    flusher.add(other);
    await expect.poll(() => [live.unsaved, other.unsaved]).toEqual(['', '']);
    expect([await saved(live.run), await saved(other.run)]).toEqual(['one', 'two']);
    flusher.remove(live);
    flusher.remove(other);
  });

  it('saves fifty stream by stream when their one statement fails, and those that fail then with the next', async () => {
    const lives = await Promise.all(Array.from({ length: 50 }, async () => new LiveRun(await newRun(), 0)));
    for (const [n, one] of lives.entries()) one.add(`“${n}” 🛶 `);
    faults = ['before', ...lives.map((_, n): Fault => (['none', 'before', 'after', 'none'] as const)[n % 4] ?? 'none')];
    for (const one of lives) flusher.add(one);
    await expect.poll(() => lives.filter(({ unsaved }) => unsaved).length, { timeout: 10_000 }).toBe(0);
    for (const one of lives) flusher.remove(one);
    const stored = await Promise.all(lives.map(({ run }) => saved(run)));
    expect(stored).toEqual(lives.map(({ pieces }) => pieces.join('')));
  });

  it('saves a drained run once, however often the clock ticks meanwhile', async () => {
    flusher.add(live);
    for (let n = 0; n < 200; n++) {
      live.add(`${n} `.repeat(300));
      await flusher.drain(live);
    }
    flusher.remove(live);
    expect(await saved(live.run)).toBe(live.pieces.join(''));
  });

  it('refuses a late write once another has ended the run, and stops it', async () => {
    live.add('one');
    await flusher.drain(live);
    const { accountId, id } = live.run;
    await database.write`UPDATE run SET lease_until = now() - interval '1 second' WHERE id = ${id}`;
    await settle(database.write, { accountId, runId: id }, 'lease over');
    live.add(' and late');
    await flusher.drain(live);
    expect(live.stop.signal.reason).toBe('lease lost');
    expect(await saved(live.run)).toBe('one');
    const key = { accountId, bookId: live.run.bookId, chapterId: live.run.chapterId ?? '' };
    expect(await chapterById(database.write, key)).toMatchObject({ status: 'partial', wordCount: 1 });
  });
});

describe('beginning a run', () => {
  it('is refused where the chapter is not as it stood when the prompt was made', async () => {
    const run = await newRun();
    const key = { accountId: run.accountId, bookId: run.bookId, chapterId: run.chapterId ?? '' };
    const standing = await standingOf(database.write, key);
    if (!standing) throw new Error('no chapter');
    const next = { ...run, id: newId('run'), deadlineSeconds: 60, manifest: [], promptTokens: 0, builtFrom: {} };
    const opening: Opening = { mayBegin: (tx) => hasMoved(tx, key, standing) };
    const begin = () => insertRun(database.write, key, next, noLimits, opening);
    expect(await begin()).toEqual({ not: 'busy' });
    const live = new LiveRun(run, 0);
    live.add('Text.');
    await new Flusher(database.write, holder, log, () => {}).drain(live);
    await end(run);
    expect(await begin()).toEqual({ not: 'changed' });
  });

  it('by the node that only lost its connection is not taken from it: the lease is renewed with the next save', async () => {
    const run = await newRun();
    await database.write`UPDATE run SET lease_until = now() - interval '1 minute' WHERE id = ${run.id}`;
    const live = new LiveRun(run, 0);
    live.add('Text.');
    await new Flusher(database.write, holder, log, () => {}).drain(live);
    expect(await settle(database.write, { accountId: run.accountId, runId: run.id }, 'lease over')).toBe(undefined);
    await end(run);
  });
});
