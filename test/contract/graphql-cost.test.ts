import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { http, type Json, ownService } from '../support/faces.ts';
import { eventsOf, openStream, until } from '../support/stream.ts';

/** The smallest budget: one document of the largest cost. */
const own = ownService({ LIMIT_GRAPHQL_COST_PER_MINUTE: '250000' });
const open = ownService({ LIMIT_GRAPHQL_COST_PER_MINUTE: '0' });

const post = (service: typeof own, key: string, query: string, variables: Json = {}) =>
  http(service.url(), key, 'POST', '/graphql', { query, variables });

describe('the cost of introspection (docs/graphql.md)', () => {
  const ask = async (query: string, variables: Json = {}): Promise<Json> =>
    (await post(open, open.key(), query, variables)).json;
  const everything = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, oneOf: true };
  const codegen = getIntrospectionQuery({ ...everything, inputValueDeprecation: true });
  const types = '{ name description fields { name description args { name description } } }';

  it('is that of the size of the answer, for queries of tools and queries by hand', async () => {
    const byName =
      'query ($n: String!) { __type(name: $n) { ...all } } fragment all on __Type { name fields { name } }';
    for (const [query, variables] of [
      [codegen, {}],
      [getIntrospectionQuery({ descriptions: false }), {}],
      [byName, { n: 'Query' }],
      [byName, { n: 'Book' }],
    ] as const) {
      const { data, extensions } = await ask(query, variables);
      const ratio = (extensions.cost.requested * 5) / JSON.stringify(data).length;
      expect(ratio, query).toBeGreaterThan(0.75);
      expect(ratio, query).toBeLessThan(1.1);
    }
  });

  it('lets tools introspect, with less than half of the limit', async () => {
    const { data, extensions } = await ask(codegen);
    expect(data.__schema.types.length).toBeGreaterThan(100);
    expect(extensions.cost.requested).toBeLessThan(extensions.cost.limit / 2);
  });

  it.each([
    ['aliases', `{ ${Array.from({ length: 20 }, (_, n) => `s${n}: __schema { types ${types} }`).join(' ')} }`],
    [
      'fragments',
      `{ ${Array.from({ length: 20 }, (_, n) => `s${n}: __schema { ...all }`).join(' ')} } fragment all on __Schema { types ${types} }`,
    ],
    [
      'chains of types',
      `{ __schema { types { fields { ${Array.from({ length: 9 }, (_, n) => `t${n}: type { ofType { fields { name description } } }`).join(' ')} } } } }`,
    ],
  ])('refuses a large answer through %s before it runs', async (_what, query) => {
    const { data, errors, extensions } = await ask(query);
    expect(data).toBeUndefined();
    expect(errors[0].extensions.code).toBe('invalid_request');
    expect(errors[0].message).toContain(`cost of ${extensions.cost.requested}; the limit is 250000`);
  });
});

describe('the cost of GraphQL documents per account and minute (limits.md)', () => {
  const chapters = 'chapters { book { characters { id name } } }';
  /** Costs just under half of the budget. */
  const heavy = `query ($b: ID!) { book(bookId: $b) { ${chapters} } }`;

  it('is one budget for all keys of an account, and refuses the document that exceeds it', async () => {
    const account = `account ${crypto.randomUUID()}`;
    const keys = [await own.running().newKey({ account }), await own.running().newKey({ account })] as const;
    const first = await post(own, keys[0], heavy, { b: 'bk_none' });
    const { requested } = first.json.extensions.cost;
    expect(first.headers.get('ratelimit-policy')).toContain('"graphql-cost";q=250000;qu="cost";w=60');
    expect(first.headers.get('ratelimit')).toContain(`"graphql-cost";r=${250_000 - requested};`);
    await post(own, keys[1], heavy, { b: 'bk_none' });
    const { json, headers } = await post(own, keys[1], heavy, { b: 'bk_none' });
    expect(json.errors[0]).toMatchObject({
      message: expect.stringContaining(`costs ${requested}`),
      extensions: { code: 'rate_limited', retry_after: Number(headers.get('retry-after')) },
    });
    expect(headers.get('ratelimit')).toContain(`"graphql-cost";r=0;t=${headers.get('retry-after')}`);
    expect((await post(own, keys[1], '{ account { name } }')).json.data).toBeDefined();
    expect((await post(own, own.key(), heavy, { b: 'bk_none' })).json.errors[0].extensions.code).toBe('not_found');
  });

  it('counts a subscription at its start and each of its events', async () => {
    const key = await own.running().newKey();
    const rest = own.face('REST', key);
    const { id: b } = await rest('createBook', { input: { premise: 'A storm comes over.' } });
    const body = {
      query: `subscription ($b: ID!) { bookChanged(bookId: $b) { book { ${chapters} } } }`,
      variables: { b },
    };
    const stream = openStream(own.url(), key, 'POST', '/graphql', { headers: { accept: 'text/event-stream' }, body });
    await stream.began;
    await rest('updateBook', { bookId: b, patch: { title: 'Landfall' } });
    await until(() => stream.text.includes('"chapters"'));
    stream.disconnect();
    const { json } = await post(own, key, heavy, { b });
    expect(json.errors[0].extensions.code).toBe('rate_limited');
  });

  it('counts the start of a subscription once, not with each event', async () => {
    const key = await own.running().newKey();
    const query = `subscription ($input: BookImport!) { bookImport(input: $input) { progress { percent } book { title } } }`;
    const body = { query, variables: { input: { format: 'markdown', content: '# One\n\nA storm.' } } };
    const headers = { accept: 'text/event-stream' };
    const { text } = await openStream(own.url(), key, 'POST', '/graphql', { headers, body }).ended;
    expect(eventsOf(text).filter(({ event }) => event === 'next').length).toBeGreaterThan(4);
    const left = (await post(own, key, '{ account { name } }')).headers.get('ratelimit');
    expect(Number(/"graphql-cost";r=(\d+)/.exec(left ?? '')?.[1])).toBeGreaterThan(180_000);
  });

  it('has no limit with 0, and none below the largest document', async () => {
    const { headers } = await post(open, open.key(), '{ account { name } }');
    expect(headers.get('ratelimit')).not.toContain('graphql-cost');
    expect(() => readConfig({ LIMIT_GRAPHQL_COST_PER_MINUTE: '249999' })).toThrow(ConfigError);
  });
});
