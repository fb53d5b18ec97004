import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { faceNames, faultsOf, type Json, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');

const sql = () => own.running().database.write;
const statisticsOf = (bookId: string, more: object = {}): Promise<Json> => rest('statistics', { bookId, ...more });
const words = (count: number, word = 'rain') => Array.from({ length: count }, () => word).join(' ');
const sum = (rows: Json[], name: string): number => rows.reduce((all, row) => all + row[name], 0);
const setText = (bookId: string, chapterId: string, content: string) =>
  rest('updateChapter', { bookId, chapterId, patch: { content } });

/** The daily totals of a book, summed because a test may run over midnight. */
async function totalsOf(bookId: string): Promise<{ words: number; change: number; byModel: number }> {
  const { days } = await statisticsOf(bookId);
  return { words: days.at(-1).words, change: sum(days, 'change'), byModel: sum(days, 'byModel') };
}

/** The final state of a run, waiting as long as needed. */
async function endOf(runId: string): Promise<string> {
  const asked = 'query ($id: ID!) { run(runId: $id, waitSeconds: 20) { state } }';
  const { run } = await own.graphql(asked, { id: runId });
  return run.state === 'running' ? endOf(runId) : run.state;
}

/** A book with a plan, characters, conflicts and five chapters. */
async function newWorld() {
  const bookId = await own.newBook({ targetWords: 1_000 });
  const [emma, jonas, ada] = [
    await own.newCharacter(bookId, 'Emma'),
    await own.newCharacter(bookId, 'Jonas'),
    await own.newCharacter(bookId, 'Ada'),
  ];
  await rest('updateCharacter', { bookId, characterId: emma, patch: { isPov: true } });
  await rest('updatePlan', { bookId, patch: { beatSheetTemplate: 'three-act' } });
  const edges: string[] = [];
  for (const [from, to, intensity] of [
    [emma, jonas, 1],
    [emma, ada, 2],
    [jonas, ada, 5],
  ])
    edges.push(
      (
        await rest('addConflict', {
          bookId,
          input: { fromCharacterId: from, toCharacterId: to, kind: 'goal', description: 'The lamp.', intensity },
        })
      ).id,
    );
  const chapters: string[] = [];
  for (const fields of [
    { title: 'Landfall', content: `Emma saw Jonas. “Come,” he said. ${words(94)}`, povCharacterId: emma },
    { title: 'The Lamp', summary: 'Nobody comes.', content: words(300) },
    { title: 'Fog', participantIds: [ada, emma], beatKeys: ['midpoint'], content: words(100) },
    { title: 'Jonas waits', notes: 'And Emma too.' },
    { title: 'Morning', content: words(500, 'JONAS') },
  ])
    chapters.push(await own.newChapter(bookId, fields));
  return { bookId, emma, jonas, ada, edges, chapters };
}

let world: Awaited<ReturnType<typeof newWorld>>;
beforeAll(async () => {
  world = await newWorld();
});

describe('the statistics of a book', () => {
  it('are equal over REST and GraphQL, and shorter over MCP', async () => {
    const { bookId } = world;
    const full = await statisticsOf(bookId);
    expect(await own.face('GraphQL')('statistics', { bookId })).toEqual(full);
    const { days: _days, chapters: _chapters, ...rest } = full;
    const short = await own.face('MCP')('statistics', { bookId });
    expect(rest).toMatchObject(short);
    expect(Object.keys(short)).toEqual(Object.keys(rest));
  });

  it('are the same at the root and nested in a book', async () => {
    const fields = '{ days { day words change byModel } progress { words percent } beats { key orders } }';
    const { statistics, book } = await own.graphql(
      `query ($id: ID!) { statistics(bookId: $id, days: 3) ${fields} book(bookId: $id) { statistics(days: 3) ${fields} } }`,
      { id: world.bookId },
    );
    expect(book.statistics).toEqual(statistics);
    expect(statistics.days).toHaveLength(3);
  });

  it('count chapters by status and report their lengths', async () => {
    expect((await statisticsOf(world.bookId)).lengths).toEqual({
      empty: 1,
      generating: 0,
      partial: 0,
      complete: 4,
      meanWords: 250,
      shortestOrder: 1,
      shortestWords: 100,
      longestOrder: 5,
      longestWords: 500,
      readingTimeSec: 253,
    });
  });

  it('report the share of each point of view', async () => {
    const { viewpoints } = await statisticsOf(world.bookId);
    expect(viewpoints).toEqual([
      { character: { id: world.emma, name: 'Emma' }, chapters: 1, words: 100, chapterShare: 0.2, wordShare: 0.1 },
      { character: null, chapters: 4, words: 900, chapterShare: 0.8, wordShare: 0.9 },
    ]);
  });

  it('list the chapters of each beat', async () => {
    const { beats } = await statisticsOf(world.bookId);
    expect(beats).toHaveLength(10);
    expect(beats.filter(({ orders }: Json) => orders.length > 0)).toEqual([
      {
        key: 'midpoint',
        label: 'Midpoint',
        start: 0.5,
        end: 0.5,
        orders: [3],
        isWritten: true,
        distance: 0,
        isInPlace: true,
        wordsFrom: 0.4,
        wordsTo: 0.5,
      },
    ]);
    expect((await statisticsOf(await own.newBook())).beats).toBeNull();
  });

  it('derive presence from names, participants and points of view', async () => {
    const { presence, conflicts } = await statisticsOf(world.bookId);
    const named = presence.map(({ character, ...figures }: Json) => [character.name, figures]);
    expect(Object.fromEntries(named)).toEqual({
      Emma: { chapters: 3, share: 0.6, firstOrder: 1, lastOrder: 4, longestAbsence: 1 },
      Jonas: { chapters: 3, share: 0.6, firstOrder: 1, lastOrder: 5, longestAbsence: 2 },
      Ada: { chapters: 1, share: 0.2, firstOrder: 3, lastOrder: 3, longestAbsence: 0 },
    });
    const [goal, other, never] = world.edges;
    expect(conflicts.map(({ conflict, ...figures }: Json) => [conflict.id, figures])).toEqual([
      [never, { chapters: 0, firstOrder: null, lastOrder: null }],
      [goal, { chapters: 2, firstOrder: 1, lastOrder: 4 }],
      [other, { chapters: 1, firstOrder: 3, lastOrder: 3 }],
    ]);
    expect(conflicts[0].conflict).toMatchObject({ intensity: 5, from: { name: 'Jonas' }, to: { name: 'Ada' } });
  });

  it('report the readability of the book and each chapter', async () => {
    const { readability, chapters } = await statisticsOf(world.bookId);
    expect(readability).toMatchObject({ formula: 'flesch', score: expect.any(Number), variety: expect.any(Number) });
    expect(chapters[0]).toMatchObject({ words: 100, share: 0.1, title: 'Landfall', status: 'complete' });
    expect(chapters[0].readability).toMatchObject({ sentences: 2, dialogueShare: 0.01, variety: null });
    expect(chapters[3]).toMatchObject({ words: 0, firstDay: null, lastDay: null, change: 0 });
    expect(chapters[3].readability).toMatchObject({ formula: 'flesch', score: null, wordsPerSentence: null });
    const bookId = await own.newBook({ language: 'ja' });
    await own.newChapter(bookId, { content: '雨が降っていた。'.repeat(100) });
    expect((await statisticsOf(bookId)).readability).toMatchObject({ formula: null, score: null, sentences: 100 });
  });

  it('contain zeros and nulls for an empty book', async () => {
    const empty = await statisticsOf(await own.newBook());
    expect(empty).toMatchObject({ chapters: [], viewpoints: [], conflicts: [], presence: [], beats: null });
    expect(empty.progress).toMatchObject({ words: 0, wordsPerDay: 0, wordsPerWritingDay: null, longestStreak: 0 });
    expect(empty.days).toHaveLength(30);
    expect(empty.readability).toMatchObject({ sentences: 0, score: null, dialogueShare: null });
  });
});

it.each(['REST', 'GraphQL'] as const)('rejects a range below 1 or above 366 days through %s', async (name) => {
  for (const days of [0, 367, -1])
    expect(await faultsOf(own.face(name)('statistics', { bookId: world.bookId, days }))).toEqual(['days']);
});

describeInTurn(faceNames)('statistics through %s', (name, it) => {
  const call = own.face(name);

  it('answer equally for a missing book and a book of another account', async () => {
    const stranger = await own.running().newKey();
    const refused = [
      await refusal(own.face(name, stranger)('statistics', { bookId: world.bookId })),
      await refusal(call('statistics', { bookId: 'bk_0' })),
    ];
    const [foreign, missing] = refused.map(({ body: { request_id: _id, ...body } }) => body);
    expect(foreign).toEqual(missing);
    expect(foreign).toMatchObject({ code: 'not_found' });
  });

  it('require books:read', async () => {
    const key = await own.running().newKey({ scopes: ['books:write'] });
    expect((await refusal(own.face(name, key)('statistics', { bookId: world.bookId }))).code).toBe(
      'insufficient_scope',
    );
  });
});

describe('daily word counts', () => {
  it('follow every change, archiving and restoring of a text', async () => {
    const bookId = await own.newBook();
    const one = await own.newChapter(bookId, { content: words(100) });
    const other = await own.newChapter(bookId, { title: 'Empty' });
    expect(await totalsOf(bookId)).toEqual({ words: 100, change: 100, byModel: 0 });
    await setText(bookId, one, words(70));
    await setText(bookId, other, words(50));
    await rest('moveChapter', { bookId, chapterId: other, move: { order: 1 } });
    await rest('updateChapter', { bookId, chapterId: one, patch: { title: 'Rain' } });
    expect(await totalsOf(bookId)).toEqual({ words: 120, change: 120, byModel: 0 });
    await rest('deleteChapter', { bookId, chapterId: one });
    expect(await totalsOf(bookId)).toEqual({ words: 50, change: 50, byModel: 0 });
    await rest('restoreChapter', { bookId, chapterId: one });
    await setText(bookId, other, '');
    expect(await totalsOf(bookId)).toEqual({ words: 70, change: 70, byModel: 0 });
    const [revision] = (await rest('revisions', { bookId, chapterId: one })).filter((one: Json) => !one.isCurrent);
    await rest('restoreRevision', { bookId, chapterId: one, revisionId: revision.id });
    const { days, chapters, progress } = await statisticsOf(bookId);
    expect(sum(days, 'change')).toBe(100);
    expect(sum(chapters, 'change')).toBe(100);
    expect(progress.words).toBe(100);
  });

  it('separate generated words from words written by hand', async () => {
    const bookId = await own.newBook();
    const chapterId = await own.newChapter(bookId, { content: words(10) });
    const run = async (field: string, input: object) => {
      const type = field === 'writeChapter' ? 'WriteRequest' : 'RewriteRequest!';
      const started = await own.graphql(
        `mutation ($b: ID!, $c: ID!, $i: ${type}) { run: ${field}(bookId: $b, chapterId: $c, input: $i) { id } }`,
        { b: bookId, c: chapterId, i: input },
      );
      expect(await endOf(started.run.id)).toBe('completed');
    };
    fakes.text.script(reply.text([words(40)]));
    await run('writeChapter', { restart: true });
    expect(await totalsOf(bookId)).toEqual({ words: 40, change: 40, byModel: 30 });
    fakes.text.script(reply.text([words(25)]));
    await run('rewriteChapter', { directive: 'Let it rain.' });
    expect(await totalsOf(bookId)).toEqual({ words: 25, change: 25, byModel: 15 });
    await setText(bookId, chapterId, words(5));
    expect(await totalsOf(bookId)).toEqual({ words: 5, change: 5, byModel: 15 });
  });

  it('count the previous text while a run writes', async () => {
    const bookId = await own.newBook();
    const chapterId = await own.newChapter(bookId, { title: 'Rain' });
    const gate = hold();
    fakes.text.script(reply.text(['Rain came. ', gate.released, 'It went.']));
    const { writeChapter } = await own.graphql(
      'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c) { id } }',
      { b: bookId, c: chapterId },
    );
    const during = await statisticsOf(bookId);
    gate.release();
    expect(await endOf(writeChapter.id)).toBe('completed');
    expect(during.lengths).toMatchObject({ generating: 1, empty: 0 });
    expect(during.progress.words).toBe(0);
    expect(await totalsOf(bookId)).toEqual({ words: 4, change: 4, byModel: 4 });
  });

  it('are consistent after concurrent edits', async () => {
    const bookId = await own.newBook();
    const chapters = [await own.newChapter(bookId), await own.newChapter(bookId), await own.newChapter(bookId)];
    await Promise.all(
      Array.from({ length: 30 }, (_, nth) => setText(bookId, chapters[nth % 3] ?? '', words(1 + ((nth * 7) % 50)))),
    );
    const { wordCount } = await rest('book', { bookId });
    expect(await totalsOf(bookId)).toEqual({ words: wordCount, change: wordCount, byModel: 0 });
    const left = await sql()`
      SELECT c.id FROM chapter c LEFT JOIN chapter_day d ON d.account_id = c.account_id AND d.chapter_id = c.id
      WHERE c.book_id = ${bookId} GROUP BY c.id, c.word_count HAVING coalesce(sum(d.change), 0) <> c.word_count`;
    expect(left).toHaveLength(0);
  });

  it('belong to the day of each change', async () => {
    const bookId = await own.newBook({ targetWords: 2_000 });
    const chapterId = await own.newChapter(bookId, { content: words(100) });
    await own.newChapter(bookId, { content: words(60) });
    // As if the first chapter had been written on three earlier days.
    const rows = await sql()<{ day: string; change: number }[]>`
      WITH gone AS (DELETE FROM chapter_day WHERE chapter_id = ${chapterId} RETURNING account_id, day)
      INSERT INTO chapter_day SELECT g.account_id, ${bookId}, ${chapterId}, g.day - n, c, 0
      FROM gone g, (VALUES (2, -20), (3, 90), (40, 30)) v (n, c) RETURNING day::text, change`;
    const [cut, most, first] = rows.map(({ day }) => day);
    const { days, chapters } = await statisticsOf(bookId);
    const on = (day: string | undefined) => days.find((one: Json) => one.day === day);
    expect(on(cut)).toMatchObject({ change: -20, words: 100 });
    expect(on(most)).toMatchObject({ change: 90, words: 120 });
    expect(days[0]).toMatchObject({ change: 0, words: 30 });
    expect(days.at(-1).words).toBe(160);
    expect(chapters[0]).toMatchObject({ firstDay: first, lastDay: cut, change: 70 });
    const long = await statisticsOf(bookId, { days: 366 });
    expect(long.days).toHaveLength(366);
    expect(long.chapters[0].change).toBe(100);
    expect(long.days.at(-1)).toEqual(days.at(-1));
  });

  it('are backfilled from present texts by the migration', async () => {
    const bookId = await own.newBook();
    const [writtenId, emptied, archived] = [
      await own.newChapter(bookId, { content: words(30) }),
      await own.newChapter(bookId, { content: words(20) }),
      await own.newChapter(bookId, { content: words(10) }),
    ];
    await setText(bookId, emptied, '');
    await rest('deleteChapter', { bookId, chapterId: archived });
    await sql()`UPDATE chapter_text SET created_at = '2026-02-03T23:59:59.999Z', origin = 'write' WHERE chapter_id = ${writtenId}`;
    const migration = await readFile(new URL('../../src/sql/migrations/0011_statistics.sql', import.meta.url), 'utf8');
    const backfill = /^INSERT INTO chapter_day [^;]+;/m.exec(migration)?.[0] ?? '';
    const rows = await sql().begin(async (tx) => {
      await tx`CREATE TEMP TABLE chapter_day (LIKE chapter_day INCLUDING ALL) ON COMMIT DROP`;
      await tx.unsafe(backfill);
      return tx`SELECT chapter_id, day::text, change, by_model FROM chapter_day WHERE book_id = ${bookId}`;
    });
    expect(rows).toEqual([{ chapterId: writtenId, day: '2026-02-03', change: 30, byModel: 30 }]);
  });

  it('are deleted with their book', async () => {
    const bookId = await own.newBook();
    await own.newChapter(bookId, { content: words(10) });
    const count = async () => (await sql()`SELECT 1 FROM chapter_day WHERE book_id = ${bookId}`).length;
    expect(await count()).toBe(1);
    await rest('deleteBook', { bookId });
    expect((await refusal(statisticsOf(bookId))).code).toBe('not_found');
    await rest('restoreBook', { bookId });
    expect((await totalsOf(bookId)).words).toBe(10);
    await sql()`DELETE FROM book WHERE id = ${bookId}`;
    expect(await count()).toBe(0);
  });
});

describe('cached text statistics', () => {
  const figures = async (bookId: string) => {
    const { readability, presence } = await statisticsOf(bookId);
    return { sentences: readability.sentences, present: presence.map(({ chapters }: Json) => chapters) };
  };

  it('are reused for the same text only', async () => {
    const bookId = await own.newBook();
    await own.newCharacter(bookId, 'Emma');
    const chapterId = await own.newChapter(bookId, { content: 'Emma came. It rained.' });
    const readsProse = async () =>
      (await statementsOf(own.running(), () => statisticsOf(bookId))).filter((line) => /\bbody FROM/.test(line)).length;
    expect(await readsProse()).toBe(2);
    expect(await readsProse()).toBe(0);
    expect(await figures(bookId)).toEqual({ sentences: 2, present: [1] });
    // A text can change in place, under the same id.
    await sql()`UPDATE chapter_text SET head = 'It rained.', middle = '', tail = '' WHERE chapter_id = ${chapterId}`;
    expect(await figures(bookId)).toEqual({ sentences: 1, present: [0] });
    await setText(bookId, chapterId, 'Em came. It rained. It stopped.');
    expect(await figures(bookId)).toEqual({ sentences: 3, present: [0] });
  });

  it('are recomputed when names, aliases or notes change', async () => {
    const bookId = await own.newBook();
    const characterId = await own.newCharacter(bookId, 'Emma');
    const chapterId = await own.newChapter(bookId, { content: 'Em came.' });
    expect((await figures(bookId)).present).toEqual([0]);
    await rest('updateCharacter', { bookId, characterId, patch: { aliases: ['Em'] } });
    expect((await figures(bookId)).present).toEqual([1]);
    await rest('updateCharacter', { bookId, characterId, patch: { aliases: [] } });
    expect((await figures(bookId)).present).toEqual([0]);
    await rest('updateChapter', { bookId, chapterId, patch: { notes: 'Emma is dead.', mentionedIds: [characterId] } });
    expect((await figures(bookId)).present).toEqual([0]);
    await rest('updateChapter', { bookId, chapterId, patch: { notes: 'Emma is not named.', mentionedIds: [] } });
    expect((await figures(bookId)).present).toEqual([1]);
    await own.newCharacter(bookId, 'Came');
    expect((await figures(bookId)).present).toEqual([1, 0]);
  });

  it('are recomputed when the language of the book changes', async () => {
    const bookId = await own.newBook();
    await own.newChapter(bookId, { content: words(200, 'The rain fell.') });
    expect((await statisticsOf(bookId)).readability).toMatchObject({ formula: 'flesch', sentences: 200 });
    await rest('updateBook', { bookId, patch: { language: 'de' } });
    expect((await statisticsOf(bookId)).readability).toMatchObject({ formula: 'amstad', gradeLevel: null });
  });
});

describe('the cost of statistics', () => {
  const asked = (query: string, variables?: Record<string, unknown>) =>
    statementsOf(own.running(), () => own.graphql(query, variables));

  it('is two statements without prose for daily counts', async () => {
    const query = 'query ($id: ID!) { statistics(bookId: $id) { days { day change } progress { words } } }';
    const statements = await asked(query, { id: world.bookId });
    expect(statements).toHaveLength(2);
    expect(statements.filter((line) => /chapter_text/.test(line))).toEqual([]);
  });

  it('does not grow with the number of books', async () => {
    const key = await own.running().newKey();
    const mine = own.face('REST', key);
    const query = `{ books(first: 5) { nodes { statistics {
      days { day } progress { words } lengths { empty } viewpoints { chapters } beats { key }
      chapters { words change } conflicts { chapters } presence { chapters } readability { score }
    } } } }`;
    const list = async () => {
      const { status } = await fetch(`${own.url()}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      expect(status).toBe(200);
    };
    const add = async () => {
      const { id: bookId } = await mine('createBook', { input: { premise: 'A lighthouse keeper and a storm.' } });
      await mine('createCharacter', { bookId, input: { name: 'Emma' } });
      for (const content of ['Emma came.', 'Rain.', '']) await mine('createChapter', { bookId, input: { content } });
    };
    await add();
    const one = await statementsOf(own.running(), list);
    for (let nth = 0; nth < 3; nth += 1) await add();
    expect((await statementsOf(own.running(), list)).toSorted()).toEqual(one.toSorted());
  });

  it('exceeds the limit for the prose of a hundred books', async () => {
    const query = '{ books(first: 100) { nodes { statistics { readability { score } } } } }';
    expect((await refusal(own.graphql(query))).code).toBe('invalid_request');
    await own.graphql('{ books(first: 100) { nodes { statistics { progress { words } } } } }');
  });
});
