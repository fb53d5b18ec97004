import { beforeEach, describe, expect, inject, it } from 'vitest';
import { beatKeys } from '../../src/domain/story/plan/beats.ts';
import { newId } from '../../src/ids/id.ts';
import { faceNames, facesWith, faultsOf, type Json, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');
beforeEach(() => fakes.text.script(reply.text(['Rain came. ', 'It stayed.'])));

const paragraphs = 'Rain fell.\n\nThe keeper slept.\n\n🌊 Nobody came.';
const x = (length: number) => 'x'.repeat(length);
const listed = (bookId: string): Promise<Json[]> => rest('chapters', { bookId });
const titles = async (bookId: string) => (await listed(bookId)).map(({ title, order }) => `${order} ${title}`);
const textsOf = async (bookId: string, chapterId: string): Promise<string[]> =>
  Promise.all(
    (await rest('revisions', { bookId, chapterId })).map(
      async ({ id }: Json) => (await rest('revision', { bookId, chapterId, revisionId: id })).content,
    ),
  );

async function bookOf(...chapters: object[]) {
  const bookId = await own.newBook();
  const ids: string[] = [];
  for (const fields of chapters) ids.push(await own.newChapter(bookId, fields));
  return { bookId, ids, of: (nth: number) => ({ bookId, chapterId: ids[nth] ?? '' }) };
}

/** Fills the book to its limit with chapters after the first. */
const fill = (bookId: string) =>
  own.running().database.write`
    INSERT INTO chapter (account_id, book_id, id, rank, title, summary, notes, beat_keys, participant_ids)
    SELECT account_id, id, 'ch_' || right('000' || n, 4) || right(${bookId}, 22), n, 'Filler', '', '', '{}', '{}'
    FROM book, generate_series(2, 1000) AS n WHERE id = ${bookId}`;

async function writeStarted(key: { bookId: string; chapterId: string }): Promise<string> {
  const { writeChapter } = await own.graphql(
    'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c) { id } }',
    { b: key.bookId, c: key.chapterId },
  );
  return writeChapter.id;
}

describeInTurn(facesWith('splitChapter'))('splitting a chapter through %s (contract 5)', (name, it) => {
  const call = own.face(name);

  it('makes two adjacent chapters and keeps the whole text', async () => {
    const { bookId, of, ids } = await bookOf({ title: 'A' }, { title: 'B', content: paragraphs }, { title: 'C' });
    const [emma, tom] = [await own.newCharacter(bookId, 'Emma'), await own.newCharacter(bookId, 'Tom')];
    const patch = {
      summary: 'Rain.',
      notes: 'Slow.',
      beatKeys: ['climax'],
      povCharacterId: emma,
      participantIds: [emma],
      mentionedIds: [tom],
    };
    await rest('updateChapter', { ...of(1), patch });
    const { chapter, next } = await call('splitChapter', { ...of(1), input: { at: 12, title: 'B2' } });
    const people = { povCharacterId: emma, participantIds: [emma], mentionedIds: [tom], status: 'complete' };
    expect(chapter).toMatchObject({ ...patch, ...people, id: ids[1], order: 2, title: 'B', content: 'Rain fell.' });
    expect([chapter.wordCount, chapter.version]).toEqual([2, 3]);
    expect(next).toMatchObject({ ...people, order: 3, title: 'B2', summary: '', notes: '', beatKeys: [], version: 1 });
    expect([next.content, next.wordCount]).toEqual(['The keeper slept.\n\n🌊 Nobody came.', 5]);
    expect(await titles(bookId)).toEqual(['1 A', '2 B', '3 B2', '4 C']);
    expect(await textsOf(bookId, ids[1] ?? '')).toEqual(['Rain fell.', paragraphs]);
    expect(await textsOf(bookId, next.id)).toEqual(['The keeper slept.\n\n🌊 Nobody came.']);
  });

  it.each([
    ['inside a word', 2, 'Ra', 'in fell.\n\nThe keeper slept.\n\n🌊 Nobody came.'],
    ['at a blank', 4, 'Rain', 'fell.\n\nThe keeper slept.\n\n🌊 Nobody came.'],
    ['after an emoji, which is one character', 32, 'Rain fell.\n\nThe keeper slept.\n\n🌊', 'Nobody came.'],
  ])('counts code points and trims blanks at the cut: %s', async (_where, at, head, tail) => {
    const { of } = await bookOf({ content: paragraphs });
    const { chapter, next } = await call('splitChapter', { ...of(0), input: { at } });
    expect([chapter.content, next.content, next.title]).toEqual([head, tail, 'Chapter 2']);
  });

  it.each([
    ['in an empty chapter', '', 1],
    ['beyond the end', paragraphs, 45],
    ['if only blanks would follow', 'Rain. \n ', 5],
    ['if only blanks would precede', ' \nRain.', 2],
  ])('is refused %s, and changes nothing', async (_where, content, at) => {
    const { bookId, of } = await bookOf({ content });
    const { code, message } = await refusal(call('splitChapter', { ...of(0), input: { at } }));
    expect([code, message]).toEqual(['invalid_state', expect.stringContaining(`${[...content].length} characters`)]);
    expect(await listed(bookId)).toMatchObject([{ version: 1 }]);
  });

  it.each([
    [{}, 'at'],
    [{ at: 0 }, 'at'],
    [{ at: 400_001 }, 'at'],
    [{ at: 1.5 }, 'at'],
    [{ at: 4, title: ' ' }, 'title'],
  ])('refuses %j as input', async (input, path) => {
    const { of } = await bookOf({ content: paragraphs });
    expect(await faultsOf(call('splitChapter', { ...of(0), input }))).toEqual([path]);
  });

  it('is refused in a full book', async () => {
    const { bookId, of } = await bookOf({ content: paragraphs });
    await fill(bookId);
    const { code, message } = await refusal(call('splitChapter', { ...of(0), input: { at: 12 } }));
    expect([code, message]).toEqual(['invalid_state', expect.stringContaining('1000 chapters')]);
  });
});

describeInTurn(facesWith('mergeChapters'))('merging two chapters through %s (contract 5)', (name, it) => {
  const call = own.face(name);

  it('appends the text and fields of the next chapter and archives it', async () => {
    const { bookId, of, ids } = await bookOf(
      { title: 'A', content: 'Rain fell.\n', summary: 'Rain.', beatKeys: ['climax', 'midpoint'] },
      {
        title: 'B',
        content: '\nThe keeper slept.',
        summary: 'Sleep.',
        notes: 'Slow.',
        beatKeys: ['midpoint', 'finale'],
      },
      { title: 'C' },
    );
    const [emma, tom] = [await own.newCharacter(bookId, 'Emma'), await own.newCharacter(bookId, 'Tom')];
    await rest('updateChapter', {
      ...of(0),
      patch: { povCharacterId: emma, participantIds: [emma], mentionedIds: [tom] },
    });
    await rest('updateChapter', { ...of(1), patch: { povCharacterId: tom, participantIds: [tom, emma] } });
    expect(await call('mergeChapters', { ...of(0), input: {} })).toMatchObject({
      id: ids[0],
      order: 1,
      title: 'A',
      content: 'Rain fell.\n\nThe keeper slept.',
      summary: 'Rain.\n\nSleep.',
      notes: 'Slow.',
      beatKeys: ['climax', 'midpoint', 'finale'],
      povCharacterId: emma,
      participantIds: [emma, tom],
      mentionedIds: [tom],
      status: 'complete',
      wordCount: 5,
      version: 3,
    });
    expect(await titles(bookId)).toEqual(['1 A', '2 C']);
    expect(await textsOf(bookId, ids[0] ?? '')).toEqual(['Rain fell.\n\nThe keeper slept.', 'Rain fell.\n']);
    expect(await rest('restoreChapter', of(1))).toMatchObject({
      order: 2,
      content: '\nThe keeper slept.',
      notes: 'Slow.',
    });
  });

  it.each([
    ['with a custom separator', 'One.', 'Two.', { separator: '\n\n***\n\n' }, 'One.\n\n***\n\nTwo.', 'complete', 2],
    ['with an empty separator', 'One.', 'Two.', { separator: '' }, 'One.Two.', 'complete', 2],
    ['when the second one is empty, without a new revision', 'One.', '', {}, 'One.', 'complete', 1],
    ['when the first one is empty', '', 'Two.', {}, 'Two.', 'complete', 1],
    ['when both are empty', '', '', {}, '', 'empty', 0],
  ])('joins them %s', async (_how, first, second, input, content, status, revisions) => {
    const { bookId, of, ids } = await bookOf({ content: first }, { content: second });
    expect(await call('mergeChapters', { ...of(0), input })).toMatchObject({ content, status });
    expect(await textsOf(bookId, ids[0] ?? '')).toHaveLength(revisions);
  });

  it('is refused for the last chapter', async () => {
    const { of } = await bookOf({ content: 'One.' });
    expect((await refusal(call('mergeChapters', { ...of(0), input: {} }))).code).toBe('invalid_state');
  });

  it.each([
    ['content', { content: x(200_000) }, { content: x(199_999) }],
    ['summary', { summary: x(2000) }, { summary: x(1999) }],
    ['notes', { notes: x(4000) }, { notes: 'x' }],
    ['beatKeys', { beatKeys: [...beatKeys].slice(0, 40) }, { beatKeys: [...beatKeys].slice(40, 41) }],
  ])('is refused if the combined %s exceeds its limit, and changes nothing', async (field, first, second) => {
    const { bookId, of } = await bookOf(first, second);
    const { code, message } = await refusal(call('mergeChapters', { ...of(0), input: {} }));
    expect([code, message]).toEqual(['invalid_state', expect.stringContaining(`limits of ${field}.`)]);
    expect(await listed(bookId)).toMatchObject([{ version: 1 }, { version: 1 }]);
  });

  it('is refused if the next chapter has changed, and returns its current version', async () => {
    const { bookId, of, ids } = await bookOf({ content: 'One.' }, { content: 'Two.' });
    const merge = (nextExpectedVersion: number) => call('mergeChapters', { ...of(0), input: { nextExpectedVersion } });
    const { code, body } = await refusal(merge(7));
    expect([code, body.current]).toMatchObject(['conflict', { id: ids[1], version: 1, content: 'Two.' }]);
    expect(await listed(bookId)).toHaveLength(2);
    expect(await merge(1)).toMatchObject({ content: 'One.\n\nTwo.' });
  });
});

describe('split and merge during a run (contract 5)', () => {
  it('are refused with the id of the run', async () => {
    const held = hold();
    fakes.text.script(reply.text(['Rain came. ', held.released, 'It stayed.']));
    const { of } = await bookOf({ content: 'One. One.' }, {}, { content: 'Three.' });
    const runId = await writeStarted(of(1));
    for (const work of [
      () => rest('mergeChapters', { ...of(0), input: {} }),
      () => rest('mergeChapters', { ...of(1), input: {} }),
      () => rest('splitChapter', { ...of(1), input: { at: 4 } }),
    ]) {
      const { code, message } = await refusal(work());
      expect([code, message]).toEqual(['invalid_state', expect.stringContaining(runId)]);
    }
    held.release();
    await until(async () => (await rest('chapter', of(1))).status === 'complete');
    expect(await rest('mergeChapters', { ...of(0), input: {} })).toMatchObject({
      content: 'One. One.\n\nRain came. It stayed.',
    });
  });
});

describe('the provenance of split and merged texts (contract 5)', () => {
  const provenance = async (key: { bookId: string; chapterId: string }) => (await rest('revisions', key))[0];
  const written = async () => {
    const world = await bookOf({ title: 'A' }, { title: 'B', content: 'By hand.' });
    await writeStarted(world.of(0));
    await until(async () => (await rest('chapter', world.of(0))).status === 'complete');
    return world;
  };

  it('keeps run, model and inputs for both halves', async () => {
    const { bookId, of } = await written();
    const whole = await provenance(of(0));
    const { chapter, next } = await rest('splitChapter', { ...of(0), input: { at: 11 } });
    expect([chapter.content, next.content]).toEqual(['Rain came.', 'It stayed.']);
    const { origin, runId, model, builtFrom } = whole;
    expect(await provenance(of(0))).toMatchObject({ origin, runId, model, builtFrom });
    const half = await provenance({ bookId, chapterId: next.id });
    expect(half).toMatchObject({ origin, runId, model });
    const line = (sources: Json[]) => sources.find(({ input }) => input === 'chapter').id;
    expect([line(builtFrom), line(half.builtFrom)]).toEqual([chapter.id, next.id]);
    // The line of the second half in the outline differs from the inputs, so it counts as stale until reviewed.
    const stale = await rest('staleness', { bookId });
    expect(stale.map(({ chapterId }: Json) => chapterId)).toContain(next.id);
  });

  it('survives a merge of texts of the same run, and becomes human otherwise', async () => {
    const { of } = await written();
    const whole = await provenance(of(0));
    const { next } = await rest('splitChapter', { ...of(0), input: { at: 11 } });
    await rest('mergeChapters', { ...of(0), input: { separator: ' ', nextExpectedVersion: next.version } });
    expect((await rest('chapter', of(0))).content).toBe('Rain came. It stayed.');
    const { origin, runId, builtFrom } = whole;
    expect(await provenance(of(0))).toMatchObject({ origin, runId, builtFrom });
    await rest('mergeChapters', { ...of(0), input: {} });
    expect(await provenance(of(0))).toMatchObject({ origin: 'human', runId: null, builtFrom: null });
  });

  it('lets a run continue the second half of a partial text', async () => {
    fakes.text.script(reply.cutSocket(['Half a sentence. And half a ']));
    const { bookId, of } = await bookOf({ title: 'A' });
    await writeStarted(of(0));
    await until(async () => (await rest('chapter', of(0))).status === 'partial');
    const { chapter, next } = await rest('splitChapter', { ...of(0), input: { at: 17 } });
    expect([chapter.status, next.status]).toEqual(['complete', 'partial']);
    fakes.text.script(reply.text(['word.']));
    await writeStarted({ bookId, chapterId: next.id });
    await until(async () => (await rest('chapter', { bookId, chapterId: next.id })).status === 'complete');
    expect((await rest('chapter', { bookId, chapterId: next.id })).content).toBe('And half a word.');
    expect((await rest('chapter', of(0))).content).toBe('Half a sentence.');
  });
});

describeInTurn(facesWith('reorderChapters'))('reordering all chapters through %s (contract 5)', (name, it) => {
  const call = own.face(name);
  const reorder = (bookId: string, chapterIds: unknown[]) => call('reorderChapters', { bookId, order: { chapterIds } });

  it('sets the order as sent and raises only the versions of moved chapters', async () => {
    const { bookId, ids } = await bookOf({ title: 'A' }, { title: 'B' }, { title: 'C' }, { title: 'D' });
    const [a, b, c, d] = ids;
    const ordered = await reorder(bookId, [c, b, a, d]);
    expect(ordered.map(({ title, order, version }: Json) => `${order} ${title} ${version}`)).toEqual([
      '1 C 2',
      '2 B 2',
      '3 A 1',
      '4 D 1',
    ]);
    expect(await titles(bookId)).toEqual(['1 C', '2 B', '3 A', '4 D']);
  });

  it('must name every chapter once, reports each fault and changes nothing', async () => {
    const { bookId, ids, of } = await bookOf({ title: 'A' }, { title: 'B' }, { title: 'C' });
    await rest('deleteChapter', of(2));
    const [a, b, c] = ids;
    const elsewhere = (await bookOf({})).ids[0];
    expect(await faultsOf(reorder(bookId, [b]))).toEqual(['chapterIds']);
    expect((await refusal(reorder(bookId, [b]))).message).toContain(`lacks ${a}`);
    expect(await faultsOf(reorder(bookId, [b, a, b]))).toEqual(['chapterIds[2]']);
    expect(await faultsOf(reorder(bookId, [b, a, c]))).toEqual(['chapterIds[2]']);
    expect(await faultsOf(reorder(bookId, [elsewhere, a, newId('ch')]))).toEqual([
      'chapterIds[0]',
      'chapterIds[2]',
      'chapterIds',
    ]);
    expect(await faultsOf(reorder(bookId, []))).toEqual(['chapterIds']);
    expect((await listed(bookId)).map(({ title, version }) => [title, version])).toEqual([
      ['A', 1],
      ['B', 1],
    ]);
  });

  it('accepts 1,000 chapters and no more', async () => {
    const { bookId, ids } = await bookOf({});
    await fill(bookId);
    const reversed = (await listed(bookId)).map(({ id }) => id).reverse();
    expect((await reorder(bookId, reversed)).at(-1)).toMatchObject({ id: ids[0], order: 1000 });
    expect(await faultsOf(reorder(bookId, [...reversed, ids[0]]))).toEqual(['chapterIds']);
  });
});

it('restores no chapter into a full book', async () => {
  const { bookId, of } = await bookOf({ title: 'A' }, { title: 'B' });
  await rest('deleteChapter', of(1));
  await fill(bookId);
  const { code, message } = await refusal(rest('restoreChapter', of(1)));
  expect([code, message]).toEqual(['invalid_state', expect.stringContaining('1000 chapters')]);
});

describe('the cost of a move (contract 5)', () => {
  const movesOf = async (bookId: string) => {
    const [row] = await own.running().database.write<{ count: number }[]>`
      SELECT count(*)::int AS count FROM event WHERE book_id = ${bookId} AND type = 'chapter.moved'`;
    return row?.count;
  };
  const move = (bookId: string, chapterId: string, order: number) =>
    rest('moveChapter', { bookId, chapterId, move: { order } });

  it('is one event and one version, however many chapters give way', async () => {
    const { bookId } = await bookOf({});
    await fill(bookId);
    const last = (await listed(bookId)).at(-1);
    expect(await move(bookId, last.id, 1)).toMatchObject({ order: 1, version: last.version + 1 });
    expect(await movesOf(bookId)).toBe(1);
    const after = await listed(bookId);
    expect(after.map(({ order }) => order)).toEqual(after.map((_, index) => index + 1));
    expect([after[0].id, ...new Set(after.slice(1).map(({ version }) => version))]).toEqual([last.id, 1]);
  });

  it('stays one event where there is no room left between two chapters', async () => {
    const { bookId, ids } = await bookOf({ title: 'A' }, { title: 'B' }, { title: 'C' }, { title: 'D' });
    const sql = own.running().database.write;
    for (const [rank, id] of [1, 1, 1 + Number.EPSILON, 2].map((rank, nth) => [rank, ids[nth] ?? ''] as const))
      await sql`UPDATE chapter SET rank = ${rank} WHERE id = ${id}`;
    const expected = (await listed(bookId)).map(({ id }) => id);
    await move(bookId, expected[3], 3);
    expect((await listed(bookId)).map(({ id, version }) => [id, version])).toEqual([
      [expected[0], 1],
      [expected[1], 1],
      [expected[3], 2],
      [expected[2], 1],
    ]);
    expect(await movesOf(bookId)).toBe(1);
  });

  it('of a new order is one event for each chapter that leaves the longest run that stays', async () => {
    const { bookId, ids } = await bookOf({}, {}, {}, {}, {}, {});
    const [a, b, c, d, e, f] = ids;
    await rest('reorderChapters', { bookId, order: { chapterIds: [f, a, b, d, c, e] } });
    expect((await listed(bookId)).map(({ id }) => id)).toEqual([f, a, b, d, c, e]);
    expect(await movesOf(bookId)).toBe(2);
  });
});

describeInTurn(faceNames)('concurrent arrangements, with %s among them (contract 5)', (name, it) => {
  it('leave an order without gaps and lose no text', async () => {
    const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];
    const { bookId, of, ids } = await bookOf(...words.map((word) => ({ title: word, content: `${word} ${word}.` })));
    const face = own.face(name);
    const [one, two] = [own.face('REST'), own.face('GraphQL')];
    await Promise.allSettled([
      ...ids.map((_id, nth) => one('splitChapter', { ...of(nth), input: { at: words[nth]?.length ?? 1 } })),
      ...ids.map((_id, nth) => two('mergeChapters', { ...of(nth), input: {} })),
      ...ids.map((_id, nth) => one('moveChapter', { ...of(nth), move: { order: 6 - nth } })),
      two('reorderChapters', { bookId, order: { chapterIds: [...ids].reverse() } }),
      rest('deleteChapter', of(2)),
      face('createChapter', { bookId, input: { title: 'New', content: 'golf golf.' } }),
      face('updateChapter', { ...of(4), patch: { notes: 'Meanwhile.' } }),
    ]);
    const live = await listed(bookId);
    expect(live.map(({ order }) => order)).toEqual(live.map((_chapter, index) => index + 1));
    const all = [...live, ...(await rest('chapters', { bookId, archived: true }))];
    const texts = (await Promise.all(all.map(({ id }) => textsOf(bookId, id)))).flat().join('\n');
    for (const word of [...words, 'golf']) expect(texts).toContain(word);
  });
});

