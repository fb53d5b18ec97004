import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, refusal } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');

let bookId: string;
let chapterId: string;
beforeAll(async () => {
  fakes.text.script(reply.text(['Rain came.']));
  for (const title of ['One', 'Two', 'Three', 'Four']) await own.newBook({ title });
  bookId = await own.newBook();
  chapterId = await own.newChapter(bookId);
  for (const content of ['a', 'b', 'c', 'd', 'e', 'f'])
    await rest('updateChapter', { bookId, chapterId, patch: { content } });
  const write = 'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, waitSeconds: 20) { id } }';
  for (let count = 0; count < 5; count += 1) await own.graphql(write, { b: bookId, c: await own.newChapter(bookId) });
});

/** The arguments and cursor type of each list. */
const lists = {
  books: ['', 'String'],
  runs: ['bookId: $b', 'String'],
  revisions: ['bookId: $b, chapterId: $c', 'String'],
  events: ['bookId: $b', 'ID'],
} as const;

interface Range {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

async function page(list: keyof typeof lists, range: Range): Promise<Json> {
  const [key, cursor] = lists[list];
  const parents = [key.includes('$b') ? '$b: ID!' : '', key.includes('$c') ? '$c: ID!' : ''];
  const variables = [...parents, '$first: Int', `$after: ${cursor}`, '$last: Int', `$before: ${cursor}`].join(' ');
  const data = await own.graphql(
    `query (${variables}) {
      ${list}(${key} first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { id } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`,
    { b: bookId, c: chapterId, ...range },
  );
  return data[list];
}

const idsOf = ({ edges }: Json): string[] => edges.map(({ node }: Json) => node.id);

async function forward(list: keyof typeof lists): Promise<string[]> {
  const found = await page(list, { first: 100 });
  expect(found.pageInfo.hasNextPage).toBe(false);
  expect(found.edges.length).toBeGreaterThanOrEqual(5);
  return idsOf(found);
}

describe.each(Object.keys(lists) as (keyof typeof lists)[])('%s, paged backward', (list) => {
  it('returns each record once, in list order, with `last` and `before`', async () => {
    const found: string[] = [];
    let current = await page(list, { last: 2 });
    expect(current.pageInfo.hasNextPage).toBe(false);
    for (;;) {
      found.unshift(...idsOf(current));
      const { hasPreviousPage, startCursor, endCursor } = current.pageInfo;
      expect([startCursor, endCursor]).toEqual([current.edges[0].cursor, current.edges.at(-1).cursor]);
      if (!hasPreviousPage) break;
      current = await page(list, { last: 2, before: startCursor });
      expect(current.pageInfo.hasNextPage).toBe(true);
    }
    expect(found).toEqual(await forward(list));
  });

  it('returns to the previous page', async () => {
    const one = await page(list, { first: 2 });
    const two = await page(list, { first: 2, after: one.pageInfo.endCursor });
    const back = await page(list, { last: 2, before: two.pageInfo.startCursor });
    expect(idsOf(back)).toEqual(idsOf(one));
    expect(idsOf(two)).not.toEqual(idsOf(one));
  });

  it('rejects `last` together with `first`, with its path', async () => {
    const { code, body } = await refusal(page(list, { first: 2, last: 2 }));
    expect(code).toBe('invalid_request');
    expect((body.issues as Json[]).map(({ path }) => path)).toEqual(['last']);
  });
});
