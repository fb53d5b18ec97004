import { isInterfaceType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodePrefixes } from '../../src/graphql/node.ts';
import { newId, prefixOf } from '../../src/ids/id.ts';
import { records } from '../../src/records.gen.ts';
import { schema } from '../../src/schema.ts';
import { graphql, type Ids, type Json, ownService, refusal } from '../support/faces.ts';
import { newSampleRecords } from '../support/sample-records.ts';
import { captureStatementTexts } from '../support/statement-capture.ts';
import { until } from '../support/stream.ts';

const own = ownService({ LIMIT_PLAN_PER_MINUTE: '0' });
const account = `nodes ${crypto.randomUUID()}`;
const nodesOf = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

/** A key of the account, and one record id of each kind in its first book. */
let key: string;
let all: string[];
let mine: Ids;
let other: Ids;

async function idsOfAll(ids: Ids, by: string): Promise<string[]> {
  const recap = `mutation ($bookId: ID!, $chapterId: ID!) {
    setRecap(bookId: $bookId, chapterId: $chapterId, input: { events: "It rained." }) { id }
  }`;
  const { bookId, chapterId } = ids;
  const { setRecap } = await graphql(own.url(), by, recap, { bookId, chapterId });
  const query = `query ($bookId: ID!) {
    account { id } tokens { id } book(bookId: $bookId) { plan { id } style { id } } events(bookId: $bookId, first: 1) { nodes { id } }
  }`;
  // An open transaction of another test can delay the events.
  const found: Json = await until(async () => {
    const answer: Json = await graphql(own.url(), by, query, { bookId: ids.bookId });
    return answer.events.nodes.length > 0 ? answer : undefined;
  });
  const { account: mine, tokens, book, events } = found;
  const ownIds = [mine.id, tokens[0].id, book.plan.id, book.style.id, setRecap.id, events.nodes[0].id];
  return [
    ...ownIds,
    ...Object.entries(ids).flatMap(([name, id]) =>
      nodePrefixes().includes(prefixOf(id)) && name !== 'tokenId' ? [id] : [],
    ),
  ];
}

/** In requests of a hundred ids, which is the limit. */
async function read(ids: readonly string[], by = key): Promise<Json[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / 100) }, (_, at) => ids.slice(at * 100, (at + 1) * 100));
  const answers = await Promise.all(parts.map((part) => graphql(own.url(), by, nodesOf, { ids: part })));
  return answers.flatMap(({ nodes }) => nodes);
}

beforeAll(async () => {
  key = await own.running().newKey({ account });
  [mine, other] = [await newSampleRecords(own.running(), key), await newSampleRecords(own.running(), key)];
  all = [...new Set(await idsOfAll(mine, key))];
});

describe('Node', () => {
  const declared = records.flatMap(({ type, prefix }) => (type ? [{ type, prefix }] : []));

  it('is implemented by every record that declares a type', () => {
    expect(declared.map(({ prefix }) => prefix).sort()).toEqual(nodePrefixes().sort());
    const node = schema.getType('Node');
    const implementing = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];
    expect(implementing.toSorted()).toEqual(declared.map(({ type }) => type).sort());
  });

  it('is implemented by every type with an id, apart from listed exceptions', () => {
    const acknowledging = /^(Deleted|Removed|Unwaived)|^CreatedToken$/;
    const withId = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && 'id' in type.getFields());
    const others = withId.filter(
      (type) =>
        isObjectType(type) &&
        !type.getInterfaces().some(({ name }) => name === 'Node') &&
        !acknowledging.test(type.name),
    );
    // Values within a record, a constant sheet, and payload types.
    expect(others.map(({ name }) => name).sort()).toMatchInlineSnapshot(`
      [
        "BeatSheet",
        "BookNarration",
        "ChapterVersion",
        "CoverGeneration",
        "InputChange",
        "LintFinding",
        "ManuscriptReading",
        "OutlineAdoption",
        "OutlineGeneration",
        "OutlineGrading",
        "PromptSource",
        "RevisionSource",
        "SplitChapter",
        "VariantGeneration",
      ]
    `);
  });
});