// The embedded engine runs one transaction at a time, so no edit can come in between there.
describe.skipIf(!inject('database').url)('an edit of a chapter that commits while its text is changed', () => {
  /** Edits the chapter in a transaction, waits until the call is blocked by it, then commits. */
  async function duringEdit<T>(chapterId: string | undefined, call: () => Promise<T>): Promise<T> {
    const { write, read } = own.running().database;
    let called: Promise<T> | undefined;
    await write.begin(async (tx) => {
      const [mine] = await tx<{ pid: number }[]>`
        UPDATE chapter SET summary = 'Edited.', version = version + 1 WHERE id = ${chapterId ?? ''} RETURNING pg_backend_pid() AS pid`;
      called = call();
      called.catch(() => {});
      await until(
        async () =>
          (await read`SELECT FROM pg_stat_activity WHERE ${mine?.pid ?? 0} = ANY(pg_blocking_pids(pid))`).length > 0,
      );
    });
    if (!called) throw new Error('Nothing was called.');
    return called;
  }

  it.each([0, 1])('is included in a merge, whether of the first or the second chapter (%s)', async (nth) => {
    const { of, ids } = await bookOf({ summary: 'One.', content: 'a' }, { summary: 'Two.', content: 'b' });
    const merged = await duringEdit(ids[nth], () => rest('mergeChapters', { ...of(0), input: {} }));
    expect(merged.summary).toBe(nth === 0 ? 'Edited.\n\nTwo.' : 'One.\n\nEdited.');
  });

  it('gives an update with a stale version 409, without changing text', async () => {
    const { of, ids } = await bookOf({ content: 'The text.' });
    const call = () => rest('updateChapter', { ...of(0), patch: { content: 'Another.' }, expectedVersion: 1 });
    const { code } = await duringEdit(ids[0], () => refusal(call()));
    expect(code).toBe('conflict');
    expect(await textsOf(of(0).bookId, of(0).chapterId)).toEqual(['The text.']);
  });

  it('gives a split with a stale version 409', async () => {
    const { of, ids } = await bookOf({ content: paragraphs });
    const call = () => rest('splitChapter', { ...of(0), input: { at: 12 }, expectedVersion: 1 });
    expect((await duringEdit(ids[0], () => refusal(call()))).code).toBe('conflict');
  });
});
