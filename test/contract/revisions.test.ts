import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faceNames, type Json, proseIn, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { statementsOf } from '../support/statements.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');

let bookId: string;
beforeAll(async () => {
  bookId = await own.newBook();
});
beforeEach(() => fakes.text.script(reply.text(['Rain came. ', 'It stayed.'])));

/** A chapter with its text set to each of `texts` in turn. */
async function chapterOf(...texts: string[]) {
  const chapterId = await own.newChapter(bookId);
  for (const content of texts) await rest('updateChapter', { bookId, chapterId, patch: { content } });
  return { bookId, chapterId };
}
type Key = Awaited<ReturnType<typeof chapterOf>>;

const write = async ({ bookId, chapterId }: Key, input: object = {}) =>
  (
    await own.graphql(
      'mutation ($b: ID!, $c: ID!, $i: WriteRequest) { writeChapter(bookId: $b, chapterId: $c, input: $i, waitSeconds: 20) { id state } }',
      { b: bookId, c: chapterId, i: input },
    )
  ).writeChapter;
const revisionsOverRest = (key: Key): Promise<Json[]> => rest('revisions', key);
const texts = async (key: Key): Promise<string[]> =>
  Promise.all(
    (await revisionsOverRest(key)).map(async ({ id }) => (await rest('revision', { ...key, revisionId: id })).content),
  );

