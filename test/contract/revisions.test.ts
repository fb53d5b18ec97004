import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faceNames, type Json, ownService, refusal } from '../support/faces.ts';
import { hold, reply, startProvider } from '../support/provider.ts';
import { statementsOf } from '../support/statements.ts';
import { until } from '../support/stream.ts';

const provider = await startProvider();
const own = ownService({ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' });
const rest = own.face('REST');
afterAll(() => provider.close());

let bookId: string;
beforeAll(async () => {
  bookId = await own.newBook();
});
beforeEach(() => provider.script(reply.text(['Rain came. ', 'It stayed.'])));

/** A chapter to which these texts were set, one after the other. */
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
const listed = (key: Key): Promise<Json[]> => rest('revisions', key);
const texts = async (key: Key): Promise<string[]> =>
  Promise.all((await listed(key)).map(async ({ id }) => (await rest('revision', { ...key, revisionId: id })).content));

describe.each(faceNames)('revisions through %s (contract 5)', (name) => {
  const call = own.face(name);
  const revisionsOf = (key: Key): Promise<Json[]> => call('revisions', key);
  /** Agents are not told of every record that a text was built from. */
  const builtFrom = name === 'MCP' ? {} : { builtFrom: null };

  it('are listed without prose, the present text first, then the former ones, last replaced first', async () => {
    const key = await chapterOf('One.', 'Two two.', 'Three three three.');
    const human = {
      id: expect.stringMatching(/^rev_[0-9a-hjkmnp-tv-z]{26}$/),
      chapterId: key.chapterId,
      origin: 'human',
      runId: null,
      model: null,
      status: 'complete',
      createdAt: expect.any(String),
      ...builtFrom,
    };
    const former = { ...human, isCurrent: false, replacedAt: expect.any(String) };
    expect(await revisionsOf(key)).toEqual([
      { ...human, wordCount: 3, isCurrent: true, replacedAt: null },
      { ...former, wordCount: 2 },
      { ...former, wordCount: 1 },
    ]);
  });

  it('are none for an empty chapter, and only former ones for an emptied one', async () => {
    expect(await revisionsOf(await chapterOf())).toEqual([]);
    expect((await revisionsOf(await chapterOf('One.', ''))).map(({ isCurrent }) => isCurrent)).toEqual([false]);
  });

  it('can be read, present and former', async () => {
    const key = await chapterOf('One 🌊.', 'Two.');
    const [two, one] = await revisionsOf(key);
    const read = async ({ id }: Json) => call('revision', { ...key, revisionId: id });
    if (name === 'MCP') {
      expect([await read(two), await read(one)]).toEqual(['Two.', 'One 🌊.']);
      expect(await call('revision', { ...key, revisionId: one.id, offset: 4, limit: 1 })).toBe('🌊');
      return;
    }
    expect([await read(two), await read(one)]).toEqual([
      { ...two, content: 'Two.' },
      { ...one, content: 'One 🌊.' },
    ]);
  });

  it('can be compared with the present text, the one before and any other of the chapter', async () => {
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
    for (const against of ['other', 'rev_00000000000000000000000000', (await listed(await chapterOf('X.')))[0]?.id])
      await expect(compare(first, { against })).rejects.toMatchObject({ code: 'not_found' });
    await expect(compare(first, { context: 1001 })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('come back when restored: the present text becomes a revision and nothing is lost', async () => {
    const key = await chapterOf('One.', 'Two two.');
    const [two, one] = await listed(key);
    const restored = await call('restoreRevision', { ...key, revisionId: one.id });
    expect(restored).toMatchObject({ id: key.chapterId, status: 'complete', wordCount: 1, version: 4 });
    expect(await rest('chapter', key)).toMatchObject({ content: 'One.', version: 4 });
    expect(await texts(key)).toEqual(['One.', 'Two two.', 'One.']);
    const [now, ...before] = await listed(key);
    expect(now).toMatchObject({ origin: 'restore', isCurrent: true });
    expect(before.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(await call('restoreRevision', { ...key, revisionId: now.id })).toMatchObject({ version: 4 });
    expect(await listed(key)).toHaveLength(3);
  });

  it('are not restored over a chapter that has changed since it was read (contract 9)', async () => {
    const key = await chapterOf('One.', 'Two.');
    const [, one] = await listed(key);
    const restore = (expectedVersion: number) =>
      call('restoreRevision', { ...key, revisionId: one.id, expectedVersion });
    const { code, body } = await refusal(restore(2));
    expect([code, body.current]).toEqual(['conflict', expect.objectContaining({ id: key.chapterId, version: 3 })]);
    expect(await texts(key)).toEqual(['Two.', 'One.']);
    expect(await restore(3)).toMatchObject({ version: 4 });
  });

  it('are not restored while a run works on the chapter, which is named', async () => {
    const key = await chapterOf('One.', '');
    const [one] = await listed(key);
    const { released, release } = hold();
    provider.script(reply.text(['Rain. ', released, 'Sun.']));
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

  it('are those of their chapter alone: another one’s are missing', async () => {
    const [key, other] = [await chapterOf('One.', 'Two.'), await chapterOf('Other.', 'Another.')];
    for (const { id: revisionId } of await listed(other))
      for (const field of ['revision', 'revisionDiff', 'restoreRevision'])
        await expect(call(field, { ...key, revisionId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of an archived chapter can be read and not restored', async () => {
    const key = await chapterOf('One.', 'Two.');
    await rest('deleteChapter', key);
    const [, one] = await revisionsOf(key);
    const read = await call('revision', { ...key, revisionId: one.id });
    expect(read.content ?? read).toBe('One.');
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
      const query = `query ($b: ID!, $c: ID!, $a: String) { revisions(bookId: $b, chapterId: $c, first: 2, after: $a) { nodes { id content } pageInfo { endCursor } } }`;
      const { revisions } = await own.graphql(query, { b: key.bookId, c: key.chapterId, a: cursor });
      return { rows: revisions.nodes, next: revisions.pageInfo.endCursor };
    },
    MCP: async (key, cursor) => {
      const { structuredContent } = await own.tool('list_revisions', { ...key, limit: 2, ...(cursor && { cursor }) });
      return { rows: structuredContent.data, next: structuredContent.next_cursor };
    },
  };

  it.each(Object.entries(walks))('cover every one once, through %s', async (_name, walk) => {
    const key = await chapterOf(...contents);
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { rows, next } = await walk(key, cursor);
      pages.push(rows.map(({ id }) => id));
      cursor = next;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual((await listed(key)).map(({ id }) => id));
  });

  it('hang on the chapters of a book too, in as many statements for three as for one', async () => {
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

describe('where a text comes from', () => {
  it('is told of a written one: its run, its model and the records it was built from', async () => {
    const emma = await own.newCharacter(bookId, 'Emma');
    const key = await chapterOf('By hand.');
    await rest('updateChapter', { ...key, patch: { title: 'Fog', summary: 'Emma waits.' } });
    const run = await write(key, { restart: true });
    const [written, human] = await listed(key);
    expect(written).toMatchObject({ origin: 'write', runId: run.id, model: expect.any(String), status: 'complete' });
    const by = Object.groupBy(written.builtFrom as Json[], ({ input }) => input);
    expect(by.character).toEqual([{ input: 'character', id: emma, name: 'Emma', version: 1 }]);
    expect(by.chapter).toEqual([{ input: 'chapter', id: key.chapterId, name: 'Fog', version: 3 }]);
    expect(by.plan).toEqual([{ input: 'plan', id: bookId, name: 'Untitled Book', version: 1 }]);
    expect(human).toMatchObject({ origin: 'human', runId: null, model: null, builtFrom: null });
  });

  it('stays with it when it is restored, as does being partial: then it can be continued', async () => {
    const key = await chapterOf();
    provider.script(reply.cutSocket(['Half a']));
    const cut = await write(key);
    await rest('updateChapter', { ...key, patch: { content: 'By hand.' } });
    const [, half] = await listed(key);
    expect(half).toMatchObject({ origin: 'write', runId: cut.id, status: 'partial' });
    expect(await rest('restoreRevision', { ...key, revisionId: half.id })).toMatchObject({ status: 'partial' });
    const [now] = await listed(key);
    expect(now).toMatchObject({ origin: 'restore', runId: cut.id, model: half.model, builtFrom: half.builtFrom });
    provider.script(reply.text([' sentence.']));
    await write(key);
    expect(await texts(key)).toEqual(['Half a sentence.', 'By hand.', 'Half a']);
    expect((await listed(key))[0]).toMatchObject({ id: now.id, origin: 'write', status: 'complete' });
  });
});

describe('restoring at the same moment', () => {
  it('loses nothing: every text is there, one of them is the present one', async () => {
    const key = await chapterOf('A.', 'B.', 'C.', 'D.');
    const revisions = await listed(key);
    await Promise.all([
      ...revisions.map(({ id }) => rest('restoreRevision', { ...key, revisionId: id })),
      rest('updateChapter', { ...key, patch: { content: 'E.' } }),
    ]);
    const [now, ...former] = await listed(key);
    expect([now.isCurrent, former.some(({ isCurrent }) => isCurrent)]).toEqual([true, false]);
    const all = await texts(key);
    expect(all[0]).toBe((await rest('chapter', key)).content);
    expect([...new Set(all)].sort()).toEqual(['A.', 'B.', 'C.', 'D.', 'E.']);
    for (const { id } of revisions) expect([now, ...former].map((one) => one.id)).toContain(id);
  });

  it('as a write begins gives one or the other, and keeps both texts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await chapterOf('One.', '');
      const [one] = await listed(key);
      await Promise.allSettled([write(key), rest('restoreRevision', { ...key, revisionId: one.id })]);
      await until(async () => (await rest('chapter', key)).status === 'complete');
      const all = await texts(key);
      expect(all).toContain('One.');
      expect(['One.', 'Rain came. It stayed.']).toContain(all[0]);
    }
  });
});