describe('node and nodes', () => {
  it('return records of every kind in the order of the ids, including duplicates', async () => {
    expect(new Set(all.map(prefixOf))).toEqual(new Set(nodePrefixes()));
    const ids = [...all.toReversed(), all[0] ?? ''];
    const found = await read(ids);
    expect(found.map(({ id }) => id)).toEqual(ids);
    const types = new Map(records.map(({ prefix, type }) => [prefix, type]));
    expect(found.map(({ __typename }) => __typename)).toEqual(ids.map((id) => types.get(prefixOf(id))));
    for (const id of all)
      expect(await graphql(own.url(), key, 'query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({
        node: { id },
      });
  });

  it('take one statement per type for any number of records', async () => {
    const twice = [...all, ...(await idsOfAll(other, key))];
    const statements = await captureStatementTexts(() => read(twice));
    expect(statements).toHaveLength(nodePrefixes().length);
    const fields = (id: string, at: number) => `n${at}: node(id: "${id}") { id }`;
    const chapters = [mine.chapterId ?? '', other.chapterId ?? ''];
    expect(
      await captureStatementTexts(() => graphql(own.url(), key, `{ ${chapters.map(fields).join(' ')} }`)),
    ).toHaveLength(1);
    expect(await captureStatementTexts(() => read([newId('ch'), 'nothing', '']))).toHaveLength(1);
  });

  it('return null for foreign, missing, malformed and deleted ids', async () => {
    const stranger = await own.running().newKey();
    const foreign = await idsOfAll(await newSampleRecords(own.running(), stranger), stranger);
    const gone = await newSampleRecords(own.running(), key);
    const deleted = (await idsOfAll(gone, key)).filter((id) => !['acc', 'tok', 'evt'].includes(prefixOf(id)));
    await own.face('REST', key)('deleteBook', { bookId: gone.bookId });
    const none = [
      ...foreign,
      ...deleted,
      ...nodePrefixes().map((prefix) => `${prefix}_${'0'.repeat(26)}`),
      '',
      'ch_',
      'x',
    ];
    const ids = none.flatMap((id) => [id, mine.chapterId ?? '']);
    const found = await read(ids);
    expect(found.filter((_one, at) => at % 2 === 0)).toEqual(none.map(() => null));
    expect(found.filter((one) => one?.id === mine.chapterId)).toHaveLength(none.length);
  });

  it('return only records of the bound books to a bound key', async () => {
    const bound = await own.running().newKey({ account, bookIds: [mine.bookId ?? ''] });
    const theirs = (await idsOfAll(other, key)).filter((id) => !['acc', 'tok'].includes(prefixOf(id)));
    expect(await read(theirs, bound)).toEqual(theirs.map(() => null));
    expect((await read(all, bound)).map((one) => one?.id)).toEqual(all);
  });

  it('return null for types outside the scopes of the key, and require books:read', async () => {
    const reader = await own.running().newKey({ account, scopes: ['books:read'] });
    const isAccount = (id: string) => ['acc', 'tok'].includes(prefixOf(id));
    expect((await read(all, reader)).map((one) => one?.id ?? null)).toEqual(
      all.map((id) => (isAccount(id) ? null : id)),
    );
    const keeper = await own.running().newKey({ account, scopes: ['account:read'] });
    expect((await refusal(read(all, keeper))).code).toBe('insufficient_scope');
  });

  it('cost one point per id and accept at most 100 ids', async () => {
    const ask = async (count: number) => {
      const variables = { ids: Array.from({ length: count }, () => newId('ch')) };
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${own.url()}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables }),
      });
      return (await answer.json()) as Json;
    };
    expect((await ask(100)).extensions.cost.requested).toBe(101);
    const refused = await ask(101);
    expect(refused.errors[0].extensions).toMatchObject({ code: 'invalid_request', issues: [{ path: 'ids' }] });
  });
});

describe('a plan by its id', () => {
  const limited = ownService({ LIMIT_PLAN_PER_MINUTE: '2' });

  it('counts against the rate limit of plan calls', async () => {
    const limitedKey = await limited.running().newKey();
    const book = await limited.face('REST', limitedKey)('createBook', {
      input: { premise: 'A ferry that comes late.' },
    });
    const id = `plan${book.id.slice(2)}`;
    const ask = () => graphql(limited.url(), limitedKey, 'query ($id: ID!) { node(id: $id) { id } }', { id });
    for (let time = 0; time < 2; time += 1) expect(await ask()).toEqual({ node: { id } });
    expect((await refusal(ask())).code).toBe('rate_limited');
  });
});