describeInTurn(faceNames)('revisions through %s (contract 5)', (name, it) => {
  const call = own.face(name);
  const revisionsOf = (key: Key): Promise<Json[]> => call('revisions', key);

  it('are listed without prose, current first, then by time of replacement', async () => {
    const key = await chapterOf('One.', 'Two two.', 'Three three three.');
    const human = {
      id: expect.stringMatching(/^rev_[0-9a-hjkmnp-tv-z]{26}$/),
      chapterId: key.chapterId,
      origin: 'human',
      runId: null,
      model: null,
      status: 'complete',
      createdAt: expect.any(String),
      builtFrom: null,
    };
    const former = { ...human, isCurrent: false, replacedAt: expect.any(String) };
    expect(await revisionsOf(key)).toEqual([
      { ...human, wordCount: 3, isCurrent: true, replacedAt: null },
      { ...former, wordCount: 2 },
      { ...former, wordCount: 1 },
    ]);
  });

  it('are empty for an empty chapter, and all former for a cleared one', async () => {
    expect(await revisionsOf(await chapterOf())).toEqual([]);
    expect((await revisionsOf(await chapterOf('One.', ''))).map(({ isCurrent }) => isCurrent)).toEqual([false]);
  });

  it('can be read, current and former', async () => {
    const key = await chapterOf('One 🌊.', 'Two.');
    const [two, one] = await revisionsOf(key);
    const read = async ({ id }: Json) => call('revision', { ...key, revisionId: id });
    if (name === 'MCP') {
      const window = { ...key, revisionId: one.id, offset: 4, limit: 1 };
      expect(proseIn(await own.tool('read_revision', window))).toBe('🌊');
    }
    expect([await read(two), await read(one)]).toEqual([
      { ...two, content: 'Two.' },
      { ...one, content: 'One 🌊.' },
    ]);
  });

  it('can be compared with the current, previous or any other revision', async () => {
    const key = await chapterOf('The ferry came late.', 'The ferry came.', 'The ferry sank.');
    const [third, second, first] = await revisionsOf(key);
    const compare = (one: Json, options: object = {}) =>
      call('revisionDiff', { ...key, revisionId: one.id, ...options });
    if (name === 'MCP') {
      expect(await compare(second)).toBe('1 words added, 1 removed.\n\nThe ferry [-sank-]{+came+}.');
      expect(await compare(third, { against: 'previous', context: 1 })).toBe(
        '1 words added, 1 removed.\n\n [… 1 words …]  ferry [-came-]{+sank+}.',
      );
      expect(await compare(third, { against: third.id })).toContain('0 words added, 0 removed.');
      return;
    }
    expect(await compare(second)).toEqual({
      revisionId: second.id,
      againstId: third.id,
      wordsAdded: 1,
      wordsRemoved: 1,
      parts: [
        { kind: 'equal', text: 'The ferry ', words: 2 },
        { kind: 'delete', text: 'sank', words: 1 },
        { kind: 'insert', text: 'came', words: 1 },
        { kind: 'equal', text: '.', words: 0 },
      ],
    });
    expect(await compare(second, { against: 'previous' })).toMatchObject({ againstId: first.id, wordsRemoved: 1 });
    expect(await compare(first, { against: 'previous' })).toMatchObject({ againstId: null, wordsAdded: 4 });
    expect(await compare(first, { against: third.id, context: 0 })).toMatchObject({
      againstId: third.id,
      parts: [{ kind: 'gap', text: '', words: 2 }, {}, {}, {}, {}],
    });
    for (const against of [
      'other',
      'rev_00000000000000000000000000',
      (await revisionsOverRest(await chapterOf('X.')))[0]?.id,
    ])
      await expect(compare(first, { against })).rejects.toMatchObject({ code: 'not_found' });
    await expect(compare(first, { context: 1001 })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('are restored without losing the present text', async () => {
    const key = await chapterOf('One.', 'Two two.');
    const [two, one] = await revisionsOverRest(key);
    const restored = await call('restoreRevision', { ...key, revisionId: one.id });
    expect(restored).toMatchObject({ id: key.chapterId, status: 'complete', wordCount: 1, version: 4 });
    expect(await rest('chapter', key)).toMatchObject({ content: 'One.', version: 4 });
    expect(await texts(key)).toEqual(['One.', 'Two two.', 'One.']);
    const [now, ...before] = await revisionsOverRest(key);
    expect(now).toMatchObject({ origin: 'restore', isCurrent: true });
    expect(before.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(await call('restoreRevision', { ...key, revisionId: now.id })).toMatchObject({ version: 4 });
    expect(await revisionsOverRest(key)).toHaveLength(3);
  });

  it('are not restored over a stale version of the chapter (contract 9)', async () => {
    const key = await chapterOf('One.', 'Two.');
    const [, one] = await revisionsOverRest(key);
    const restore = (expectedVersion: number) =>
      call('restoreRevision', { ...key, revisionId: one.id, expectedVersion });
    const { code, body } = await refusal(restore(2));
    expect([code, body.current]).toEqual(['conflict', expect.objectContaining({ id: key.chapterId, version: 3 })]);
    expect(await texts(key)).toEqual(['Two.', 'One.']);
    expect(await restore(3)).toMatchObject({ version: 4 });
  });

  it('are not restored during a run, which the error names', async () => {
    const key = await chapterOf('One.', '');
    const [one] = await revisionsOverRest(key);
    const { released, release } = hold();
    fakes.text.script(reply.text(['Rain. ', released, 'Sun.']));
    const writing = write(key);
    const [run] = await until(async () => {
      const runs = await rest('runs', { bookId });
      return runs[0]?.chapterId === key.chapterId ? runs : undefined;
    });
    const { code, message } = await refusal(call('restoreRevision', { ...key, revisionId: one?.id }));
    release();
    expect([code, message]).toEqual(['invalid_state', expect.stringContaining(run.id)]);
    expect(await writing).toMatchObject({ id: run.id, state: 'completed' });
    expect(await texts(key)).toEqual(['Rain. Sun.', 'One.']);
  });

  it('are not_found under another chapter', async () => {
    const [key, other] = [await chapterOf('One.', 'Two.'), await chapterOf('Other.', 'Another.')];
    for (const { id: revisionId } of await revisionsOverRest(other))
      for (const field of ['revision', 'revisionDiff', 'restoreRevision'])
        await expect(call(field, { ...key, revisionId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of an archived chapter can be read but not restored', async () => {
    const key = await chapterOf('One.', 'Two.');
    await rest('deleteChapter', key);
    const [, one] = await revisionsOf(key);
    const read = await call('revision', { ...key, revisionId: one.id });
    expect(read.content).toBe('One.');
    await expect(call('restoreRevision', { ...key, revisionId: one.id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('pages of revisions', () => {
  const contents = ['A.', 'B.', 'C.', 'D.', 'E.'];
  const walks: Record<
    string,
    (key: Key, cursor: string | undefined) => Promise<{ rows: Json[]; next: string | null }>
  > = {
    REST: async (key, cursor) => {
      const path = `/v1/books/${key.bookId}/chapters/${key.chapterId}/revisions?limit=2`;
      const { json } = await own.http('GET', cursor ? `${path}&cursor=${cursor}` : path);
      return { rows: json.data, next: json.next_cursor };
    },
    GraphQL: async (key, cursor) => {
      const query = `query ($b: ID!, $c: ID!, $a: String) { revisions(bookId: $b, chapterId: $c, first: 2, after: $a) { nodes { id content } pageInfo { hasNextPage endCursor } } }`;
      const { revisions } = await own.graphql(query, { b: key.bookId, c: key.chapterId, a: cursor });
      const { hasNextPage, endCursor } = revisions.pageInfo;
      return { rows: revisions.nodes, next: hasNextPage ? endCursor : null };
    },
    MCP: async (key, cursor) => {
      const { structuredContent } = await own.tool('list_revisions', { ...key, limit: 2, ...(cursor && { cursor }) });
      return { rows: structuredContent.data, next: structuredContent.next_cursor };
    },
  };

  it.each(Object.entries(walks))('cover every revision once, through %s', async (_name, walk) => {
    const key = await chapterOf(...contents);
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { rows, next } = await walk(key, cursor);
      pages.push(rows.map(({ id }) => id));
      cursor = next;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual((await revisionsOverRest(key)).map(({ id }) => id));
  });

  it('can be read for all chapters with a constant number of statements', async () => {
    const books = [await own.newBook(), await own.newBook()];
    for (const [n, id] of books.entries())
      for (let chapters = 0; chapters <= n * 2; chapters += 1) {
        const chapterId = await own.newChapter(id, { content: 'One.' });
        await rest('updateChapter', { bookId: id, chapterId, patch: { content: `Two ${chapters}.` } });
      }
    const query = `query ($id: ID!) { chapters(bookId: $id) { content revisions(first: 1) { nodes { isCurrent content } pageInfo { hasNextPage } } } }`;
    const asked = (id: string | undefined) => statementsOf(own.running(), () => own.graphql(query, { id }));
    expect((await asked(books[1])).toSorted()).toEqual((await asked(books[0])).toSorted());
    const { chapters } = await own.graphql(query, { id: books[1] });
    expect(chapters).toHaveLength(3);
    for (const { content, revisions } of chapters)
      expect(revisions).toEqual({ nodes: [{ isCurrent: true, content }], pageInfo: { hasNextPage: true } });
  });
});

describe('the origin of a text', () => {
  it('names the run, model and source records of a generated text', async () => {
    const emma = await own.newCharacter(bookId, 'Emma');
    const key = await chapterOf('By hand.');
    await rest('updateChapter', { ...key, patch: { title: 'Fog', summary: 'Emma waits.' } });
    const run = await write(key, { restart: true });
    const [written, human] = await revisionsOverRest(key);
    expect(written).toMatchObject({ origin: 'write', runId: run.id, model: expect.any(String), status: 'complete' });
    const by = Object.groupBy(written.builtFrom as Json[], ({ input }) => input);
    expect(by.character).toEqual([{ input: 'character', id: emma, name: 'Emma', version: 1 }]);
    expect(by.chapter).toEqual([{ input: 'chapter', id: key.chapterId, name: 'Fog', version: 3 }]);
    expect(by.plan).toEqual([{ input: 'plan', id: bookId, name: 'Untitled Book', version: 1 }]);
    expect(human).toMatchObject({ origin: 'human', runId: null, model: null, builtFrom: null });
  });

  it('survives a restore, and a restored partial text can be continued', async () => {
    const key = await chapterOf();
    fakes.text.script(reply.cutSocket(['Half a ']));
    const cut = await write(key);
    await rest('updateChapter', { ...key, patch: { content: 'By hand.' } });
    const [, half] = await revisionsOverRest(key);
    expect(half).toMatchObject({ origin: 'write', runId: cut.id, status: 'partial' });
    expect(await rest('restoreRevision', { ...key, revisionId: half.id })).toMatchObject({ status: 'partial' });
    const [now] = await revisionsOverRest(key);
    expect(now).toMatchObject({ origin: 'restore', runId: cut.id, model: half.model, builtFrom: half.builtFrom });
    fakes.text.script(reply.text(['sentence.']));
    await write(key);
    expect(await texts(key)).toEqual(['Half a sentence.', 'By hand.', 'Half a ']);
    expect((await revisionsOverRest(key))[0]).toMatchObject({ id: now.id, origin: 'write', status: 'complete' });
  });
});

describe('concurrent restores', () => {
  it('lose no text and leave exactly one current', async () => {
    const key = await chapterOf('A.', 'B.', 'C.', 'D.');
    const revisions = await revisionsOverRest(key);
    await Promise.all([
      ...revisions.map(({ id }) => rest('restoreRevision', { ...key, revisionId: id })),
      rest('updateChapter', { ...key, patch: { content: 'E.' } }),
    ]);
    const [now, ...former] = await revisionsOverRest(key);
    expect([now.isCurrent, former.some(({ isCurrent }) => isCurrent)]).toEqual([true, false]);
    const all = await texts(key);
    expect(all[0]).toBe((await rest('chapter', key)).content);
    expect([...new Set(all)].sort()).toEqual(['A.', 'B.', 'C.', 'D.', 'E.']);
    for (const { id } of revisions) expect([now, ...former].map((one) => one.id)).toContain(id);
  });

  it('racing with a write leave one text current and keep both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await chapterOf('One.', '');
      const [one] = await revisionsOverRest(key);
      await Promise.allSettled([write(key), rest('restoreRevision', { ...key, revisionId: one.id })]);
      await until(async () => (await rest('chapter', key)).status === 'complete');
      const all = await texts(key);
      expect(all).toContain('One.');
      expect(['One.', 'Rain came. It stayed.']).toContain(all[0]);
    }
  });
});

describe('a restore of the present text', () => {
  it('is refused at another version, like any change', async () => {
    const key = await chapterOf('Rain.');
    const [{ id: revisionId }] = await rest('revisions', { ...key });
    const restoring = rest('restoreRevision', { ...key, revisionId, expectedVersion: 7 });
    expect((await refusal(restoring)).code).toBe('conflict');
  });
});
